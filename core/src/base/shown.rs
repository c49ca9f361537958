//! Unknown names that may be shown.

/// Returns an unknown name if it is safe to show: 1 to 64 ASCII letters, digits, `_`, `-`, `.` or `:`, perhaps after
/// a `$` or `@`. With more than six digits it could be a card number, and with a run of 16 or more letters and
/// digits, at least two of each, a key of the gateway.
pub fn shown_name(name: &str) -> Option<&str> {
    is_shown(name.as_bytes()).then_some(name)
}

/// Greatest length of a name that is shown, in bytes.
pub(crate) const LONGEST: usize = 65;

/// Whether an unknown name is safe to show.
pub(crate) fn is_shown(name: &[u8]) -> bool {
    let name = match name {
        [b'$' | b'@', name @ ..] => name,
        name => name,
    };
    if !(1..LONGEST).contains(&name.len()) {
        return false;
    }
    let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || b"_-.:".contains(byte);
    let count_digits = |text: &[u8]| text.iter().filter(|byte| byte.is_ascii_digit()).count();
    let is_token = |run: &[u8]| {
        let digits = count_digits(run);
        run.len() >= 16 && digits >= 2 && run.len() - digits >= 2
    };
    name.iter().all(is_part)
        && count_digits(name) <= 6
        && !name.split(|byte| !byte.is_ascii_alphanumeric()).any(is_token)
}
