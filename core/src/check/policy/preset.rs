//! Presets: named policies.

use super::{Policy, PolicyError};
use crate::model::config::unknown_name;
use alloc::string::String;
use alloc::vec::Vec;

/// The presets, by name: each is a policy as JSON.
const PRESETS: [(&str, &str); 4] = [
    ("default", include_str!("../../../policies/default.json")),
    ("checkout", include_str!("../../../policies/checkout.json")),
    ("shop-members", include_str!("../../../policies/shop-members.json")),
    ("strict", include_str!("../../../policies/strict.json")),
];

impl Policy {
    /// The preset of that name, as JSON to read, to store, or to pass to [`Policy::with_layers`]. Only with the feature
    /// `presets`.
    ///
    /// ```
    /// use paylint::Policy;
    ///
    /// let layers = ["checkout", "shop-members"].map(|name| Policy::preset(name).unwrap().as_bytes());
    /// let policy = Policy::default().with_layers(&layers)?;
    /// # Ok::<(), paylint::PolicyError>(())
    /// ```
    pub fn preset(name: &str) -> Option<&'static str> {
        PRESETS.iter().find(|(known, _)| *known == name).map(|(_, json)| *json)
    }

    /// The JSON of a layer: its own, or that of the preset that it names. A word of small letters and hyphens is a name,
    /// unless it is JSON. Only with the feature `presets`.
    ///
    /// # Errors
    /// It is the name of no preset.
    pub fn layer_json(layer: &[u8]) -> Result<&[u8], PolicyError> {
        let is_word = matches!(layer, [b'a'..=b'z', ..])
            && layer.iter().all(|byte| matches!(byte, b'a'..=b'z' | b'-'))
            && !matches!(layer, b"null" | b"true" | b"false");
        let Some(name) = str::from_utf8(layer).ok().filter(|_| is_word) else { return Ok(layer) };
        let preset = Policy::preset(name).map(str::as_bytes);
        preset.ok_or_else(|| PolicyError::new("", Policy::unknown_preset(name)))
    }

    /// Error message for an unknown preset: `unknown preset "chekout"; did you mean "checkout"? (presets are
    /// default, checkout, shop-members, strict)`. Only with the feature `presets`.
    pub fn unknown_preset(name: &str) -> String {
        let names = Policy::presets().collect::<Vec<_>>().join(", ");
        let unknown = unknown_name("preset", name, Policy::presets());
        [&unknown, " (presets are ", &names, ")"].concat()
    }

    /// The names of the presets. Only with the feature `presets`.
    pub fn presets() -> impl Iterator<Item = &'static str> {
        PRESETS.iter().map(|(name, _)| *name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_preset_is_a_policy() {
        for name in Policy::presets() {
            let json = Policy::preset(name).unwrap();
            let policy = Policy::from_json(json.as_bytes()).unwrap();
            let is_default = policy.fingerprint() == Policy::default().fingerprint();
            assert_eq!(is_default, name == "default", "{name}");
            assert_eq!(policy.label(), Some(name).filter(|name| *name != "default"));
            assert_eq!(Policy::layer_json(name.as_bytes()), Ok(json.as_bytes()));
        }
        assert_eq!(Policy::preset("lenient"), None);
        assert!(Policy::layer_json(b"lenient").is_err());
        for json in [&b"{}"[..], b"", b"null", b"-"] {
            assert_eq!(Policy::layer_json(json), Ok(json));
        }
    }
}
