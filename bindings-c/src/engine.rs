//! Engines: policies, compiled.

use crate::boundary::{Failure, Given, guard};
use crate::memory::TextIn;
use crate::status::paylint_status;
use core::mem::MaybeUninit;
use paylint_core::{Engine, Policy};

/// A compiled policy: how strict to be. Never changes; any number of threads may use it at once.
pub struct paylint_engine(pub(crate) Engine);

/// Compiles a policy. Do it once, and keep the engine.
///
/// @param policy  the policy as JSON. NULL is the default policy. Borrowed for the call.
/// @param length  the policy's bytes. 0 if policy is NULL; an empty text is no policy.
/// @param engine  set to a new engine, the caller's: free it with paylint_engine_free().
/// @return PAYLINT_STATUS_OK, PAYLINT_STATUS_NULL_POINTER, PAYLINT_STATUS_INVALID_LENGTH,
///         PAYLINT_STATUS_INVALID_POLICY.
#[must_use]
#[unsafe(no_mangle)]
pub extern "C" fn paylint_engine_new(
    policy: TextIn<'_>,
    length: usize,
    engine: Option<&mut MaybeUninit<Box<paylint_engine>>>,
) -> paylint_status {
    guard(|| {
        let engine = engine.given("engine")?;
        let policy = match policy.bytes(length, "policy")? {
            Some(json) => Policy::from_json(json).map_err(|error| {
                let status = paylint_status::PAYLINT_STATUS_INVALID_POLICY;
                Failure::new(status, error.to_string())
            })?,
            None => Policy::default(),
        };
        engine.write(Box::new(paylint_engine(Engine::new(&policy))));
        Ok(())
    })
}

/// Frees an engine.
///
/// @param engine  the engine, or NULL. No call may be using it. Reports made with it stay.
#[unsafe(no_mangle)]
pub extern "C" fn paylint_engine_free(engine: Option<Box<paylint_engine>>) {
    _ = guard(|| {
        drop(engine);
        Ok(())
    });
}
