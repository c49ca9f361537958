//! Which unknown names may be shown.

/// An unknown name, if it is safe to show: 1 to 64 ASCII letters, digits, `_`, `-` or `.`, with at
/// most six digits. Anything else could be a card number.
pub fn shown_name(name: &str) -> Option<&str> {
    is_shown(name.as_bytes()).then_some(name)
}

/// Whether an unknown name is safe to show.
pub(crate) fn is_shown(name: &[u8]) -> bool {
    let is_plain = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.');
    let digits = name.iter().filter(|byte| byte.is_ascii_digit()).count();
    (1..=64).contains(&name.len()) && name.iter().all(is_plain) && digits <= 6
}
