//! The entries of the command line's policies, and the policy that each comes from.

use crate::exit::{Error, Result};
use paylint::{Policy, Rule};
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

    /// The entry of `levels` that sets a rule's level under the policy, and its layer.
    pub(super) fn deciding(&self, rule: &Rule<'_>, policy: &Policy) -> Option<Entry> {
        // A name belongs to the rule that has it now, or else to the first that had it.
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

    /// The entries without an effect, each with its layer: removing one leaves the fingerprint unchanged.
    pub(super) fn idle(&self, policy: &Policy) -> Vec<Entry> {
        let fingerprint = |policy: Policy| policy.fingerprint();
        let laid_over = |base: Policy, layers: &[Members<'_>]| {
            let texts =
                layers.iter().map(|members| serde_json::to_vec(members).unwrap_or_default());
            let texts: Vec<Vec<u8>> = texts.collect();
            let texts: Vec<&[u8]> = texts.iter().map(Vec::as_slice).collect();
            base.with_layers(&texts).ok()
        };
        // To compile rules only once, levels are laid over a policy made of all other members.
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

    /// Whether an entry for a rule at a member has no effect. `None` for other entries, and for those with old names.
    fn is_idle_at(&self, selector: &str, layer: usize, policy: &Policy) -> Option<bool> {
        let (name, _) = selector.split_once('@')?;
        let (_, own) = policy.rules().find(|(rule, _)| rule.name == name)?;
        let said = |layer: usize| self.levels[layer].get(selector).map(String::as_str);
        let before = (0..layer).rev().find_map(said).unwrap_or(own.name());
        Some(said(layer) == Some(before) || self.deciding_at(selector) != Some(layer))
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
