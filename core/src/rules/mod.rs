//! The catalogue: one file for each section, in its order. The list at the top of a file registers its rules.
//!
//! A rule's position in the catalogue is its place in the order of findings. A rule that is not listed does
//! not compile (it is dead code), nor does a name or a number that is used twice.

macro_rules! family {
    ($start:expr $(, if $in_scope:expr)?; $($rule:ident),* $(,)?) => {
        /// The rules of this family, in order.
        pub(crate) const RULES: &[&Rule] = &[$(&$rule),*];
        /// The position of the first of them, and that behind the last.
        pub(crate) const START: u16 = $start;
        pub(crate) const END: u16 = START + RULES.len() as u16;

        /// Runs those rules of the family that are looked at.
        #[inline(never)]
        #[allow(dead_code, reason = "the rules of reading have no checks to run")]
        pub(crate) fn run(levels: Levels, context: &Context<'_>, found: &mut Found<'_>) {
            const FAMILY: u128 = ((1u128 << RULES.len()) - 1) << START;
            if levels.enabled & FAMILY == 0 {
                return;
            }
            $(
                // Where none of the rules could fire or be left unchecked, none is run.
                const IN_SCOPE: fn(&Context<'_>) -> bool = $in_scope;
                if !IN_SCOPE(context) {
                    return;
                }
            )?
            let mut position: u16 = START;
            $({
                const RULE: &Rule = &$rule;
                if levels.enabled & 1u128 << position != 0 {
                    found.run(position, RULE, context);
                }
                position = position.wrapping_add(1);
            })*
            _ = position;
        }
    };
}

/// A rule's check. Where size does not count for more, it becomes a part of its family's one straight run.
macro_rules! check {
    (|$context:ident, $found:ident| $body:block) => {{
        #[cfg_attr(not(target_family = "wasm"), inline(always))]
        #[allow(unused_variables, reason = "not every check reads all")]
        fn check<'c>($context: &'c Context<'c>, $found: &mut Found<'_>) -> Outcome $body
        Check::Function(check)
    }};
}

/// What every family's file uses.
mod prelude {
    #[allow(unused_imports, reason = "not every family needs all")]
    pub(super) use super::{at_least_a_cent, require, two_digits};
    #[allow(unused_imports, reason = "not every family needs all")]
    pub(super) use crate::{
        facts::Fact,
        feature::Feature,
        operation::{Operation, Operations},
        policy::Levels,
        report::Found,
        request::List,
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

use crate::decimal::Decimal;
use crate::policy::Levels;
use crate::report::Found;
use crate::request::{Field, Text};
use crate::rule::{Context, Param, Rule};

/// How many rules the catalogue has.
const COUNT: usize = card_webhook::END as usize;

/// Every rule of the catalogue, in the order of findings.
pub(crate) static CATALOGUE: &[&Rule] = &collect();

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

/// A name or a number that is used twice does not compile, nor more rules than levels have bits.
#[allow(clippy::indexing_slicing, clippy::arithmetic_side_effects, reason = "at compile time")]
const _: () = {
    assert!(COUNT <= 128, "levels are bits of a u128");
    let all = collect();
    let mut a = 0;
    while a < COUNT {
        let mut b = a + 1;
        while b < COUNT {
            assert!(all[a].number != all[b].number, "a rule's number is given once");
            assert!(!same(all[a].name.as_bytes(), all[b].name.as_bytes()), "two rules of one name");
            b += 1;
        }
        a += 1;
    }
};

#[allow(clippy::indexing_slicing, clippy::arithmetic_side_effects, reason = "at compile time")]
const fn same(a: &[u8], b: &[u8]) -> bool {
    let mut i = 0;
    while i < a.len() && i < b.len() && a[i] == b[i] {
        i += 1;
    }
    i == a.len() && i == b.len()
}

/// Runs every rule of the catalogue that has a check and is looked at, in order.
#[inline]
pub(crate) fn run(levels: Levels, context: &Context<'_>, found: &mut Found<'_>) {
    orders::run(levels, context, found);
    compat::run(levels, context, found);
    saving::run(levels, context, found);
    avs::run(levels, context, found);
    funding::run(levels, context, found);
    travel::run(levels, context, found);
    capture::run(levels, context, found);
    refund::run(levels, context, found);
    payouts::run(levels, context, found);
    payment::run(levels, context, found);
    clients_taxes::run(levels, context, found);
    codes::run(levels, context, found);
    http::run(levels, context, found);
    card_webhook::run(levels, context, found);
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
    if let Some(amount) = field.valid()
        && amount < Decimal::CENT
    {
        found.with(field, [Param::Decimal(Decimal::CENT), Param::Decimal(amount)]);
    }
}

/// Reports a text that is not two ASCII digits.
#[inline]
fn two_digits(found: &mut Found<'_>, field: Field<'_, Text<'_>>) {
    let is_code = |code: &[u8]| code.len() == 2 && code.iter().all(u8::is_ascii_digit);
    if field.valid().is_some_and(|text| !is_code(text.bytes())) {
        found.at(field);
    }
}

#[cfg(test)]
mod tests {
    use super::same;

    /// The catalogue's names are compared when it is compiled, where no two are ever the same.
    #[test]
    fn two_names_are_one_if_all_of_them_is() {
        assert!(same(b"a.b", b"a.b") && same(b"", b""));
        for (a, b) in [("a.b", "a.c"), ("a.b", "a.bc"), ("", "a"), ("b.a", "a.a")] {
            assert!(!same(a.as_bytes(), b.as_bytes()) && !same(b.as_bytes(), a.as_bytes()));
        }
    }
}
