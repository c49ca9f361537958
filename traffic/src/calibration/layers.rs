//! Layers of a policy, from what was learnt.

use super::analysis::{Analysis, Learnt, has_layer};
use super::result::{Check, Layer, LayerOf, Outcome, ends};
use std::collections::BTreeSet;

impl Analysis<'_> {
    /// The first day of the last third, and the levels and rules that earlier days teach.
    pub(super) fn earlier(&self) -> Option<(u32, Learnt)> {
        let cut = self.days(0, u32::MAX).last_third?;
        Some((cut, self.learn(self.days(0, cut))))
    }

    /// The layer for all, and that of each part that differs. What was learnt on the earlier days is tested on the rest.
    pub(super) fn layers(&self, learnt: &Learnt, earlier: Option<(u32, Learnt)>) -> Vec<LayerOf> {
        let of_levels = learnt.levels.keys().map(|(by, _)| *by);
        let parts: BTreeSet<Option<u32>> =
            of_levels.chain(learnt.rules.iter().map(|rule| rule.by)).chain([None]).collect();
        let (all, days) = (self.days(0, u32::MAX), self.judged_days());
        let layers = parts.into_iter().filter(|by| has_layer(*by)).map(|by| {
            let check = earlier.as_ref().and_then(|(cut, earlier)| {
                Some(Check {
                    learnt_on: ends(days.range(..cut))?,
                    held_on: ends(days.range(cut..))?,
                    outcome: Outcome::of(self.outcome(earlier, self.days(*cut, u32::MAX), by)),
                })
            });
            LayerOf {
                by: by.and_then(|by| self.part_name(by)),
                layer: self.layer(learnt, by),
                check,
                whole: Outcome::of(self.outcome(learnt, all, by)),
            }
        });
        layers.collect()
    }

    fn layer(&self, learnt: &Learnt, by: Option<u32>) -> Layer {
        let levels = learnt.levels.iter().filter(|((of, _), _)| *of == by);
        let levels = levels.map(|((_, pair), level)| (self.selector(*pair), *level));
        let mut layer = Layer { levels: levels.collect(), ..Layer::default() };
        for rule in learnt.rules.iter().filter(|rule| rule.by == by) {
            let mut known = self.engine.members(rule.operation).into_iter();
            if !known.any(|known| known.path == rule.member) {
                layer.members.push(rule.declaration(self));
            }
            layer.rules.push(rule.json());
        }
        layer.members.dedup();
        layer
    }
}
