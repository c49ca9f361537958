//! The structs of a report say what its JSON says: every finding, unchecked rule and obligation, and nothing else.

#![allow(unsafe_code, reason = "reads the texts of structs as C does")]

use crate::numbers;
use crate::report::*;
use crate::status::paylint_status::{self, PAYLINT_STATUS_NONE, PAYLINT_STATUS_OK};
use crate::text::paylint_text;
use core::mem::MaybeUninit;
use paylint_core::facts::Fact;
use paylint_core::{Basis, Engine, FactsBuf, Feature, Level, Operation, Policy, Timestamp};
use paylint_tests::cases;

/// What a call writes; nothing where it says that there is none.
fn asked<T>(call: impl FnOnce(Option<&mut MaybeUninit<T>>) -> paylint_status) -> Option<T> {
    let mut out = MaybeUninit::uninit();
    let status = call(Some(&mut out));
    if matches!(status, PAYLINT_STATUS_NONE) {
        return None;
    }
    assert!(matches!(status, PAYLINT_STATUS_OK));
    // SAFETY: a call that succeeds has written it.
    Some(unsafe { out.assume_init() })
}

/// What a call writes that always does.
fn always<T>(call: impl FnOnce(Option<&mut MaybeUninit<T>>) -> paylint_status) -> T {
    asked(call).expect("an answer")
}

/// A text as JSON; `null` if there is none.
fn text(text: paylint_text) -> String {
    plain(text).map_or("null".to_owned(), quoted)
}

fn plain<'a>(text: paylint_text) -> Option<&'a str> {
    if text.data.is_null() {
        return None;
    }
    // SAFETY: the report, which is still there, owns the memory.
    let bytes = unsafe { core::slice::from_raw_parts(text.data.cast::<u8>(), text.length) };
    Some(core::str::from_utf8(bytes).expect("UTF-8"))
}

fn quoted(text: &str) -> String {
    serde_json::to_string(text).expect("a text")
}

fn list(entries: impl Iterator<Item = String>) -> String {
    format!("[{}]", entries.collect::<Vec<_>>().join(","))
}

fn of_number<T: Copy>(all: &[T], number: i32) -> T {
    all[usize::try_from(number).expect("a number") - 1]
}

/// The names in a mask, in the order of the core.
fn masked<T: Copy + PartialEq>(
    mask: u64,
    order: &[T],
    numbered: &[T],
    name: fn(T) -> &'static str,
) -> String {
    let is_in = |item: &&T| {
        let number = numbered.iter().position(|known| known == *item).expect("a number") + 1;
        mask >> number & 1 == 1
    };
    list(order.iter().filter(is_in).map(|item| quoted(name(*item))))
}

fn needs(mask: u64) -> String {
    masked(mask, Fact::ALL, numbers::FACTS, Fact::name)
}

fn level(number: i32) -> &'static str {
    let levels = [Level::Allow, Level::Warn, Level::Deny];
    levels.into_iter().find(|it| crate::status::level(*it) == number).expect("a level").name()
}

fn basis(number: i32) -> &'static str {
    let all = [Basis::Stated, Basis::Inferred, Basis::Convention, Basis::Integrity, Basis::Custom];
    all.into_iter().find(|it| crate::status::basis(*it) == number).expect("a basis").name()
}

fn time(seconds: i64) -> String {
    quoted(&Timestamp::from_unix_seconds(seconds).expect("a time").to_string())
}

/// The canonical JSON, put together from what the accessors give.
fn walked(report: &paylint_report) -> String {
    let report = Some(report);
    let verdict = match always(|out| paylint_report_verdict(report, out)) {
        1 => "accept",
        _ => "reject",
    };
    let count = always(|out| paylint_report_finding_count(report, out));
    let findings = (0..count).map(|at| {
        let it = always(|out| paylint_report_finding(report, at, out));
        format!(
            r#"{{"rule":{},"level":"{}","basis":"{}","source":{},"path":{},"message":{},"params":{}}}"#,
            text(it.name),
            level(it.level),
            basis(it.basis),
            text(it.source),
            text(it.path),
            text(it.message),
            plain(it.params).expect("params"),
        )
    });
    let findings = list(findings);
    assert!(asked(|out| paylint_report_finding(report, count, out)).is_none());
    let count = always(|out| paylint_report_unchecked_count(report, out));
    let unchecked = (0..count).map(|at| {
        let it = always(|out| paylint_report_unchecked(report, at, out));
        let (rule, level, needs) = (text(it.name), level(it.level), needs(it.needs));
        format!(r#"{{"rule":{rule},"level":"{level}","needs":{needs}}}"#)
    });
    let unchecked = list(unchecked);
    assert!(asked(|out| paylint_report_unchecked(report, count, out)).is_none());
    let count = always(|out| paylint_report_obligation_count(report, out));
    let obligations = (0..count).map(|at| {
        let it = always(|out| paylint_report_obligation(report, at, out));
        let by = if it.has_by == 1 { time(it.by) } else { "null".to_owned() };
        let kind = ["three_ds", "capture"][usize::try_from(it.kind).expect("a kind") - 1];
        format!(r#"{{"kind":"{kind}","by":{by},"needs":{}}}"#, needs(it.needs))
    });
    let obligations = list(obligations);
    assert!(asked(|out| paylint_report_obligation(report, count, out)).is_none());
    let operation = always(|out| paylint_report_operation(report, out));
    let scenario = asked(|out| paylint_report_scenario(report, out));
    let scenario = scenario.map(|number| quoted(of_number(numbers::FEATURES, number).name()));
    let capabilities = always(|out| paylint_report_capabilities(report, out));
    let valid_until = asked(|out| paylint_report_valid_until(report, out)).map(time);
    let null = || "null".to_owned();
    format!(
        r#"{{"verdict":"{verdict}","status":{},"operation":"{}","scenario":{},"capabilities":{},"total":{},"findings":{findings},"truncated":{},"unchecked":{unchecked},"obligations":{obligations},"valid_until":{}}}"#,
        always(|out| paylint_report_status(report, out)),
        of_number(numbers::OPERATIONS, operation).name(),
        scenario.unwrap_or_else(null),
        masked(capabilities, Feature::ALL, numbers::FEATURES, Feature::name),
        asked(|out| paylint_report_total(report, out)).map_or_else(null, text),
        always(|out| paylint_report_truncated(report, out)) == 1,
        valid_until.unwrap_or_else(null),
    )
}

#[test]
fn structs_say_what_the_json_says() {
    // One report for all, so that nothing of an earlier one may be left in it.
    let mut report = paylint_report::empty();
    let (mut with_several, mut with_obligations, mut with_times) = (0, 0, 0);
    for case in cases::all() {
        let (operation, body, facts, policy) = case.parts();
        let Some(operation) = Operation::from_name(operation) else { continue };
        let Ok(facts) = facts.map_or(Ok(FactsBuf::new()), FactsBuf::from_json) else { continue };
        let Ok(policy) = policy.map_or(Ok(Policy::default()), Policy::from_json) else { continue };
        let engine = Engine::new(&policy);
        let filled = report.refill(|report| {
            engine.check_into(operation, body, &facts.as_facts(), report);
            Ok(())
        });
        assert!(filled.is_ok());
        let json = always(|out| paylint_report_json(Some(&report), out));
        let json = plain(json).expect("JSON");
        assert_eq!(walked(&report), json, "{}", case.name());
        with_several += usize::from(json.matches(r#""message":"#).count() > 1);
        with_obligations += usize::from(json.contains(r#""kind":"#));
        with_times += usize::from(!json.ends_with(r#""valid_until":null}"#));
    }
    assert!(with_several > 20 && with_obligations > 5 && with_times > 0);
}
