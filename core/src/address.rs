//! Parsing IP addresses, exactly as the standard library does but with less code.

use core::net::{IpAddr, Ipv4Addr};

/// Parses an address. `None` if the text isn't one.
pub(crate) fn address(text: &[u8]) -> Option<IpAddr> {
    match ipv4(text) {
        Some(address) => Some(Ipv4Addr::from(address.to_le_bytes()).into()),
        None => ipv6(text).map(Into::into),
    }
}

/// Parses four numbers up to 255, without leading zeros. The first becomes the lowest byte.
#[inline(never)]
fn ipv4(text: &[u8]) -> Option<u32> {
    let (mut address, mut count) = (0u32, 0u32);
    // The value of the number being read, if it has a digit yet.
    let mut number = None;
    for byte in text.iter().chain(b".") {
        number = match (number, byte.wrapping_sub(b'0')) {
            (None, digit @ 0..=9) => Some(digit),
            (Some(value @ 1..), digit @ 0..=9) => Some(value.checked_mul(10)?.checked_add(digit)?),
            (Some(value), _) if *byte == b'.' => {
                address = address >> 8 | u32::from(value) << 24;
                count = count.wrapping_add(1);
                None
            }
            _ => return None,
        };
    }
    (count == 4).then_some(address)
}

/// Parses eight groups of up to four hexadecimal digits. The last two may be written as an IPv4
/// address, and `::` may stand once for one or more groups of zeros.
fn ipv6(text: &[u8]) -> Option<[u8; 16]> {
    let mut octets = [0; 16];
    let (mut used, mut gap) = (0usize, None);
    let mut rest = match text {
        [b':', rest @ ..] if !rest.starts_with(b":") => return None,
        [b':', rest @ ..] => rest,
        _ => text,
    };
    // From one group to the next. The colon before it has been skipped.
    loop {
        if let [b':', after @ ..] = rest {
            if gap.replace(used).is_some() {
                return None;
            }
            if after.is_empty() {
                break;
            }
            rest = after;
        }
        let end = rest.iter().position(|byte| *byte == b':');
        let place = octets.get_mut(used..)?;
        if end.is_none()
            && let Some(address) = ipv4(rest)
        {
            *place.first_chunk_mut()? = address.to_le_bytes();
            used = used.wrapping_add(4);
            break;
        }
        let (digits, after) = rest.split_at_checked(end.unwrap_or(rest.len()))?;
        *place.first_chunk_mut()? = group(digits)?.to_be_bytes();
        used = used.wrapping_add(2);
        let Some(after) = after.get(1..) else { break };
        rest = after;
    }
    let zeros = octets.len().checked_sub(used)?;
    let Some(gap) = gap else { return (zeros == 0).then_some(octets) };
    // Move the groups after the gap to the end.
    for at in (gap..used).rev() {
        let octet = core::mem::take(octets.get_mut(at)?);
        *octets.get_mut(at.wrapping_add(zeros))? = octet;
    }
    (zeros > 0).then_some(octets)
}

fn group(digits: &[u8]) -> Option<u16> {
    let value = digits.iter().try_fold(0u16, |value, digit| {
        Some(value << 4 | char::from(*digit).to_digit(16)? as u16)
    })?;
    matches!(digits.len(), 1..=4).then_some(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn as_the_standard_library(text: &str) {
        assert_eq!(address(text.as_bytes()), text.parse().ok(), "{text}");
    }

    #[test]
    fn addresses_are_read_as_by_the_standard_library() {
        for text in [
            "",
            ":",
            "::",
            ":::",
            "::1",
            "1::",
            "1:2:3:4:5:6:7:8",
            "1:2:3:4:5:6:7::",
            "::2:3:4:5:6:7:8",
            "1:2:3:4::5:6:7:8",
            "1:2:3:4:5:6:7:8:9",
            "1::2::3",
            "1:",
            ":1",
            "12345::",
            "1:2:3:4:5:6:1.2.3.4",
            "1:2:3:4:5:6:7:1.2.3.4",
            "::1.2.3.4",
            "1.2.3.4::",
            "1::1.2.3.4",
            "::1.2.3.4:1",
            "::ffff:1.2.3.256",
            "1:2:3:4:5::1.2.3.4",
            "1:2:3:4:5:6::1.2.3.4",
            "1.2.3.4",
            "01.2.3.4",
            "0.0.0.0",
            "00.0.0.0",
            "255.255.255.255",
            "256.1.1.1",
            "1.2.3",
            "1.2.3.4.5",
            "1.2.3.",
            ".1.2.3",
            "1..2.3",
            " 1.2.3.4",
            "1.2.3.4 ",
            "fe80::1%eth0",
            "[::1]",
            "FFFF::aBcD",
            "+1.2.3.4",
            "0000:0:0:0:0:0:0:00000",
            "4294967297.1.1.1",
            "1.2.3.0x4",
            "::g",
            "1.2.3.4:80",
        ] {
            as_the_standard_library(text);
        }
    }

    #[test]
    fn texts_like_addresses_are_read_as_by_the_standard_library() {
        const PIECES: [&str; 12] =
            ["0", "1", "25", "255", "256", "00", "fF9a", "fffff", "1.2.3.4", ".", ":", "::"];
        const PUNCTUATION: [&str; 3] = [".", ":", "::"];
        let mut state = 1u64;
        let mut next = |below: usize| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (state >> 33) as usize % below
        };
        let mut read = 0;
        for _ in 0..300_000 {
            let (dots, most) = (next(3) == 0, next(18));
            let mut text = String::new();
            for place in 0..most {
                let piece = match (place % 2, next(12)) {
                    (_, 0) => PIECES[next(PIECES.len())],
                    (0, _) => PIECES[next(3 + usize::from(!dots) * 4)],
                    (_, 1) => PUNCTUATION[next(3)],
                    _ if dots => ".",
                    _ => ":",
                };
                text.push_str(piece);
            }
            read += usize::from(address(text.as_bytes()).is_some());
            as_the_standard_library(&text);
        }
        assert!(read > 10_000, "{read} are addresses");
    }
}
