//! `fields` and `repair`: how they end, and what they write.

mod common;

use common::{run, scratch, text};

const GOOD: &str = r#"{"client":{"email":"a@b.example"},"products":[{"title":"Cup","price":1}]}"#;

#[test]
fn what_facts_alone_reject_no_repair_can_mend() {
    let policy = scratch("whatif-policy.json", br#"{"unchecked":"reject"}"#);
    let with = |arguments: &[&str], body: &str| {
        let all = [&["repair", "-o", "capture", "--policy", text(&policy)], arguments].concat();
        run(&all, body.as_bytes())
    };
    let ended = with(&[], r#"{"total":1}"#);
    let reason = "nothing to repair: it is rejected because facts are missing: ";
    assert_eq!((ended.code, ended.out.starts_with(reason)), (Some(1), true), "{}", ended.out);
    assert!(ended.out.contains("order.amount"), "{}", ended.out);
    assert_eq!(with(&["--format", "json"], r#"{"total":1}"#).code, Some(1));

    // Without a repair and with one: it stays rejected, which standard error says.
    for (body, repaired) in [(r#"{"total":1}"#, r#"{"total":1}"#), ("{}", r#"{"total":12}"#)] {
        let ended = with(&["--apply"], body);
        assert_eq!((ended.code, ended.out.as_str()), (Some(1), repaired), "{}", ended.err);
        let reason = "it stays rejected because facts are missing: ";
        assert!(ended.err.contains(reason), "{}", ended.err);
    }
}

#[test]
fn a_body_is_written_as_it_is() {
    // A terminal would take these for colours, and the white space is the sender's.
    let strange = GOOD.replace("Cup", "\u{7f}Cup\u{9b}1m").replace(":1}", ": 1 }");
    let ended = run(&["repair", "-o", "order", "--apply"], strange.as_bytes());
    assert_eq!((ended.code, ended.out), (Some(0), strange.clone()));
    let broken = strange.replace("\"price\": 1 ", "\"price\": 0 ");
    let ended = run(&["repair", "-o", "order", "--apply"], broken.as_bytes());
    assert_eq!(ended.code, Some(0), "{}", ended.err);
    assert_eq!(ended.out, strange.replace("\"price\": 1 ", "\"price\": 0.01 "));
}

#[test]
fn what_was_not_tried_is_not_called_impossible() {
    let product = r#"{"title":"Cup","price":1},"#;
    let products = product.repeat(30_000);
    let body = format!(r#"{{"products":[{}]}}"#, products.trim_end_matches(','));
    let ended = run(&["repair", "-o", "order"], body.as_bytes());
    let reason = "no repair was found, but not every change was tried\n";
    assert_eq!((ended.code, ended.out.starts_with(reason)), (Some(1), true), "{}", ended.out);
    let ended = run(&["repair", "-o", "order", "--apply"], body.as_bytes());
    assert_eq!((ended.code, ended.out.as_str()), (Some(1), ""));
    assert!(ended.err.contains(reason.trim_end()), "{}", ended.err);
}

#[test]
fn a_body_without_a_repair_is_rejected() {
    // A reversal has no body: any that is sent is too much.
    for (body, code) in [("", 0), ("{", 1), ("{\"amount\":1}", 1)] {
        for apply in [&[][..], &["--apply"]] {
            let ended = run(&[&["repair", "-o", "reversal"], apply].concat(), body.as_bytes());
            assert_eq!(ended.code, Some(code), "{body}: {}", ended.err);
        }
    }
}
