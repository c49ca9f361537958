//! The form of an e-mail address.

use crate::base::distance::distance_within;
use wide::u8x16;

/// Characters allowed before the @ of an e-mail address (bit 0), and in a label after it (bit 1).
const IN_EMAIL: [u8; 256] = {
    let mut table = [0; 256];
    let mut byte = 0;
    #[allow(clippy::indexing_slicing, reason = "at compile time")]
    while byte < 256 {
        table[byte] = match byte as u8 {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' => 3,
            b'.' | b'!' | b'#' | b'$' | b'%' | b'&' | b'\'' | b'*' | b'+' | b'/' | b'=' | b'?' => 1,
            b'^' | b'_' | b'`' | b'{' | b'|' | b'}' | b'~' => 1,
            _ => 0,
        };
        byte += 1;
    }
    table
};

/// Fast path: whether this is an e-mail address of 16 to 32 letters, digits, dots and one @, with `+`, `-` and `_`
/// only before it. Most are.
fn is_plain_email(text: &[u8]) -> bool {
    let (Some(first), Some(last), 16..=32) = (text.first_chunk(), text.last_chunk(), text.len())
    else {
        return false;
    };
    let [first, last] = [*first, *last].map(u8x16::new);
    let after_first = text.len() as u32 - 16;
    let all = u32::MAX >> (16 - after_first);
    // A mask of the bytes that pass a test.
    let mask = |test: fn(u8x16) -> u8x16| {
        test(first).to_bitmask() | test(last).to_bitmask() << after_first
    };
    let plain = mask(|bytes| {
        let within = |bytes: u8x16, least, most| {
            bytes.max(u8x16::splat(least)).min(u8x16::splat(most)).simd_eq(bytes)
        };
        within(bytes | u8x16::splat(0x20), b'a', b'z') | within(bytes, b'0', b'9')
    });
    let signs = mask(|bytes| {
        let is = |sign| bytes.simd_eq(u8x16::splat(sign));
        is(b'+') | is(b'-') | is(b'_')
    });
    let at = mask(|bytes| bytes.simd_eq(u8x16::splat(b'@')));
    let dots = mask(|bytes| bytes.simd_eq(u8x16::splat(b'.')));
    // After the @ come labels: no dot is first, last, or right after another.
    let domain = all & at.wrapping_neg() << 1;
    let ends = dots & (at << 1 | 1 << (after_first + 15));
    plain | signs | at | dots == all
        && signs & domain == 0
        && at.is_power_of_two()
        && at > 1
        && domain != 0
        && ends == 0
        && dots & dots >> 1 & domain == 0
}

/// The WHATWG definition of a valid e-mail address.
pub(in crate::check::rules) fn is_email(text: &[u8]) -> bool {
    is_plain_email(text) || is_any_email(text)
}

fn is_any_email(text: &[u8]) -> bool {
    let class = |byte: &u8| IN_EMAIL.get(usize::from(*byte)).copied().unwrap_or(0);
    let local = text.iter().take_while(|byte| class(byte) & 1 != 0).count();
    let Some((b'@', domain)) = text.get(local..).and_then(<[u8]>::split_first) else {
        return false;
    };
    // A label ends where something else begins: a dot before another label, or the end.
    let mut rest = domain;
    loop {
        let length = rest.iter().take_while(|byte| class(byte) & 2 != 0).count();
        let (label, after) = invariant!(rest.split_at_checked(length)).unwrap_or_default();
        let ends_well = label.first() != Some(&b'-') && label.last() != Some(&b'-');
        if !(1..=63).contains(&length) || !ends_well {
            return false;
        }
        match after {
            [] => return local > 0,
            [b'.', more @ ..] => rest = more,
            _ => return false,
        }
    }
}

/// The part of an address before the @, and the domain.
fn parts(address: &[u8]) -> Option<(&[u8], &[u8])> {
    let at = address.iter().position(|byte| *byte == b'@')?;
    Some((address.get(..at)?, address.get(at + 1..)?))
}

/// Whether mail can be sent to an e-mail address (RFC 5321): its domain has a dot and ends like an Internet domain,
/// the part before the @ has at most 64 characters and dots only between others, and the whole has at most 254.
pub(super) fn is_deliverable(address: &[u8]) -> bool {
    let Some((local, domain)) = parts(address) else { return false };
    let Some(dot) = domain.iter().rposition(|byte| *byte == b'.') else { return false };
    let last = domain.get(dot + 1..).unwrap_or_default();
    let is_punycode = last.get(..4).is_some_and(|start| start.eq_ignore_ascii_case(b"xn--"));
    last.len() >= 2
        && (is_punycode || last.iter().all(u8::is_ascii_alphabetic))
        && local.len() <= 64
        && address.len() <= 254
        && local.split(|byte| *byte == b'.').all(|part| !part.is_empty())
}

/// Large public mailbox providers.
const PROVIDERS: [&str; 10] = [
    "gmail.com",
    "yahoo.com",
    "hotmail.com",
    "outlook.com",
    "icloud.com",
    "googlemail.com",
    "hotmail.co.uk",
    "yandex.ru",
    "orange.fr",
    "libero.it",
];

/// Other domains that are one typo away from a provider's.
const OTHERS: [&str; 4] = ["mail.com", "ymail.com", "email.com", "cloud.com"];

/// The provider's domain that was likely meant, and whether the address ends with the beginning of it. `None` if mail
/// can't be sent to the address.
pub(super) fn meant_domain(address: &[u8]) -> Option<(&'static str, bool)> {
    let (_, domain) = parts(address)?;
    let is_domain = |known: &&str| known.as_bytes().eq_ignore_ascii_case(domain);
    if PROVIDERS.iter().chain(&OTHERS).any(is_domain) {
        return None;
    }
    let is_meant = |known: &&&str| distance_within(domain, known.as_bytes(), 1).is_some();
    let nearest = PROVIDERS.iter().find(is_meant)?;
    let beginning = nearest.as_bytes().get(..domain.len());
    let is_beginning = beginning.is_some_and(|start| start.eq_ignore_ascii_case(domain));
    (is_email(address) && is_deliverable(address)).then_some((nearest, is_beginning))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_address_is_an_address() {
        let plain = ["a@b.example.paylint", "grace.lee@mail.example", "A.b.c.d.e@0", "x@y"];
        let mut seen = [false; 2];
        for text in plain.map(str::as_bytes) {
            for length in 0..=33 {
                let address: Vec<u8> = text.iter().copied().cycle().take(length).collect();
                for first in 0..length {
                    for second in [first, length - 1, length / 2] {
                        for byte in 0..=u8::MAX {
                            for other in *b".@-aZ9 +_,\x80" {
                                let mut address = address.clone();
                                address[first] = byte;
                                address[second] = other;
                                let is_plain = is_plain_email(&address);
                                assert!(!is_plain || is_any_email(&address));
                                seen[usize::from(is_plain)] = true;
                            }
                        }
                    }
                }
            }
        }
        assert!(seen[0] && seen[1]);
    }
}
