//! The command as people meet it: what they type, and what they see. `TRYCMD=overwrite` writes the
//! transcripts anew.

#![cfg(unix)]

#[test]
fn transcripts() {
    trycmd::TestCases::new().case("tests/transcripts/*.md");
}
