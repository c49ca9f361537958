//! IPv4 and IPv6 addresses, read by the text of the standards.

/// An address as a number; a mapped IPv6 address stays an IPv6 one.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Address {
    V4([u8; 4]),
    V6([u16; 8]),
}

pub(crate) fn address(text: &str) -> Option<Address> {
    if let Some(four) = v4(text) {
        return Some(Address::V4(four));
    }
    v6(text).map(Address::V6)
}

/// Four decimal numbers without leading zeros.
fn v4(text: &str) -> Option<[u8; 4]> {
    let parts: Vec<&str> = text.split('.').collect();
    let mut out = [0; 4];
    if parts.len() != 4 {
        return None;
    }
    for (slot, part) in out.iter_mut().zip(parts) {
        let plain = !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
        if !plain || (part.len() > 1 && part.starts_with('0')) {
            return None;
        }
        *slot = part.parse().ok()?;
    }
    Some(out)
}

/// Eight groups, of which `::` stands once for one or more that are zero; the last two may be
/// written as an IPv4 address.
fn v6(text: &str) -> Option<[u16; 8]> {
    let (head, tail) = match text.split_once("::") {
        Some((head, tail)) => (groups(head, false)?, Some(groups(tail, true)?)),
        None => (groups(text, true)?, None),
    };
    let mut out = [0; 8];
    match tail {
        None if head.len() == 8 => out.copy_from_slice(&head),
        Some(tail) if head.len() + tail.len() <= 7 => {
            out[..head.len()].copy_from_slice(&head);
            out[8 - tail.len()..].copy_from_slice(&tail);
        }
        _ => return None,
    }
    Some(out)
}

fn groups(text: &str, at_the_end: bool) -> Option<Vec<u16>> {
    let mut out = Vec::new();
    if text.is_empty() {
        return Some(out);
    }
    let parts: Vec<&str> = text.split(':').collect();
    for (index, part) in parts.iter().enumerate() {
        let last = index + 1 == parts.len();
        if last
            && at_the_end
            && let Some([a, b, c, d]) = v4(part)
        {
            out.push(u16::from(a) << 8 | u16::from(b));
            out.push(u16::from(c) << 8 | u16::from(d));
        } else if (1..=4).contains(&part.len()) && part.bytes().all(|b| b.is_ascii_hexdigit()) {
            out.push(u16::from_str_radix(part, 16).ok()?);
        } else {
            return None;
        }
    }
    if out.len() <= 8 { Some(out) } else { None }
}
