//! Selectors: which rules an entry of `levels` is about.

use super::Policy;
use crate::append::joined;
use crate::config::unknown_name;
use crate::level::Level;
use crate::rule::{Basis, Rule};

/// A rule's level, and how narrow the entry was that gave it: 0 for the rule's own default.
#[derive(Clone, Copy)]
pub(crate) struct Setting {
    pub(crate) level: Level,
    rank: u8,
}

impl Setting {
    /// The level that a rule has by itself.
    pub(crate) fn default(level: Level) -> Setting {
        Setting { level, rank: 0 }
    }
}

/// What an entry selects, the narrowest last.
enum Selector<'s> {
    All,
    Basis(Basis),
    Family(&'s str),
    Rule(usize),
}

impl Selector<'_> {
    fn rank(&self) -> u8 {
        match self {
            Selector::All => 1,
            Selector::Basis(_) => 2,
            Selector::Family(_) => 3,
            Selector::Rule(_) => 4,
        }
    }

    /// All but a rule's own entry pass over locked rules; the widest also over those that are off by default.
    fn selects(&self, position: usize, rule: Rule<'_>) -> bool {
        let is_on = rule.level != Level::Allow && !rule.locked;
        match self {
            Selector::All => is_on,
            Selector::Basis(basis) => is_on && rule.basis == *basis,
            Selector::Family(family) => !rule.locked && rule.family() == *family,
            Selector::Rule(own) => position == *own,
        }
    }
}

/// The family of a tenant's and an embedder's own rules.
const OWN: &str = "custom";

impl Policy {
    /// Sets the level of the rules that a selector is about, unless a narrower one has set it.
    ///
    /// # Errors
    /// There is no such rule, family or basis, or the rule is locked, or `level` is an error.
    pub(super) fn set_level(
        &mut self,
        selector: &str,
        level: Result<Level, String>,
    ) -> Result<(), String> {
        let selector = self.selector(selector)?;
        let level = level?;
        for position in 0..self.levels.len() {
            let is_selected =
                self.rule(position).is_some_and(|rule| selector.selects(position, rule));
            if let Some(setting) = self.levels.get_mut(position)
                && is_selected
                && setting.rank <= selector.rank()
            {
                *setting = Setting { level, rank: selector.rank() };
            }
        }
        Ok(())
    }

    fn selector<'s>(&self, selector: &'s str) -> Result<Selector<'s>, String> {
        if selector == "*" {
            return Ok(Selector::All);
        }
        if let Some(family) = selector.strip_suffix(".*") {
            if self.has_family(family) {
                return Ok(Selector::Family(family));
            }
            return Err(unknown_name("family", family, self.families()));
        }
        if let Some(name) = selector.strip_prefix("basis.") {
            let basis = Basis::ALL.iter().find(|basis| basis.name() == name);
            let names = Basis::ALL.iter().map(|basis| basis.name());
            return basis
                .map(|basis| Selector::Basis(*basis))
                .ok_or_else(|| unknown_name("basis", name, names));
        }
        match self.all().position(|rule| rule.name == selector) {
            None if self.has_family(selector) => Err(joined(&[
                "unknown rule \"",
                selector,
                "\"; did you mean \"",
                selector,
                ".*\"?",
            ])),
            None => Err(unknown_name("rule", selector, self.all().map(|rule| rule.name))),
            Some(position) if self.rule(position).is_some_and(|rule| rule.locked) => {
                Err(joined(&[
                    "the level of ",
                    selector,
                    " cannot be changed: no body can be read without it",
                ]))
            }
            Some(position) => Ok(Selector::Rule(position)),
        }
    }

    #[inline(never)]
    fn has_family(&self, name: &str) -> bool {
        self.families().any(|family| family == name)
    }

    fn families(&self) -> impl Iterator<Item = &str> {
        self.all().map(|rule| rule.family()).chain([OWN])
    }
}
