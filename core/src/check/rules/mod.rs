//! The catalogue: one file for each section. The list at the top of a file registers its rules.
//!
//! Findings are sorted by their rule's position in the catalogue. A rule that isn't listed is dead code, which lint
//! rejects; a name or a number that is used twice doesn't compile.

/// Lists the rules of a section in order, in groups. A group may have a condition, `if |c| … => [ … ]`. If it is
/// false, none of the group's rules runs: none fires or is unchecked.
macro_rules! section {
    ($($(if $in_scope:expr =>)? [$($rule:ident),* $(,)?]),* $(,)?) => {
        /// The rules of this section, in order.
        pub(super) const RULES: &[Rule] = &[$($($rule.complete()),*),*];

        /// Runs the enabled rules of the section.
        #[inline(always)]
        pub(super) fn run(context: &Context<'_>, findings: &mut Findings<'_>) {
            const ALL: RuleSet = RuleSet::range(START, START + count(RULES));
            if !findings.levels.enabled.intersection(ALL).is_empty() {
                run_enabled(context, findings);
            }
        }

        /// The position of the first rule that this build knows.
        const START: u16 = start_of(RULES);

        /// Calls the checks one after another, which is three times as fast as a loop over function pointers.
        #[inline(never)]
        fn run_enabled(context: &Context<'_>, findings: &mut Findings<'_>) {
            let mut position: u16 = START;
            $({
                const IN_SCOPE: fn(&Context<'_>) -> bool = section!(@scope $($in_scope)?);
                const COUNT: u16 = count(&[$($rule),*]);
                if COUNT > 0 && IN_SCOPE(context) {
                    let mut position = position;
                    $(if const { $rule.is_known() } {
                        if findings.levels.enabled.contains(position) {
                            findings.run(position, |findings| {
                                section!(@check $rule context findings 0 1 2 3 4 5 6)
                            });
                        }
                        position += 1;
                    })*
                    _ = position;
                }
                position += COUNT;
            })*
            _ = position;
        }
    };
    // Constraints are checked one after another, each as a constant of its own, which is as fast as a check by hand.
    (@check $rule:ident $context:ident $findings:ident $($at:literal)*) => {
        if const { $rule.constraints.is_empty() } {
            ($rule.check)($context, $findings)
        } else {
            const { assert!($rule.constraints.len() <= [$($at),*].len()) };
            $(if let Some(constraint) = const { $rule.constraint($at) } {
                constraint.check(const { $rule.when }, $context, $findings)?;
            })*
            HOLDS
        }
    };
    (@scope) => { |_| true };
    (@scope $in_scope:expr) => { $in_scope };
}

/// Names that every section's file uses.
#[allow(unused_imports, reason = "not every section needs all")]
mod prelude {
    pub(super) use super::{RuleSet, count, is_digits, members, positions, start_of};
    pub(super) use crate::check::{
        findings::Findings,
        rule::{
            Applicability, Constraint, Context, Fix, Format, HOLDS, Must, Objects, Outcome, Param,
            Rule, rule,
        },
    };
    pub(super) use crate::model::{
        document::List,
        facts::Fact,
        feature::Feature,
        operation::{Operation, Operations},
    };
}

mod avs;
pub(crate) mod capture;
pub(crate) mod card_webhook;
mod catalogue;
mod clients_taxes;
pub(crate) mod codes;
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
pub(crate) mod saving;
mod texts;
mod travel;
mod typed;

pub(crate) use catalogue::{
    COUNT, METADATA, Metadata, OF_OPERATION, catalogue, message_of, position_of,
};
use catalogue::{count, start_of};
pub(crate) use fingerprint::FINGERPRINT;

use crate::check::findings::Findings;
use crate::check::rule::{Context, Rule, is_digits, next_position, positions};
use crate::check::rule_set::RuleSet;
use crate::model::document::{Field, Object, Text};

/// Lists the sections, in the order of findings. The rules that the reader decides come first, and have no checks.
macro_rules! sections {
    ($reading:ident, $($section:ident),* $(,)?) => {
        const SECTIONS: &[&[Rule]] = &[$reading::RULES, $($section::RULES),*];

        /// Runs every enabled rule of the catalogue that has a check, in order.
        #[inline]
        pub(crate) fn run(context: &Context<'_>, findings: &mut Findings<'_>) {
            $($section::run(context, findings);)*
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
    texts,
    http,
    card_webhook,
}

/// The members of an object at these positions, in document order.
fn members<T>(object: Object<'_>, positions: u32) -> impl Iterator<Item = Field<'_, T>> {
    let mut rest = positions;
    core::iter::from_fn(move || Some(object.field(next_position(&mut rest)?)))
}

/// The bytes of a valid string.
#[inline(always)]
fn text<'a>(field: Field<'a, Text<'a>>) -> Option<&'a [u8]> {
    field.valid().map(Text::bytes)
}
