//! The JSON of facts, policies and histories: its reader, values, names and errors.

mod json;
mod value;

pub(crate) use json::{Json, not_json};
pub(crate) use value::Value;

use crate::base::decimal::put_integer;
use crate::base::distance::{self, Next};
use crate::base::shown::shown_name;
use crate::base::text::cut;
use alloc::borrow::ToOwned;
use alloc::boxed::Box;
use alloc::string::String;

/// Why facts, a policy or a history are invalid, and where. Never shows a value that may be a secret.
///
/// Boxed, so that results stay small.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct ConfigError(Box<Wrong>);

#[derive(Clone, PartialEq, Eq, Debug)]
struct Wrong {
    member: String,
    problem: String,
    layer: usize,
    at: Option<usize>,
}

impl ConfigError {
    #[cold]
    pub(crate) fn new(member: &str, problem: impl Into<String>) -> ConfigError {
        let (member, problem) = (member.to_owned(), problem.into());
        ConfigError(Box::new(Wrong { member, problem, layer: 0, at: None }))
    }

    /// The dotted path of the member, such as `merchant.hold_days`. Empty if the whole text is wrong.
    pub(crate) fn member(&self) -> &str {
        &self.0.member
    }

    pub(crate) fn problem(&self) -> &str {
        &self.0.problem
    }

    /// The index of its policy in a list of layers.
    pub(crate) fn layer(&self) -> usize {
        self.0.layer
    }

    /// Its byte offset in the text, if that is known.
    pub(crate) fn offset(&self) -> Option<usize> {
        self.0.at
    }

    pub(crate) fn at(mut self, offset: usize) -> ConfigError {
        self.0.at = Some(offset);
        self
    }

    pub(crate) fn in_layer(mut self, layer: usize) -> ConfigError {
        self.0.layer = layer;
        self
    }

    /// Member and problem in one sentence that begins with `about`.
    #[inline(never)]
    pub(crate) fn message(&self, about: &str) -> String {
        let colon = if self.member().is_empty() { "" } else { ": " };
        [about, self.member(), colon, self.problem()].concat()
    }
}

/// Declares a newtype of [`ConfigError`], with the beginning of its messages.
macro_rules! config_error {
    ($(#[$doc:meta])* $error:ident, $about:literal) => {
        $(#[$doc])*
        #[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
        #[error("{}", self.message())]
        pub struct $error($crate::model::config::ConfigError);

        impl $error {
            pub(crate) fn new(member: &str, problem: impl Into<String>) -> $error {
                $error($crate::model::config::ConfigError::new(member, problem))
            }

            /// The whole error in one line, the same as `Display`.
            pub fn message(&self) -> String {
                self.0.message($about)
            }

            /// Where it is: `merchant.hold_days`, `levels.avs.zip_code_required`, `[2].body.total`. Empty if the whole is
            /// wrong.
            pub fn member(&self) -> &str {
                self.0.member()
            }

            /// The problem at that place.
            pub fn problem(&self) -> &str {
                self.0.problem()
            }
        }
    };
}
pub(crate) use config_error;

/// Error message for an amount of facts or of a policy.
pub(crate) const NO_AMOUNT: &str =
    "not an amount: digits with at most 15 before and 8 after the point, 0 or more";

/// Appends the name of a member as errors show it: quoted if it is a selector with a star or a path, so that it can be
/// found in the text; `*` if it can't be shown.
#[inline(never)]
pub(crate) fn put_member(out: &mut String, name: &str) {
    let before_star = name.strip_suffix('*').and_then(|before| before.strip_suffix('.'));
    let is_selector = match cut(name, b'@') {
        (rule, Some(path)) => {
            let mut keys = path.split('/').filter(|key| !matches!(*key, "" | "*"));
            shown_name(rule.trim_end_matches(".*")).is_some()
                && keys.all(|key| shown_name(key).is_some())
        }
        _ => before_star.is_some_and(|before| shown_name(before).is_some()),
    };
    if name == "*" || is_selector {
        out.push('"');
        out.push_str(name);
        out.push('"');
    } else {
        out.push_str(shown_name(name).unwrap_or("*"));
    }
}

/// The message for an unknown name: `unknown rule "avs.adress_required"; did you mean
/// "avs.address_required"?` It doesn't show a name that could be a card number, and suggests a
/// known name only if one is near, or this is its beginning.
pub fn unknown_name<'k>(
    what: &str,
    name: &str,
    known: impl IntoIterator<Item = &'k str>,
) -> String {
    let mut known = known.into_iter();
    sentence(what, name, &mut || known.next())
}

/// The known name nearest to this one, if at most a third of its letters differ; in a short name, at most one. `None`
/// for names of over 64 bytes.
pub fn nearest<'k>(name: &str, known: impl IntoIterator<Item = &'k str>) -> Option<&'k str> {
    let mut known = known.into_iter();
    nearest_of(name, &mut || known.next())
}

fn nearest_of<'k>(name: &str, known: Next<'_, 'k>) -> Option<&'k str> {
    let name = Some(name.as_bytes()).filter(|name| name.len() <= 64)?;
    distance::nearest(name, name.len().max(3) / 3, known)
}

#[inline(never)]
fn sentence<'k>(what: &str, name: &str, known: Next<'_, 'k>) -> String {
    let Some(name) = shown_name(name) else {
        return ["unknown ", what, ", whose name is not shown"].concat();
    };
    // Otherwise the first that begins with it: `avs_permission` for `avs`.
    let mut longer = None;
    let mut each = || {
        let known = known()?;
        let is_longer = known.strip_prefix(name).is_some_and(|rest| rest.starts_with('_'));
        longer = longer.or(is_longer.then_some(known));
        Some(known)
    };
    match nearest_of(name, &mut each).or(longer) {
        Some(near) => ["unknown ", what, " \"", name, "\"; did you mean \"", near, "\"?"].concat(),
        None => ["unknown ", what, " \"", name, "\""].concat(),
    }
}

/// The number, if it is from `min` to `max`; otherwise the error.
pub(crate) fn within(value: i64, min: i64, max: i64) -> Result<i64, String> {
    if (min..=max).contains(&value) { Ok(value) } else { Err(not_in(value, min, max)) }
}

/// The message `40 is not in 6..=28`. Doesn't show a number of over six digits, which could be part of a card's.
fn not_in(value: i64, min: i64, max: i64) -> String {
    let mut text = String::new();
    if value.unsigned_abs() < 1_000_000 {
        put_integer(&mut text, value);
        text.push_str(" is ");
    }
    text.push_str("not in ");
    put_integer(&mut text, min);
    text.push_str("..=");
    put_integer(&mut text, max);
    text
}
