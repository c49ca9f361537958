//! The canonical JSON form of a report: the same bytes in every binding.

use super::message::{Resolved, Sink};
use super::{Finding, Obligation, Report, Unchecked};
use crate::base::append::text_of;
use crate::base::json::{put_comma, put_name, put_names};
use crate::base::level::Level;
use crate::base::time::Timestamp;
use crate::check::rule::ParamValue;
use crate::check::rule_set::ADDED;
use crate::model::facts::Fact;
use crate::model::feature::Feature;
use alloc::string::String;

impl Report {
    /// The canonical JSON form.
    pub fn to_json(&self) -> String {
        let mut json = String::with_capacity(256);
        self.write_json(&mut json);
        json
    }

    /// Appends the canonical JSON form.
    pub fn write_json(&self, out: &mut String) {
        out.push_str(match (self.collected.forbidden, self.collected.rejected) {
            (true, _) => r#"{"verdict":"reject","status":403,"operation":""#,
            (false, true) => r#"{"verdict":"reject","status":400,"operation":""#,
            (false, false) => r#"{"verdict":"accept","status":200,"operation":""#,
        });
        out.push_str(self.operation.name());
        out.push_str(r#"","scenario":"#);
        put_name(out, self.scenario().map(Feature::name));
        out.push_str(r#","capabilities":"#);
        put_names(out, self.capabilities().iter().map(Feature::name));
        out.push_str(r#","total":"#);
        match self.total() {
            None => out.push_str("null"),
            Some(total) => {
                out.push('"');
                total.write(out);
                out.push('"');
            }
        }
        let is_empty = self.collected.entries.is_empty() && self.collected.unchecked.is_empty();
        // Most reports are empty: one write instead of many.
        if is_empty {
            out.push_str(r#","findings":[],"truncated":false,"unchecked":[],"obligations":["#);
        } else {
            out.push_str(r#","findings":["#);
            for finding in self.findings() {
                put_comma(out);
                finding.write_json(out);
            }
            out.push_str(if self.truncated() {
                r#"],"truncated":true,"unchecked":["#
            } else {
                r#"],"truncated":false,"unchecked":["#
            });
            for unchecked in self.unchecked() {
                put_comma(out);
                unchecked.write_json(out);
            }
            out.push_str(r#"],"obligations":["#);
        }
        for obligation in self.obligations() {
            put_comma(out);
            obligation.write_json(out);
        }
        out.push_str(r#"],"valid_until":"#);
        put_instant(out, self.valid_until());
        out.push('}');
    }
}

fn put_instant(out: &mut String, instant: Option<Timestamp>) {
    let Some(instant) = instant else { return out.push_str("null") };
    out.push('"');
    instant.write(out);
    out.push('"');
}

fn put_params(out: &mut String, resolved: &Resolved<'_>) {
    let finding = resolved.finding;
    out.push('{');
    for (at, name) in resolved.rule.params.iter().enumerate() {
        let Some(param) = resolved.param(at) else { break };
        out.push_str(if at == 0 { "\"" } else { ",\"" });
        finding.json_sink(out).put(name);
        out.push_str("\":");
        param.put_json(&mut finding.json_sink(out));
    }
    out.push('}');
}

impl ParamValue<'_> {
    #[cfg(feature = "serde")]
    pub(crate) fn write_json(&self, out: &mut String) {
        self.put_json(&mut Sink { out, is_escaped: true });
    }

    fn put_json(&self, sink: &mut Sink<'_>) {
        let is_list = matches!(
            self,
            ParamValue::Pair(..)
                | ParamValue::Members(..)
                | ParamValue::Words(_)
                | ParamValue::Brands(_)
        );
        let (before, after) = match self {
            ParamValue::Hidden | ParamValue::Nothing => return sink.out.push_str("null"),
            ParamValue::Integer(_) | ParamValue::Is(_) => ("", ""),
            _ if is_list => ("[", "]"),
            _ => ("\"", "\""),
        };
        sink.out.push_str(before);
        match is_list {
            true => self.each_name(&mut |name| {
                put_comma(sink.out);
                sink.out.push('"');
                sink.put(name);
                sink.out.push('"');
            }),
            false => self.write_to(sink),
        }
        sink.out.push_str(after);
    }
}

impl Unchecked<'_> {
    pub(crate) fn write_json(self, out: &mut String) {
        out.push_str(r#"{"rule":""#);
        out.push_str(self.name());
        out.push_str(r#"","level":""#);
        out.push_str(self.level().name());
        out.push_str(r#"","needs":"#);
        put_names(out, self.needs().map(Fact::name));
        out.push('}');
    }
}

impl Obligation {
    pub(crate) fn write_json(self, out: &mut String) {
        out.push_str(r#"{"kind":""#);
        out.push_str(self.kind());
        out.push_str(r#"","by":"#);
        put_instant(out, self.by());
        out.push_str(r#","needs":"#);
        put_names(out, self.needs().map(Fact::name));
        out.push('}');
    }
}

impl Finding<'_> {
    pub(crate) fn write_json(self, out: &mut String) {
        let resolved = Resolved::of(self);
        let rule = &resolved.rule;
        out.push_str(r#"{"rule":""#);
        out.push_str(rule.name);
        out.push_str(match self.level() {
            Level::Deny => r#"","level":"deny","basis":""#,
            // A rule at level allow has no findings.
            Level::Warn | Level::Allow => r#"","level":"warn","basis":""#,
        });
        out.push_str(rule.basis.name());
        match rule.source {
            None => out.push_str(r#"","source":null,"path":""#),
            Some(source) => {
                out.push_str(r#"","source":""#);
                self.json_sink(out).put(source);
                out.push_str(r#"","path":""#);
            }
        }
        resolved.put_path(out);
        out.push_str(r#"","message":""#);
        resolved.put_message(&mut self.json_sink(out));
        out.push_str(r#"","params":"#);
        put_params(out, &resolved);
        out.push('}');
    }

    /// Receives the texts of its rule, for JSON.
    pub(super) fn json_sink(self, out: &mut String) -> Sink<'_> {
        Sink { out, is_escaped: self.entry.rule >= ADDED }
    }

    /// The finding's `params` as JSON, as in the canonical form.
    pub fn params_json(self) -> String {
        text_of(|json| self.write_params_json(json))
    }

    /// Appends the finding's `params` as JSON.
    pub fn write_params_json(self, out: &mut String) {
        put_params(out, &Resolved::of(self));
    }
}

debug_as! {
    /// The canonical JSON form.
    Report: |report| &report.to_json();
    Finding<'_>: |finding| &text_of(|json| finding.write_json(json));
    Unchecked<'_>: |unchecked| &text_of(|json| unchecked.write_json(json));
}
