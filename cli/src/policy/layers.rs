//! The entries of the command line's policies, and the policy that each comes from.

use crate::exit::{Error, Result};
use paylint::Policy;
use serde::Deserialize;
use serde_json::Value;
use serde_json::value::{RawValue, to_raw_value};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ptr;

/// The name of a policy's entry, such as `unchecked` or a selector of `levels`, and its layer.
pub(super) type Entry = (String, usize);

/// Policies laid one over another, the last on top. Members are raw JSON, since numbers can have more digits than a
/// double.
pub(super) struct Layers<'t>(Vec<BTreeMap<String, &'t RawValue>>);

/// An effective entry of `members` or `rules`.
pub(super) struct Listed<'t> {
    pub(super) json: Cow<'t, RawValue>,
    pub(super) layer: usize,
    pub(super) members: EntryMembers,
}

/// The members that identify or describe an entry of `members`, or identify one of `rules`.
#[derive(Deserialize, Default)]
#[serde(default)]
pub(super) struct EntryMembers {
    pub(super) name: String,
    pub(super) member: String,
    pub(super) on: Vec<String>,
    #[serde(rename = "type")]
    pub(super) kind: String,
    pub(super) total: String,
}

impl<'t> Layers<'t> {
    /// Splits policies, already validated, into their members.
    pub(super) fn of(texts: &'t [Cow<'static, [u8]>]) -> Result<Layers<'t>> {
        let layers = texts.iter().map(|text| serde_json::from_slice(text));
        let layers = layers.collect::<std::result::Result<_, serde_json::Error>>();
        layers.map(Layers).map_err(|_| {
            Error::unusable("the policy is valid, but can't be split into its entries")
        })
    }

    /// The entries without an effect, each with its layer: removing one leaves the fingerprint unchanged.
    pub(super) fn idle(&self, policy: &Policy) -> Vec<Entry> {
        let levels =
            policy.idle_levels().map(|(selector, layer)| (format!("levels.{selector}"), layer));
        let mut idle: Vec<Entry> = levels.collect();
        idle.sort();
        for (member, mut before) in defaults() {
            let mut last = None;
            for (layer, value) in self.values::<Value>(member) {
                idle.extend(last.replace((member.to_owned(), layer)));
                if value == before {
                    idle.extend(last.take());
                }
                before = value;
            }
        }
        idle.sort_by_key(|(_, layer)| *layer);
        idle
    }

    /// The values that layers give to a member of the policy, each with its layer.
    fn values<T: Deserialize<'t> + Default>(
        &self,
        member: &str,
    ) -> impl Iterator<Item = (usize, T)> {
        let values =
            self.0.iter().map(move |members| members.get(member).map(|json| as_type(json)));
        values.enumerate().filter_map(|(layer, value)| Some((layer, value?)))
    }

    /// The effective entries of `members` or `rules`. If a later entry replaces an earlier one for some operations, the
    /// earlier one remains for the others.
    pub(super) fn entries(&self, list: &str) -> Vec<Listed<'t>> {
        // The name of a rule; the path of a member with an operation.
        let mut all: Vec<([String; 2], &'t RawValue, usize)> = Vec::new();
        for (layer, entries) in self.values::<Vec<&RawValue>>(list) {
            for entry in entries {
                let EntryMembers { name, member, on, .. } = as_type(entry);
                let keys: Vec<[String; 2]> = match list {
                    "rules" => vec![[name, String::new()]],
                    _ => on.into_iter().map(|operation| [member.clone(), operation]).collect(),
                };
                for key in keys {
                    match all.iter_mut().find(|(known, ..)| *known == key) {
                        Some(place) => *place = (key, entry, layer),
                        None => all.push((key, entry, layer)),
                    }
                }
            }
        }
        let of_one_entry = all.chunk_by(|one, next| ptr::eq(one.1, next.1));
        let entries = of_one_entry.filter_map(|places| {
            let (_, entry, layer) = places.first()?;
            let mut members: EntryMembers = as_type(entry);
            let mut json = Cow::Borrowed(*entry);
            if list == "members" && members.on.len() != places.len() {
                members.on = places.iter().map(|([_, operation], ..)| operation.clone()).collect();
                let mut left: BTreeMap<String, Value> = as_type(entry);
                left.insert("on".to_owned(), members.on.clone().into());
                json = Cow::Owned(to_raw_value(&left).ok()?);
            }
            Some(Listed { json, layer: *layer, members })
        });
        entries.collect()
    }

    /// The members of the resulting policy, as JSON: `levels` and lists are merged; for others the last layer wins.
    pub(super) fn effective(&self) -> BTreeMap<String, Box<RawValue>> {
        let last = self.0.iter().flatten().map(|(name, value)| (name.clone(), (*value).to_owned()));
        let mut all: BTreeMap<String, Box<RawValue>> = last.collect();
        for (name, value) in &mut all {
            let merged = match name.as_str() {
                "levels" => {
                    let levels = self.values::<BTreeMap<String, String>>(name);
                    to_raw_value(&levels.flat_map(|(_, levels)| levels).collect::<BTreeMap<_, _>>())
                }
                "members" | "rules" => {
                    let entries = self.entries(name);
                    to_raw_value(&entries.iter().map(|entry| &entry.json).collect::<Vec<_>>())
                }
                _ => continue,
            };
            *value = merged.unwrap_or_default();
        }
        all
    }
}

/// The members that each policy has a value of, with their defaults.
pub(super) fn defaults() -> [(&'static str, Value); 3] {
    [
        ("unchecked", "accept".into()),
        ("max_findings", Policy::DEFAULT_FINDINGS.into()),
        ("max_body_bytes", Policy::DEFAULT_BODY_BYTES.into()),
    ]
}

/// Deserializes a part of a policy that is already validated.
fn as_type<'t, T: Deserialize<'t> + Default>(json: &'t RawValue) -> T {
    serde_json::from_str(json.get()).unwrap_or_default()
}
