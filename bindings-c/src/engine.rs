//! Engines: compiled policies.

use crate::boundary::{Failure, NotNull, guard};
use crate::memory::TextIn;
use crate::status::paylint_status;
use core::mem::MaybeUninit;
use paylint_core::{Engine, Policy};

/// A compiled policy. It never changes, so any number of threads can use it at once.
pub struct paylint_engine(pub(crate) Engine);

/// Compiles a policy. Do this once and keep the engine.
///
/// @param policy  the policy as JSON, or NULL for the default policy. Borrowed for the call.
/// @param length  the length of the policy in bytes. 0 if policy is NULL.
///                An empty text is an error.
/// @param engine  set to a new engine, which you own: free it with paylint_engine_free().
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
        let engine = engine.not_null("engine")?;
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
/// @param engine  the engine, or NULL. No other call may be using it. Reports made with it stay
///                valid.
#[unsafe(no_mangle)]
pub extern "C" fn paylint_engine_free(engine: Option<Box<paylint_engine>>) {
    _ = guard(|| {
        drop(engine);
        Ok(())
    });
}
