//! Verdicts held against what a gateway answered: how many good requests would have been stopped, how many refusals
//! prevented, and what follows for the levels of the rules.
//!
//! ```
//! use paylint::{Engine, Facts, Operation, Report};
//! use paylint_traffic::Place;
//! use paylint_traffic::calibration::{Answer, Calibration, Observation};
//!
//! let (engine, mut report, mut calibration) = (Engine::default(), Report::new(), Calibration::default());
//! for (line, body, status) in [
//!     (1, r#"{"name": "VAT", "percent": 21}"#, 201),
//!     (2, r#"{"name": "VAT", "percent": "21,0"}"#, 200),
//!     (3, r#"{"name": "VAT"}"#, 400),
//! ] {
//!     engine.check_into(Operation::Tax, body.as_bytes(), &Facts::default(), &mut report);
//!     let observation = Observation::of(&report, Some(status));
//!     calibration.observe(&observation, &Answer::REFUSED, Place::new(line, None), Vec::new);
//! }
//! let total = calibration.total();
//! let (stopped, prevented) = (total.would_have_been_stopped(), total.would_have_been_prevented());
//! assert_eq!((stopped.count, stopped.of), (1, 2));
//! assert_eq!((prevented.count, prevented.of), (1, 1));
//! ```

mod json;
mod observation;
mod table;

pub use json::{Layer, Summary};
pub use observation::{InvalidObservation, Observation};
pub use table::Row;

use crate::place::Place;
use paylint::{Basis, Level, Operation, Verdict, catalogue};
use serde::Serialize;
use std::collections::BTreeMap;

/// What a gateway answered to a request.
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

    /// The statuses that refuse a request, if nothing else is said.
    pub const REFUSED: [u16; 2] = [400, 422];

    /// What a status says. `refused`: the statuses that refuse a request.
    #[must_use]
    pub fn of(status: Option<u16>, refused: &[u16]) -> Answer {
        match status {
            Some(status) if refused.contains(&status) => Answer::Refused,
            Some(200..=299) => Answer::Accepted,
            Some(401 | 403) => Answer::Unauthorised,
            _ => Answer::None,
        }
    }

    /// `accepted`, `refused`, `unauthorised` or `none`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Answer::Accepted => "accepted",
            Answer::Refused => "refused",
            Answer::Unauthorised => "unauthorised",
            Answer::None => "none",
        }
    }
}

/// A count for each answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ByAnswer([u64; 4]);

impl ByAnswer {
    /// The count of an answer.
    #[must_use]
    pub fn of(self, answer: Answer) -> u64 {
        self.0[answer as usize]
    }

    /// The counts of all answers together.
    #[must_use]
    pub fn sum(self) -> u64 {
        self.0.iter().sum()
    }

    /// Adds to the count of an answer.
    pub fn add(&mut self, answer: Answer, count: u64) {
        self.0[answer as usize] += count;
    }

    fn merge(&mut self, other: ByAnswer) {
        for (ours, theirs) in self.0.iter_mut().zip(other.0) {
            *ours += theirs;
        }
    }

    /// The refusals of a rule: for one about tokens and keys, statuses 401 and 403, too.
    fn refusals(self) -> u64 {
        self.of(Answer::Refused) + self.of(Answer::Unauthorised)
    }
}

/// How many places are kept of a kind.
const KEPT: usize = 3;

/// Verdicts and answers, counted: for each operation, and for each rule. Those of two threads, or of two days, can be
/// merged.
#[derive(Clone, Debug, Default)]
pub struct Calibration {
    operations: [Counts; Operation::ALL.len()],
    rules: BTreeMap<String, RuleCounts>,
    missed: BTreeMap<String, Missed>,
}

/// The counts of the requests of one operation, or of all.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    /// Requests that paylint accepts. Of unauthorised requests: those whose token and key it accepts.
    pub accept: ByAnswer,
    /// Requests that paylint rejects. Of unauthorised requests: those whose token or key it rejects.
    pub reject: ByAnswer,
    /// Requests that were refused and of which there is no finding at all.
    pub missed: u64,
}

/// How often a rule fired, and with which answer.
#[derive(Clone, Debug)]
pub struct RuleCounts {
    /// The rule's level under the policy.
    pub level: Level,
    /// What the rule rests on.
    pub basis: Basis,
    /// Requests on which the rule fired.
    pub fired: ByAnswer,
    /// Requests on which no other rule fired at level deny; for a rule at level warn, no other rule at all.
    pub alone: ByAnswer,
    /// Requests on which a rule at level warn fired, and none at level deny.
    pub not_rejected: ByAnswer,
    /// Where to look, for each answer.
    places: [Vec<Place>; 4],
}

/// Refused requests of which there is no finding, by a member that the answers named.
#[derive(Clone, Debug, Default)]
pub struct Missed {
    /// How many.
    pub count: u64,
    /// The first of them.
    pub places: Vec<Place>,
}

/// A part of a whole, and how large it may be in truth.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Share {
    /// The part.
    pub count: u64,
    /// The whole.
    pub of: u64,
}

/// A level that should be another, by what the gateway answered.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Proposal<'c> {
    /// The rule.
    pub rule: &'c str,
    /// The level that it has.
    pub from: Level,
    /// The level that it should have.
    pub to: Level,
    /// How many answers speak for it.
    pub requests: u64,
}

/// Whether a rule is about the token or the key, which alone a gateway looks at before it answers 401 or 403.
fn is_about_keys(rule: &str) -> bool {
    rule == "http.authorization" || rule.starts_with("key.")
}

impl Calibration {
    /// Counts a verdict and the answer to its request. `refused`: the statuses that refuse a request. `named` gives the
    /// members that the answer named, as pointers in which `*` is every element of an array; it is only asked where the
    /// request was refused and nothing was found.
    pub fn observe(
        &mut self,
        observation: &Observation<'_>,
        refused: &[u16],
        place: Place,
        named: impl FnOnce() -> Vec<String>,
    ) {
        let answer = Answer::of(observation.status, refused);
        let judges = |rule: &str| answer != Answer::Unauthorised || is_about_keys(rule);
        let fired = || observation.rules.iter().filter(|(rule, _)| judges(rule));
        let at_deny = fired().filter(|(_, level)| **level == Level::Deny).count();
        let is_rejected = match answer {
            Answer::Unauthorised => at_deny > 0,
            _ => observation.verdict == Verdict::Reject,
        };
        let counts = &mut self.operations[observation.operation as usize];
        let verdicts = if is_rejected { &mut counts.reject } else { &mut counts.accept };
        verdicts.add(answer, 1);
        let is_missed = answer == Answer::Refused && observation.rules.is_empty() && !is_rejected;
        counts.missed += u64::from(is_missed);
        for (rule, level) in fired() {
            let counts = self.rule(rule, *level);
            counts.fired.add(answer, 1);
            let others = if *level == Level::Deny { at_deny } else { fired().count() } - 1;
            // A report that was cut may have had others.
            counts.alone.add(answer, u64::from(others == 0 && !observation.truncated));
            counts.not_rejected.add(answer, u64::from(!is_rejected));
            keep(&mut counts.places[answer as usize], &place);
        }
        if is_missed {
            let named = named();
            let unnamed = named.is_empty().then(String::new);
            for path in named.into_iter().chain(unnamed) {
                let missed = self.missed.entry(path).or_default();
                missed.count += 1;
                keep(&mut missed.places, &place);
            }
        }
    }

    fn rule(&mut self, rule: &str, level: Level) -> &mut RuleCounts {
        self.rules.entry(rule.to_owned()).or_insert_with(|| {
            let known = catalogue().iter().find(|known| known.name == rule);
            let basis = known.map_or(Basis::Custom, |rule| rule.basis);
            let (none, places) = (ByAnswer::default(), Default::default());
            RuleCounts { level, basis, fired: none, alone: none, not_rejected: none, places }
        })
    }

    /// Adds the counts of another calibration under the same policy. Its places come after ours.
    pub fn merge(&mut self, other: Calibration) {
        for (ours, theirs) in self.operations.iter_mut().zip(other.operations) {
            ours.merge(theirs);
        }
        for (name, theirs) in other.rules {
            match self.rules.entry(name) {
                std::collections::btree_map::Entry::Vacant(entry) => _ = entry.insert(theirs),
                std::collections::btree_map::Entry::Occupied(mut entry) => {
                    entry.get_mut().merge(theirs);
                }
            }
        }
        for (path, theirs) in other.missed {
            let ours = self.missed.entry(path).or_default();
            ours.count += theirs.count;
            theirs.places.iter().for_each(|place| keep(&mut ours.places, place));
        }
    }

    /// Every place that is kept, so that one who counted the lines of a block can say where the block stands.
    pub fn places_mut(&mut self) -> impl Iterator<Item = &mut Place> {
        let of_rules = self.rules.values_mut().flat_map(|rule| rule.places.iter_mut().flatten());
        of_rules.chain(self.missed.values_mut().flat_map(|missed| &mut missed.places))
    }

    /// The counts of each operation that has any, in the order of [`Operation::ALL`].
    pub fn operations(&self) -> impl Iterator<Item = (Operation, &Counts)> {
        let operations = Operation::ALL.iter().copied().zip(&self.operations);
        operations.filter(|(_, counts)| **counts != Counts::default())
    }

    /// The counts of all operations together.
    #[must_use]
    pub fn total(&self) -> Counts {
        let mut total = Counts::default();
        self.operations.iter().for_each(|counts| total.merge(*counts));
        total
    }

    /// Every rule that fired: those of the catalogue in its order, then all others by name.
    #[must_use]
    pub fn rules(&self) -> Vec<(&str, &RuleCounts)> {
        let place = |name: &str| catalogue().iter().position(|rule| rule.name == name);
        let mut rules: Vec<_> =
            self.rules.iter().map(|(name, counts)| (name.as_str(), counts)).collect();
        rules.sort_by_key(|(name, _)| place(name).unwrap_or(usize::MAX));
        rules
    }

    /// Refused requests of which there is no finding, by the member that the answer named; under an empty name those
    /// whose answer named none. A request whose answer named two members is in both.
    pub fn missed(&self) -> impl Iterator<Item = (&str, &Missed)> {
        self.missed.iter().map(|(path, missed)| (path.as_str(), missed))
    }

    /// What follows for the levels: *warn* for a rule that alone would have stopped at least so many accepted requests
    /// and no refused one, *deny* for one at level warn that fired on at least so many refused requests that nothing
    /// else would have stopped, and on no accepted one. Nothing follows for the rules of basis integrity.
    pub fn proposals(&self, at_least: u64) -> impl Iterator<Item = Proposal<'_>> {
        self.rules().into_iter().filter_map(move |(rule, counts)| {
            let (from, to, requests, against) = match counts.level {
                Level::Deny => {
                    let alone = counts.alone;
                    (Level::Deny, Level::Warn, alone.of(Answer::Accepted), alone.refusals())
                }
                Level::Warn => {
                    let (prevented, fired) = (counts.not_rejected.refusals(), counts.fired);
                    (Level::Warn, Level::Deny, prevented, fired.of(Answer::Accepted))
                }
                Level::Allow => return None,
            };
            let follows = counts.basis != Basis::Integrity && requests >= at_least && against == 0;
            (follows && requests > 0).then_some(Proposal { rule, from, to, requests })
        })
    }
}

fn keep(places: &mut Vec<Place>, place: &Place) {
    if places.len() < KEPT {
        places.push(place.clone());
    }
}

impl Counts {
    /// Requests that the gateway accepted and that would have been rejected.
    #[must_use]
    pub fn would_have_been_stopped(&self) -> Share {
        self.rejected(Answer::Accepted)
    }

    /// Requests that the gateway refused and that would have been rejected.
    #[must_use]
    pub fn would_have_been_prevented(&self) -> Share {
        self.rejected(Answer::Refused)
    }

    fn rejected(&self, answer: Answer) -> Share {
        let count = self.reject.of(answer);
        Share { count, of: count + self.accept.of(answer) }
    }

    fn merge(&mut self, other: Counts) {
        self.accept.merge(other.accept);
        self.reject.merge(other.reject);
        self.missed += other.missed;
    }
}

impl RuleCounts {
    /// The places to look at first: for a rule at level deny requests that were accepted, for one at level warn those
    /// that were refused.
    pub fn places(&self) -> impl Iterator<Item = &Place> {
        use Answer::{Accepted, None, Refused, Unauthorised};
        let order = match self.level {
            Level::Deny => [Accepted, Refused, Unauthorised, None],
            _ => [Refused, Unauthorised, Accepted, None],
        };
        order.into_iter().flat_map(|answer| &self.places[answer as usize]).take(KEPT)
    }

    fn merge(&mut self, other: RuleCounts) {
        self.fired.merge(other.fired);
        self.alone.merge(other.alone);
        self.not_rejected.merge(other.not_rejected);
        for (ours, theirs) in self.places.iter_mut().zip(other.places) {
            theirs.iter().for_each(|place| keep(ours, place));
        }
    }
}

impl Share {
    /// The part, from 0 to 1. `None` of nothing.
    #[must_use]
    pub fn share(self) -> Option<f64> {
        (self.of > 0).then(|| self.count as f64 / self.of as f64)
    }

    /// The upper bound of Wilson's 95 % interval: so large the share may be in truth. 0 of 40 may be up to 8.8 %.
    #[must_use]
    pub fn at_most(self) -> Option<f64> {
        /// The quantile of the normal distribution that leaves 2.5 % on each side.
        const Z: f64 = 1.959_963_984_540_054;
        let (share, of) = (self.share()?, self.of as f64);
        let spread = Z * (share * (1.0 - share) / of + Z * Z / (4.0 * of * of)).sqrt();
        Some(((share + Z * Z / (2.0 * of) + spread) / (1.0 + Z * Z / of)).min(1.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn never_seen_isnt_never() {
        let at_most = |count, of| Share { count, of }.at_most().map(|it| (it * 1e4).round() / 1e4);
        // Figures of the R function prop.test(correct = FALSE).
        assert_eq!(at_most(0, 40), Some(0.0876));
        assert_eq!(at_most(40, 40), Some(1.0));
        assert_eq!(at_most(1, 10), Some(0.4042));
        assert_eq!(at_most(0, 0), None);
    }

    #[test]
    fn statuses_say_what_they_say() {
        let of = |status| Answer::of(Some(status), &Answer::REFUSED);
        assert_eq!([200, 201, 299].map(of), [Answer::Accepted; 3]);
        assert_eq!([400, 422].map(of), [Answer::Refused; 2]);
        assert_eq!([401, 403].map(of), [Answer::Unauthorised; 2]);
        assert_eq!([100, 302, 404, 409, 429, 500].map(of), [Answer::None; 6]);
        assert_eq!(Answer::of(None, &Answer::REFUSED), Answer::None);
        assert_eq!(Answer::of(Some(409), &[409]), Answer::Refused);
        assert_eq!(Answer::of(Some(400), &[409]), Answer::None);
    }
}
