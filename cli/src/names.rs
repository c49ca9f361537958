//! Names from outside: which may be shown, and which known one is near.

/// An unknown name as far as it may be shown: 1 to 64 ASCII letters, digits, `_`, `-` or `.`, at
/// most six digits among them. A card number can be a name.
pub(crate) fn shown_name(name: &str) -> Option<&str> {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.');
    let digits = name.bytes().filter(u8::is_ascii_digit).count();
    let shown = (1..=64).contains(&name.len()) && name.bytes().all(is_plain) && digits <= 6;
    shown.then_some(name)
}

/// The known name that is nearest, if one is near: a third of the letters may differ.
pub(crate) fn nearest<'k>(name: &str, known: impl IntoIterator<Item = &'k str>) -> Option<&'k str> {
    let distances =
        known.into_iter().map(|known| (strsim::damerau_levenshtein(name, known), known));
    let (distance, near) = distances.min_by_key(|(distance, _)| *distance)?;
    (distance * 3 <= name.len().max(3)).then_some(near)
}

/// `unknown rule "…"; did you mean "…"?`
pub(crate) fn unknown<'k>(
    what: &str,
    name: &str,
    known: impl IntoIterator<Item = &'k str>,
) -> String {
    match (shown_name(name), nearest(name, known)) {
        (Some(name), Some(near)) => format!("unknown {what} \"{name}\"; did you mean \"{near}\"?"),
        (Some(name), None) => format!("unknown {what} \"{name}\""),
        (None, _) => format!("unknown {what}, whose name is not shown"),
    }
}

/// `1 error`, `2 errors`.
pub(crate) fn counted(count: u64, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_that_could_be_a_number_is_not_shown() {
        assert_eq!(shown_name("sku-123456"), Some("sku-123456"));
        assert_eq!(shown_name("1234567"), None);
        assert_eq!(shown_name("two words"), None);
        assert_eq!(shown_name(""), None);
    }

    #[test]
    fn only_a_near_name_is_meant() {
        assert_eq!(nearest("ordr", ["refund", "order"]), Some("order"));
        assert_eq!(nearest("xyz", ["refund", "order"]), None);
    }
}
