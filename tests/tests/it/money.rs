//! No fix moves money where the sender meant none: bodies in which several keys may mean one member.

use paylint::fixes::{Applicability, Change, Fixable};
use paylint::{Engine, Facts, Operation, Policy, Report};
use serde_json::Value;

const POLICIES: [&str; 4] = [
    "{}",
    r#"{"levels":{"*":"deny"}}"#,
    r#"{"levels":{"json.ambiguous_key":"allow","field.misspelt":"allow"}}"#,
    r#"{"rules":[{"name":"custom.a","on":["order"],"member":"/skip_capture","forbidden":true}]}"#,
];

/// Bodies in which members stand at the `…`, the keys of those, and values.
const BODIES: [(Operation, &str, [&str; 3], [&str; 2]); 7] = [
    (Operation::Capture, "{…}", ["total", "Total", "amount"], ["5", "\"6.5\""]),
    (Operation::Refund, "{…}", ["amount", "AMOUNT", "sum"], ["5", "6"]),
    (Operation::Refund, r#"{…,"reason":" "}"#, ["amount", "Amount", "signature"], ["5", "\" \""]),
    (Operation::PayoutA2a, "{…}", ["amount", "Amount", "sum"], ["500", "5"]),
    (
        Operation::Order,
        r#"{"products":[{"price":5,…}]}"#,
        ["quantity", "Quantity", "qty"],
        ["3", "4"],
    ),
    (
        Operation::Order,
        r#"{"client":{},"products":[{"title":"Tea","price":5}],…}"#,
        ["skip_capture", "Skip_Capture", "skip_captur"],
        ["true", "false"],
    ),
    (
        Operation::Order,
        r#"{"client":{},"skip_capture":true,"force_save_method":true,…}"#,
        ["products", "Products", "items"],
        [r#"[{"title":"Tea","price":5}]"#, "[]"],
    ),
];

/// Calls `each` with every body that has one to three of these members.
fn each_body(each: impl Fn(&Engine, Operation, &[u8])) {
    for (at, policy) in POLICIES.iter().enumerate() {
        let engine = Engine::new(&Policy::from_json(policy.as_bytes()).expect("a policy"));
        for (operation, frame, keys, values) in BODIES {
            let values = values.iter().chain(&["null"]);
            let pairs = keys.iter().flat_map(|key| values.clone().map(move |value| (key, value)));
            let members = Vec::from_iter(pairs.map(|(key, value)| format!("\"{key}\":{value}")));
            let mut texts = members.clone();
            // Of three members with one policy, which is enough.
            for _ in 0..if at == 0 { 3 } else { 2 } {
                for text in &texts {
                    each(&engine, operation, frame.replace('…', text).as_bytes());
                }
                let is_new = |text: &str, member: &str| {
                    !text.contains(&member[..=member.find(':').expect("a key")])
                };
                let longer = |text: &String| {
                    let others = members.iter().filter(|member| is_new(text, member));
                    Vec::from_iter(others.map(|member| format!("{text},{member}")))
                };
                texts = texts.iter().flat_map(longer).collect();
            }
        }
    }
}

fn is_absent(value: &Value) -> bool {
    value.is_null() || value.as_str().is_some_and(|text| text.trim().is_empty())
}

/// Whether a body asks for everything: none of its members says anything.
fn says_nothing(body: &[u8]) -> bool {
    let tree: Value = serde_json::from_slice(body).unwrap_or_default();
    tree.as_object().is_none_or(|members| members.values().all(is_absent))
}

/// Whether a change may move money at all: it changes the finding's own member, or moves one.
fn is_own(fix: &Fixable<'_>, change: &Change) -> bool {
    match change {
        Change::Add { path, .. } | Change::Replace { path, .. } | Change::Remove { path } => {
            *path == fix.path
        }
        Change::Move { .. } => true,
    }
}

#[test]
fn no_choice_moves_money_that_nobody_meant() {
    each_body(|engine, operation, body| {
        let facts = Facts::default();
        let check = |body: &[u8]| engine.check(operation, body, &facts);
        let before = check(body);
        for fix in engine.fixes(operation, body, &facts).fixes {
            for choice in &fix.choices {
                let edited = choice.edited(body);
                let shown = || format!("{} {:?}", String::from_utf8_lossy(body), choice.patch);
                if choice.applicability == Applicability::Placeholder {
                    continue;
                }
                if matches!(operation, Operation::Capture | Operation::Refund) {
                    let is_meant = fix.rule == "refund.amount_required" && says_nothing(body);
                    assert!(!says_nothing(&edited) || is_meant && edited.is_empty(), "{}", shown());
                }
                let after = check(&edited);
                let of = |it: &Report| (it.scenario(), it.total());
                let is_unsafe = choice.applicability == Applicability::Unsafe;
                let may_change =
                    is_unsafe && choice.patch.iter().all(|change| is_own(&fix, change));
                let is_pair =
                    fix.rule == "order.auth_with_products" || fix.rule.starts_with("compat.");
                let is_full = fix.rule == "refund.amount_required";
                assert!(
                    of(&before) == of(&after) || may_change || is_pair || is_full,
                    "{}",
                    shown()
                );
            }
        }
    });
}

#[test]
fn applying_turns_no_hold_into_a_sale() {
    each_body(|engine, operation, body| {
        let facts = Facts::default();
        let before = engine.check(operation, body, &facts);
        for also_unsafe in [false, true] {
            let applied = engine.apply(operation, body, &facts, also_unsafe);
            let after = engine.check(operation, &applied, &facts);
            let shown = || [body, &applied].map(|body| String::from_utf8_lossy(body).into_owned());
            assert_eq!(before.scenario(), after.scenario(), "{:?}", shown());
            assert!(also_unsafe || before.total() == after.total(), "{:?}", shown());
            assert!(says_nothing(body) || !says_nothing(&applied), "{:?}", shown());
        }
    });
}
