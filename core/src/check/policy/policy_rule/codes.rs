//! Checks the codes in policies: a code that the catalogue would report is a mistake.

use crate::base::codes::{self, LISTS};
use crate::base::text::cut_last;
use crate::check::rules::codes::is_language;
use crate::model::config::unknown_name;
use crate::model::facts::Country;
use alloc::string::String;

/// A list of codes.
#[derive(Clone, Copy)]
pub(super) enum Codes {
    Currencies,
    Countries,
    Languages,
}

impl Codes {
    /// The codes that a member of the schema can have, by its path.
    pub(super) fn of_member(path: &str) -> Option<Codes> {
        match cut_last(path, b'/')?.1 {
            "currency" => Some(Codes::Currencies),
            "country" | "sender_country" | "issuer_country" => Some(Codes::Countries),
            "language" => Some(Codes::Languages),
            _ => None,
        }
    }

    /// Fails unless a text is one of the codes.
    pub(super) fn check(self, text: &str) -> Result<(), String> {
        let (is_known, what, lists) = match self {
            Codes::Currencies => (codes::currency(text.as_bytes()).is_some(), "currency", 0..5),
            Codes::Countries => (codes::is_country(text.as_bytes()), "country", 5..7),
            Codes::Languages => (is_language(text.as_bytes()), "language", 7..8),
        };
        let meant = Country::new(&text.to_ascii_uppercase()).filter(|country| {
            matches!(self, Codes::Countries) && !country.code().eq_ignore_ascii_case(text)
        });
        if let Some(country) = meant.filter(|_| !is_known) {
            let meant = ["; did you mean \"", country.code(), "\"?"].concat();
            return Err(["unknown country \"", text, "\"", &meant].concat());
        }
        let known = LISTS.get(lists).unwrap_or_default().iter().flat_map(|list| list.split(' '));
        if is_known { Ok(()) } else { Err(unknown_name(what, text, known)) }
    }
}
