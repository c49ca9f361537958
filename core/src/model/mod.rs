//! The data model: operations, features, the schema of bodies, parsed bodies, and the host's facts.

pub(crate) mod config;
pub mod document;
pub mod facts;
pub(crate) mod feature;
pub(crate) mod operation;
pub(crate) mod path;
pub(crate) mod route;
pub mod schema;
