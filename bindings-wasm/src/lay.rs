//! Changing facts in a packed form, so that laying them over standing ones parses no JSON and
//! allocates nothing.
//!
//! One entry after another: the fact's position in [`Fact::ALL`], the kind of value, the value's
//! length (two bytes, little-endian), the value.

use crate::state::first_line;
use paylint::facts::Fact;

use paylint::{FactsBuf, Feature, FeatureSet};

/// How many bytes the buffer has.
pub(crate) const SIZE: usize = 4096;

const TEXT: u8 = 0;
const FALSE: u8 = 1;
const TRUE: u8 = 2;
/// An element of a list of texts.
const ELEMENT: u8 = 3;
/// Features, one byte each: their positions in [`Feature::ALL`].
const FEATURES: u8 = 4;
/// A header: its name, a line feed, its value. Neither has a line feed of its own.
const HEADER: u8 = 5;
/// An integer, one byte.
const INTEGER: u8 = 6;

/// Forgets the facts that are there and reads those that are packed. `None` if one cannot be used.
pub(crate) fn read(packed: &[u8], facts: &mut FactsBuf) -> Option<()> {
    facts.clear();
    let mut rest = packed;
    while let Some(([fact, kind, low, high], behind)) = rest.split_first_chunk() {
        let length = usize::from(u16::from_le_bytes([*low, *high]));
        let (value, next) = behind.split_at_checked(length)?;
        set(facts, *Fact::ALL.get(usize::from(*fact))?, *kind, value)?;
        rest = next;
    }
    rest.is_empty().then_some(())
}

fn set(facts: &mut FactsBuf, fact: Fact, kind: u8, value: &[u8]) -> Option<()> {
    let text = core::str::from_utf8(value).ok()?;
    let set = match kind {
        TEXT => facts.set_text(fact, text),
        FALSE | TRUE => facts.set_bool(fact, kind == TRUE),
        ELEMENT => facts.add_text(fact, text),
        INTEGER => facts.set_integer(fact, (*value.first()?).into()),
        FEATURES if fact == Fact::OrderCapabilities => {
            let mut features = FeatureSet::EMPTY;
            for position in value {
                features = features.with(*Feature::ALL.get(usize::from(*position))?);
            }
            facts.set_capabilities(features)
        }
        HEADER if fact == Fact::RequestHeaders => {
            let (name, value) = first_line(text)?;
            facts.add_header(name, value);
            Ok(())
        }
        _ => return None,
    };
    set.ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(fact: Fact, kind: u8, value: &[u8]) -> Vec<u8> {
        let length = (value.len() as u16).to_le_bytes();
        [&[fact as u8, kind, length[0], length[1]], value].concat()
    }

    #[test]
    fn packed_facts_are_the_same_as_json() {
        let avs = FeatureSet::of(&[Feature::Avs]);
        let packed = [
            entry(Fact::Now, TEXT, b"2026-11-20T10:15:00Z"),
            entry(Fact::MerchantAvsPermission, TRUE, b""),
            entry(Fact::MerchantHoldDays, INTEGER, &[7]),
            entry(Fact::OrderCapabilities, FEATURES, &[Feature::Avs as u8]),
            entry(Fact::KeyBrands, ELEMENT, b"visa"),
        ]
        .concat();
        let mut facts = FactsBuf::new();
        assert_eq!(read(&packed, &mut facts), Some(()));
        let facts = facts.as_facts();
        assert_eq!(facts.avs_permission(), Ok(true));
        assert_eq!(facts.hold_days().map(|days| days.get()), Ok(7));
        assert_eq!(facts.now().map(|now| now.to_string()), Ok("2026-11-20T10:15:00Z".to_owned()));
        assert_eq!(facts.order_capabilities(), Ok(avs));
        assert!(facts.key.is_some());
        assert!(facts.order_amount().is_err());
    }

    #[test]
    fn what_cannot_be_used_is_refused() {
        let mut facts = FactsBuf::new();
        assert_eq!(read(&entry(Fact::Now, TEXT, b"today"), &mut facts), None);
        assert_eq!(read(&entry(Fact::Now, 9, b""), &mut facts), None);
        assert_eq!(read(&[250, TRUE, 0, 0], &mut facts), None);
        assert_eq!(read(&[0, TEXT, 9, 0, b'x'], &mut facts), None);
        assert_eq!(read(&[0, TEXT], &mut facts), None);
    }
}
