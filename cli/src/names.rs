//! Names from outside: which may be shown, and which known one is near.

pub(crate) use paylint::{shown_name, unknown_name as unknown};

/// The known name that is nearest, if one is near: a third of the letters may differ.
pub(crate) fn nearest<'k>(name: &str, known: impl IntoIterator<Item = &'k str>) -> Option<&'k str> {
    let distances =
        known.into_iter().map(|known| (strsim::damerau_levenshtein(name, known), known));
    let (distance, near) = distances.min_by_key(|(distance, _)| *distance)?;
    (distance * 3 <= name.len().max(3)).then_some(near)
}

/// `1 error`, `2 errors`.
pub(crate) fn counted(count: u64, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_near_name_is_meant() {
        assert_eq!(nearest("ordr", ["refund", "order"]), Some("order"));
        assert_eq!(nearest("xyz", ["refund", "order"]), None);
    }
}
