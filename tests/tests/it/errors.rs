//! Mistakes in facts and policies (`data/errors.ndjson`): their messages.

use paylint::{FactsBuf, Policy};
use serde::Deserialize;
use serde_json::from_str;
use serde_json::value::RawValue;

/// Facts or a policy, and the error.
#[derive(Deserialize)]
struct Row<'a> {
    #[serde(borrow)]
    facts: Option<&'a RawValue>,
    #[serde(borrow)]
    policy: Option<&'a RawValue>,
    error: String,
}

#[test]
fn errors_name_the_member() {
    for line in include_str!("../../data/errors.ndjson").lines() {
        let Row { facts, policy, error } = from_str(line).expect("a row");
        let (text, read, through_serde) = match (facts, policy) {
            (Some(facts), None) => {
                let text = facts.get();
                let read =
                    FactsBuf::from_json(text.as_bytes()).err().map(|error| error.to_string());
                (text, read, from_str::<FactsBuf>(text).map(drop))
            }
            (_, policy) => {
                let text = policy.expect("facts or a policy").get();
                let read = Policy::from_json(text.as_bytes()).err();
                let at = read.as_ref().and_then(paylint::PolicyError::offset);
                assert!(
                    !error.contains(": rules.custom.") || at > text.find('['),
                    "{text}: {at:?}"
                );
                let read = read.map(|error| error.to_string());
                (text, read, from_str::<Policy>(text).map(drop))
            }
        };
        assert_eq!(read.as_deref(), Some(&*error), "{text}");
        let through_serde = through_serde.expect_err(text).to_string();
        assert!(through_serde.starts_with(&error), "{text}: {through_serde}");
    }
}
