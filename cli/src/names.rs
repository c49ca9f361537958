//! Names from outside: which may be shown, and which known one is near.

pub(crate) use paylint::{nearest, shown_name, unknown_name as unknown};

/// `1 error`, `2 errors`.
pub(crate) fn counted(count: u64, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}
