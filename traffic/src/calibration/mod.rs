//! Verdicts compared with a gateway's answers: how many good requests would have been stopped, how many refusals
//! prevented, and which policy follows.
//!
//! [`Looker`] looks at a request, its report, and the answer. [`Gatherer`] takes what was [`Seen`] in the order of the log,
//! folds lines that belong together, and counts. Its [`Evidence`] can be merged with that of other parts of the log.
//! [`Calibration`] is what follows from evidence.
//!
//! ```
//! use paylint::{Engine, Facts, Operation, Report};
//! use paylint_traffic::Location;
//! use paylint_traffic::calibration::{Calibration, Gatherer, Key, KnownPaths, Looker, Refusals, Seen, Terms};
//! use paylint_traffic::log::LogRequest;
//!
//! let (engine, mut report, mut seen) = (Engine::default(), Report::new(), Seen::default());
//! let (known, refusals) = (KnownPaths::of_all(&engine), Refusals::default());
//! let mut looker = Looker::new(&known, &refusals, Key::default());
//! for (body, status) in [
//!     (r#"{"name": "VAT", "percent": 21}"#, 201),
//!     (r#"{"name": "VAT", "percent": "21,0"}"#, 200),
//!     (r#"{"name": "VAT"}"#, 400),
//! ] {
//!     engine.check_into(Operation::Tax, body.as_bytes(), &Facts::default(), &mut report);
//!     let request = LogRequest::new(Operation::Tax, body.as_bytes().into());
//!     looker.look(&report, &LogRequest { status: Some(status), ..request }, &mut seen);
//! }
//! let mut gatherer = Gatherer::default();
//! gatherer.add(&seen, |line| Location::new(line as u64 + 1, None));
//! let calibration = Calibration::of(&gatherer.finish(), Terms::default(), &engine);
//! let all = &calibration.of[0];
//! assert_eq!((all.outcome.stopped.count, all.outcome.stopped.of), (1, 2));
//! assert_eq!((all.outcome.prevented.count, all.outcome.prevented.of), (1, 1));
//! ```

#![allow(clippy::arithmetic_side_effects, reason = "nobody counts to 2^64")]

mod analysis;
mod candidates;
mod decision;
mod evidence;
mod figures;
mod gatherer;
mod layers;
mod masks;
mod named;
mod numbered;
mod observation;
mod policy_rules;
mod profile;
mod result;
mod seen;
mod table;
mod walk;

pub use decision::{Reason, Terms, bounds};
pub use evidence::{Evidence, LineCounts};
pub use gatherer::Gatherer;
pub use named::KnownPaths;
pub use observation::{InvalidObservation, Observation};
pub use result::{
    ByAnswer, ByClass, Calibration, Changed, Check, Counts, Figures, Layer, LayerOf, Missed,
    Outcome, Prevented, RuleRow, Stopped,
};
pub use seen::{Key, Looker, Seen};
pub use table::Names;

use serde_json::Value;

/// A gateway's answer to a request.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Answer {
    /// A status of 200 to 299.
    Accepted,
    /// A status that says that the request can't be accepted: 400 or 422, or whichever you name.
    Refused,
    /// 401 or 403: the token or the key was refused, and nothing else was looked at.
    Unauthorised,
    /// Any other status, or none: it says nothing about the request.
    None,
}

impl Answer {
    /// Every answer, in the order of the counts.
    pub const ALL: [Answer; 4] =
        [Answer::Accepted, Answer::Refused, Answer::Unauthorised, Answer::None];

    /// `accepted`, `refused`, `unauthorised` or `no_answer`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Answer::Accepted => "accepted",
            Answer::Refused => "refused",
            Answer::Unauthorised => "unauthorised",
            Answer::None => "no_answer",
        }
    }
}

/// Answers that refuse a request.
#[derive(Clone, Debug)]
pub struct Refusals {
    /// The statuses that do.
    pub statuses: Vec<u16>,
    /// Scalars of an answer's body that do where the status is 2xx: a JSON Pointer, and the values there.
    pub bodies: Vec<(String, Vec<String>)>,
}

impl Default for Refusals {
    /// 400 and 422.
    fn default() -> Refusals {
        Refusals { statuses: vec![400, 422], bodies: Vec::new() }
    }
}

/// Error of [`Refusals::refuse_where`]: the text isn't a JSON Pointer, `=` and values.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("expected a place and its values, such as /state=rejected,failed")]
pub struct InvalidRefusal;

impl Refusals {
    /// Adds a place in answers' bodies, and the values there that refuse: `/state=rejected,failed`.
    ///
    /// # Errors
    /// The text doesn't begin with a JSON Pointer and `=`.
    pub fn refuse_where(&mut self, text: &str) -> Result<(), InvalidRefusal> {
        let is_place = |(pointer, _): &(&str, &str)| pointer.starts_with('/');
        let (pointer, values) = text.split_once('=').filter(is_place).ok_or(InvalidRefusal)?;
        let values = values.split(',').map(str::to_owned).collect();
        self.bodies.push((pointer.to_owned(), values));
        Ok(())
    }

    /// Reads the answer from a status and the answer's body, as JSON.
    #[must_use]
    pub fn answer(&self, status: Option<u16>, body: Option<&str>) -> Answer {
        match status {
            Some(status) if self.statuses.contains(&status) => Answer::Refused,
            Some(200..=299) if self.is_refusal(body) => Answer::Refused,
            Some(200..=299) => Answer::Accepted,
            Some(401 | 403) => Answer::Unauthorised,
            _ => Answer::None,
        }
    }

    fn is_refusal(&self, body: Option<&str>) -> bool {
        let Some(body) = body.filter(|_| !self.bodies.is_empty()) else { return false };
        let body = match serde_json::from_str(body) {
            Ok(Value::String(text)) => serde_json::from_str(&text).unwrap_or_default(),
            body => body.unwrap_or_default(),
        };
        self.bodies.iter().any(|(pointer, values)| match body.pointer(pointer) {
            Some(Value::String(text)) => values.contains(text),
            Some(Value::Object(_) | Value::Array(_)) | None => false,
            Some(scalar) => values.contains(&scalar.to_string()),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_told_apart() {
        let refusals = Refusals::default();
        let of = |status| refusals.answer(Some(status), None);
        assert_eq!([200, 201, 299].map(of), [Answer::Accepted; 3]);
        assert_eq!([400, 422].map(of), [Answer::Refused; 2]);
        assert_eq!([401, 403].map(of), [Answer::Unauthorised; 2]);
        assert_eq!([100, 302, 404, 409, 429, 500].map(of), [Answer::None; 6]);
        assert_eq!(refusals.answer(None, None), Answer::None);
        let mut refusals = Refusals { statuses: vec![409], bodies: Vec::new() };
        assert_eq!(refusals.refuse_where("/state=rejected,7"), Ok(()));
        for text in ["/state", "state=rejected", "=rejected"] {
            assert_eq!(refusals.refuse_where(text), Err(InvalidRefusal), "{text}");
        }
        for (status, body, answer) in [
            (409, "", Answer::Refused),
            (400, r#"{"state":"rejected"}"#, Answer::None),
            (200, r#"{"state":"rejected"}"#, Answer::Refused),
            (200, r#""{\"state\":7}""#, Answer::Refused),
            (200, r#"{"state":"paid"}"#, Answer::Accepted),
            (200, r#"{"state":["rejected"]}"#, Answer::Accepted),
            (200, "<html>", Answer::Accepted),
        ] {
            assert_eq!(refusals.answer(Some(status), Some(body)), answer, "{status} {body}");
        }
    }
}
