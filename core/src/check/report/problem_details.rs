//! Rejected reports as problem details (RFC 9457).

use super::message::Resolved;
use super::{Report, Unchecked, Verdict};
use crate::base::append::{joined, nth, put};
use crate::base::decimal::put_integer;
use crate::base::json::{put_comma, put_names};
use crate::base::level::Level;
use crate::model::facts::Fact;
use alloc::string::String;

impl Report {
    /// The report as problem details (RFC 9457, `application/problem+json`). `None` if the verdict
    /// is accept, or if nothing was checked yet.
    ///
    /// Its errors are the findings, or, if only unchecked rules reject, those rules.
    pub fn to_problem(&self) -> Option<String> {
        let out = &mut String::with_capacity(256);
        if let Some(first) = self.first_denial() {
            self.put_head(out, first.rule().name);
            put_detail(out, &Resolved::of(first));
            put(out, r#","errors":["#);
            for finding in self.findings() {
                let resolved = Resolved::of(finding);
                put_comma(out);
                put(out, r##"{"pointer":"#"##);
                resolved.put_path(out);
                put_rule(out, resolved.rule.name, finding.level());
                put_detail(out, &resolved);
                put(out, "}");
            }
        } else if let Some(first) = self.rejecting().next() {
            self.put_head(out, first.rule().name);
            put_missing(out, first);
            put(out, r#","errors":["#);
            for unchecked in self.rejecting() {
                put_comma(out);
                put(out, r##"{"pointer":"#"##);
                put_rule(out, unchecked.rule().name, unchecked.level());
                put_missing(out, unchecked);
                put(out, r#","needs":"#);
                put_names(out, unchecked.needs().map(Fact::name));
                put(out, "}");
            }
        } else {
            return None;
        }
        put(out, "]}");
        Some(core::mem::take(out))
    }

    /// The unchecked rules at level deny, if the request is rejected because of them alone: the policy says so, and no
    /// finding is at level deny.
    pub fn rejecting(&self) -> impl Iterator<Item = Unchecked<'_>> {
        let rejects = self.verdict() == Verdict::Reject && self.first_denial().is_none();
        self.unchecked().filter(move |unchecked| rejects && unchecked.level() == Level::Deny)
    }

    fn put_head(&self, out: &mut String, name: &str) {
        put(out, r#"{"type":"rules/"#);
        put(out, name);
        put(out, r#"","title":""#);
        put_title(out, name);
        put(out, r#"","status":"#);
        put_integer(out, self.status().into());
        put(out, ",");
    }
}

impl Unchecked<'_> {
    /// Which facts would decide the rule, as one English sentence.
    pub fn message(self) -> String {
        let mut text = joined(&[self.rule().name, " can't be decided without"]);
        let mut before = " ";
        for fact in self.needs() {
            put(&mut text, before);
            put(&mut text, fact.name());
            before = ", ";
        }
        text
    }
}

fn put_rule(out: &mut String, name: &str, level: Level) {
    put(out, r#"","rule":""#);
    put(out, name);
    put(out, r#"","level":""#);
    put(out, level.name());
    put(out, "\",");
}

fn put_detail(out: &mut String, resolved: &Resolved<'_>) {
    put(out, r#""detail":""#);
    resolved.put_message(&mut resolved.finding.json_sink(out));
    put(out, "\"");
}

fn put_missing(out: &mut String, unchecked: Unchecked<'_>) {
    put(out, r#""detail":""#);
    put(out, &unchecked.message());
    put(out, "\"");
}

/// The title is the rule's name in words, so that it is the same for every occurrence of the
/// problem. All names are ASCII.
fn put_title(out: &mut String, name: &str) {
    for (at, byte) in name.bytes().enumerate() {
        put(
            out,
            match byte {
                b'.' => ": ",
                b'_' => " ",
                _ => nth(name, at),
            },
        );
    }
}
