//! Policies that share the layers they have in common.

use super::{Policy, PolicyError};
use alloc::boxed::Box;
use alloc::vec::Vec;

/// Makes policies from layers, and caches the last few, so that thousands of tenants with their own layer over common
/// ones share the common rules, as with `base.clone().with_json(own)`.
///
/// ```
/// use paylint::SharedLayers;
///
/// let mut shared = SharedLayers::default();
/// let base = br#"{"rules":[{"name":"custom.cap","on":["order"],"member":"total","maximum":500}]}"#;
/// let strict = shared.policy(&[base, br#"{"unchecked":"reject"}"#])?;
/// let other = shared.policy(&[base, br#"{"label":"other"}"#])?;
/// # assert!(strict.fingerprint() != other.fingerprint());
/// # Ok::<(), paylint::PolicyError>(())
/// ```
#[derive(Clone, Default)]
pub struct SharedLayers(Vec<(Layers, Policy)>);

type Layers = Vec<Box<[u8]>>;

/// Number of cached policies.
const CACHED: usize = 4;

impl SharedLayers {
    /// Creates an empty cache. Doesn't allocate.
    pub const fn new() -> SharedLayers {
        SharedLayers(Vec::new())
    }

    /// Lays layers over the default policy, like [`Policy::with_layers`].
    ///
    /// # Errors
    /// As for [`Policy::with_layers`].
    pub fn policy(&mut self, layers: &[&[u8]]) -> Result<Policy, PolicyError> {
        let (lower, top) = match layers {
            [lower @ .., top] if !lower.is_empty() => (lower, Some(top)),
            all => (all, None),
        };
        let laid = match (self.lower(lower), top) {
            (Some(policy), Some(top)) => policy.with_json(top).ok(),
            (policy, _) => policy,
        };
        // Else starts over: lower layers may name members that the top declares, and errors count all layers.
        laid.map_or_else(|| Policy::default().with_layers(layers), Ok)
    }

    fn lower(&mut self, layers: &[&[u8]]) -> Option<Policy> {
        let has_layers = |(known, _): &(Layers, Policy)| {
            known.iter().map(|layer| &**layer).eq(layers.iter().copied())
        };
        if let Some((_, policy)) = self.0.iter().find(|known| has_layers(known)) {
            return Some(policy.clone());
        }
        let policy = Policy::default().with_layers(layers).ok()?;
        self.0.truncate(CACHED - 1);
        self.0.insert(0, (layers.iter().map(|layer| Box::from(*layer)).collect(), policy.clone()));
        Some(policy)
    }
}

debug_as! { SharedLayers: |_| "SharedLayers"; }
