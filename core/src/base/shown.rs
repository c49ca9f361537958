//! Unknown names that may be shown.

/// Returns an unknown name if it is safe to show: 1 to 64 ASCII letters, digits, `_`, `-`, `.` or `:`, perhaps after
/// a `$` or `@`. With more than six digits it could be a card number, and with a run of 16 or more letters and
/// digits, at least two of each, a key of the gateway.
pub fn shown_name(name: &str) -> Option<&str> {
    is_shown(name.as_bytes()).then_some(name)
}

/// Greatest length of a name that is shown, in bytes.
pub(crate) const LONGEST: usize = 65;

/// Weight of each byte in a name's sum: 1 for a digit, [`OTHER`] for a byte that isn't shown, else 0. No name has
/// `OTHER` digits.
const WEIGHTS: &[u8; 256] = &weights();
const OTHER: u8 = 128;

#[allow(clippy::indexing_slicing, reason = "at compile time")]
// not covered: the compiler runs it
const fn weights() -> [u8; 256] {
    let (mut weights, mut byte) = ([OTHER; 256], 0);
    while byte < 256 {
        match byte as u8 {
            b'0'..=b'9' => weights[byte] = 1,
            b'a'..=b'z' | b'A'..=b'Z' | b'_' | b'-' | b'.' | b':' => weights[byte] = 0,
            _ => {}
        }
        byte += 1;
    }
    weights
}

/// Whether an unknown name is safe to show.
pub(crate) fn is_shown(name: &[u8]) -> bool {
    let name = match name {
        [b'$' | b'@', name @ ..] => name,
        name => name,
    };
    if !(1..LONGEST).contains(&name.len()) {
        return false;
    }
    let weight = |byte: &u8| WEIGHTS.get(usize::from(*byte)).map_or(0, |weight| u32::from(*weight));
    let sum: u32 = name.iter().map(weight).sum();
    let digits = sum % u32::from(OTHER);
    let is_token = |run: &[u8]| {
        let digits = run.iter().filter(|byte| byte.is_ascii_digit()).count();
        run.len() >= 16 && digits >= 2 && run.len() - digits >= 2
    };
    let may_have_token = name.len() >= 16 && digits >= 2;
    let mut runs = name.split(|byte| !byte.is_ascii_alphanumeric());
    sum == digits && digits <= 6 && !(may_have_token && runs.any(is_token))
}
