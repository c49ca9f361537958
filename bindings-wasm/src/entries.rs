//! Reads the facts and policies that JavaScript passes. JavaScript has already taken the objects
//! apart, so no JSON is parsed here.
//!
//! They arrive as a sequence of entries: one byte for the subject, one for the [`Kind`], five for the
//! length of the text (seven bits each, the lowest first), and the text. The subject is the
//! position of a fact in [`Fact::ALL`], or a [`Subject`] of a policy. An array's elements follow its
//! entry, and an object's names and values follow its entry, all with the same subject.

use crate::numbers::{Kind, Subject};
use paylint::facts::{Fact, Part};
use paylint::{FactsBuf, FactsError, Policy, PolicyError, PolicyMember, TenantRule, Value};

struct Entry<'a> {
    subject: usize,
    kind: Kind,
    text: &'a str,
}

/// Takes the next entry off the text.
#[inline(never)]
fn next<'a>(rest: &mut &'a str) -> Option<Entry<'a>> {
    let (head, after) = rest.split_at_checked(7)?;
    let [subject, kind, length @ ..] = head.as_bytes() else { return None };
    let length =
        length.iter().rev().fold(0usize, |length, seven| length << 7 | usize::from(*seven));
    let (text, after) = after.split_at_checked(length)?;
    *rest = after;
    let kind = Kind::ALL.get(usize::from(*kind)).copied().unwrap_or(Kind::Null);
    Some(Entry { subject: (*subject).into(), kind, text })
}

impl<'a> Entry<'a> {
    fn value(&self) -> Value<'a> {
        match self.kind {
            Kind::False => Value::Boolean(false),
            Kind::True => Value::Boolean(true),
            Kind::Number => Value::Number(self.text),
            Kind::Text => Value::Text(self.text),
            Kind::EmptyArray => Value::Array { is_empty: true },
            Kind::Array => Value::Array { is_empty: false },
            Kind::Object => Value::Object,
            Kind::Null | Kind::Name | Kind::Group => Value::Null,
        }
    }
}

/// Replaces the facts with those of the entries.
pub(crate) fn facts(mut entries: &str, facts: &mut FactsBuf) -> Result<(), FactsError> {
    facts.clear();
    let mut name = None;
    let mut array = None;
    while let Some(entry) = next(&mut entries) {
        let Some(fact) = Fact::ALL.get(entry.subject) else { break };
        match entry.kind {
            Kind::Name => name = Some(entry.text),
            Kind::Group => facts.open_group(*fact),
            _ => {
                let part = match name.take() {
                    Some(name) => Part::Member(name),
                    None if array == Some(entry.subject) => Part::Element,
                    None => Part::Whole,
                };
                let value = entry.value();
                facts.set(*fact, part, value)?;
                if matches!(value, Value::Array { .. }) {
                    array = Some(entry.subject);
                }
            }
        }
    }
    Ok(())
}

/// Makes a policy from entries. The policy's own rules come before the levels.
pub(crate) fn policy(mut entries: &str) -> Result<Policy, PolicyError> {
    let mut policy = Policy::default();
    let mut name = "";
    let mut rules = 0;
    let mut rule = TenantRule::new(0);
    let mut part = Part::Whole;
    while let Some(entry) = next(&mut entries) {
        let Some(subject) = Subject::ALL.get(entry.subject) else { break };
        match (subject, entry.kind) {
            (Subject::Rules, Kind::Group) => {
                rules += 1;
                policy.add_rule(core::mem::replace(&mut rule, TenantRule::new(rules)))?;
            }
            (Subject::RulePart, Kind::Name) => part = Part::Member(entry.text),
            (Subject::RulePart, _) => {
                rule.set(name, part, entry.value())?;
                part = Part::Element;
            }
            (_, Kind::Name) => (name, part) = (entry.text, Part::Whole),
            (Subject::Levels, _) => policy.set(PolicyMember::Level(name), entry.value())?,
            (Subject::MaxFindings, _) => policy.set(PolicyMember::MaxFindings, entry.value())?,
            (Subject::MaxBodyBytes, _) => policy.set(PolicyMember::MaxBodyBytes, entry.value())?,
            (Subject::Unchecked, _) => policy.set(PolicyMember::Unchecked, entry.value())?,
            (Subject::Label, _) => policy.set(PolicyMember::Label, entry.value())?,
            // A list of rules is taken apart: this is none.
            (Subject::Rules, _) => policy.set(PolicyMember::Rules, entry.value())?,
        }
    }
    Ok(policy)
}

#[cfg(test)]
mod tests {
    use super::{facts as read_facts, policy as policy_of, *};
    use paylint::rule::Level;
    use paylint::{Feature, FeatureSet};

    fn entry(subject: u8, kind: Kind, text: &str) -> String {
        let length = [0, 7, 14, 21, 28].map(|bits| (text.len() as u64 >> bits & 0x7F) as u8);
        let head = [&[subject, kind as u8], &length[..]].concat();
        String::from_utf8(head).unwrap() + text
    }

    fn of_policy(subject: Subject, kind: Kind, text: &str) -> String {
        entry(subject as u8, kind, text)
    }

    type Entries<'a> = &'a [(Fact, Kind, &'a str)];

    fn facts_of(entries: Entries<'_>) -> Result<FactsBuf, FactsError> {
        let mut facts = FactsBuf::new();
        let entries = entries.iter().map(|(fact, kind, text)| entry(*fact as u8, *kind, text));
        read_facts(&entries.collect::<String>(), &mut facts).map(|()| facts)
    }

    #[test]
    fn entries_become_facts() {
        let long = "é".repeat(100);
        let facts = facts_of(&[
            (Fact::Now, Kind::Text, "2026-11-20T10:15:00Z"),
            (Fact::MerchantHoldDays, Kind::Number, "7"),
            (Fact::MerchantAvsPermission, Kind::True, ""),
            (Fact::CardBrand, Kind::Group, ""),
            (Fact::KeyBrands, Kind::Array, ""),
            (Fact::KeyBrands, Kind::Text, "visa"),
            (Fact::KeyBrands, Kind::Text, &long),
            (Fact::OrderCapabilities, Kind::Array, ""),
            (Fact::OrderCapabilities, Kind::Text, "avs"),
            (Fact::OrderAmount, Kind::Number, "12.5"),
            (Fact::OrderCaptured, Kind::Text, "12.50"),
            (Fact::RequestHeaders, Kind::Object, ""),
            (Fact::RequestHeaders, Kind::Name, "Accept"),
            (Fact::RequestHeaders, Kind::Text, "*/*"),
            (Fact::Website, Kind::Text, "shop.example"),
        ])
        .unwrap();
        let facts = facts.as_facts();
        assert_eq!(facts.now().map(|now| now.to_string()), Ok("2026-11-20T10:15:00Z".to_owned()));
        assert_eq!(facts.hold_days().map(|days| days.get()), Ok(7));
        assert_eq!(facts.avs_permission(), Ok(true));
        assert!(facts.card.is_some_and(|card| card.brand.is_none()));
        let brands = facts.key.unwrap().brands.unwrap();
        assert_eq!(brands.iter().collect::<Vec<_>>(), ["visa", &long]);
        assert_eq!(facts.order_capabilities(), Ok(FeatureSet::of(&[Feature::Avs])));
        assert_eq!(facts.order_amount(), facts.order_captured());
        assert_eq!(facts.request_headers().map(|headers| headers.get("accept")), Ok(Some("*/*")));
        assert_eq!(facts.website(), Ok("shop.example"));
    }

    #[test]
    fn invalid_entries_are_refused() {
        let cases: [(Entries<'_>, &str, &str); 9] = [
            (&[(Fact::Now, Kind::True, "")], "now", "expected a string, found boolean"),
            (&[(Fact::Now, Kind::Object, "")], "now", "expected a string, found object"),
            (&[(Fact::KeyTest, Kind::Null, "")], "key.test", "expected true or false, found null"),
            (&[(Fact::KeyBrands, Kind::Text, "")], "key.brands", "expected an array, found string"),
            (
                &[(Fact::KeyBrands, Kind::EmptyArray, "")],
                "key.brands",
                "is an empty list: leave it out instead",
            ),
            (
                &[(Fact::KeyBrands, Kind::Array, ""), (Fact::KeyBrands, Kind::Number, "1")],
                "key.brands",
                "expected a string, found number",
            ),
            (
                &[
                    (Fact::OrderCapabilities, Kind::Array, ""),
                    (Fact::OrderCapabilities, Kind::Text, "x"),
                ],
                "order.capabilities",
                "not the name of a capability",
            ),
            (
                &[
                    (Fact::RequestHeaders, Kind::Name, "a"),
                    (Fact::RequestHeaders, Kind::Object, ""),
                ],
                "request.headers.a",
                "expected a string, found object",
            ),
            (
                &[(Fact::MerchantHoldDays, Kind::Number, "5")],
                "merchant.hold_days",
                "5 is not in 6..=28",
            ),
        ];
        for (entries, member, problem) in cases {
            let error = facts_of(entries).unwrap_err();
            assert_eq!((error.member(), error.problem()), (member, problem));
        }
    }

    #[test]
    fn entries_become_a_policy() {
        let entries = [
            of_policy(Subject::MaxFindings, Kind::Number, "7"),
            of_policy(Subject::Levels, Kind::Name, "avs.*"),
            of_policy(Subject::Levels, Kind::Text, "warn"),
            of_policy(Subject::Levels, Kind::Name, "avs.zip_code_required"),
            of_policy(Subject::Levels, Kind::Text, "allow"),
        ];
        let policy = policy_of(&entries.concat()).unwrap();
        let level =
            |name: &str| policy.rules().find(|(rule, _)| rule.name == name).map(|(_, level)| level);
        assert_eq!(level("avs.address_required"), Some(Level::Warn));
        assert_eq!(level("avs.zip_code_required"), Some(Level::Allow));
        let rules = [
            of_policy(Subject::Unchecked, Kind::Text, "reject"),
            of_policy(Subject::Label, Kind::Text, "acme"),
            of_policy(Subject::Rules, Kind::Name, "name"),
            of_policy(Subject::RulePart, Kind::Text, "custom.euros"),
            of_policy(Subject::Rules, Kind::Name, "on"),
            of_policy(Subject::RulePart, Kind::Array, ""),
            of_policy(Subject::RulePart, Kind::Text, "order"),
            of_policy(Subject::RulePart, Kind::Text, "payout_og"),
            of_policy(Subject::Rules, Kind::Name, "when"),
            of_policy(Subject::RulePart, Kind::Object, ""),
            of_policy(Subject::RulePart, Kind::Name, "currency"),
            of_policy(Subject::RulePart, Kind::Text, "EUR"),
            of_policy(Subject::Rules, Kind::Name, "member"),
            of_policy(Subject::RulePart, Kind::Text, "/client/email"),
            of_policy(Subject::Rules, Kind::Name, "required"),
            of_policy(Subject::RulePart, Kind::True, ""),
            of_policy(Subject::Rules, Kind::Group, ""),
            of_policy(Subject::Levels, Kind::Name, "custom.euros"),
            of_policy(Subject::Levels, Kind::Text, "warn"),
        ];
        let policy = policy_of(&rules.concat()).unwrap();
        let json =
            br#"{"unchecked":"reject","label":"acme","levels":{"custom.euros":"warn"},"rules":[
            {"name":"custom.euros","on":["order","payout_og"],"when":{"currency":"EUR"},
            "member":"/client/email","required":true}]}"#;
        assert_eq!(policy.fingerprint(), Policy::from_json(json).unwrap().fingerprint());
        assert_eq!(policy.label(), Some("acme"));
        let second = [&rules[2..17], &rules[2..17]].concat().concat();
        let error = policy_of(&second).unwrap_err();
        assert_eq!(
            (error.member(), error.problem()),
            ("rules.1.name", "there are two rules custom.euros")
        );
        let error = policy_of(&rules[2..9].concat().replace("payout_og", "payout_of")).unwrap_err();
        assert_eq!(error.member(), "rules.0.on");
        assert_eq!(
            policy_of(&of_policy(Subject::Rules, Kind::Text, "a")).unwrap_err().member(),
            "rules"
        );
        let error = policy_of(&of_policy(Subject::MaxBodyBytes, Kind::Number, "0")).unwrap_err();
        assert_eq!(
            (error.member(), error.problem()),
            ("max_body_bytes", "0 is not in 1..=67108864")
        );
        let unknown = [
            of_policy(Subject::Levels, Kind::Name, "avs.zip"),
            of_policy(Subject::Levels, Kind::Text, "deny"),
        ]
        .concat();
        let error = policy_of(&unknown).unwrap_err();
        assert_eq!(
            (error.member(), error.problem()),
            ("levels.avs.zip", "unknown rule \"avs.zip\"")
        );
    }
}
