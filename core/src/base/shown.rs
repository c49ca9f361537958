//! Which unknown names may be shown.

/// An unknown name, if it is safe to show: 1 to 64 ASCII letters, digits, `_`, `-`, `.` or `:`, perhaps with one `$` or
/// `@` before them. With more than six digits it could be a card number; a run of 16 or more letters and digits with two
/// of each or more, a key of the gateway.
pub fn shown_name(name: &str) -> Option<&str> {
    is_shown(name.as_bytes()).then_some(name)
}

/// The most bytes of a name that is shown.
pub(crate) const LONGEST: usize = 65;

/// Whether an unknown name is safe to show.
pub(crate) fn is_shown(name: &[u8]) -> bool {
    let name = match name {
        [b'$' | b'@', name @ ..] => name,
        name => name,
    };
    let count = |text: &[u8]| text.iter().filter(|byte| byte.is_ascii_digit()).count();
    let is_token = |run: &[u8]| {
        let digits = count(run);
        run.len() >= 16 && digits >= 2 && run.len() - digits >= 2
    };
    let mut digits = 0;
    for byte in name {
        match byte {
            b'0'..=b'9' => digits += 1,
            b'a'..=b'z' | b'A'..=b'Z' | b'_' | b'-' | b'.' | b':' => {}
            _ => return false,
        }
    }
    // Most names are too short for a token.
    (1..LONGEST).contains(&name.len())
        && digits <= 6
        && (name.len() < 16 || !name.split(|byte| !byte.is_ascii_alphanumeric()).any(is_token))
}
