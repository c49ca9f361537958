//! Tests of the build script: it refuses a page that isn't laid out as all are.

#[path = "../build.rs"]
#[allow(dead_code, reason = "its main function")]
mod build;

const GOOD: &str =
    "# a.b: it holds (§2)\n\nOr not.\n\n```diff\n tax\n-{}\n+\n with the facts\n {}\n```\n";

#[test]
fn page_of_another_layout_does_not_compile() {
    for (part, instead) in [
        ("# a.b", "# a.c"),
        ("# a.b: ", "# a.b "),
        ("# ", "## "),
        ("```diff", "```json"),
        ("-{", "{"),
        ("{}\n```\n", "{}\n"),
        ("```\n", "```\n\n"),
    ] {
        let page = GOOD.replacen(part, instead, 1);
        assert_ne!(page, GOOD);
        assert!(build::page("a.b", &page).is_err(), "{part}");
    }
    assert!(build::page("a.b", GOOD).is_ok());
}
