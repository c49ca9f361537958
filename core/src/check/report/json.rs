//! The canonical JSON form of a report: the same bytes in every binding.

use super::message::{Resolved, Sink};
use super::{Finding, Obligation, Report, Unchecked};
use crate::base::append::{put, text_of};
use crate::base::json::{put_comma, put_name, put_names};
use crate::base::level::Level;
use crate::base::time::Timestamp;
use crate::check::rule::ParamValue;
use crate::check::rule_set::RuleSet;
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
        put(
            out,
            match (self.collected.forbidden, self.collected.rejected) {
                (true, _) => r#"{"verdict":"reject","status":403,"operation":""#,
                (false, true) => r#"{"verdict":"reject","status":400,"operation":""#,
                (false, false) => r#"{"verdict":"accept","status":200,"operation":""#,
            },
        );
        put(out, self.operation.name());
        put(out, r#"","scenario":"#);
        put_name(out, self.scenario().map(Feature::name));
        put(out, r#","capabilities":"#);
        put_names(out, self.capabilities().iter().map(Feature::name));
        put(out, r#","total":"#);
        match self.total() {
            None => put(out, "null"),
            Some(total) => {
                put(out, "\"");
                total.write(out);
                put(out, "\"");
            }
        }
        let is_empty = self.collected.entries.is_empty() && self.collected.unchecked.is_empty();
        // Most reports are empty, and then this is one piece.
        if is_empty {
            put(out, r#","findings":[],"truncated":false,"unchecked":[],"obligations":["#);
        } else {
            put(out, r#","findings":["#);
            for finding in self.findings() {
                put_comma(out);
                put_finding(out, finding);
            }
            put(
                out,
                if self.truncated() {
                    r#"],"truncated":true,"unchecked":["#
                } else {
                    r#"],"truncated":false,"unchecked":["#
                },
            );
            for unchecked in self.unchecked() {
                put_comma(out);
                put_unchecked(out, unchecked);
            }
            put(out, r#"],"obligations":["#);
        }
        for obligation in self.obligations() {
            put_comma(out);
            put_obligation(out, *obligation);
        }
        put(out, r#"],"valid_until":"#);
        put_instant(out, self.valid_until());
        put(out, "}");
    }
}

fn put_instant(out: &mut String, instant: Option<Timestamp>) {
    let Some(instant) = instant else { return put(out, "null") };
    put(out, "\"");
    instant.write(out);
    put(out, "\"");
}

fn put_finding(out: &mut String, finding: Finding<'_>) {
    let resolved = Resolved::of(finding);
    let rule = &resolved.rule;
    put(out, r#"{"rule":""#);
    put(out, rule.name);
    put(
        out,
        match finding.level() {
            Level::Deny => r#"","level":"deny","basis":""#,
            // A rule at level allow has no findings.
            Level::Warn | Level::Allow => r#"","level":"warn","basis":""#,
        },
    );
    put(out, rule.basis.name());
    match rule.source {
        None => put(out, r#"","source":null,"path":""#),
        Some(source) => {
            put(out, r#"","source":""#);
            finding.json_sink(out).put(source);
            put(out, r#"","path":""#);
        }
    }
    resolved.put_path(out);
    put(out, r#"","message":""#);
    resolved.put_message(&mut finding.json_sink(out));
    put(out, r#"","params":"#);
    put_params(out, &resolved);
    put(out, "}");
}

fn put_params(out: &mut String, resolved: &Resolved<'_>) {
    let finding = resolved.finding;
    put(out, "{");
    for (at, name) in resolved.rule.params.iter().enumerate() {
        let Some(param) = resolved.param(at) else { break };
        put(out, if at == 0 { "\"" } else { ",\"" });
        finding.json_sink(out).put(name);
        put(out, "\":");
        put_param(out, &param, finding);
    }
    put(out, "}");
}

fn put_param(out: &mut String, param: &ParamValue<'_>, finding: Finding<'_>) {
    let (before, behind) = match param {
        ParamValue::Hidden | ParamValue::Nothing => return put(out, "null"),
        ParamValue::Integer(_) | ParamValue::Is(_) => ("", ""),
        ParamValue::Pair(..)
        | ParamValue::Members(..)
        | ParamValue::Words(_)
        | ParamValue::Brands(_) => ("[", "]"),
        _ => ("\"", "\""),
    };
    put(out, before);
    match param {
        ParamValue::Pair(..)
        | ParamValue::Members(..)
        | ParamValue::Words(_)
        | ParamValue::Brands(_) => {
            param.each_name(&mut |name| {
                put_comma(out);
                put(out, "\"");
                finding.json_sink(out).put(name);
                put(out, "\"");
            });
        }
        _ => param.write_to(&mut finding.json_sink(out)),
    }
    put(out, behind);
}

fn put_unchecked(out: &mut String, unchecked: Unchecked<'_>) {
    put(out, r#"{"rule":""#);
    put(out, unchecked.name());
    put(out, r#"","level":""#);
    put(out, unchecked.level().name());
    put(out, r#"","needs":"#);
    put_names(out, unchecked.needs().map(Fact::name));
    put(out, "}");
}

fn put_obligation(out: &mut String, obligation: Obligation) {
    put(out, r#"{"kind":""#);
    put(out, obligation.kind());
    put(out, r#"","by":"#);
    put_instant(out, obligation.by());
    put(out, r#","needs":"#);
    put_names(out, obligation.needs().map(Fact::name));
    put(out, "}");
}

impl Finding<'_> {
    /// Appends the texts of its rule to JSON.
    pub(super) fn json_sink(self, out: &mut String) -> Sink<'_> {
        Sink { out, is_escaped: self.entry.rule >= RuleSet::MAX }
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
    Finding<'_>: |finding| &text_of(|json| put_finding(json, *finding));
    Unchecked<'_>: |unchecked| &text_of(|json| put_unchecked(json, *unchecked));
}
