//! Reports of checks to the host.

use crate::CheckLayer;
use crate::check::shielded;
use http::request::Parts;
use paylint::facts::Fact;
use paylint::{Engine, Fingerprint, Level, Operation, Report, Timestamp, Verdict};
use paylint_traffic::calibration::Observation;
use paylint_traffic::replay::Change;
use std::fmt;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

/// A check's result for logs and metrics: names and numbers, and no value of the request.
///
/// It displays itself as a line of a log, with what the shadow engine says if that is something else:
///
/// ```text
/// order: reject, field.type deny, field.unknown warn, unchecked without card.issuer_country, 14.1µs; shadow: accept, 12.8µs
/// ```
///
/// [`CheckLayer::on_check`](crate::CheckLayer::on_check) passes it to your callback.
#[derive(Clone, Copy)]
pub struct Checked<'c> {
    request: Option<&'c Parts>,
    pub(crate) engine: &'c Engine,
    pub(crate) report: &'c Report,
    pub(crate) took: Duration,
    pub(crate) status: Option<u16>,
    pub(crate) shadow: Option<(Change, &'c Checked<'c>)>,
}

/// A check's result, told to the callback when it is dropped: after the response, or when nobody waits for it any more.
pub(crate) struct Telling {
    pub(crate) layer: Arc<CheckLayer>,
    /// The request, if the callback is to see it.
    pub(crate) request: Option<Parts>,
    pub(crate) engine: Arc<Engine>,
    pub(crate) report: Arc<Report>,
    pub(crate) took: Duration,
    pub(crate) shadow: Option<(Change, Arc<Engine>, Report, Duration)>,
    pub(crate) status: Option<u16>,
}

impl Drop for Telling {
    fn drop(&mut self) {
        let (status, request) = (self.status, self.request.as_ref());
        let shadow = self.shadow.as_ref().map(|(change, engine, report, took)| {
            (*change, Checked { request, engine, report, took: *took, status, shadow: None })
        });
        let shadow = shadow.as_ref().map(|(change, checked)| (*change, checked));
        let (engine, report, took) = (&*self.engine, &*self.report, self.took);
        let checked = Checked { request, engine, report, took, status, shadow };
        shielded(|| checked.trace());
        if let Some(tell) = &self.layer.on_check {
            shielded(|| tell(&checked));
        }
    }
}

impl<'c> Checked<'c> {
    /// The request as it came, without its body: for what tells tenants and callers apart. Always there in
    /// [`CheckLayer::on_check`](crate::CheckLayer::on_check).
    #[must_use]
    pub fn request(&self) -> Option<&'c Parts> {
        self.request
    }

    /// The operation.
    #[must_use]
    pub fn operation(&self) -> Operation {
        self.report.operation()
    }

    /// Whether the request was passed on.
    #[must_use]
    pub fn verdict(&self) -> Verdict {
        self.report.verdict()
    }

    /// The status of the service's answer. `None` if there was none: the request was rejected, it
    /// failed, or nobody waited for its answer.
    #[must_use]
    pub fn status(&self) -> Option<u16> {
        self.status
    }

    /// The line of JSON that `paylint calibrate` reads.
    #[must_use]
    pub fn observation(&self) -> Observation<'c> {
        let at = Timestamp::try_from(SystemTime::now()).ok();
        Observation { at, ..Observation::of(self.report, self.status) }
    }

    /// The rules that the request violates, each once, with their levels.
    pub fn rules(&self) -> impl Iterator<Item = (&'c str, Level)> + use<'c> {
        let mut last = None;
        let rules = self.report.findings().map(|finding| (finding.rule().name, finding.level()));
        // The findings of a rule follow one another.
        rules.filter(move |(name, _)| last.replace(*name) != Some(*name))
    }

    /// The rules that couldn't be decided, with their levels.
    pub fn unchecked(&self) -> impl Iterator<Item = (&'c str, Level)> + use<'c> {
        self.report.unchecked().map(|unchecked| (unchecked.rule().name, unchecked.level()))
    }

    /// The facts that are missing for them, each once.
    pub fn missing(&self) -> impl Iterator<Item = Fact> + use<'c> {
        let report = self.report;
        let is_missing = move |fact: &Fact| {
            report.unchecked().any(|unchecked| unchecked.needs().any(|needed| needed == *fact))
        };
        Fact::ALL.iter().copied().filter(is_missing)
    }

    /// How long the check took, without the reading of the body before it.
    #[must_use]
    pub fn took(&self) -> Duration {
        self.took
    }

    /// The policy's label, if it has one.
    #[must_use]
    pub fn label(&self) -> Option<&'c str> {
        self.engine.label()
    }

    /// The fingerprint of the policy that decided.
    #[must_use]
    pub fn policy_fingerprint(&self) -> Fingerprint {
        self.engine.policy_fingerprint()
    }

    /// The shadow engine's report, and what it would have changed. `None` if there is none, or if
    /// the body is over the engine's limit, so that it wasn't read.
    #[must_use]
    pub fn shadow(&self) -> Option<(Change, &'c Checked<'c>)> {
        self.shadow
    }
}

impl Checked<'_> {
    fn trace(&self) {
        match self.verdict() == Verdict::Accept && self.rules().next().is_none() {
            true => tracing::debug!(target: "paylint", status = self.status, "{self}"),
            false => tracing::warn!(target: "paylint", status = self.status, "{self}"),
        }
    }

    fn put_outcome(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.verdict())?;
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

impl fmt::Display for Checked<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.operation())?;
        self.put_outcome(f)?;
        match self.shadow {
            Some((change, shadow)) if change != Change::Same => {
                f.write_str("; shadow: ")?;
                shadow.put_outcome(f)
            }
            _ => Ok(()),
        }
    }
}

impl fmt::Debug for Checked<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Checked({self})")
    }
}
