//! `members --learn`: a policy that knows what requests send.

mod common;

use common::{run, scratch, text};
use serde_json::{Value, json};

const CASES: &str = r#"{"operation":"order","body":{"client":{"email":"a@shop.example","phone":"hunter2","adress":"x"},"products":[{"title":"x","price":1,"sku":5},{"title":"x","price":1,"sku":"5"}],"reference":12,"4111111111111111":1}}
{"operation":"order","body":{"client":{"email":"a@shop.example","phone":null},"products":[{"title":"x","price":1}],"reference":12.5,"order_id":1234567890123456789,"gift":{"card":"4111111111111111"}}}
{"operation":"payout_b2p","body":{"client":{"phone":"5"},"amount":1,"Is_moto":true,"tags":[1],"rush":false}}
{"operation":"order","body":{"client":{"address":"x","adress2":"y"},"Rush":null,"rush":1}}
"#;

/// What is learnt, and what is said of it.
fn learn(arguments: &[&str], input: &str) -> (Value, String, Option<i32>) {
    let run = run(&[&["members"], arguments].concat(), input.as_bytes());
    (serde_json::from_str(&run.out).expect(&run.err), run.err, run.code)
}

#[test]
fn a_policy_is_learnt_that_knows_what_requests_send() {
    let cases = scratch("learn.ndjson", CASES.as_bytes());
    let (policy, said, code) = learn(&["--learn", text(&cases)], "");
    assert_eq!(code, Some(0), "{said}");
    let member = |member: &str, on: &[&str], json_type: &str| json!({ "member": member, "on": on, "type": json_type });
    let expected = [
        member("/client/phone", &["order", "payout_b2p"], "string"),
        member("/products/*/sku", &["order"], "any"),
        member("/reference", &["order"], "number"),
        member("/Rush", &["order"], "any"),
        member("/client/adress2", &["order"], "string"),
        member("/gift", &["order"], "object"),
        // It has more digits than a number can.
        member("/order_id", &["order"], "any"),
        member("/rush", &["payout_b2p"], "bool"),
        member("/tags", &["payout_b2p"], "array"),
    ];
    assert_eq!(policy, json!({ "members": expected }));
    for part in [
        "4 requests have 9 members to declare\n",
        "  /client/phone    string        3 ×  order, payout_b2p\n",
        "left out: order: /client/adress (1 ×) probably means address\n",
        "left out: /rush (1 ×) can't be declared: order: rush differs from Rush only in case\n",
        "left out: /Is_moto (1 ×) can't be declared: payout_b2p: Is_moto differs from is_moto",
        "1 name can't be shown and is left out\n",
    ] {
        assert!(said.contains(part), "{part}: {said}");
    }
    assert!(!format!("{policy}{said}").contains("hunter2"));
    assert!(!format!("{policy}{said}").contains("4111"));
}

/// What is printed can be passed on as it is.
#[test]
fn what_was_learnt_leaves_no_unknown_members() {
    let cases = scratch("learn-again.ndjson", CASES.as_bytes());
    let learnt = run(&["members", "--learn", text(&cases)], b"");
    let policy = scratch("learnt.json", learnt.out.as_bytes());
    let batch = run(&["batch", "--policy", text(&policy), text(&cases)], b"");
    let unknown: Vec<String> = batch
        .out
        .lines()
        .flat_map(|line| {
            let report: Value = serde_json::from_str(line).unwrap();
            let findings = report["findings"].as_array().unwrap().clone();
            findings.into_iter().filter(|finding| finding["rule"] == "field.unknown")
        })
        .map(|finding| finding["path"].as_str().unwrap().to_owned())
        .collect();
    // The members that were said to be left out.
    assert_eq!(unknown, ["/*", "/Is_moto"], "{}", batch.out);
    let (again, said, _) = learn(&["--policy", text(&policy), "--learn", text(&cases)], "");
    assert_eq!(again, json!({ "members": [] }), "{said}");
    // The types fit, too.
    assert!(!batch.out.contains("field.type") && !batch.out.contains("number."), "{}", batch.out);
}

#[test]
fn bodies_are_learnt_from_over_other_policies() {
    let body = r#"{"client":{"phone":"x","fax":"y"},"success_redirect":"https://shop.example"}"#;
    let arguments = ["order", "--policy", "shop-members", "--bodies", "--learn"];
    let (policy, said, code) = learn(&arguments, body);
    assert_eq!(code, Some(0), "{said}");
    let fax = json!({ "member": "/client/fax", "on": ["order"], "type": "string" });
    assert_eq!(policy, json!({ "members": [fax] }));
    // Also where a policy says nothing of unknown members, and where a line isn't a case.
    let silent = scratch("silent.json", br#"{"levels":{"field.*":"allow"}}"#);
    let lines = [body, "", body].join("\n");
    let (policy, said, code) =
        learn(&["order", "--policy", text(&silent), "--bodies", "--learn"], &lines);
    assert_eq!((policy["members"].as_array().unwrap().len(), code), (3, Some(2)));
    assert!(said.contains("1 line isn't a case: <stdin>:2: an empty line"), "{said}");
    let own = format!("{{\"operation\":\"order\",\"policy\":{{}},\"body\":{body}}}");
    let (policy, said, _) = learn(&["--learn"], &own);
    assert_eq!(policy["members"].as_array().unwrap().len(), 3);
    assert!(said.contains("1 case has its own policy, which isn't looked at"), "{said}");
}

/// A policy has room for 256.
#[test]
fn the_most_frequent_are_declared() {
    let keys = |count: u32| -> String {
        let key = |n: u32| format!("\"k{}{}\":1", (b'a' + (n % 26) as u8) as char, n / 26);
        (0..count).map(key).collect::<Vec<_>>().join(",")
    };
    let lines = format!("{{{}}}\n{{{}}}\n", keys(300), keys(200));
    let (policy, said, code) = learn(&["tax", "--bodies", "--learn"], &lines);
    assert_eq!((policy["members"].as_array().unwrap().len(), code), (256, Some(0)));
    assert_eq!(said.matches("can't be declared: more than 256").count(), 44, "{said}");
    assert_eq!(said.matches("       2 ×  tax\n").count(), 200, "{said}");
}
