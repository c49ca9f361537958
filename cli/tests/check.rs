//! Tests of a check's exit code, and of how many findings it draws.

mod common;

use common::{BAD, GOOD, run};

#[test]
fn warnings_and_unchecked_rules_can_count() {
    let unknown = GOOD.replacen('{', "{\"colour\":1,", 1);
    let settled = ["--fact", "terminal=standard", "--fact", "merchant.avs_permission=false"];
    for (body, facts, denied, code) in [
        (GOOD, &settled[..], "warnings,unchecked", 0),
        (&unknown, &settled, "warnings", 1),
        (&unknown, &settled, "unchecked", 0),
        (GOOD, &[], "unchecked", 1),
        (GOOD, &[], "warnings", 0),
        (BAD, &settled, "warnings", 1),
    ] {
        for command in [&["check"][..], &["batch", "--bodies"]] {
            let words = [command, &["-o", "order"], facts].concat();
            let plain = run(&words, body.as_bytes());
            let denying = run(&[&words[..], &["--deny", denied]].concat(), body.as_bytes());
            assert_eq!(
                (denying.code, &denying.out),
                (Some(code), &plain.out),
                "{words:?} {denied}"
            );
            assert_eq!(plain.code, Some(i32::from(body == BAD)));
        }
    }
}

/// A rule with very many findings has some drawn, and the paths of the others listed.
#[test]
fn many_findings_of_a_rule_are_folded() {
    for (count, drawn, folded) in
        [(2, 2, ""), (60, 1, "… and 59 more of field.null, at /products/1/title,")]
    {
        let products = vec![r#"{"title":null,"price":1}"#; count].join(",");
        let body = format!(r#"{{"client":{{"email":"a@mail.example"}},"products":[{products}]}}"#);
        let out = run(&["check", "-o", "order"], body.as_bytes()).out;
        assert_eq!(out.matches("warning[field.null]").count(), drawn, "{out}");
        assert!(out.contains(folded) && out.contains("and 9 more") == (count > 50), "{out}");
    }
}
