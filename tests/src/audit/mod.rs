//! Checks of the catalogue: its examples, and which of its rules the cases reach.

pub mod examples;
pub mod reach;

/// The rules that end the reading of a body: after them nothing else is checked.
pub const UNREAD: [&str; 3] = ["json.too_large", "json.malformed", "body.required"];
