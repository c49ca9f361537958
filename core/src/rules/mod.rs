//! The catalogue: one file for each section. The list at the top of a file registers its rules.
//!
//! A rule's position in the catalogue is its place in the order of findings. A rule that is not listed
//! is dead code, which lint refuses; a name or a number that is used twice does not compile.

/// Lists the rules of a section in order, in groups. A group may have a scope, `if |c| … => [ … ]`: where it does not
/// hold, none of the group could fire or be left unchecked, so none is run.
macro_rules! section {
    ($($(if $in_scope:expr =>)? [$($rule:ident),* $(,)?]),* $(,)?) => {
        /// The rules of this section, in order.
        pub(crate) const RULES: &[Rule] = &[$($($rule),*),*];
        /// The position of the first of them.
        const START: u16 = start_of(RULES);
        /// All of them.
        const ALL: RuleSet = RuleSet::range(START, START + RULES.len() as u16);

        /// Runs those rules of the section that are looked at and in a scope, in one straight run.
        #[inline(always)]
        pub(crate) fn run(context: &Context<'_>, found: &mut Findings<'_>) {
            if !found.levels.enabled.intersection(ALL).is_empty() {
                run_enabled(context, found);
            }
        }

        #[inline(never)]
        fn run_enabled(context: &Context<'_>, found: &mut Findings<'_>) {
            let mut position: u16 = START;
            $({
                const IN_SCOPE: fn(&Context<'_>) -> bool = section!(@scope $($in_scope)?);
                const COUNT: u16 = [$(&$rule),*].len() as u16;
                if IN_SCOPE(context) {
                    let mut position = position;
                    $({
                        const RULE: &Rule = &$rule;
                        if found.levels.enabled.contains(position) {
                            found.run(position, RULE, context);
                        }
                        position = position.wrapping_add(1);
                    })*
                    _ = position;
                }
                position = position.wrapping_add(COUNT);
            })*
            _ = position;
        }

        /// Adds the groups of the section that are in scope, if any of its rules is looked at.
        #[inline]
        pub(crate) fn add_scope(context: &Context<'_>, enabled: RuleSet, scope: &mut RuleSet) {
            if enabled.intersection(ALL).is_empty() {
                return;
            }
            let mut position: u16 = START;
            $({
                const IN_SCOPE: fn(&Context<'_>) -> bool = section!(@scope $($in_scope)?);
                const COUNT: u16 = [$(&$rule),*].len() as u16;
                let end = position.wrapping_add(COUNT);
                if IN_SCOPE(context) {
                    *scope = scope.union(RuleSet::range(position, end));
                }
                position = end;
            })*
            _ = position;
        }
    };
    (@scope) => { |_| true };
    (@scope $in_scope:expr) => { $in_scope };
}

/// What every section's file uses.
mod prelude {
    #[allow(unused_imports, reason = "not every section needs all")]
    pub(super) use super::{
        RuleSet, at_least_a_cent, is_digits, is_two_digits, members, must, positions, require,
        require_all, start_of,
    };
    #[allow(unused_imports, reason = "not every section needs all")]
    pub(super) use crate::{
        document::List,
        facts::Fact,
        feature::Feature,
        findings::Findings,
        operation::{Operation, Operations},
        rule::{
            Basis::{Convention, Inferred, Integrity, Stated},
            Context, Docs, Example, HOLDS,
            Level::{Allow, Deny, Warn},
            Outcome, Param, Rule,
        },
    };
}

mod avs;
pub(crate) mod capture;
mod card_webhook;
mod clients_taxes;
mod codes;
mod compat;
mod funding;
pub(crate) mod http;
pub(crate) mod issues;
mod orders;
mod payment;
mod payouts;
pub(crate) mod reading;
pub(crate) mod refund;
mod run;
pub(crate) mod saving;
mod travel;

use crate::decimal::Decimal;
use crate::document::{Field, Object, Present, Text};
use crate::findings::Findings;
use crate::operation::{Operation, Operations};
use crate::rule::{CheckFn, Context, Param, Rule};
use crate::rule_set::RuleSet;
use crate::schema::{Shape, same};
use crate::time::are_eight_digits;

/// The sections in the order of findings: nothing else knows it. What the reader finds has no checks to run.
macro_rules! sections {
    ($reading:ident, $($section:ident),* $(,)?) => {
        const SECTIONS: &[&[Rule]] = &[$reading::RULES, $($section::RULES),*];

        #[inline]
        fn run_sections(context: &Context<'_>, found: &mut Findings<'_>) {
            $($section::run(context, found);)*
        }

        fn in_scope(context: &Context<'_>, enabled: RuleSet) -> RuleSet {
            let mut scope = RuleSet::default();
            $($section::add_scope(context, enabled, &mut scope);)*
            scope
        }
    };
}

sections! {
    reading,
    orders,
    compat,
    saving,
    avs,
    funding,
    travel,
    capture,
    refund,
    payouts,
    payment,
    clients_taxes,
    codes,
    http,
    card_webhook,
}

/// Every rule of the catalogue, in the order of findings.
pub(crate) fn catalogue() -> &'static [Rule] {
    &CATALOGUE
}

static CATALOGUE: [Rule; COUNT] = collect();

/// How many rules the catalogue has.
pub(crate) const COUNT: usize = {
    let (mut count, mut s) = (0, 0);
    while s < SECTIONS.len() {
        count += SECTIONS[s].len();
        s += 1;
    }
    count
};

const fn collect() -> [Rule; COUNT] {
    let mut all = [Rule::DEFAULT; COUNT];
    let (mut at, mut s) = (0, 0);
    while s < SECTIONS.len() {
        let mut r = 0;
        while r < SECTIONS[s].len() {
            all[at] = SECTIONS[s][r];
            (at, r) = (at + 1, r + 1);
        }
        s += 1;
    }
    all
}

/// The position of the rule of that name. For constants: `const { position_of("refund.too_old") }`.
pub(crate) const fn position_of(name: &str) -> u16 {
    let (mut at, mut s) = (0, 0);
    while s < SECTIONS.len() {
        let mut r = 0;
        while r < SECTIONS[s].len() {
            if same(SECTIONS[s][r].name.as_bytes(), name.as_bytes()) {
                return at;
            }
            (at, r) = (at + 1, r + 1);
        }
        s += 1;
    }
    panic!("no rule has this name")
}

/// The position of a section's first rule.
const fn start_of(section: &[Rule]) -> u16 {
    position_of(section[0].name)
}

/// The check of the rule at a position.
pub(crate) fn check_at(position: u16) -> Option<CheckFn> {
    Some(CATALOGUE.get(usize::from(position))?.check)
}

/// For each operation the rules that belong to it, as bits by position.
pub(crate) static OF_OPERATION: [RuleSet; Operation::ALL.len()] = {
    let rules = &CATALOGUE;
    let mut all = [RuleSet::range(0, 0); Operation::ALL.len()];
    let mut o = 0;
    #[allow(clippy::indexing_slicing, clippy::arithmetic_side_effects, reason = "at compile time")]
    while o < all.len() {
        let mut r = 0;
        while r < COUNT {
            if rules[r].on.contains(Operation::ALL[o]) {
                all[o] = all[o].with(r as u16);
            }
            r += 1;
        }
        o += 1;
    }
    all
};

/// What does not compile: a name or a number used twice, a rule without one or without operations or a message, more
/// rules than levels have bits, a text that JSON would escape: reports write them as they are.
const _: () = {
    assert!(COUNT <= RuleSet::MAX as usize, "sets of rules are bits of two words");
    let mut a = 0;
    while a < COUNT {
        let Rule { number, name, on, message, source, params, .. } = CATALOGUE[a];
        assert!(number != 0 && !name.is_empty() && !message.is_empty(), "something is left out");
        assert!(on.intersects(Operations::ALL), "a rule belongs to an operation");
        assert!(is_plain(name) && is_plain(message), "a text to be escaped");
        assert!(source.is_none() || matches!(source, Some(source) if is_plain(source)));
        let mut b = 0;
        while b < params.len() {
            assert!(is_plain(params[b]), "a text to be escaped");
            b += 1;
        }
        b = a + 1;
        while b < COUNT {
            assert!(number != CATALOGUE[b].number, "a rule's number is given once");
            assert!(!same(name.as_bytes(), CATALOGUE[b].name.as_bytes()), "two rules of one name");
            b += 1;
        }
        a += 1;
    }
};

#[allow(clippy::indexing_slicing, clippy::arithmetic_side_effects, reason = "at compile time")]
const fn is_plain(text: &str) -> bool {
    let mut i = 0;
    while i < text.len() {
        if matches!(text.as_bytes()[i], 0..b' ' | b'"' | b'\\') {
            return false;
        }
        i += 1;
    }
    true
}

/// Runs every rule of the catalogue that has a check and is looked at, in order. Straight runs are three times as fast
/// as a loop over pointers to functions; the loop takes less code.
#[inline]
pub(crate) fn run(context: &Context<'_>, found: &mut Findings<'_>) {
    if cfg!(feature = "small") {
        found.run_each(in_scope(context, found.levels.enabled), context);
    } else {
        run_sections(context, found);
    }
}

/// The members of these names, as bits by position; a name that the type does not know does not compile.
#[allow(clippy::indexing_slicing, clippy::arithmetic_side_effects, reason = "at compile time")]
const fn positions(shape: &Shape, names: &[&str]) -> u32 {
    let mut bits = 0;
    let mut n = 0;
    while n < names.len() {
        bits |= 1 << shape.index_of(names[n]);
        n += 1;
    }
    bits
}

/// The members of an object at these positions, in document order.
fn members<T>(object: Object<'_>, positions: u32) -> impl Iterator<Item = Field<'_, T>> {
    let mut rest = positions;
    core::iter::from_fn(move || Some(object.field(next_position(&mut rest)?)))
}

/// Takes the lowest position. Where size counts for more it is out of line, so that no loop over constant positions
/// is unrolled.
#[cfg_attr(feature = "small", inline(never))]
fn next_position(positions: &mut u32) -> Option<u8> {
    let lowest = positions.trailing_zeros();
    *positions &= positions.wrapping_sub(1);
    (lowest < u32::BITS).then_some(lowest as u8)
}

/// Reports those of an object's members at these positions that are absent.
#[cfg_attr(feature = "small", inline(never))]
fn require_all(found: &mut Findings<'_>, object: Object<'_>, positions: u32) {
    for field in members::<Present>(object, object.absent_of(positions)) {
        found.at(field);
    }
}

/// Reports a member that is absent.
#[inline]
fn require<T>(found: &mut Findings<'_>, field: Field<'_, T>) {
    if field.is_absent() {
        found.at(field);
    }
}

/// Reports an amount under 0.01 (§8).
#[inline]
fn at_least_a_cent(found: &mut Findings<'_>, field: Field<'_, Decimal>) {
    let (object, index) = field.parts();
    at_least_a_cent_at(found, object, index);
}

#[cfg_attr(feature = "small", inline(never))]
#[cfg_attr(not(feature = "small"), inline)]
fn at_least_a_cent_at(found: &mut Findings<'_>, object: Object<'_>, index: u8) {
    let field = object.field::<Decimal>(index);
    if let Some(amount) = field.valid()
        && amount < Decimal::CENT
    {
        found.with(field, [Param::Limit(Decimal::CENT), Param::Decimal(amount)]);
    }
}

/// Reports a text that is valid and does not satisfy the test.
#[inline(always)]
fn must<'a>(found: &mut Findings<'_>, field: Field<'a, Text<'a>>, test: fn(&'a [u8]) -> bool) {
    let (object, index) = field.parts();
    must_at(found, object, index, test);
}

#[cfg_attr(feature = "small", inline(never))]
#[cfg_attr(not(feature = "small"), inline(always))]
fn must_at<'a>(
    found: &mut Findings<'_>,
    object: Object<'a>,
    index: u8,
    test: fn(&'a [u8]) -> bool,
) {
    if text_at(object, index).is_some_and(|text| !test(text)) {
        found.at(object.field::<Present>(index));
    }
}

/// The bytes of a text that is valid.
#[inline(always)]
fn text<'a>(field: Field<'a, Text<'a>>) -> Option<&'a [u8]> {
    let (object, index) = field.parts();
    text_at(object, index)
}

#[cfg_attr(feature = "small", inline(never))]
#[cfg_attr(not(feature = "small"), inline(always))]
fn text_at(object: Object<'_>, index: u8) -> Option<&[u8]> {
    object.field::<Text<'_>>(index).valid().map(Text::bytes)
}

/// Whether there are ASCII digits and nothing else, so many of them.
#[cfg_attr(feature = "small", inline(never))]
fn is_digits(text: &[u8], least: usize, most: usize) -> bool {
    (least..=most).contains(&text.len())
        && match text.first_chunk() {
            // Numbers of eight digits are the commonest.
            Some(eight) if text.len() == 8 => are_eight_digits(*eight),
            _ => text.iter().all(u8::is_ascii_digit),
        }
}

/// Whether the text is two ASCII digits.
fn is_two_digits(text: &[u8]) -> bool {
    is_digits(text, 2, 2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_plain_if_json_escapes_nothing_of_it() {
        assert!(is_plain("") && is_plain("§4.7, a–z"));
        for text in ["a \"word\"", "a\\b", "a\nb", "\u{0}"] {
            assert!(!is_plain(text), "{text:?}");
        }
    }

    /// The compiler counts positions; here they are counted again.
    #[test]
    fn a_position_is_that_of_the_name() {
        let all = SECTIONS.iter().copied().flatten();
        for (position, (rule, of_section)) in catalogue().iter().zip(all).enumerate() {
            assert_eq!((rule.number, rule.name), (of_section.number, of_section.name));
            assert_eq!(usize::from(position_of(rule.name)), position);
        }
        assert!(std::panic::catch_unwind(|| position_of("avs.no_such_rule")).is_err());
        assert!(check_at(COUNT as u16).is_none());
    }

    /// The catalogue's names are compared when it is compiled, where no two are ever the same.
    #[test]
    fn two_names_are_one_if_all_of_them_is() {
        assert!(same(b"a.b", b"a.b") && same(b"", b""));
        for (a, b) in [("a.b", "a.c"), ("a.b", "a.bc"), ("", "a"), ("b.a", "a.a")] {
            assert!(!same(a.as_bytes(), b.as_bytes()) && !same(b.as_bytes(), a.as_bytes()));
        }
    }
}
