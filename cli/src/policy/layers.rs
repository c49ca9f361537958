//! The entries of the command line's policies, and the policy that each comes from.

use crate::exit::{Error, Result};
use paylint::Policy;
use serde::Deserialize;
use serde_json::Value;
use serde_json::value::{RawValue, to_raw_value};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::{iter, ptr};

/// The members of a policy, as raw JSON, since numbers can have more digits than a double.
type Members<'t> = BTreeMap<String, &'t RawValue>;

/// The name of a policy's entry, such as `unchecked` or a selector of `levels`, and its layer.
pub(super) type Entry = (String, usize);

/// Policies laid one over another, the last on top.
pub(super) struct Layers<'t> {
    members: Vec<Members<'t>>,
    /// The entries of each layer's `levels`.
    levels: Vec<BTreeMap<String, String>>,
}

impl<'t> Layers<'t> {
    /// Splits policies, already validated, into their members.
    pub(super) fn of(texts: &'t [Cow<'static, [u8]>]) -> Result<Layers<'t>> {
        let members = texts.iter().map(|text| serde_json::from_slice(text));
        let members: Vec<Members<'t>> =
            members.collect::<std::result::Result<_, _>>().map_err(|_| {
                Error::unusable("the policy is valid, but can't be split into its entries")
            })?;
        let levels =
            members.iter().map(|members| members.get("levels").map_or_else(BTreeMap::new, as_type));
        let levels = levels.collect();
        Ok(Layers { members, levels })
    }

    /// The last layer that has an entry of `levels`.
    pub(super) fn deciding_at(&self, selector: &str) -> Option<usize> {
        self.levels.iter().rposition(|levels| levels.contains_key(selector))
    }

    /// The entries without an effect, each with its layer: removing one leaves the fingerprint unchanged.
    pub(super) fn idle(&self, policy: &Policy) -> Vec<Entry> {
        let levels =
            policy.idle_levels().map(|(selector, layer)| (format!("levels.{selector}"), layer));
        let mut idle: Vec<Entry> = levels.collect();
        idle.sort();
        for (member, default) in &defaults() {
            let values: Vec<(usize, Value)> = self.values(member).collect();
            let before = iter::once(default).chain(values.iter().map(|(_, value)| value));
            idle.extend(values.iter().zip(before).enumerate().filter_map(
                |(nth, ((layer, value), before))| {
                    let is_idle = nth + 1 < values.len() || value == before;
                    is_idle.then(|| ((*member).to_owned(), *layer))
                },
            ));
        }
        idle.sort_by_key(|(_, layer)| *layer);
        idle
    }

    /// The values that layers give to a member of the policy, each with its layer.
    fn values(&self, member: &str) -> impl Iterator<Item = (usize, Value)> {
        let values = self.members.iter().map(move |members| members.get(member).map(as_type));
        values.enumerate().filter_map(|(layer, value)| Some((layer, value?)))
    }

    /// The effective entries of `members` or `rules`, each with its layer. If a later entry replaces an earlier one for
    /// some operations, the earlier one remains for the others.
    pub(super) fn entries(&self, list: &str) -> Vec<(Cow<'t, RawValue>, usize)> {
        let mut all: Vec<((String, String), &'t RawValue, usize)> = Vec::new();
        for (layer, members) in self.members.iter().enumerate() {
            let entries: Vec<&'t RawValue> = members.get(list).map_or_else(Vec::new, as_type);
            for entry in entries {
                let EntryKey { name, member, on } = as_type(&entry);
                let keys: Vec<(String, String)> = match list {
                    "rules" => vec![(name, String::new())],
                    _ => on.into_iter().map(|operation| (member.clone(), operation)).collect(),
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
            let EntryKey { on, .. } = as_type(entry);
            if list == "rules" || on.len() == places.len() {
                return Some((Cow::Borrowed(*entry), *layer));
            }
            let mut left: BTreeMap<String, Value> = as_type(entry);
            let on = places.iter().map(|((_, operation), ..)| operation.clone());
            left.insert("on".to_owned(), on.collect());
            Some((Cow::Owned(to_raw_value(&left).ok()?), *layer))
        });
        entries.collect()
    }

    /// The members of the resulting policy, as JSON: `levels` and lists are merged; for others the last layer wins.
    pub(super) fn effective(&self) -> BTreeMap<String, Box<RawValue>> {
        let mut all = BTreeMap::new();
        let mut levels = BTreeMap::new();
        for (layer, members) in self.members.iter().enumerate() {
            levels.extend(self.levels[layer].clone());
            for (name, value) in members {
                let value = match name.as_str() {
                    "levels" => to_raw_value(&levels),
                    "members" | "rules" => {
                        let entries = self.entries(name);
                        to_raw_value(&entries.iter().map(|(entry, _)| entry).collect::<Vec<_>>())
                    }
                    _ => to_raw_value(value),
                };
                all.insert(name.clone(), value.unwrap_or_default());
            }
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

/// The members that identify an entry of a list.
#[derive(Deserialize, Default)]
#[serde(default)]
struct EntryKey {
    name: String,
    member: String,
    on: Vec<String>,
}

/// Deserializes a part of a policy that is already validated.
fn as_type<'t, T: Deserialize<'t> + Default>(json: &&'t RawValue) -> T {
    serde_json::from_str(json.get()).unwrap_or_default()
}
