//! `Tally` and `Replay` count what the reports' JSON says.

use paylint::{Engine, Facts, Operation, Policy, Report, Verdict};
use paylint_tests::cases;
use paylint_tests::engine::check;
use paylint_traffic::replay::Replay;
use paylint_traffic::tally::{Counts, Tally};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// Counts by what they count.
type Table = BTreeMap<String, u64>;

fn counted(counts: &Counts) -> Table {
    let mut table = Table::from([
        ("accept".to_owned(), counts.accepted),
        ("reject".to_owned(), counts.rejected),
        ("truncated".to_owned(), counts.truncated),
    ]);
    for (rule, level, counts) in counts.rules() {
        table.insert(format!("{rule} {level} findings"), counts.findings);
        table.insert(format!("{rule} {level} requests"), counts.requests);
        table.insert(format!("{rule} {level} unchecked"), counts.unchecked);
    }
    table.retain(|_, count| *count > 0);
    table
}

fn read(reports: &[&Report]) -> Table {
    let mut table = Table::new();
    let mut count = |name: String| *table.entry(name).or_default() += 1;
    for report in reports {
        let report: Value = serde_json::from_str(&report.to_json()).unwrap();
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        count(text(&report["verdict"]));
        if report["truncated"] == true {
            count("truncated".to_owned());
        }
        let mut requests = BTreeSet::new();
        for finding in report["findings"].as_array().unwrap() {
            let rule = format!("{} {}", text(&finding["rule"]), text(&finding["level"]));
            count(format!("{rule} findings"));
            requests.insert(format!("{rule} requests"));
        }
        requests.into_iter().for_each(&mut count);
        for entry in report["unchecked"].as_array().unwrap() {
            count(format!("{} {} unchecked", text(&entry["rule"]), text(&entry["level"])));
        }
    }
    table
}

#[test]
fn merged_tallies_end_at_the_greatest_count() {
    // A count that wraps is 0 after 64 rounds.
    let policy = Policy::from_json(br#"{"max_findings":1}"#).unwrap();
    let body = br#"{"client":{"email":"a@mail.example","city":" "},"products":[{},{}]}"#;
    let report = Engine::new(&policy).check(Operation::Order, body, &Facts::default());
    let mut tally = Tally::default();
    tally.add(&report);
    let (before, kinds) =
        (counted(&tally.total()), [" warn ", " deny ", " unchecked", "truncated"]);
    assert!(kinds.iter().all(|kind| before.keys().any(|name| name.contains(kind))), "{before:?}");
    (0..70).for_each(|_| tally.merge(&tally.clone()));
    let most = before.into_keys().map(|name| (name, u64::MAX));
    assert_eq!(counted(&tally.total()), most.collect());
    assert_eq!(tally.total().requests(), u64::MAX);
}

#[test]
fn a_tally_counts_what_the_reports_say() {
    let reports: Vec<Report> = cases::all().iter().filter_map(check).collect();
    let (mut first, mut second) = (Tally::default(), Tally::default());
    let half = reports.len() / 2;
    reports[..half].iter().for_each(|report| first.add(report));
    reports[half..].iter().for_each(|report| second.add(report));
    first.merge(&second);

    assert_eq!(counted(&first.total()), read(&reports.iter().collect::<Vec<_>>()));
    for (operation, counts) in first.operations() {
        let of_it = reports.iter().filter(|report| report.operation() == operation);
        assert_eq!(counted(counts), read(&of_it.collect::<Vec<_>>()), "{operation}");
    }
}

#[test]
fn replay_names_changes_and_their_rules() {
    let tax = |body| (Operation::Tax, body);
    let fine = tax(r#"{"name": "VAT", "percent": 21}"#);
    let unknown = tax(r#"{"name": "VAT", "percent": 21, "nmae": "VAT"}"#);
    let nameless = tax(r#"{"percent": 21}"#);
    let capture = (Operation::Capture, r#"{"total": 21}"#);
    let blank = r#"{
        "client": {"email": "a@mail.example", "city": "", "state": ""},
        "currency": "EUR", "products": [{"title": "Pot", "price": 5}]
    }"#;
    let blank = (Operation::Order, blank);

    let default = "{}";
    let denies_city = r#"{"levels": {"field.blank@/client/city": "deny"}}"#;
    let denies = r#"{"levels": {"field.unknown": "deny"}}"#;
    let allows = r#"{"levels": {"field.unknown": "allow"}}"#;
    let warns = r#"{"levels": {"tax.name_required": "warn"}}"#;
    let complete =
        r#"{"levels": {"*": "warn", "capture.reversed": "deny"}, "unchecked": "reject"}"#;
    for ((operation, body), policies, change, causes) in [
        (fine, [default, denies], "same", &[][..]),
        (unknown, [default, allows], "differ", &[]),
        (unknown, [default, denies], "accept_to_reject", &["field.unknown"]),
        (unknown, [denies, default], "reject_to_accept", &["field.unknown"]),
        (nameless, [default, warns], "reject_to_accept", &["tax.name_required"]),
        (blank, [default, denies_city], "accept_to_reject", &["field.blank@/client/city"]),
        (capture, [default, complete], "accept_to_reject", &["capture.reversed"]),
    ] {
        let [before, after] = policies
            .map(|policy| Engine::new(&Policy::from_json(policy.as_bytes()).expect("a policy")));
        let (body, facts) = (body.as_bytes(), Facts::default());
        let mut replay = Replay::between(&before, &after);
        before.check_into(operation, body, &facts, &mut replay.before);
        after.check_into(operation, body, &facts, &mut replay.after);
        let is = replay.change();
        assert_eq!(is.name(), change, "{policies:?}");
        let [before, after] = replay.outcomes();
        for outcome in [&before, &after] {
            assert_eq!(outcome.rejecting().is_empty(), outcome.verdict == Verdict::Accept);
        }
        assert!(is.causes(&before, &after).into_iter().eq(causes.iter().copied()), "{policies:?}");
    }
}
