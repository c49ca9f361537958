//! The catalogue. Where size counts it is kept packed: the rules' texts one behind the other, and of each rule a few
//! bytes more. As values of type [`Rule`] they would be addresses, more than half of them.

use super::{COUNT, collect};
use crate::facts::Fact;
use crate::names::names;
use crate::operation::Operations;
use crate::rule::{Basis, Check, CheckFn, Docs, Level, Rule};
use std::sync::LazyLock;

/// Every rule of the catalogue, in the order of findings.
///
/// Where size does not count for more, it is made by the compiler: what is made at run time takes memory, which a
/// library that is unloaded leaves behind.
#[inline(never)]
pub(crate) fn catalogue() -> &'static [Rule] {
    static UNPACKED: LazyLock<Vec<Rule>> = LazyLock::new(unpacked);
    static CATALOGUE: [Rule; COUNT] = copied();
    if cfg!(target_family = "wasm") { &UNPACKED } else { &CATALOGUE }
}

/// The rules one by one. A `Rule` is not `Copy`, because an embedder's own may hold a closure.
const fn copied() -> [Rule; COUNT] {
    let mut all = [const { copy(RULES[0]) }; COUNT];
    let mut position = 0;
    #[allow(clippy::indexing_slicing, clippy::arithmetic_side_effects, reason = "at compile time")]
    while position < COUNT {
        let replaced = core::mem::replace(&mut all[position], copy(RULES[position]));
        // There is nothing to drop, but the compiler cannot know.
        core::mem::forget(replaced);
        position += 1;
    }
    all
}

const fn copy(rule: &Rule) -> Rule {
    let Rule {
        number, name, on, level, locked, basis, source, needs, message, params, docs, ..
    } = *rule;
    let check = match &rule.check {
        Check::Function(check) => Check::Function(*check),
        Check::Reader | Check::Closure(_) => Check::Reader,
    };
    Rule { number, name, on, level, locked, basis, source, needs, message, params, docs, check }
}

fn unpacked() -> Vec<Rule> {
    let kept = KEPT.iter().enumerate();
    let mut all_needs = &NEEDS[..];
    let mut all_params = PARAMS.iter();
    kept.map(|(position, kept)| {
        let source = SOURCES.get(position);
        let (needs, others) = all_needs.split_at_checked(kept.needs.into()).unwrap_or_default();
        all_needs = others;
        let params = if kept.has_params { all_params.next() } else { None };
        Rule {
            number: kept.number.wrapping_add(position as u16),
            name: NAMES.get(position),
            on: kept.on,
            level: kept.level,
            locked: kept.locked,
            basis: kept.basis,
            source: (!source.is_empty()).then_some(source),
            needs,
            message: MESSAGES.get(position),
            params: params.copied().unwrap_or_default(),
            docs: kept.docs,
            check: kept.check.map_or(Check::Reader, Check::Function),
        }
    })
    .collect()
}

/// The check of the rule at a position, if it has one.
pub(crate) fn check_at(position: u16) -> Option<CheckFn> {
    KEPT.get(usize::from(position))?.check
}

const RULES: [&Rule; COUNT] = collect();

/// What is kept of a rule beside its texts.
#[derive(Clone, Copy)]
struct Kept {
    /// Its number less its position: that is mostly the same.
    number: u16,
    on: Operations,
    level: Level,
    locked: bool,
    basis: Basis,
    /// How many of [`NEEDS`] are its own.
    needs: u8,
    /// The next of [`PARAMS`] are its own.
    has_params: bool,
    docs: Docs,
    check: Option<CheckFn>,
}

impl Kept {
    const fn of(rule: &'static Rule, position: usize) -> Kept {
        let Rule { number, on, level, locked, basis, needs, params, docs, .. } = *rule;
        let check = match &rule.check {
            Check::Function(check) => Some(*check),
            Check::Reader | Check::Closure(_) => None,
        };
        let number = number.wrapping_sub(position as u16);
        let (needs, has_params) = (needs.len() as u8, !params.is_empty());
        Kept { number, on, level, locked, basis, needs, has_params, docs, check }
    }
}

/// Something of each rule.
macro_rules! of_each {
    ($none:expr, |$rule:ident, $position:ident| $some:expr) => {{
        let mut all = [$none; COUNT];
        let mut $position = 0;
        #[allow(
            clippy::indexing_slicing,
            clippy::arithmetic_side_effects,
            reason = "at compile time"
        )]
        while $position < COUNT {
            let $rule = RULES[$position];
            all[$position] = $some;
            $position += 1;
        }
        all
    }};
}

static KEPT: [Kept; COUNT] =
    of_each!(Kept::of(RULES[0], 0), |rule, position| Kept::of(rule, position));

/// What all rules need, one behind the other.
static NEEDS: [Fact; counts().0] = {
    let mut all = [Fact::Now; counts().0];
    let (mut rule, mut at) = (0, 0);
    #[allow(clippy::indexing_slicing, clippy::arithmetic_side_effects, reason = "at compile time")]
    while rule < COUNT {
        let mut i = 0;
        while i < RULES[rule].needs.len() {
            all[at] = RULES[rule].needs[i];
            (i, at) = (i + 1, at + 1);
        }
        rule += 1;
    }
    all
};

/// The params of those rules that have any.
static PARAMS: [&[&str]; counts().1] = {
    let mut all: [&[&str]; counts().1] = [&[]; counts().1];
    let (mut rule, mut at) = (0, 0);
    #[allow(clippy::indexing_slicing, clippy::arithmetic_side_effects, reason = "at compile time")]
    while rule < COUNT {
        if !RULES[rule].params.is_empty() {
            all[at] = RULES[rule].params;
            at += 1;
        }
        rule += 1;
    }
    all
};

/// How many facts all rules need, and how many rules have params.
#[allow(clippy::indexing_slicing, clippy::arithmetic_side_effects, reason = "at compile time")]
const fn counts() -> (usize, usize) {
    let (mut needs, mut params) = (0, 0);
    let mut rule = 0;
    while rule < COUNT {
        needs += RULES[rule].needs.len();
        params += !RULES[rule].params.is_empty() as usize;
        rule += 1;
    }
    (needs, params)
}

names!(NAMES = of_each!("", |rule, i| rule.name));
names!(MESSAGES = of_each!("", |rule, i| rule.message));
names!(
    SOURCES = of_each!("", |rule, i| match rule.source {
        Some(source) => source,
        None => "",
    })
);

#[cfg(test)]
mod tests {
    use super::*;

    /// What is kept is made by the compiler; here it is made again.
    #[test]
    fn of_every_rule_all_is_kept() {
        assert_eq!(counts(), (NEEDS.len(), PARAMS.len()));
        for (position, (rule, unpacked)) in RULES.iter().zip(unpacked()).enumerate() {
            let kept = Kept::of(rule, position);
            assert_eq!(kept.number.wrapping_add(position as u16), unpacked.number);
            assert_eq!(
                (rule.name, rule.message, rule.source),
                (unpacked.name, unpacked.message, unpacked.source)
            );
            assert_eq!((rule.needs, rule.params), (unpacked.needs, unpacked.params));
            let has_check = matches!(unpacked.check, Check::Function(_));
            assert_eq!(check_at(position as u16).is_some(), has_check);
        }
        assert!(check_at(COUNT as u16).is_none());
    }
}
