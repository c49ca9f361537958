//! Reads the facts and policies that JavaScript passes. JavaScript has already taken the objects
//! apart, so no JSON is parsed here.
//!
//! They arrive as a sequence of entries: one byte for the subject, one for the kind, five for the
//! length of the text (seven bits each, the lowest first), and the text. The subject is the
//! position of a fact in [`Fact::ALL`], or a member of a policy. An array's elements follow its
//! entry, and an object's names and values follow its entry, all with the same subject.

use paylint::facts::{Fact, Part};
use paylint::{FactsBuf, FactsError, Policy, PolicyError, PolicyMember, PolicyRule, Value};

struct Entry<'a> {
    about: usize,
    kind: u8,
    text: &'a str,
}

// The kinds, as in js/given.ts; anything else is null.
const FALSE: u8 = 1;
const TRUE: u8 = 2;
const NUMBER: u8 = 3;
const TEXT: u8 = 4;
const EMPTY_ARRAY: u8 = 5;
const ARRAY: u8 = 6;
const OBJECT: u8 = 7;
/// The name of the member whose value follows.
const NAME: u8 = 8;
/// The group that the fact belongs to.
const GROUP: u8 = 9;

/// Takes the next entry off the text.
#[inline(never)]
fn next<'a>(rest: &mut &'a str) -> Option<Entry<'a>> {
    let (head, after) = rest.split_at_checked(7)?;
    let [about, kind, length @ ..] = head.as_bytes() else { return None };
    let length =
        length.iter().rev().fold(0usize, |length, seven| length << 7 | usize::from(*seven));
    let (text, after) = after.split_at_checked(length)?;
    *rest = after;
    Some(Entry { about: (*about).into(), kind: *kind, text })
}

impl<'a> Entry<'a> {
    fn value(&self) -> Value<'a> {
        match self.kind {
            FALSE => Value::Boolean(false),
            TRUE => Value::Boolean(true),
            NUMBER => Value::Number(self.text),
            TEXT => Value::Text(self.text),
            EMPTY_ARRAY => Value::Array { is_empty: true },
            ARRAY => Value::Array { is_empty: false },
            OBJECT => Value::Object,
            _ => Value::Null,
        }
    }
}

/// Replaces the facts with those of the entries.
pub(crate) fn facts(mut entries: &str, facts: &mut FactsBuf) -> Result<(), FactsError> {
    facts.clear();
    let mut name = None;
    let mut array = None;
    while let Some(entry) = next(&mut entries) {
        let Some(fact) = Fact::ALL.get(entry.about) else { break };
        match entry.kind {
            NAME => name = Some(entry.text),
            GROUP => facts.open_group(*fact),
            _ => {
                let part = match name.take() {
                    Some(name) => Part::Member(name),
                    None if array == Some(entry.about) => Part::Element,
                    None => Part::Whole,
                };
                let value = entry.value();
                facts.set(*fact, part, value)?;
                if matches!(value, Value::Array { .. }) {
                    array = Some(entry.about);
                }
            }
        }
    }
    Ok(())
}

/// The subjects of a tenant's own rules: the name of a member, or (a group) the end of a rule; and
/// what a member holds.
const RULES: usize = 5;
const RULE_PART: usize = 6;

/// Makes a policy from entries. Subject 0 is a level, 1 to 4 are single values. The tenant's own
/// rules come before the levels.
pub(crate) fn policy(mut entries: &str) -> Result<Policy, PolicyError> {
    let mut policy = Policy::default();
    let mut name = "";
    let mut rules = 0;
    let mut rule = PolicyRule::new(0);
    let mut part = Part::Whole;
    while let Some(entry) = next(&mut entries) {
        match (entry.about, entry.kind) {
            (RULES, GROUP) => {
                rules += 1;
                policy.add_rule(core::mem::replace(&mut rule, PolicyRule::new(rules)))?;
            }
            (RULE_PART, NAME) => part = Part::Member(entry.text),
            (RULE_PART, _) => {
                rule.set(name, part, entry.value())?;
                part = Part::Element;
            }
            (_, NAME) => (name, part) = (entry.text, Part::Whole),
            (about, _) => {
                let member = match about {
                    0 => PolicyMember::Level(name),
                    1 => PolicyMember::MaxFindings,
                    2 => PolicyMember::MaxBodyBytes,
                    3 => PolicyMember::Unchecked,
                    4 => PolicyMember::Label,
                    _ => PolicyMember::Rules,
                };
                policy.set(member, entry.value())?;
            }
        }
    }
    Ok(policy)
}

#[cfg(test)]
mod tests {
    use super::{facts as read_facts, policy as policy_of, *};
    use paylint::rule::Level;
    use paylint::{Feature, FeatureSet};

    fn entry(about: u8, kind: u8, text: &str) -> String {
        let length = [0, 7, 14, 21, 28].map(|bits| (text.len() as u64 >> bits & 0x7F) as u8);
        let head = [&[about, kind], &length[..]].concat();
        String::from_utf8(head).unwrap() + text
    }

    type Entries<'a> = &'a [(Fact, u8, &'a str)];

    fn facts_of(entries: Entries<'_>) -> Result<FactsBuf, FactsError> {
        let mut facts = FactsBuf::new();
        let entries = entries.iter().map(|(fact, kind, text)| entry(*fact as u8, *kind, text));
        read_facts(&entries.collect::<String>(), &mut facts).map(|()| facts)
    }

    #[test]
    fn entries_become_facts() {
        let long = "é".repeat(100);
        let facts = facts_of(&[
            (Fact::Now, TEXT, "2026-11-20T10:15:00Z"),
            (Fact::MerchantHoldDays, NUMBER, "7"),
            (Fact::MerchantAvsPermission, TRUE, ""),
            (Fact::CardBrand, GROUP, ""),
            (Fact::KeyBrands, ARRAY, ""),
            (Fact::KeyBrands, TEXT, "visa"),
            (Fact::KeyBrands, TEXT, &long),
            (Fact::OrderCapabilities, ARRAY, ""),
            (Fact::OrderCapabilities, TEXT, "avs"),
            (Fact::OrderAmount, NUMBER, "12.5"),
            (Fact::OrderCaptured, TEXT, "12.50"),
            (Fact::RequestHeaders, OBJECT, ""),
            (Fact::RequestHeaders, NAME, "Accept"),
            (Fact::RequestHeaders, TEXT, "*/*"),
            (Fact::Website, TEXT, "shop.example"),
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
            (&[(Fact::Now, TRUE, "")], "now", "expected a string, found boolean"),
            (&[(Fact::Now, OBJECT, "")], "now", "expected a string, found object"),
            (&[(Fact::KeyTest, 99, "")], "key.test", "expected true or false, found null"),
            (&[(Fact::KeyBrands, TEXT, "")], "key.brands", "expected an array, found string"),
            (
                &[(Fact::KeyBrands, EMPTY_ARRAY, "")],
                "key.brands",
                "is an empty list: leave it out instead",
            ),
            (
                &[(Fact::KeyBrands, ARRAY, ""), (Fact::KeyBrands, NUMBER, "1")],
                "key.brands",
                "expected a string, found number",
            ),
            (
                &[(Fact::OrderCapabilities, ARRAY, ""), (Fact::OrderCapabilities, TEXT, "x")],
                "order.capabilities",
                "not the name of a capability",
            ),
            (
                &[(Fact::RequestHeaders, NAME, "a"), (Fact::RequestHeaders, OBJECT, "")],
                "request.headers.a",
                "expected a string, found object",
            ),
            (&[(Fact::MerchantHoldDays, NUMBER, "5")], "merchant.hold_days", "5 is not in 6..=28"),
        ];
        for (entries, member, problem) in cases {
            let error = facts_of(entries).unwrap_err();
            assert_eq!((error.member(), error.problem()), (member, problem));
        }
    }

    #[test]
    fn entries_become_a_policy() {
        let entries = [
            entry(1, NUMBER, "7"),
            entry(0, NAME, "avs.*"),
            entry(0, TEXT, "warn"),
            entry(0, NAME, "avs.zip_code_required"),
            entry(0, TEXT, "allow"),
        ];
        let policy = policy_of(&entries.concat()).unwrap();
        let level =
            |name: &str| policy.rules().find(|(rule, _)| rule.name == name).map(|(_, level)| level);
        assert_eq!(level("avs.address_required"), Some(Level::Warn));
        assert_eq!(level("avs.zip_code_required"), Some(Level::Allow));
        let rules = [
            entry(3, TEXT, "reject"),
            entry(4, TEXT, "acme"),
            entry(5, NAME, "name"),
            entry(6, TEXT, "custom.euros"),
            entry(5, NAME, "on"),
            entry(6, ARRAY, ""),
            entry(6, TEXT, "order"),
            entry(6, TEXT, "payout_og"),
            entry(5, NAME, "when"),
            entry(6, OBJECT, ""),
            entry(6, NAME, "currency"),
            entry(6, TEXT, "EUR"),
            entry(5, NAME, "member"),
            entry(6, TEXT, "/client/email"),
            entry(5, NAME, "required"),
            entry(6, TRUE, ""),
            entry(5, GROUP, ""),
            entry(0, NAME, "custom.euros"),
            entry(0, TEXT, "warn"),
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
        assert_eq!(policy_of(&entry(5, TEXT, "a")).unwrap_err().member(), "rules");
        let error = policy_of(&entry(2, NUMBER, "0")).unwrap_err();
        assert_eq!(
            (error.member(), error.problem()),
            ("max_body_bytes", "0 is not in 1..=67108864")
        );
        let unknown = [entry(0, NAME, "avs.zip"), entry(0, TEXT, "deny")].concat();
        let error = policy_of(&unknown).unwrap_err();
        assert_eq!(
            (error.member(), error.problem()),
            ("levels.avs.zip", "unknown rule \"avs.zip\"")
        );
    }
}
