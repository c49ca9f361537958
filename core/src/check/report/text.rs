//! The report as plain text for people. It doesn't show the body.

use super::Report;
use crate::check::rule::Rule;
use alloc::string::String;
use core::fmt;

/// One line for the verdict, then one for each finding, each unchecked rule and each obligation.
impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}: {}", self.verdict().name(), self.status(), self.operation)?;
        if let Some(scenario) =
            self.scenario().filter(|feature| feature.name() != self.operation.name())
        {
            write!(f, ", {scenario}")?;
        }
        for capability in self.capabilities().iter() {
            write!(f, ", {capability}")?;
        }
        if let Some(total) = self.total() {
            write!(f, ", total {total}")?;
        }
        for finding in self.findings() {
            let (rule, level) = (finding.rule(), finding.level());
            write!(f, "\n{level}[{}]", rule.name)?;
            let path = finding.path();
            if !path.is_empty() {
                write!(f, " {path}")?;
            }
            write!(f, ": {} ({})", finding.message(), rule.citation())?;
        }
        if self.truncated() {
            f.write_str("\n… and more, beyond the policy's max_findings")?;
        }
        for unchecked in self.unchecked() {
            write!(f, "\nunchecked[{}]: missing facts:", unchecked.rule().name)?;
            for fact in unchecked.needs() {
                write!(f, " {}", fact.name())?;
            }
        }
        for obligation in self.obligations() {
            write!(f, "\nobligation: {}", obligation.kind())?;
            if let Some(by) = obligation.by() {
                write!(f, " by {by}")?;
            }
            let (mut before, mut after) = (" (depends on ", "");
            for fact in obligation.needs() {
                write!(f, "{before}{}", fact.name())?;
                (before, after) = (", ", ")");
            }
            f.write_str(after)?;
        }
        match self.valid_until() {
            Some(until) => write!(f, "\nvalid until {until}"),
            None => Ok(()),
        }
    }
}

impl Rule<'_> {
    /// The rule's basis and source: `stated §4.7`.
    pub fn citation(&self) -> String {
        let before = if self.source.is_some() { " " } else { "" };
        [self.basis.name(), before, self.source.unwrap_or_default()].concat()
    }
}
