//! The policies of the command line, taken apart: which entry comes from which of them.

use crate::exit::{Error, Result};
use paylint::{Policy, Rule};
use serde::Deserialize;
use serde_json::Value;
use serde_json::value::{RawValue, to_raw_value};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::{iter, ptr};

/// The members of a policy, each as it is written: numbers in it may have more digits than a double.
type Members<'t> = BTreeMap<String, &'t RawValue>;

/// The name of an entry of a policy, such as `unchecked` or a selector of `levels`, and the layer it stands in.
pub(super) type Entry = (String, usize);

/// Policies that are laid one over another, the last on top.
pub(super) struct Layers<'t> {
    members: Vec<Members<'t>>,
    /// The entries of each layer's `levels`.
    levels: Vec<BTreeMap<String, String>>,
}

impl<'t> Layers<'t> {
    /// Takes policies apart, which the policy's reader has accepted.
    pub(super) fn of(texts: &'t [Cow<'static, [u8]>]) -> Result<Layers<'t>> {
        let members = texts.iter().map(|text| serde_json::from_slice(text));
        let members: Vec<Members<'t>> = members
            .collect::<std::result::Result<_, _>>()
            .map_err(|_| Error::unusable("the policy can be read, but not taken apart"))?;
        let levels =
            members.iter().map(|members| members.get("levels").map_or_else(BTreeMap::new, as_type));
        let levels = levels.collect();
        Ok(Layers { members, levels })
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
        selectors.find_map(|selector| Some((selector.to_owned(), self.deciding_at(selector)?)))
    }

    /// The last layer that has an entry of `levels`.
    pub(super) fn deciding_at(&self, selector: &str) -> Option<usize> {
        self.levels.iter().rposition(|levels| levels.contains_key(selector))
    }

    /// The entries without which the policies would come to the same, each with its layer: the fingerprint says so.
    pub(super) fn idle(&self, policy: &Policy) -> Vec<Entry> {
        let fingerprint = |policy: Policy| policy.fingerprint();
        let laid_over = |base: Policy, layers: &[Members<'_>]| {
            let texts =
                layers.iter().map(|members| serde_json::to_vec(members).unwrap_or_default());
            let texts: Vec<Vec<u8>> = texts.collect();
            let texts: Vec<&[u8]> = texts.iter().map(Vec::as_slice).collect();
            base.with_layers(&texts).ok()
        };
        // Rules are compiled once: levels are laid over all that the layers say besides.
        let parted = self
            .members
            .iter()
            .map(|members| members.clone().into_iter().partition(|(name, _)| name == "levels"));
        let (levels, rest): (Vec<Members<'_>>, Vec<Members<'_>>) = parted.unzip();
        let base = laid_over(Policy::default(), &rest).unwrap_or_default();
        let mut idle = Vec::new();
        for layer in 0..self.members.len() {
            for selector in self.levels[layer].keys() {
                let is_idle = self.is_idle_at(selector, layer, policy).unwrap_or_else(|| {
                    let mut others = self.levels[layer].clone();
                    others.remove(selector);
                    let others = to_raw_value(&others).unwrap_or_default();
                    let mut without = levels.clone();
                    without[layer].insert("levels".to_owned(), &others);
                    let other = laid_over(base.clone(), &without);
                    other.map(fingerprint) == Some(policy.fingerprint())
                });
                if is_idle {
                    idle.push((format!("levels.{selector}"), layer));
                }
            }
            for member in ["unchecked", "max_findings", "max_body_bytes"] {
                let mut without = self.members.clone();
                if without[layer].remove(member).is_some()
                    && laid_over(Policy::default(), &without).map(fingerprint)
                        == Some(policy.fingerprint())
                {
                    idle.push((member.to_owned(), layer));
                }
            }
        }
        idle
    }

    /// Whether an entry for a rule at a member changes nothing. `None` of another entry, and of one under an old name.
    fn is_idle_at(&self, selector: &str, layer: usize, policy: &Policy) -> Option<bool> {
        let (name, _) = selector.split_once('@')?;
        let (_, own) = policy.rules().find(|(rule, _)| rule.name == name)?;
        let said = |layer: usize| self.levels[layer].get(selector).map(String::as_str);
        let before = (0..layer).rev().find_map(said).unwrap_or(own.name());
        Some(said(layer) == Some(before) || self.deciding_at(selector) != Some(layer))
    }

    /// The entries of `members` or `rules` that are left, each with its layer. One for several operations, of which a later
    /// entry takes some, is for the rest.
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

    /// The members of the policy that comes out, as JSON: `levels`, lists, and the rest as the last layer has it that says it.
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
