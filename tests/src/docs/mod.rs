//! The generated page of the members, `docs/members.md`.

mod members;
pub mod words;

pub use members::members_page;
