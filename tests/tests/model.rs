//! The naive model decides every case of `cases/` as it expects; its errors; and the comparison of
//! outcomes with what cases expect.

use paylint_tests::cases;
use paylint_tests::model::judge;

#[test]
fn the_model_decides_every_case() {
    cases::check("tests/cases", 1200, judge);
}

/// The comparison can fail: every member of an expectation is compared.
#[test]
fn what_differs_is_found() {
    let outcome = judge("order", br#"{"skip_capture":true,"note":1}"#, None, None);
    let differing = [
        r#"{"verdict":"accept"}"#,
        r#"{"status":200}"#,
        r#"{"scenario":null}"#,
        r#"{"capabilities":["moto"]}"#,
        r#"{"total":"1"}"#,
        r#"{"findings":[]}"#,
        r#"{"findings":[["field.unknown","/note","deny"],["order.client_required","/client"],
            ["order.products_required","/products"]]}"#,
        r#"{"findings":[["field.unknown","/note"],["order.client_required","/client"],
            ["order.products_required","/products"],["json.malformed",""]]}"#,
        r#"{"unchecked":["compat.pair"]}"#,
        r#"{"obligations":["capture"]}"#,
        r#"{"valid_until":"2026-11-20T10:15:00Z"}"#,
        r#"{"truncated":true}"#,
        r#"{"error":true}"#,
    ];
    for text in differing {
        let line = format!(r#"{{"operation":"order","expect":{text}}}"#);
        let expect = cases::read(&line).expect.expect("an expectation");
        assert_eq!(cases::mismatches(&expect, &outcome).len(), 1, "{text}");
    }
    let same = r#"{"operation":"order","expect":{"verdict":"reject","status":400,"total":null,
        "findings":[["field.unknown","/note","warn"],["order.client_required","/client"],
        ["order.products_required","/products"]],"unchecked":[],"scenario":"two_step"}}"#;
    let expect = cases::read(same).expect.expect("an expectation");
    assert_eq!(cases::mismatches(&expect, &outcome), [""; 0]);
}

/// Neither facts nor bodies are echoed where something is wrong with them.
#[test]
fn errors_do_not_echo() {
    let secret = "4111111111111111";
    for facts in [
        format!(r#"{{"{secret}":1}}"#),
        format!(r#"{{"website":{secret}}}"#),
        format!(r#"{{"terminal":"{secret}"}}"#),
        format!(r#"{{"request":{{"headers":{{"{secret}":1}}}}}}"#),
    ] {
        let error = judge("client", b"{}", Some(facts.as_bytes()), None).expect_err("an error");
        assert!(!error.contains(secret), "{error}");
    }
    let case = cases::read(&format!(r#"{{"operation":"client","raw":"{secret}"}}"#)).case;
    assert!(!format!("{case:?}").contains(secret));
    let case = cases::read(&format!(r#"{{"operation":"client","{secret}":"{secret}"}}"#)).case;
    assert!(!format!("{case:?}").contains(secret));
}
