//! Questions about a request, answered by checking it: fields, fixes and histories. Also JSON Schemas.

#[cfg(feature = "door")]
pub mod door;
pub mod fields;
pub mod fixes;
pub mod history;
pub(crate) mod inquiry;
#[cfg(feature = "prose")]
pub(crate) mod json_schema;
