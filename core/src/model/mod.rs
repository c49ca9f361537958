//! The model: operations, features, the members of bodies, what was read, and what the host knows.

pub(crate) mod config;
pub mod document;
pub mod facts;
pub(crate) mod feature;
pub(crate) mod operation;
pub(crate) mod path;
pub(crate) mod route;
pub mod schema;
