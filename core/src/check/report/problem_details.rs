//! Rejected reports as problem details (RFC 9457).

use super::message::Resolved;
use super::{Report, Unchecked, Verdict};
use crate::base::append::text_of;
use crate::base::json::ObjectWriter;
use crate::base::level::Level;
use crate::model::facts::Fact;
use alloc::string::String;

impl Report {
    /// The report as problem details (RFC 9457, `application/problem+json`). `None` if the verdict
    /// is accept, or if nothing was checked yet.
    ///
    /// Its errors are the findings, or, if only unchecked rules reject, those rules.
    pub fn to_problem(&self) -> Option<String> {
        let denial = self.first_denial();
        let first = self.rejecting().next();
        let (name, detail) = match (denial, first) {
            (Some(finding), _) => (finding.rule().name, finding.message()),
            (None, Some(unchecked)) => (unchecked.rule().name, unchecked.message()),
            (None, None) => return None,
        };
        Some(ObjectWriter::text_of(|problem| {
            problem.text("type", &["rules/", name].concat());
            // The title is the rule's name in words, so that it is the same for every occurrence of the problem.
            problem.text("title", &name.replace('.', ": ").replace('_', " "));
            problem.integer("status", self.status().into());
            problem.text("detail", &detail);
            problem.array("errors", |errors| {
                for finding in self.findings().filter(|_| denial.is_some()) {
                    let resolved = Resolved::of(finding);
                    let pointer = text_of(|out| {
                        out.push('#');
                        resolved.put_path(out);
                    });
                    errors.object(|error| {
                        error.text("pointer", &pointer);
                        error.text("rule", resolved.rule.name);
                        error.text("level", finding.level().name());
                        error.text("detail", &finding.message());
                    });
                }
                for unchecked in self.rejecting() {
                    errors.object(|error| {
                        error.text("pointer", "#");
                        error.text("rule", unchecked.rule().name);
                        error.text("level", unchecked.level().name());
                        error.text("detail", &unchecked.message());
                        error.texts("needs", unchecked.needs().map(Fact::name));
                    });
                }
            });
        }))
    }

    /// The unchecked rules at level deny, if the policy rejects the request because of them alone: no finding is at
    /// level deny.
    pub fn rejecting(&self) -> impl Iterator<Item = Unchecked<'_>> {
        let rejects = self.verdict() == Verdict::Reject && self.first_denial().is_none();
        self.unchecked().filter(move |unchecked| rejects && unchecked.level() == Level::Deny)
    }
}

impl Unchecked<'_> {
    /// The message: one English sentence that names the facts that would decide the rule. A rule about a total that isn't
    /// known needs none.
    pub fn message(self) -> String {
        let mut text = [self.rule().name, " can't be decided"].concat();
        if self.needs().next().is_none() {
            text.push_str(": the total isn't known");
        }
        let mut before = " without ";
        for fact in self.needs() {
            text.push_str(before);
            text.push_str(fact.name());
            before = ", ";
        }
        text
    }
}
