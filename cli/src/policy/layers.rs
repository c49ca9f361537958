//! The policies of the command line, taken apart: which entry comes from which of them.

use crate::exit::{Error, Result};
use paylint::{Policy, Rule};
use serde::Deserialize;
use serde_json::value::{RawValue, to_raw_value};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::iter;

/// The members of a policy, each as it is written: numbers in it may have more digits than a double.
type Members<'t> = BTreeMap<String, &'t RawValue>;

/// The name of an entry of a policy, such as `unchecked` or a selector of `levels`, and the layer it stands in.
pub(super) type Entry = (String, usize);

/// Policies that are laid one over another, the last on top.
pub(super) struct Layers<'t>(Vec<Members<'t>>);

impl<'t> Layers<'t> {
    /// Takes policies apart, which the policy's reader has accepted.
    pub(super) fn of(texts: &'t [Cow<'static, [u8]>]) -> Result<Layers<'t>> {
        let layers = texts.iter().map(|text| serde_json::from_slice(text));
        let layers = layers.collect::<std::result::Result<_, _>>().map(Layers);
        layers.map_err(|_| Error::unusable("the policy can be read, but not taken apart"))
    }

    /// The entry of `levels` that decides the level of a rule of the policy, which it changes, and its layer.
    pub(super) fn deciding(&self, rule: &Rule<'_>, policy: &Policy) -> Option<Entry> {
        // An old name means the rule that bears it now; else the first that did.
        let means_it = |old: &&str| {
            let rules = || policy.rules().map(|(rule, _)| rule);
            let bears_it = |rule: &Rule<'_>| rule.old_names().any(|name| name == *old);
            let meant = rules().find(|rule| rule.name == *old).or_else(|| rules().find(bears_it));
            meant.is_some_and(|meant| meant.name == rule.name)
        };
        let family = rule.name.split_once('.').map_or("", |(family, _)| family);
        let basis = format!("basis.{}", rule.basis.name());
        let family = format!("{family}.*");
        let wide = [&family, &basis, "*"];
        let mut selectors =
            iter::once(rule.name).chain(rule.old_names().filter(means_it)).chain(wide);
        selectors.find_map(|selector| {
            let layer = (0..self.0.len()).rev().find(|at| self.levels(*at).contains_key(selector));
            Some((selector.to_owned(), layer?))
        })
    }

    /// The last layer that has an entry of `levels`.
    pub(super) fn deciding_at(&self, selector: &str) -> Option<usize> {
        (0..self.0.len()).rev().find(|at| self.levels(*at).contains_key(selector))
    }

    /// The entries without which the policies would come to the same, each with its layer: the fingerprint says so.
    pub(super) fn idle(&self, policy: &Policy) -> Vec<Entry> {
        let is_idle = |layer: usize, without: Members<'_>| {
            let texts = self.0.iter().enumerate().map(|(at, members)| {
                let members = if at == layer { &without } else { members };
                serde_json::to_vec(members).unwrap_or_default()
            });
            let texts: Vec<Vec<u8>> = texts.collect();
            let texts: Vec<&[u8]> = texts.iter().map(Vec::as_slice).collect();
            let other = Policy::default().with_layers(&texts);
            other.is_ok_and(|other| other.fingerprint() == policy.fingerprint())
        };
        let mut idle = Vec::new();
        for (layer, members) in self.0.iter().enumerate() {
            let levels = self.levels(layer);
            for selector in levels.keys() {
                let mut others = levels.clone();
                others.remove(selector);
                let others = to_raw_value(&others).unwrap_or_default();
                let mut without = members.clone();
                without.insert("levels".to_owned(), &others);
                if is_idle(layer, without) {
                    idle.push((format!("levels.{selector}"), layer));
                }
            }
            for member in ["unchecked", "max_findings", "max_body_bytes"] {
                let mut without = members.clone();
                if without.remove(member).is_some() && is_idle(layer, without) {
                    idle.push((member.to_owned(), layer));
                }
            }
        }
        idle
    }

    /// The entries of `members` or `rules`, each with its layer, less those that a later one takes the place of.
    pub(super) fn entries(&self, list: &str) -> Vec<(&'t RawValue, usize)> {
        let mut all: Vec<(Vec<String>, &'t RawValue, usize)> = Vec::new();
        for (layer, members) in self.0.iter().enumerate() {
            let entries: Vec<&'t RawValue> = members.get(list).map_or_else(Vec::new, as_type);
            for entry in entries {
                let EntryKey { name, member, on } = as_type(&entry);
                let keys: Vec<String> = match list {
                    "rules" => vec![name],
                    _ => on.iter().map(|operation| format!("{operation} {member}")).collect(),
                };
                let place = all.iter().position(|(known, ..)| *known == keys);
                for (known, ..) in &mut all {
                    known.retain(|key| !keys.contains(key));
                }
                match place {
                    Some(place) => all[place] = (keys, entry, layer),
                    None => all.push((keys, entry, layer)),
                }
            }
        }
        let left = all.into_iter().filter(|(keys, ..)| !keys.is_empty());
        left.map(|(_, entry, layer)| (entry, layer)).collect()
    }

    /// The members of the policy that comes out, as JSON: `levels`, lists, and the rest as the last layer has it that says it.
    pub(super) fn effective(&self) -> BTreeMap<String, Box<RawValue>> {
        let mut all = BTreeMap::new();
        let mut levels = BTreeMap::new();
        for (layer, members) in self.0.iter().enumerate() {
            levels.extend(self.levels(layer));
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

    fn levels(&self, layer: usize) -> BTreeMap<String, String> {
        let levels = self.0.get(layer).and_then(|members| members.get("levels"));
        levels.map_or_else(BTreeMap::new, as_type)
    }
}

/// Key by which an entry of a list differs from the others.
#[derive(Deserialize, Default)]
#[serde(default)]
struct EntryKey {
    name: String,
    member: String,
    on: Vec<String>,
}

/// Reads a part of a policy, which the policy's reader has accepted.
fn as_type<'t, T: Deserialize<'t> + Default>(json: &&'t RawValue) -> T {
    serde_json::from_str(json.get()).unwrap_or_default()
}
