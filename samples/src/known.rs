//! Members that policies can name.

/// What a member holds, and so what can be asked of it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Holds {
    Text,
    Number,
    Other,
}

/// A member that a rule can name.
#[derive(Clone)]
pub(crate) struct Known {
    pub(crate) path: String,
    pub(crate) operations: Vec<String>,
    pub(crate) holds: Holds,
}

impl Known {
    /// Whether all of these operations know it.
    pub(crate) fn is_known_to(&self, on: &[&str]) -> bool {
        on.iter().all(|name| self.operations.iter().any(|known| known == name))
    }
}

/// Whether a list of operations, in which `payout` stands for all of them, names this one.
pub(crate) fn knows(on: &[&str], operation: &str) -> bool {
    on.iter()
        .any(|known| *known == operation || *known == "payout" && operation.starts_with("payout_"))
}
