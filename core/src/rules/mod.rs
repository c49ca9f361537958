//! The catalogue: one file for each section, in its order. The list at the top of a file registers its rules.
//!
//! A rule's position in the catalogue is its place in the order of findings. A rule that is not listed
//! is dead code, which lint refuses; a name or a number that is used twice does not compile.

macro_rules! family {
    ($start:expr; $($(if $in_scope:expr =>)? [$($rule:ident),* $(,)?]),* $(,)?) => {
        /// The rules of this family, in order.
        pub(crate) const RULES: &[&Rule] = &[$($(&$rule),*),*];
        /// The position of the first of them, and that behind the last.
        pub(crate) const START: u16 = $start;
        pub(crate) const END: u16 = START + RULES.len() as u16;

        /// Runs those rules of the family that are in a scope, in one straight run.
        #[inline(always)]
        #[allow(dead_code, reason = "the rules of reading have no checks to run")]
        pub(crate) fn run(context: &Context<'_>, found: &mut Found<'_>) {
            const FAMILY: RuleSet = RuleSet::range(START, END);
            if !found.levels.enabled.and(FAMILY).is_empty() {
                run_enabled(context, found);
            }
        }

        #[inline(never)]
        #[allow(dead_code, reason = "the rules of reading have no checks to run")]
        fn run_enabled(context: &Context<'_>, found: &mut Found<'_>) {
            let mut position: u16 = START;
            $({
                // Where none of a group could fire or be left unchecked, none is run.
                const IN_SCOPE: fn(&Context<'_>) -> bool = family!(@scope $($in_scope)?);
                const COUNT: u16 = [$(&$rule),*].len() as u16;
                if IN_SCOPE(context) {
                    let mut position = position;
                    $({
                        const RULE: &Rule = &$rule;
                        if found.levels.enabled.has(position) {
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

        /// Adds the groups of the family that are in scope, if any of its rules is looked at.
        #[inline]
        #[allow(dead_code, reason = "the rules of reading have no checks to run")]
        pub(crate) fn add_scope(context: &Context<'_>, enabled: RuleSet, scope: &mut RuleSet) {
            const FAMILY: RuleSet = RuleSet::range(START, END);
            if enabled.and(FAMILY).is_empty() {
                return;
            }
            let mut position: u16 = START;
            $({
                const IN_SCOPE: fn(&Context<'_>) -> bool = family!(@scope $($in_scope)?);
                const COUNT: u16 = [$(&$rule),*].len() as u16;
                let end = position.wrapping_add(COUNT);
                if IN_SCOPE(context) {
                    *scope = scope.or(RuleSet::range(position, end));
                }
                position = end;
            })*
            _ = position;
        }
    };
    (@scope) => { |_| true };
    (@scope $in_scope:expr) => { $in_scope };
}

/// A rule's check. Where size does not count for more, it becomes a part of its family's one straight run.
macro_rules! check {
    (|$context:ident, $found:ident| $body:block) => {{
        #[cfg_attr(not(feature = "small"), inline(always))]
        #[allow(unused_variables, reason = "not every check reads all")]
        fn check<'c>($context: &'c Context<'c>, $found: &mut Found<'_>) -> Outcome $body
        Check::Function(check)
    }};
}

/// What every family's file uses.
mod prelude {
    #[allow(unused_imports, reason = "not every family needs all")]
    pub(super) use super::{
        RuleSet, at_least_a_cent, is_digits, is_two_digits, members, must, positions, require,
        require_all,
    };
    #[allow(unused_imports, reason = "not every family needs all")]
    pub(super) use crate::{
        document::List,
        facts::Fact,
        feature::Feature,
        findings::Findings as Found,
        operation::{Operation, Operations},
        rule::{
            Basis::{Convention, Inferred, Integrity, Stated},
            Check, Context, Docs, Example, HOLDS,
            Level::{Allow, Deny, Warn},
            Outcome, Param, Rule,
        },
    };
}

mod avs;
pub(crate) mod capture;
mod card_webhook;
pub(crate) mod catalogue;
mod clients_taxes;
mod codes;
mod compat;
mod funding;
pub(crate) mod http;
mod orders;
mod payment;
mod payouts;
pub(crate) mod reading;
pub(crate) mod refund;
pub(crate) mod saving;
mod travel;

pub(crate) use catalogue::catalogue;

use crate::decimal::Decimal;
use crate::document::{Field, Object, Present, Text};
use crate::findings::Findings as Found;
use crate::operation::Operation;
use crate::rule::{Context, Param, Rule};
use crate::rule_set::RuleSet;
use crate::schema::{Shape, same};
use crate::time::are_eight_digits;

/// How many rules the catalogue has.
pub(crate) const COUNT: usize = card_webhook::END as usize;

#[allow(clippy::indexing_slicing, clippy::arithmetic_side_effects, reason = "at compile time")]
const fn collect() -> [&'static Rule; COUNT] {
    const FAMILIES: &[&[&Rule]] = &[
        reading::RULES,
        orders::RULES,
        compat::RULES,
        saving::RULES,
        avs::RULES,
        funding::RULES,
        travel::RULES,
        capture::RULES,
        refund::RULES,
        payouts::RULES,
        payment::RULES,
        clients_taxes::RULES,
        codes::RULES,
        http::RULES,
        card_webhook::RULES,
    ];
    let mut all = [&reading::TOO_LARGE; COUNT];
    let mut at = 0;
    let mut f = 0;
    while f < FAMILIES.len() {
        let mut r = 0;
        while r < FAMILIES[f].len() {
            all[at] = FAMILIES[f][r];
            at += 1;
            r += 1;
        }
        f += 1;
    }
    all
}

/// For each operation the rules that belong to it, as bits by position.
pub(crate) static OF_OPERATION: [RuleSet; Operation::ALL.len()] = {
    let rules = collect();
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

/// A name or a number that is used twice does not compile, nor more rules than levels have bits, nor a text that
/// JSON would escape: reports write them as they are.
#[allow(clippy::indexing_slicing, clippy::arithmetic_side_effects, reason = "at compile time")]
const _: () = {
    assert!(COUNT <= RuleSet::MOST, "sets of rules are bits of two words");
    let all = collect();
    let mut a = 0;
    while a < COUNT {
        let Rule { name, message, source, params, .. } = all[a];
        assert!(is_plain(name) && is_plain(message), "a text to be escaped");
        assert!(source.is_none() || matches!(source, Some(source) if is_plain(source)));
        let mut b = 0;
        while b < params.len() {
            assert!(is_plain(params[b]), "a text to be escaped");
            b += 1;
        }
        b = a + 1;
        while b < COUNT {
            assert!(all[a].number != all[b].number, "a rule's number is given once");
            assert!(!same(all[a].name.as_bytes(), all[b].name.as_bytes()), "two rules of one name");
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

/// Calls a function of every family that has checks, in order.
macro_rules! each_family {
    ($function:ident($($argument:expr),*)) => {
        orders::$function($($argument),*);
        compat::$function($($argument),*);
        saving::$function($($argument),*);
        avs::$function($($argument),*);
        funding::$function($($argument),*);
        travel::$function($($argument),*);
        capture::$function($($argument),*);
        refund::$function($($argument),*);
        payouts::$function($($argument),*);
        payment::$function($($argument),*);
        clients_taxes::$function($($argument),*);
        codes::$function($($argument),*);
        http::$function($($argument),*);
        card_webhook::$function($($argument),*);
    };
}

/// Runs every rule of the catalogue that has a check and is looked at, in order.
#[inline]
pub(crate) fn run(context: &Context<'_>, found: &mut Found<'_>) {
    // In the browser one loop runs them, which takes less code.
    if cfg!(feature = "small") {
        let mut scope = RuleSet::default();
        each_family!(add_scope(context, found.levels.enabled, &mut scope));
        found.run_each(scope, context);
    } else {
        each_family!(run(context, found));
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
fn require_all(found: &mut Found<'_>, object: Object<'_>, positions: u32) {
    for field in members::<Present>(object, object.absent_of(positions)) {
        found.at(field);
    }
}

/// Reports a member that is absent.
#[inline]
fn require<T>(found: &mut Found<'_>, field: Field<'_, T>) {
    if field.is_absent() {
        found.at(field);
    }
}

/// Reports an amount under 0.01 (§8).
#[inline]
fn at_least_a_cent(found: &mut Found<'_>, field: Field<'_, Decimal>) {
    let (object, index) = field.parts();
    at_least_a_cent_at(found, object, index);
}

#[cfg_attr(feature = "small", inline(never))]
#[cfg_attr(not(feature = "small"), inline)]
fn at_least_a_cent_at(found: &mut Found<'_>, object: Object<'_>, index: u8) {
    let field = object.field::<Decimal>(index);
    if let Some(amount) = field.valid()
        && amount < Decimal::CENT
    {
        found.with(field, [Param::Decimal(Decimal::CENT), Param::Decimal(amount)]);
    }
}

/// Reports a text that is valid and does not satisfy the test.
#[inline(always)]
fn must<'a>(found: &mut Found<'_>, field: Field<'a, Text<'a>>, test: fn(&'a [u8]) -> bool) {
    let (object, index) = field.parts();
    must_at(found, object, index, test);
}

#[cfg_attr(feature = "small", inline(never))]
#[cfg_attr(not(feature = "small"), inline(always))]
fn must_at<'a>(found: &mut Found<'_>, object: Object<'a>, index: u8, test: fn(&'a [u8]) -> bool) {
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

    #[test]
    fn the_catalogue_is_the_families_in_order() {
        let collected = collect().map(|rule| rule.number);
        assert!(catalogue().iter().map(|rule| rule.number).eq(collected));
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
