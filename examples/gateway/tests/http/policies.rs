//! Two policies that differ.

use paylint::{Engine, Policy};

/// An order with a member that is unknown: one of the two policies below denies it.
pub(crate) const ODD_ORDER: &str = concat!(
    r#"{"client":{"email":"a@b.example","address":"Pils iela 8","zip_code":"LV-1050"},"#,
    r#""products":[{"title":"Lock","price":12.5}],"currency":"EUR","colour":1}"#
);
pub(crate) const LAX: &str = r#"{"label":"lax"}"#;
pub(crate) const STRICT: &str =
    r#"{"label":"strict","levels":{"field.unknown":"deny"},"max_body_bytes":4096}"#;

/// The compiled policy.
pub(crate) fn engine(policy: &str) -> Engine {
    Engine::new(&Policy::from_json(policy.as_bytes()).unwrap())
}

/// What responses say that this policy decided about.
pub(crate) fn header(policy: &str) -> String {
    let engine = engine(policy);
    format!(
        "rules=\"{}\", policy=\"{}\", label=\"{}\"",
        engine.rules_fingerprint(),
        engine.policy_fingerprint(),
        engine.label().unwrap()
    )
}
