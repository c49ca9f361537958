//! Policies that share the layers they have in common.

use super::{Policy, PolicyError};
use alloc::boxed::Box;
use alloc::vec::Vec;

/// Makes policies from layers, and keeps the last few, so that thousands of tenants with an own layer over the same ones
/// share the rules of these, as they do with `base.clone().with_json(own)`.
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

/// How many policies are kept.
const KEPT: usize = 4;

impl SharedLayers {
    /// Without any policy. Doesn't allocate.
    pub const fn new() -> SharedLayers {
        SharedLayers(Vec::new())
    }

    /// The policy that [`Policy::with_layers`] makes of the default one.
    ///
    /// # Errors
    /// Those of [`Policy::with_layers`].
    pub fn policy(&mut self, layers: &[&[u8]]) -> Result<Policy, PolicyError> {
        let (below, top) = match layers {
            [below @ .., top] if !below.is_empty() => (below, Some(top)),
            all => (all, None),
        };
        let laid = match (self.below(below), top) {
            (Some(policy), Some(top)) => policy.with_json(top).ok(),
            (policy, _) => policy,
        };
        // What is below may name what is declared on top; and errors count all layers.
        laid.map_or_else(|| Policy::default().with_layers(layers), Ok)
    }

    fn below(&mut self, layers: &[&[u8]]) -> Option<Policy> {
        let is_it = |(known, _): &(Layers, Policy)| {
            known.iter().map(|layer| &**layer).eq(layers.iter().copied())
        };
        if let Some((_, policy)) = self.0.iter().find(|known| is_it(known)) {
            return Some(policy.clone());
        }
        let policy = Policy::default().with_layers(layers).ok()?;
        self.0.truncate(KEPT - 1);
        self.0.insert(0, (layers.iter().map(|layer| Box::from(*layer)).collect(), policy.clone()));
        Some(policy)
    }
}

debug_as! { SharedLayers: |_| "SharedLayers"; }
