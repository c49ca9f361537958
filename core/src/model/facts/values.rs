//! Setting facts one by one from values of any type, which are checked.

use super::{Fact, FactKind, FactsBuf, FactsError};
use crate::base::append::joined;
use crate::base::shown::shown_name;
use crate::model::config::{NO_AMOUNT, Value};
use alloc::borrow::ToOwned;
use alloc::string::String;
use core::fmt;

/// Which part of a fact a value is.
#[derive(Clone, Copy)]
pub enum Part<'a> {
    /// All of it. For an array or object, only that it is there, with none of its earlier parts:
    /// its parts follow.
    Whole,
    /// An element of the fact's array.
    Element,
    /// The member with this name of the fact's object.
    Member(&'a str),
}

/// Doesn't show a member's name, which is a header's.
impl fmt::Debug for Part<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Part::Whole => "Whole",
            Part::Element => "Element",
            Part::Member(_) => "Member(..)",
        })
    }
}

type Result = core::result::Result<(), String>;

impl FactsBuf {
    /// Sets a fact to a value, or adds a part to it. A whole value replaces an earlier one, with all
    /// its parts. Pass the parts of an array or object after it.
    ///
    /// # Errors
    /// If the value has the wrong type, isn't allowed for the fact, or is an empty list.
    pub fn set(
        &mut self,
        fact: Fact,
        part: Part<'_>,
        value: Value<'_>,
    ) -> core::result::Result<(), FactsError> {
        self.put(fact, part, value).map_err(|problem| match part {
            Part::Member(name) => {
                let name = shown_name(name).unwrap_or("*");
                FactsError::new(&joined(&[fact.name(), ".", name]), problem)
            }
            _ => FactsError::new(fact.name(), problem),
        })
    }

    pub(super) fn put(&mut self, fact: Fact, part: Part<'_>, value: Value<'_>) -> Result {
        let set = match (fact.kind(), part) {
            (FactKind::Headers, Part::Member(name)) => {
                self.add_header(name, value.text()?);
                Ok(())
            }
            (FactKind::Headers, Part::Whole) => {
                value.object()?;
                self.begin(fact);
                self.open_headers();
                Ok(())
            }
            (_, Part::Member(_)) => Err("has no members"),
            (kind, Part::Whole) if kind.is_list() => return self.begin_list(fact, value),
            (FactKind::Capabilities, _) => self.add_capability(fact, value.text()?),
            (_, Part::Element) => self.list_item(fact, value.text()?),
            (FactKind::Days, _) => return self.days(fact, value.integer()?),
            (FactKind::Amount, _) if !matches!(value, Value::Text(_)) => {
                let amount = value.decimal()?.ok_or(NO_AMOUNT);
                amount.and_then(|amount| self.decimal(fact, amount))
            }
            (FactKind::Flag, _) => self.flag(fact, value.boolean()?),
            _ => self.text(fact, value.text()?),
        };
        set.map_err(str::to_owned)
    }

    /// Begins a list. Only that of capabilities may be empty.
    fn begin_list(&mut self, fact: Fact, value: Value<'_>) -> Result {
        let Value::Array { is_empty } = value else { return Err(value.mismatch("an array")) };
        if is_empty && fact.kind() != FactKind::Capabilities {
            return Err("is an empty list: leave it out instead".to_owned());
        }
        self.begin(fact);
        Ok(())
    }
}
