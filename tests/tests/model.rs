//! The naive model decides every case of `cases/` as it expects; its errors; and the comparison of
//! outcomes with what cases expect.

use paylint_tests::cases;
use paylint_tests::model::{judge, judge_in_layers};

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

/// Of policies in layers the later wins, place by place; names are looked up in what comes out.
#[test]
fn layers_lie_over_one_another() {
    let body = br#"{"client":{"email":"ana@mail.example"},"products":[{"title":"Lamp","price":20}],
        "currency":"EUR","number":"12345","shipping":5,"discount":2}"#;
    let facts = br#"{"terminal":"standard","merchant":{"avs_permission":false}}"#;
    let judge = |layers: &[&str]| {
        let layers: Vec<&[u8]> = layers.iter().map(|layer| layer.as_bytes()).collect();
        judge_in_layers("order", body, Some(facts), &layers)
    };
    let shown = |layers: &[&str]| {
        let outcome = judge(layers).expect("policies that can be used");
        let findings =
            outcome.findings.iter().map(|it| format!("{} {} {}", it.level, it.rule, it.path));
        (outcome.total.expect("a total"), findings.collect::<Vec<_>>())
    };
    let unknown = |names: &[&str]| -> Vec<String> {
        names.iter().map(|name| format!("warn field.unknown /{name}")).collect()
    };
    let rule =
        r#"{"rules":[{"name":"custom.number","on":["order"],"member":"/number","max_length":4}]}"#;
    let number = r#"{"members":[{"member":"/number","on":["order","refund"],"type":"string"}]}"#;
    let sums = r#"{"members":[
        {"member":"/shipping","on":["order"],"type":"number","total":"adds"},
        {"member":"/discount","on":["order"],"type":"number","total":"replaces"}]}"#;
    let deny = r#"{"levels":{"field.unknown":"deny","custom.number":"warn"},"max_findings":1}"#;

    assert_eq!(shown(&[]), ("20".to_owned(), unknown(&["number", "shipping", "discount"])));
    // A rule can name what another layer declares, below it or above.
    assert!(judge(&[rule]).is_err() && judge(&[deny]).is_err());
    let long = "deny custom.number /number".to_owned();
    for layers in [[rule, number, sums], [sums, number, rule]] {
        assert_eq!(shown(&layers), ("2".to_owned(), vec![long.clone()]));
    }
    // A member takes the place of that of an earlier layer, so that it is replaced, then added to.
    let later = r#"{"members":[
        {"member":"/shipping","on":["order"],"type":"number","total":"replaces"},
        {"member":"/discount","on":["order"],"type":"number","total":"adds"}]}"#;
    assert_eq!(shown(&[number, sums, later]).0, "7");
    // So does a rule, and one of another operation leaves the order's member alone.
    let other = r#"{"rules":[{"name":"custom.number","on":["order"],"member":"/number","max_length":5}],
        "members":[{"member":"/number","on":["refund"],"type":"any"}]}"#;
    assert_eq!(shown(&[number, sums, rule, other]), ("2".to_owned(), Vec::new()));
    // Levels selector by selector, and the rest value by value.
    let warn = r#"{"levels":{"field.unknown":"warn"}}"#;
    let expected = vec!["warn field.unknown /shipping".to_owned()];
    assert_eq!(shown(&[number, rule, deny, warn]), ("20".to_owned(), expected));
    let more = r#"{"max_findings":2,"levels":{"custom.number":"deny"}}"#;
    let expected = ["deny field.unknown /shipping", "deny field.unknown /discount"];
    assert_eq!(
        shown(&[number, rule, deny, more]),
        ("20".to_owned(), expected.map(str::to_owned).to_vec())
    );
    // Each is well-formed by itself.
    assert!(judge(&[r#"{"max_findings":0}"#, more, rule, number]).is_err());
    assert!(
        judge(&[number, r#"{"members":[{"member":"/Number","on":["order"],"type":"any"}]}"#])
            .is_err()
    );
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
