//! Masking of card data in requests.

use serde_json::Value;

/// Maximum number of characters, none of them letters, between two digits of a card number.
const GAP: usize = 3;

/// Masks secrets in a body that isn't a card post, also in keys: card numbers except for the last four digits, security
/// codes, and API keys.
pub(crate) fn mask(value: &mut Value) {
    match value {
        Value::Object(members) => {
            let masked = std::mem::take(members).into_iter().map(|(mut name, mut value)| {
                match is_secret(&name) {
                    true => value = Value::from("***"),
                    false => mask(&mut value),
                }
                mask_text(&mut name);
                (name, value)
            });
            *members = masked.collect();
        }
        Value::Array(elements) => elements.iter_mut().for_each(mask),
        Value::String(text) => mask_text(text),
        Value::Number(number) if number.as_u64().is_none_or(|number| number > 999_999_999_999) => {
            let mut text = number.to_string();
            mask_text(&mut text);
            if text.contains('*') {
                *value = Value::from(text);
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// Whether a member of this name holds a security code or a credential.
fn is_secret(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    let is_short = |part: &[u8]| matches!(part, b"csc" | b"cvc" | b"cvv" | b"cvn");
    let opens = ["authorization", "password", "secret", "token", "api_key", "apikey", "signature"];
    name.as_bytes().windows(3).any(is_short)
        || name.contains("security")
        || opens.iter().any(|word| name.ends_with(word))
}

/// A masked card number: `************1111`.
pub(crate) fn last_four(number: &str) -> String {
    let digits = number.chars().filter(|character| digit(*character).is_some());
    let digits = digits.collect::<Vec<_>>();
    let shown = digits.len().saturating_sub(4).max(8);
    let last = digits.iter().skip(shown);
    "*".repeat(shown.min(digits.len())) + &last.collect::<String>()
}

/// Masks each card number: 13 to 19 digits with a valid checksum, with up to [`GAP`] characters other than letters
/// between two of them. Takes linear time.
pub(crate) fn mask_text(text: &mut String) {
    if !has_room_for_card(text) {
        return;
    }
    let mut characters: Vec<char> = text.chars().collect();
    let mut run = Vec::new();
    let mut gap = 0;
    for at in 0..characters.len() {
        match digit(characters[at]) {
            Some(value) => {
                run.push((at, value));
                gap = 0;
            }
            None if gap < GAP && !characters[at].is_alphabetic() => gap += 1,
            None => hide(&std::mem::take(&mut run), &mut characters),
        }
    }
    hide(&run, &mut characters);
    *text = characters.into_iter().collect();
}

/// Fast path: false if too few of a text's bytes can belong to digits.
fn has_room_for_card(text: &str) -> bool {
    text.bytes().filter(|byte| byte.is_ascii_digit() || !byte.is_ascii()).count() >= 13
}

/// Masks the card numbers in a run of digits. One can begin at any of them: together with the digits of a date before
/// it, the checksum may be valid, too.
fn hide(run: &[(usize, u32)], characters: &mut [char]) {
    let mut end = 0;
    for start in 0..run.len().saturating_sub(12) {
        let rest = &run[start..];
        let mut lengths = (13..=rest.len().min(19)).rev();
        // Card numbers don't begin with 0 or 1, but milliseconds since 1970 do.
        let is_card = |length: &usize| rest[0].1 > 1 && has_checksum(&rest[..*length]);
        let Some(length) = lengths.find(is_card) else { continue };
        let hides = end.max(start)..start + length - 4;
        end = end.max(hides.end);
        run.get(hides).into_iter().flatten().for_each(|(at, _)| characters[*at] = '*');
    }
}

/// The Luhn checksum (ISO/IEC 7812-1).
fn has_checksum(digits: &[(usize, u32)]) -> bool {
    let doubled = digits.iter().rev().enumerate().map(|(place, (_, digit))| {
        let digit = digit << (place % 2);
        digit / 10 + digit % 10
    });
    doubled.sum::<u32>() % 10 == 0
}

/// The value of a digit: European, full-width, Arabic or Indian.
fn digit(character: char) -> Option<u32> {
    if character.is_ascii() {
        return character.to_digit(10);
    }
    let zeros = ['０', '٠', '۰', '०'];
    let above = |zero: char| u32::from(character).checked_sub(u32::from(zero));
    zeros.into_iter().filter_map(above).find(|value| *value < 10)
}

#[cfg(test)]
#[test]
fn a_number_is_masked_however_it_is_written() {
    for (text, masked) in [
        ("x4111.1111_1111/1111", "x****.****_****/1111"),
        ("4111  1111\u{a0}1111 - 1111", "****  ****\u{a0}**** - 1111"),
        ("of 4111 1111-1111\t1111, 12/29", "of **** ****-****\t1111, 12/29"),
        ("4111 -- 1111 1111 1111", "4111 -- 1111 1111 1111"),
        ("order 202611201015", "order 202611201015"),
        ("2026-11-20 4111 1111 1111 1111", "202*-**-** **** **** **** 1111"),
        ("4222222222222", "*********2222"),
        ("4234567890123456782", "***************6782"),
        ("é5555555555554444", "é************4444"),
        ("４１１１１１１１１１１１１１１１", "************１１１１"),
        ("٤١١١١١١١١١١١١١١١", "************١١١١"),
        ("۴۱۱۱۱۱۱۱۱۱۱۱۱۱۱۱", "************۱۱۱۱"),
        ("४१११११११११११११११", "************११११"),
    ] {
        let mut found = text.to_owned();
        mask_text(&mut found);
        assert_eq!(found, masked);
    }
    assert_eq!(last_four("4111 1111 1111 1111"), "************1111");
    assert_eq!(last_four("123456789"), "********9");
    assert_eq!(last_four("12"), "**");
    // Quadratic time would be many minutes.
    let mut long = "4111111111111111".repeat(6000);
    mask_text(&mut long);
    assert!(long.starts_with("************1111****") && long.ends_with("**1111"));
}
