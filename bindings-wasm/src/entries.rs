//! Reads the facts that JavaScript passes. They change from call to call, so JavaScript has already taken
//! the objects apart: no JSON is parsed here.
//!
//! They arrive as a sequence of entries: one byte for the fact, its position in [`Fact::ALL`], one for the
//! [`Kind`], five for the length of the text (seven bits each, the lowest first), and the text. An array's
//! elements follow its entry, and an object's names and values follow its entry, all with the same fact.

use crate::numbers::Kind;
use paylint::facts::{Fact, Part};
use paylint::{FactsBuf, FactsError, Value};

struct Entry<'a> {
    fact: usize,
    kind: Kind,
    text: &'a str,
}

/// Takes the next entry off the text.
#[inline(never)]
fn next<'a>(rest: &mut &'a str) -> Option<Entry<'a>> {
    let (head, after) = rest.split_at_checked(7)?;
    let [fact, kind, length @ ..] = head.as_bytes() else { return None };
    let length =
        length.iter().rev().fold(0usize, |length, seven| length << 7 | usize::from(*seven));
    let (text, after) = after.split_at_checked(length)?;
    *rest = after;
    let kind = Kind::ALL.get(usize::from(*kind)).copied().unwrap_or(Kind::Null);
    Some(Entry { fact: (*fact).into(), kind, text })
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
        let Some(fact) = Fact::ALL.get(entry.fact) else { break };
        match entry.kind {
            Kind::Name => name = Some(entry.text),
            Kind::Group => facts.open_group(*fact),
            _ => {
                let part = match name.take() {
                    Some(name) => Part::Member(name),
                    None if array == Some(entry.fact) => Part::Element,
                    None => Part::Whole,
                };
                let value = entry.value();
                facts.set(*fact, part, value)?;
                if matches!(value, Value::Array { .. }) {
                    array = Some(entry.fact);
                }
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{facts as read_facts, *};
    use paylint::{Feature, FeatureSet};

    fn entry(fact: u8, kind: Kind, text: &str) -> String {
        let length = [0, 7, 14, 21, 28].map(|bits| (text.len() as u64 >> bits & 0x7F) as u8);
        let head = [&[fact, kind as u8], &length[..]].concat();
        String::from_utf8(head).unwrap() + text
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
}
