//! The program reads its policies again: on SIGHUP, and when their files change.

use crate::gateway::{Begun, Gateway};
use crate::policies::{LAX, ODD_ORDER, STRICT, header};
use crate::policy_file::{File, WRONG, assert_decides};
use std::io::Read;

#[test]
fn a_policy_is_replaced_on_sighup() {
    let file = File::new("sighup.json", LAX);
    let mut gateway = Gateway::start(&["--policy", file.path(), "--policy-interval", "0"]);
    assert_decides(LAX, gateway.connect());
    for policy in [STRICT, LAX] {
        file.write(policy);
        gateway.signal("HUP");
        assert_eq!(gateway.message(), file.in_force(policy, "enforced"));
        assert_decides(policy, gateway.connect());
    }
    gateway.stop();
}

#[test]
fn a_wrong_policy_replaces_nothing_and_is_explained() {
    let file = File::new("wrong.json", STRICT);
    let mut gateway = Gateway::start(&["--policy", file.path(), "--policy-interval", "0"]);
    let entry = "levels.avs.zip_code_requird: unknown rule \"avs.zip_code_requird\"; \
        did you mean \"avs.zip_code_required\"?";
    let cut = &LAX[..LAX.len() - 1];
    for (policy, says) in [(WRONG, entry), (cut, "invalid policy: "), ("", "invalid policy: ")] {
        file.write(policy);
        // Each time it is asked, even if nothing has changed since.
        for _ in 0..2 {
            gateway.signal("HUP");
            let message = gateway.message();
            assert!(message.starts_with(file.path()), "{message}");
            assert!(message.contains(says), "{message}");
            assert!(message.ends_with(" (the old policy stays in force)"), "{message}");
            assert_decides(STRICT, gateway.connect());
        }
    }
    file.remove();
    gateway.signal("HUP");
    let message = gateway.message();
    assert!(message.starts_with(&format!("{}: ", file.path())), "{message}");
    assert_decides(STRICT, gateway.connect());
    file.write(LAX);
    gateway.signal("HUP");
    assert_eq!(gateway.message(), file.in_force(LAX, "enforced"));
    gateway.stop();
}

/// Waits for a message. Returns those before it.
#[track_caller]
fn message_where(gateway: &mut Gateway, is_it: impl Fn(&str) -> bool) -> Vec<String> {
    let mut before = Vec::new();
    loop {
        let message = gateway.message();
        assert!(!message.is_empty(), "it ended after {before:?}");
        if is_it(&message) {
            return before;
        }
        before.push(message);
    }
}

#[test]
fn a_file_that_changes_is_read_without_being_asked() {
    let file = File::new("changed.json", LAX);
    let mut gateway = Gateway::start(&["--policy", file.path(), "--policy-interval", "0.02"]);
    file.write(STRICT);
    // A file that is only half written may be met on the way, and is passed over.
    let expected = file.in_force(STRICT, "enforced");
    message_where(&mut gateway, |message| message == expected);
    assert_decides(STRICT, gateway.connect());
    file.write(WRONG);
    message_where(&mut gateway, |message| message.contains("zip_code_requird"));
    assert_decides(STRICT, gateway.connect());
    // A wrong policy is complained of once. The next message is of the next change.
    file.write(LAX);
    let expected = file.in_force(LAX, "enforced");
    let before = message_where(&mut gateway, |message| message == expected);
    assert!(!before.concat().contains("zip_code_requird"), "{before:?}");
    gateway.stop();
}

#[test]
fn a_request_that_has_begun_keeps_its_policy() {
    let file = File::new("begun.json", LAX);
    let mut gateway = Gateway::start(&["--policy", file.path(), "--policy-interval", "0"]);
    // The policy that comes refuses bodies of this length, and the member.
    let long = format!("{ODD_ORDER}{}", " ".repeat(8192));
    let begun = Begun::new(&gateway, &long);
    file.write(STRICT);
    gateway.signal("HUP");
    assert_eq!(gateway.message(), file.in_force(STRICT, "enforced"));
    assert_decides(STRICT, gateway.connect());
    let answer = begun.finish();
    answer.assert_accepted("order");
    assert_eq!(answer.header("paylint-policy"), Some(header(LAX).as_str()));
    assert_eq!(answer.json()["received_bytes"], long.len());
    gateway.stop();
}

#[test]
fn the_shadow_is_replaced_as_well() {
    let (policy, shadow) = (File::new("both.json", LAX), File::new("shadow.json", LAX));
    let args = ["--policy", policy.path(), "--shadow", shadow.path(), "--policy-interval", "0"];
    let mut gateway = Gateway::start(&args);
    shadow.write(STRICT);
    gateway.signal("HUP");
    assert_eq!(gateway.message(), policy.in_force(LAX, "enforced"));
    assert_eq!(gateway.message(), shadow.in_force(STRICT, "shadow"));
    // It decides nothing.
    assert_decides(LAX, gateway.connect());
    gateway.stop();
    let mut log = String::new();
    gateway.log().read_to_string(&mut log).unwrap();
    let difference = concat!(
        r#"{"shadow":{"operation":"order","enforced":"accept","verdict":"reject","#,
        r#""denied":["field.unknown"],"not_denied":[],"truncated":false},"policies":["#
    );
    assert_eq!(log.lines().filter(|line| line.starts_with(difference)).count(), 1, "{log}");
}
