//! Reports of checks to the host.

use crate::CheckLayer;
use crate::check::shielded;
use http::request::Parts;
use paylint::facts::Fact;
use paylint::{Engine, Level, Report, Timestamp, Verdict};
use paylint_traffic::calibration::Observation;
use paylint_traffic::replay::Change;
use std::fmt;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

/// A check's result for logs and metrics.
///
/// It displays itself as a line of a log: names and numbers, and no value of the request, with what the shadow engine
/// says if that is something else:
///
/// ```text
/// order: reject, field.type deny, field.unknown warn, unchecked without card.issuer_country, 14.1µs; shadow: accept, 12.8µs
/// ```
///
/// [`CheckLayer::on_check`](crate::CheckLayer::on_check) passes it to your callback.
#[derive(Clone)]
#[non_exhaustive]
pub struct Checked {
    /// The request as it came, without its body: for what tells tenants and callers apart. Always there in
    /// [`CheckLayer::on_check`](crate::CheckLayer::on_check), but for the shadow engine's result.
    pub request: Option<Parts>,
    /// The engine that decided, with its policy's label and fingerprint.
    pub engine: Arc<Engine>,
    /// The report.
    pub report: Arc<Report>,
    /// How long the check took, without the reading of the body before it.
    pub took: Duration,
    /// The status of the service's answer. `None` if there was none: the request was rejected, it
    /// failed, or nobody waited for its answer.
    pub status: Option<u16>,
    /// The shadow engine's result, and what it would have changed. `None` if there is none, or if
    /// the body is over the engine's limit, so that it wasn't read.
    pub shadow: Option<(Change, Box<Checked>)>,
}

/// A check's result, told to the callback when it is dropped: after the response, or when nobody waits for it any more.
pub(crate) struct Telling {
    pub(crate) layer: Arc<CheckLayer>,
    pub(crate) checked: Checked,
}

impl Drop for Telling {
    fn drop(&mut self) {
        shielded(|| self.checked.trace());
        if let Some(tell) = &self.layer.on_check {
            shielded(|| tell(&self.checked));
        }
    }
}

impl Checked {
    /// The line of JSON that `paylint calibrate` reads.
    #[must_use]
    pub fn observation(&self) -> Observation<'_> {
        let at = Timestamp::try_from(SystemTime::now()).ok();
        Observation { at, ..Observation::of(&self.report, self.status) }
    }

    /// The rules that the request violates, each once, with their levels.
    pub fn rules(&self) -> impl Iterator<Item = (&str, Level)> {
        let mut last = None;
        let rules = self.report.findings().map(|finding| (finding.rule().name, finding.level()));
        // The findings of a rule follow one another.
        rules.filter(move |(name, _)| last.replace(*name) != Some(*name))
    }

    /// The facts that are missing for rules that couldn't be decided, each once.
    pub fn missing(&self) -> impl Iterator<Item = Fact> {
        let is_missing = |fact: &Fact| {
            let mut unchecked = self.report.unchecked();
            unchecked.any(|unchecked| unchecked.needs().any(|needed| needed == *fact))
        };
        Fact::ALL.iter().copied().filter(is_missing)
    }

    fn trace(&self) {
        match self.report.verdict() == Verdict::Accept && self.rules().next().is_none() {
            true => tracing::debug!(target: "paylint", status = self.status, "{self}"),
            false => tracing::warn!(target: "paylint", status = self.status, "{self}"),
        }
    }

    fn put_outcome(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.report.verdict())?;
        for (rule, level) in self.rules() {
            write!(f, ", {rule} {level}")?;
        }
        let mut before = ", unchecked without";
        for fact in self.missing() {
            write!(f, "{before} {}", fact.name())?;
            before = "";
        }
        write!(f, ", {:?}", self.took)
    }
}

impl fmt::Display for Checked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.report.operation())?;
        self.put_outcome(f)?;
        match &self.shadow {
            Some((change, shadow)) if *change != Change::Same => {
                f.write_str("; shadow: ")?;
                shadow.put_outcome(f)
            }
            _ => Ok(()),
        }
    }
}

impl fmt::Debug for Checked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Checked({self})")
    }
}
