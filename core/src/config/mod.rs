//! What the host gives, facts and policies: its values, its names, and what is wrong with them.

mod json;
mod value;

pub(crate) use json::Json;
pub use value::Value;

use crate::append::{joined, put};
use crate::decimal::put_integer;
use crate::distance::distance;
use crate::shown::shown_name;

/// Why facts or a policy cannot be used: where, and what to do. Never shows a value that may be a secret.
///
/// A word, so that what returns it stays small.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct ConfigError(Box<Wrong>);

#[derive(Clone, PartialEq, Eq, Debug)]
struct Wrong {
    member: String,
    problem: String,
}

impl ConfigError {
    #[cold]
    pub(crate) fn new(member: &str, problem: impl Into<String>) -> ConfigError {
        ConfigError(Box::new(Wrong { member: member.to_owned(), problem: problem.into() }))
    }

    /// The member, dotted: `merchant.hold_days`. Empty for the whole.
    pub(crate) fn member(&self) -> &str {
        &self.0.member
    }

    /// What is wrong there.
    pub(crate) fn problem(&self) -> &str {
        &self.0.problem
    }

    /// Both in a sentence, behind what it is about.
    #[inline(never)]
    pub(crate) fn message(&self, about: &str) -> String {
        let colon = if self.member().is_empty() { "" } else { ": " };
        joined(&[about, self.member(), colon, self.problem()])
    }
}

/// What is wrong with an amount, of facts or of a policy.
pub(crate) const NO_AMOUNT: &str =
    "not an amount: digits with at most 15 before and 8 after the point, 0 or more";

/// Appends the name of a member as errors show it: quoted if it is a selector with a star, so that it can be found in
/// the text; `*` if it can't be shown.
#[inline(never)]
pub(crate) fn put_member(out: &mut String, name: &str) {
    let before_star = name.strip_suffix('*').and_then(|before| before.strip_suffix('.'));
    if name == "*" || before_star.is_some_and(|before| shown_name(before).is_some()) {
        put(out, "\"");
        put(out, name);
        put(out, "\"");
    } else {
        put(out, shown_name(name).unwrap_or("*"));
    }
}

/// Where a name stands among others; behind the last if it is none of them. Out of line, because many ask.
#[inline(never)]
pub(crate) fn position(names: &[&str], name: &str) -> usize {
    names.iter().take_while(|known| **known != name).count()
}

/// `unknown rule "avs.adress_required"; did you mean "avs.address_required"?`: the sentence for a name that is
/// not known. It says no name that could be a card number, and the nearest of the known ones only if it is near.
#[must_use]
pub fn unknown_name<'k>(
    what: &str,
    name: &str,
    known: impl IntoIterator<Item = &'k str>,
) -> String {
    let mut known = known.into_iter();
    sentence(what, name, &mut || known.next())
}

/// The known name that is nearest, if one is near: a third of the letters may differ. None is near a name of over
/// 64 bytes.
pub fn nearest<'k>(name: &str, known: impl IntoIterator<Item = &'k str>) -> Option<&'k str> {
    let mut known = known.into_iter();
    nearest_of(name, &mut || known.next())
}

/// Gives one name after the other: one copy of what follows for all kinds of lists.
type Next<'n, 'k> = &'n mut dyn FnMut() -> Option<&'k str>;

fn nearest_of<'k>(name: &str, known: Next<'_, 'k>) -> Option<&'k str> {
    let name = Some(name.as_bytes()).filter(|name| name.len() <= 64)?;
    let measured =
        core::iter::from_fn(known).map(|known| (distance(name, known.as_bytes()), known));
    let (distance, nearest) = measured.min_by_key(|(distance, _)| *distance)?;
    (distance.saturating_mul(3) <= name.len().max(3)).then_some(nearest)
}

#[inline(never)]
fn sentence<'k>(what: &str, name: &str, known: Next<'_, 'k>) -> String {
    let Some(name) = shown_name(name) else {
        return joined(&["unknown ", what, ", whose name is not shown"]);
    };
    match nearest_of(name, known) {
        Some(near) => joined(&["unknown ", what, " \"", name, "\"; did you mean \"", near, "\"?"]),
        None => joined(&["unknown ", what, " \"", name, "\""]),
    }
}

/// A number that is from `min` to `max`.
pub(crate) fn within(value: i64, min: i64, max: i64) -> Result<i64, String> {
    if (min..=max).contains(&value) { Ok(value) } else { Err(not_in(value, min, max)) }
}

/// `40 is not in 6..=28`; a number of over six digits is not shown: it could be a card's.
fn not_in(value: i64, min: i64, max: i64) -> String {
    let mut text = String::new();
    if value.unsigned_abs() < 1_000_000 {
        put_integer(&mut text, value);
        put(&mut text, " is ");
    }
    put(&mut text, "not in ");
    put_integer(&mut text, min);
    put(&mut text, "..=");
    put_integer(&mut text, max);
    text
}
