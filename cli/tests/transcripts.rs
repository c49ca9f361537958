//! The command as people meet it: what they type, and what they see. `TRYCMD=overwrite` writes the
//! transcripts anew.

#![cfg(unix)]

#[test]
fn transcripts() {
    let (cases, engine) = (trycmd::TestCases::new(), paylint::Engine::default());
    // They change with every rule and message, and no page should.
    let fingerprints = [engine.rules_fingerprint(), engine.policy_fingerprint()];
    for (name, fingerprint) in ["[RULES]", "[DEFAULT]"].into_iter().zip(fingerprints) {
        cases.insert_var(name, fingerprint.to_string()).expect("a name");
    }
    cases.case("tests/transcripts/*.md");
}
