//! Layers of a policy, from what was learnt.

use super::analysis::{Analysis, Days, Learnt, has_layer};
use super::policy_rules::PolicyRule;
use super::result::{Check, Layer, LayerOf, Outcome, ends};
use paylint::Engine;
use std::collections::BTreeSet;

/// The layers of what was learnt.
pub(super) struct Layers<'a> {
    pub(super) analysis: &'a Analysis<'a>,
    pub(super) learnt: &'a Learnt,
    pub(super) engine: &'a Engine,
}

impl<'a> Layers<'a> {
    pub(super) fn all(&self) -> (Vec<(&'a PolicyRule, String)>, Vec<LayerOf>) {
        let Layers { analysis, learnt, engine } = *self;
        let mut taken: BTreeSet<String> =
            engine.added_rules().map(|rule| rule.name.to_owned()).collect();
        let names = learnt.rules.iter().map(|rule| {
            let name = name_of(rule, &taken);
            taken.insert(name.clone());
            (rule, name)
        });
        let names: Vec<_> = names.collect();
        let of_levels = learnt.levels.keys().map(|(by, _)| *by);
        let parts: BTreeSet<Option<u32>> =
            of_levels.chain(learnt.rules.iter().map(|rule| rule.by)).chain([None]).collect();
        let days = analysis.days(Days::ALL);
        let cut = analysis.last_third(Days::ALL);
        let earlier = cut.map(|cut| (cut, analysis.learn(Days(0, cut))));
        let layers = parts.into_iter().filter(|by| has_layer(*by)).map(|by| {
            let check = earlier.as_ref().and_then(|(cut, earlier)| {
                let outcome = Outcome::of(analysis.outcome(earlier, Days(*cut, u32::MAX), by));
                let (learnt_on, held_on) =
                    (days.range(..cut).copied().collect(), days.range(cut..).copied().collect());
                Some(Check { learnt_on: ends(&learnt_on)?, held_on: ends(&held_on)?, outcome })
            });
            LayerOf {
                by: by.and_then(|by| analysis.part_name(by)),
                layer: self.layer(by, &names),
                check,
                whole: Outcome::of(analysis.outcome(learnt, Days::ALL, by)),
            }
        });
        let layers = layers.collect();
        (names, layers)
    }

    fn layer(&self, by: Option<u32>, names: &[(&PolicyRule, String)]) -> Layer {
        let Layers { analysis, learnt, engine } = *self;
        let levels = learnt.levels.iter().filter(|((of, _), _)| *of == by);
        let levels = levels.map(|((_, pair), level)| (analysis.selector(*pair), *level));
        let mut layer = Layer { levels: levels.collect(), ..Layer::default() };
        for (rule, name) in names.iter().filter(|(rule, _)| rule.by == by) {
            let known = engine.members(rule.operation);
            if !known.iter().any(|known| known.path == rule.member) {
                let profile = analysis.evidence.profile(rule.operation, &rule.member);
                layer.members.push(rule.declaration(profile));
            }
            layer.rules.push(rule.json(name));
        }
        layer.members.dedup();
        layer
    }
}

/// A name for a policy rule: its member's keys and its constraint.
fn name_of(rule: &PolicyRule, taken: &BTreeSet<String>) -> String {
    let keys = rule.member.split('/').filter(|key| !key.is_empty() && *key != "*");
    let words = keys.chain([rule.constraint.json().0]).collect::<Vec<_>>().join("_").to_lowercase();
    let is_plain = |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit();
    let name: String =
        words.chars().map(|letter| if is_plain(letter) { letter } else { '_' }).take(45).collect();
    let numbered = (2..).map(|number| format!("custom.{name}_{number}"));
    let mut names = [format!("custom.{name}")].into_iter().chain(numbered);
    names.find(|name| !taken.contains(name)).unwrap_or_default()
}
