//! Questions about a request that are answered with checks: fields, fixes, histories; and schemas.

#[cfg(feature = "door")]
pub mod door;
pub mod fields;
pub mod fixes;
pub mod history;
pub(crate) mod inquiry;
#[cfg(feature = "prose")]
pub(crate) mod json_schema;
