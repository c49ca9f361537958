//! Checks a body in every possible way. The results must agree, and the report must be canonical.

use paylint::{Engine, Facts, Operation, Report, Verdict, Workspace};
use serde::de::IgnoredAny;
use serde_json::Value;
use std::cell::RefCell;

/// Fails unless `serde_json` writes the report to the same JSON, the params are in the rule's order, and no finding
/// shows a possible card number: the total, a sum, is shown.
fn assert_canonical(report: &Report) {
    let total = report.total().map(|total| Value::from(total.to_string()));
    assert_eq!(serde_json::to_string(report).expect("JSON"), report.to_json());
    for finding in report.findings() {
        let (rule, json) = (finding.rule(), finding.params_json());
        let params: Value = serde_json::from_str(&json).expect("JSON");
        let given: Vec<&str> = finding.params().map(|(name, _)| name).collect();
        let in_order = rule.params.iter().filter(|name| given.contains(name));
        assert!(in_order.eq(given.iter()), "{}", rule.name);
        // Rebuilt in the given order, because an object of `serde_json` is sorted.
        let members = given.iter().map(|name| format!("\"{name}\":{}", params[*name]));
        assert_eq!(format!("{{{}}}", Vec::from_iter(members).join(",")), json, "{}", rule.name);
        let is_shown = |name: &&&str| is_limit(name) || Some(&params[**name]) == total.as_ref();
        for name in given.iter().filter(|name| !is_shown(name)) {
            assert!(!has_card_number(&params[*name].to_string()), "{} {name}", rule.name);
        }
        let shows_any = given.iter().any(|name| is_shown(&name));
        assert!(shows_any || !has_card_number(&finding.message()), "{}", rule.name);
    }
}

/// Whether a param is a limit or an amount of the facts, which are always shown.
fn is_limit(param: &str) -> bool {
    const LIMITS: [&str; 5] = ["limit", "minimum", "maximum", "above", "below"];
    const FACTS: [&str; 4] = ["amount", "captured", "refunded", "remaining"];
    LIMITS.contains(&param) || FACTS.contains(&param)
}

/// Whether a text has as many digits in a row as a card number, before any point.
fn has_card_number(text: &str) -> bool {
    let mut pieces = text.split(|c: char| c != '.' && !c.is_ascii_digit());
    pieces.any(|piece| piece.split('.').next().is_some_and(|digits| digits.len() >= 12))
}

/// A report with most of the things that the next check must clear: findings, a name, a total, an obligation, unchecked
/// rules.
pub fn full_report() -> Report {
    let body = br#"{"skip_capture":true,"u":null,"client":{"email":"a@b.example","v":1},
        "products":[{"title":"Cup","price":4.5}]}"#;
    let report = Engine::default().check(Operation::Order, body, &Facts::default());
    assert!(report.findings().len() > 1 && report.unchecked().len() > 1);
    assert!(report.total().is_some() && !report.obligations().is_empty());
    report
}

thread_local! {
    /// A report that all checks of a thread reuse, so that it remembers their unknown keys.
    static KEPT: RefCell<Report> = const { RefCell::new(Report::new()) };
}

/// Checks a body in every possible way, and returns the report.
pub fn check(engine: &Engine, operation: Operation, body: &[u8], facts: &Facts<'_>) -> Report {
    let report = engine.check(operation, body, facts);
    KEPT.with_borrow_mut(|kept| {
        for time in ["first", "second"] {
            engine.check_into(operation, body, facts, kept);
            assert_eq!(
                report.to_json(),
                kept.to_json(),
                "into a report kept from before, the {time} time"
            );
        }
    });
    let mut again = full_report();
    engine.check_into(operation, body, facts, &mut again);
    assert_eq!(report.to_json(), again.to_json(), "into a report of an accepted order");
    assert_eq!(report.to_problem(), again.to_problem());
    let rejected = report.verdict() == Verdict::Reject;
    assert_eq!(engine.accepts(operation, body, facts), !rejected);
    let mut workspace = Workspace::default();
    for _ in 0..2 {
        assert_eq!(engine.accepts_with(operation, body, facts, &mut workspace), !rejected);
        _ = engine.accepts_with(
            Operation::Payment,
            b"{\"csc\":1,\"u\":\"\\n\"}",
            facts,
            &mut workspace,
        );
    }
    assert_eq!(report.to_problem().is_some(), rejected);
    assert_eq!(report.status() == 200, !rejected);
    assert_eq!(report.operation(), operation);
    for finding in report.findings() {
        let span = finding.span();
        assert!(span.start <= span.end && span.end <= body.len(), "{finding:?}");
        let path = finding.path();
        assert!(path.is_empty() || path.starts_with('/'), "{path}");
    }
    assert_canonical(&report);
    if let Some(problem) = report.to_problem() {
        serde_json::from_str::<IgnoredAny>(&problem).expect("problem details are JSON");
    }
    assert!(!report.to_string().contains('\0'));
    report
}
