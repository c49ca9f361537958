//! `paylint policy`: what it says of layers and rules.

mod common;

use common::{run, scratch, text};

fn policy(arguments: &[&str]) -> String {
    let run = run(&[&["policy"], arguments].concat(), b"");
    assert_eq!(run.code, Some(0), "{}", run.err);
    run.out
}

#[test]
fn rules_to_look_at_have_file_and_line() {
    let file = scratch(
        "look-at.json",
        b"{\"rules\":[\n {\"name\":\"custom.never\",\"on\":[\"order\"],\"when\":{\"scenario\":\"full_refund\"},\n  \"member\":\"total\",\"maximum\":5}]}",
    );
    let out = policy(&[text(&file)]);
    let expected = format!("  {}:2:2: custom.never can never fire: ", text(&file));
    assert!(out.contains(&expected), "{out}");
}
