//! The catalogue: one file for each section. The list at the top of a file registers its rules.
//!
//! A rule's position in the catalogue is its place in the order of findings. A rule that is not listed
//! is dead code, which lint refuses; a name or a number that is used twice does not compile.

/// Lists the rules of a section in order, in groups. A group may have a scope, `if |c| … => [ … ]`: where it does not
/// hold, none of the group could fire or be left unchecked, so none is run.
macro_rules! section {
    ($($(if $in_scope:expr =>)? [$($rule:ident),* $(,)?]),* $(,)?) => {
        /// The rules of this section, in order.
        pub(super) const RULES: &[Rule] = &[$($($rule),*),*];

        /// Runs those rules of the section that are looked at and in a scope, if there are any.
        #[inline(always)]
        pub(super) fn run(context: &Context<'_>, found: &mut Findings<'_>) {
            const ALL: RuleSet = RuleSet::range(START, START + RULES.len() as u16);
            if !found.levels.enabled.intersection(ALL).is_empty() {
                run_enabled(context, found);
            }
        }

        /// The position of the first rule.
        const START: u16 = start_of(RULES);

        /// In one straight run, which is three times as fast as a loop over pointers to functions.
        #[inline(never)]
        fn run_enabled(context: &Context<'_>, found: &mut Findings<'_>) {
            let mut position: u16 = START;
            $({
                const IN_SCOPE: fn(&Context<'_>) -> bool = section!(@scope $($in_scope)?);
                const COUNT: u16 = [$($rule),*].len() as u16;
                if IN_SCOPE(context) {
                    let mut position = position;
                    $({
                        if found.levels.enabled.contains(position) {
                            found.run(position, const { $rule.check }, context);
                        }
                        position = position.wrapping_add(1);
                    })*
                    _ = position;
                }
                position = position.wrapping_add(COUNT);
            })*
            _ = position;
        }
    };
    (@scope) => { |_| true };
    (@scope $in_scope:expr) => { $in_scope };
}

/// The body of an order for examples, with more members.
macro_rules! order {
    ($($more:literal),+ $(,)?) => {
        concat!(
            r#"{"client":{"email":"ada@mail.example"},"products":[{"title":"Mug","price":12}],"#,
            $($more,)+
            "}"
        )
    };
}

/// The body of a card post for examples, with more members.
macro_rules! card {
    ($($more:literal),+ $(,)?) => {
        concat!(
            r#"{"cardholder_name":"ADA BERG","card_number":"4111111111111111","exp_month":12,"#,
            r#""exp_year":29,"csc":"123","#,
            $($more,)+
            "}"
        )
    };
}

/// The body of the simplest order.
const ORDER: &str =
    r#"{"client":{"email":"ada@mail.example"},"products":[{"title":"Mug","price":12}]}"#;

/// The body of the simplest card post.
const CARD: &str = concat!(
    r#"{"cardholder_name":"ADA BERG","card_number":"4111111111111111","exp_month":12,"#,
    r#""exp_year":29,"csc":"123"}"#
);

/// What every section's file uses.
mod prelude {
    #[allow(unused_imports, reason = "not every section needs all")]
    pub(super) use super::{
        CARD, ORDER, RuleSet, at_least_a_cent, is_digits, is_two_digits, members, must, positions,
        require, require_all, start_of,
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
mod catalogue;
mod clients_taxes;
mod codes;
mod compat;
mod fingerprint;
mod funding;
mod http;
pub(crate) mod issues;
mod orders;
mod payment;
mod payouts;
pub(crate) mod reading;
pub(crate) mod refund;
mod run;
pub(crate) mod saving;
mod travel;

use catalogue::start_of;
pub(crate) use catalogue::{COUNT, OF_OPERATION, catalogue, position_of};
pub(crate) use fingerprint::FINGERPRINT;

use crate::decimal::Decimal;
use crate::document::{Field, Object, Present, Text};
use crate::findings::Findings;
use crate::rule::{Context, Param, Rule};
use crate::rule_set::RuleSet;
use crate::schema::Shape;
use crate::time::are_eight_digits;

/// The sections in the order of findings: no other place knows it. What the reader finds comes first, and has no
/// checks to run.
macro_rules! sections {
    ($reading:ident, $($section:ident),* $(,)?) => {
        const SECTIONS: &[&[Rule]] = &[$reading::RULES, $($section::RULES),*];

        /// Runs every rule of the catalogue that has a check and is looked at, in order.
        #[inline]
        pub(crate) fn run(context: &Context<'_>, found: &mut Findings<'_>) {
            $($section::run(context, found);)*
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
fn next_position(positions: &mut u32) -> Option<u8> {
    let lowest = positions.trailing_zeros();
    *positions &= positions.wrapping_sub(1);
    (lowest < u32::BITS).then_some(lowest as u8)
}

/// Reports those of an object's members at these positions that are absent.
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

#[inline]
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

#[inline]
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

#[inline]
fn text_at(object: Object<'_>, index: u8) -> Option<&[u8]> {
    object.field::<Text<'_>>(index).valid().map(Text::bytes)
}

/// Whether there are ASCII digits and nothing else, so many of them.
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
