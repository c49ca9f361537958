//! No fix moves money that the sender didn't intend: bodies in which several keys may mean one member.

use paylint::fixes::{Applicability, Change};
use paylint::{Engine, Facts, Operation, Policy};
use serde_json::Value;

const POLICIES: [&str; 4] = [
    "{}",
    r#"{"levels":{"*":"deny"}}"#,
    r#"{"levels":{"json.ambiguous_key":"allow","field.misspelt":"allow"}}"#,
    r#"{"rules":[{"name":"custom.a","on":["order"],"member":"/skip_capture","forbidden":true}]}"#,
];

/// Bodies with a `…` for members, the keys of these, and their values other than null.
#[rustfmt::skip]
const BODIES: [(Operation, &str, [&str; 3], [&str; 2]); 7] = [
    (Operation::Capture, "{…}", ["total", "Total", "amount"], ["5", "\"6.5\""]),
    (Operation::Refund, "{…}", ["amount", "AMOUNT", "sum"], ["5", "6"]),
    (Operation::Refund, r#"{…,"reason":" "}"#, ["amount", "Amount", "signature"], ["5", "\" \""]),
    (Operation::PayoutA2a, "{…}", ["amount", "Amount", "sum"], ["500", "5"]),
    (Operation::Order, r#"{"products":[{"price":5,…}]}"#, ["quantity", "Quantity", "qty"], ["3", "4"]),
    (Operation::Order, r#"{"client":{},"products":[{"title":"Tea","price":5}],…}"#,
        ["skip_capture", "Skip_Capture", "skip_captur"], ["true", "false"]),
    (Operation::Order, r#"{"client":{},"skip_capture":true,"force_save_method":true,…}"#,
        ["products", "Products", "items"], [r#"[{"title":"Tea","price":5}]"#, "[]"]),
];

/// Every body that has one to three of these members, no key twice.
fn bodies(frame: &str, keys: [&str; 3], values: [&str; 2]) -> Vec<String> {
    let (mut all, mut texts) = (Vec::new(), vec![String::new()]);
    for _ in 0..3 {
        let mut longer = Vec::new();
        for (text, key) in
            texts.iter().flat_map(|text| keys.map(|key| (text, format!("\"{key}\":"))))
        {
            let values = values.iter().chain(&["null"]).filter(|_| !text.contains(&key));
            longer.extend(values.map(|value| format!("{text},{key}{value}")));
        }
        all.extend(longer.iter().map(|text| frame.replace('…', &text[1..])));
        texts = longer;
    }
    all
}

/// Whether all members are null or blank, so that a capture or a refund takes everything.
fn says_nothing(body: &[u8]) -> bool {
    let is_blank = |value: &Value| value.as_str().is_some_and(|text| text.trim().is_empty());
    let tree: Value = serde_json::from_slice(body).unwrap_or_default();
    let members = tree.as_object();
    members.is_none_or(|members| members.values().all(|value| value.is_null() || is_blank(value)))
}

#[test]
fn no_fix_moves_unintended_money() {
    let facts = Facts::default();
    for (policy, body) in POLICIES.iter().flat_map(|policy| BODIES.map(|body| (policy, body))) {
        let engine = Engine::new(&Policy::from_json(policy.as_bytes()).expect("a policy"));
        let (operation, frame, keys, values) = body;
        let meaning = |body: &[u8]| {
            let report = engine.check(operation, body, &facts);
            (report.scenario(), report.total())
        };
        for text in bodies(frame, keys, values) {
            let (body, before) = (text.as_bytes(), meaning(text.as_bytes()));
            for fix in engine.fixes(operation, body, &facts).fixes {
                for choice in &fix.choices {
                    if choice.applicability == Applicability::Placeholder {
                        continue;
                    }
                    let (edited, shown) = (choice.edited(body), format!("{text} {choice:?}"));
                    let is_full = fix.rule == "refund.amount_required" && says_nothing(body);
                    if matches!(operation, Operation::Capture | Operation::Refund) {
                        assert!(!says_nothing(&edited) || is_full && edited.is_empty(), "{shown}");
                    }
                    let is_own = choice.patch.iter().all(|change| match change {
                        Change::Add { path, .. }
                        | Change::Replace { path, .. }
                        | Change::Remove { path } => *path == fix.path,
                        Change::Move { .. } => true,
                    });
                    let may_change =
                        choice.applicability == Applicability::Unsafe && (is_own || is_full);
                    assert!(meaning(&edited) == before || may_change, "{shown}");
                }
            }
            for also_unsafe in [false, true] {
                let applied = engine.apply(operation, body, &facts, also_unsafe);
                let shown = format!("{text} {}", String::from_utf8_lossy(&applied));
                let after = meaning(&applied);
                assert!(after == before || also_unsafe && after.0 == before.0, "{shown}");
                assert!(says_nothing(body) || !says_nothing(&applied), "{shown}");
            }
        }
    }
}
