//! The catalogue: every rule and its documentation.

use crate::boundary::{Failure, NotNull, Result, guard, guard_with};
use crate::memory::{ErrorOut, TextIn};
use crate::names::mask;
use crate::status::{self, paylint_status};
use crate::text::paylint_text;
use core::mem::MaybeUninit;
use paylint_core::rule::Example;
use paylint_core::{Rule, catalogue};

/// A request that shows what a rule means. All texts are static, and empty if not needed.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct paylint_example {
    /// The operation's name.
    pub operation: paylint_text,
    /// The body.
    pub body: paylint_text,
    /// The facts as JSON.
    pub facts: paylint_text,
    /// The policy as JSON.
    pub policy: paylint_text,
}

/// A rule of the catalogue. All texts are static.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct paylint_rule_info {
    /// The rule, PAYLINT_RULE_….
    pub rule: i32,
    /// The default level, PAYLINT_LEVEL_….
    pub level: i32,
    /// What the rule is based on, PAYLINT_BASIS_….
    pub basis: i32,
    /// 1 if a policy can't change the level, else 0.
    pub locked: i32,
    /// The operations that the rule applies to: the bits PAYLINT_BIT(PAYLINT_OPERATION_…).
    pub operations: u64,
    /// The facts that the rule reads: the bits PAYLINT_BIT(PAYLINT_FACT_…).
    pub needs: u64,
    /// The name, "family.name".
    pub name: paylint_text,
    /// The family: the part of the name before the dot.
    pub family: paylint_text,
    /// The section of the gateway's documentation, or the standard; none if there is none.
    pub source: paylint_text,
    /// What the rule requires, in one line.
    pub summary: paylint_text,
    /// Why the rule exists.
    pub why: paylint_text,
    /// The message of a finding; {name} stands for the member "name" of its params, {member} for the member of the body.
    pub message: paylint_text,
    /// The number of members in a finding's params: see paylint_catalogue_param().
    pub param_count: usize,
    /// An example that violates the rule.
    pub violated_by: paylint_example,
    /// An example that the rule applies to and that satisfies it.
    pub held_by: paylint_example,
    /// The version of paylint that first had the rule.
    pub since: paylint_text,
    /// The names that it had before, separated by spaces, which policies can still use.
    pub renamed_from: paylint_text,
    /// What to do instead if the rule is deprecated; none if it isn't.
    pub deprecated: paylint_text,
}

impl From<Example> for paylint_example {
    fn from(example: Example) -> paylint_example {
        paylint_example {
            operation: paylint_text::of(example.operation),
            body: paylint_text::of(example.body),
            facts: paylint_text::of(example.facts),
            policy: paylint_text::of(example.policy),
        }
    }
}

impl From<&'static Rule<'static>> for paylint_rule_info {
    fn from(rule: &'static Rule<'static>) -> paylint_rule_info {
        paylint_rule_info {
            rule: rule.number.into(),
            level: status::level(rule.level),
            basis: status::basis(rule.basis),
            locked: rule.locked.into(),
            operations: mask(rule.on.iter()),
            needs: mask(rule.needs.iter().copied()),
            name: paylint_text::of(rule.name),
            family: paylint_text::of(rule.family()),
            source: paylint_text::or_none(rule.source),
            summary: paylint_text::of(rule.docs.summary),
            why: paylint_text::of(rule.docs.why),
            message: paylint_text::of(rule.message),
            param_count: rule.params.len(),
            violated_by: rule.docs.violated_by.into(),
            held_by: rule.docs.held_by.into(),
            since: paylint_text::or_none(rule.since),
            renamed_from: paylint_text::of(rule.renamed_from),
            deprecated: paylint_text::or_none(rule.deprecated),
        }
    }
}

fn rule_of(number: i32) -> Result<&'static Rule<'static>> {
    let found = catalogue().iter().find(|rule| i32::from(rule.number) == number);
    found.ok_or_else(|| Failure::number("rule", number))
}

fn write_info(
    info: Option<&mut MaybeUninit<paylint_rule_info>>,
    error: ErrorOut<'_>,
    rule: impl FnOnce() -> Result<&'static Rule<'static>>,
) -> paylint_status {
    guard_with(error, || {
        let info = info.not_null("info")?;
        info.write(rule()?.into());
        Ok(())
    })
}

/// Returns the number of rules in the catalogue.
///
/// @param count  set to the number.
/// @return PAYLINT_STATUS_OK, PAYLINT_STATUS_NULL_POINTER.
#[unsafe(no_mangle)]
pub extern "C" fn paylint_catalogue_count(
    count: Option<&mut MaybeUninit<usize>>,
) -> paylint_status {
    guard(|| {
        count.not_null("count")?.write(catalogue().len());
        Ok(())
    })
}

/// Looks up a rule by its position in the catalogue, which is also the order of findings.
///
/// @param index  the index, counted from 0. A rule's index can change from version to version; its
///               number does not.
/// @param info   set to the rule.
/// @return PAYLINT_STATUS_OK, PAYLINT_STATUS_NONE if the index is out of range,
///          PAYLINT_STATUS_NULL_POINTER.
#[unsafe(no_mangle)]
pub extern "C" fn paylint_catalogue_at(
    index: usize,
    info: Option<&mut MaybeUninit<paylint_rule_info>>,
) -> paylint_status {
    write_info(info, None, || catalogue().get(index).ok_or(Failure::none()))
}

/// Looks up a rule by its number.
///
/// @param rule  the rule, PAYLINT_RULE_….
/// @param info  set to the rule.
/// @return PAYLINT_STATUS_OK, PAYLINT_STATUS_NULL_POINTER, PAYLINT_STATUS_INVALID_NUMBER.
#[unsafe(no_mangle)]
pub extern "C" fn paylint_catalogue_rule(
    rule: i32,
    info: Option<&mut MaybeUninit<paylint_rule_info>>,
) -> paylint_status {
    write_info(info, None, || rule_of(rule))
}

/// Looks up a rule by its name.
///
/// @param name    the name. Borrowed for the call.
/// @param length  the length of the name in bytes.
/// @param info    set to the rule.
/// @param error   set to a new error if the call fails, else to NULL. May be NULL.
/// @return PAYLINT_STATUS_OK, PAYLINT_STATUS_NONE if no rule has this name,
///         PAYLINT_STATUS_NULL_POINTER, PAYLINT_STATUS_INVALID_LENGTH, PAYLINT_STATUS_INVALID_TEXT.
#[unsafe(no_mangle)]
pub extern "C" fn paylint_catalogue_find(
    name: TextIn<'_>,
    length: usize,
    info: Option<&mut MaybeUninit<paylint_rule_info>>,
    error: ErrorOut<'_>,
) -> paylint_status {
    write_info(info, error, || {
        let name = name.text(length, "name")?;
        let found = catalogue().iter().find(|rule| rule.name == name);
        found.ok_or(Failure::none())
    })
}

/// Returns the name of a member in the params of a rule's findings.
///
/// @param rule   the rule, PAYLINT_RULE_….
/// @param index  the index, counted from 0.
/// @param name   set to the name. The memory is static.
/// @return PAYLINT_STATUS_OK, PAYLINT_STATUS_NONE if the index is out of range,
///         PAYLINT_STATUS_NULL_POINTER, PAYLINT_STATUS_INVALID_NUMBER.
#[unsafe(no_mangle)]
pub extern "C" fn paylint_catalogue_param(
    rule: i32,
    index: usize,
    name: Option<&mut MaybeUninit<paylint_text>>,
) -> paylint_status {
    guard(|| {
        let name = name.not_null("name")?;
        let found = rule_of(rule)?.params.get(index).ok_or(Failure::none())?;
        name.write(paylint_text::of(found));
        Ok(())
    })
}
