//! Engines: compiled policies.

use crate::boundary::{Failure, NotNull, Result, free, guard_with};
use crate::memory::{ErrorOut, TextIn, TextsIn};
use crate::status::paylint_status;
use core::mem::MaybeUninit;
use paylint_core::{Engine, Policy, SharedLayers};
use std::sync::{Mutex, PoisonError};

/// A compiled policy. It never changes, so any number of threads can use it at once.
pub struct paylint_engine(pub(crate) Engine);

/// Compiles a policy. Do this once and keep the engine.
///
/// A word of small letters and hyphens is the name of a preset: "default", "checkout", "shop-members"
/// or "strict". An unknown one is an invalid policy. Anything else is JSON.
///
/// @param policy  the policy as JSON, the name of a preset, or NULL for the default policy. An empty
///                text is an error.
#[must_use]
#[unsafe(no_mangle)]
pub extern "C" fn paylint_engine_new(
    policy: TextIn<'_>,
    length: usize,
    engine: Option<&mut MaybeUninit<Box<paylint_engine>>>,
    error: ErrorOut<'_>,
) -> paylint_status {
    guard_with(error, || {
        let engine = engine.not_null("engine")?;
        let policy = match policy.bytes(length, "policy")? {
            Some(json) => in_layers(&[json])?,
            None => Policy::default(),
        };
        engine.write(Box::new(paylint_engine(Engine::new(&policy))));
        Ok(())
    })
}

/// Compiles policies in layers, the last on top: a later layer replaces an earlier one's selectors in "levels" and its
/// other values; "members" and "rules" are joined.
///
/// @param policies  the policies, each as paylint_engine_new() takes it. NULL if the count is 0.
/// @param count     their number. If it is 0, the default policy is compiled.
#[must_use]
#[unsafe(no_mangle)]
pub extern "C" fn paylint_engine_new_in_layers(
    policies: TextsIn<'_>,
    count: usize,
    engine: Option<&mut MaybeUninit<Box<paylint_engine>>>,
    error: ErrorOut<'_>,
) -> paylint_status {
    guard_with(error, || {
        let engine = engine.not_null("engine")?;
        let policy = in_layers(&policies.bytes(count, "policies")?)?;
        engine.write(Box::new(paylint_engine(Engine::new(&policy))));
        Ok(())
    })
}

fn in_layers(layers: &[&[u8]]) -> Result<Policy> {
    // Engines made from layers share what is equal.
    static SHARED: Mutex<SharedLayers> = Mutex::new(SharedLayers::new());
    let layers = layers
        .iter()
        .map(|layer| Policy::layer_json(layer))
        .collect::<core::result::Result<Vec<_>, _>>();
    let mut shared = SHARED.lock().unwrap_or_else(PoisonError::into_inner);
    let policy = layers.and_then(|layers| shared.policy(&layers));
    policy.map_err(|error| {
        Failure::new(paylint_status::PAYLINT_STATUS_INVALID_POLICY, error.to_string())
    })
}

/// Frees an engine. Reports made with it stay valid.
#[unsafe(no_mangle)]
pub extern "C" fn paylint_engine_free(engine: Option<Box<paylint_engine>>) {
    free(engine);
}
