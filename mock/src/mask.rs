//! Requests without the card data that may be in them.

use serde_json::Value;

/// Removes card data from a body that isn't a card post: of a card number, wherever it stands, the last four digits
/// stay, and nothing of a security code.
pub(crate) fn mask(value: &mut Value) {
    match value {
        Value::Object(members) => {
            for (key, value) in members {
                let key = key.to_ascii_lowercase();
                if ["csc", "cvc", "cvv", "cvn", "security"].iter().any(|code| key.contains(code)) {
                    *value = Value::from("***");
                }
                mask(value);
            }
        }
        Value::Array(elements) => elements.iter_mut().for_each(mask),
        Value::String(text) => mask_text(text),
        Value::Number(number) => {
            let mut text = number.to_string();
            mask_text(&mut text);
            if text.contains('*') {
                *value = Value::from(text);
            }
        }
        Value::Null | Value::Bool(_) => {}
    }
}

/// A card number as it may be kept: `************1111`.
pub(crate) fn last_four(number: &str) -> String {
    let digits = number.chars().filter(char::is_ascii_digit).collect::<Vec<_>>();
    let shown = digits.len().saturating_sub(4).max(8);
    let last = digits.iter().skip(shown);
    "*".repeat(shown.min(digits.len())) + &last.collect::<String>()
}

/// Masks each run of digits, with single spaces or hyphens between them, that is a card number: 13 to 19 digits whose
/// checksum is right.
fn mask_text(text: &mut String) {
    let mut bytes = std::mem::take(text).into_bytes();
    let mut start = 0;
    while start < bytes.len() {
        let mut digits = Vec::new();
        let is_digit = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_digit);
        let mut at = start;
        while is_digit(at) || matches!(bytes.get(at), Some(b' ' | b'-')) && is_digit(at + 1) {
            if is_digit(at) {
                digits.push(at);
            }
            at += 1;
        }
        let lengths = (13..=digits.len().min(19)).rev();
        match lengths.into_iter().find(|length| has_checksum(&bytes, &digits[..*length])) {
            Some(length) => {
                digits[..length - 4].iter().for_each(|at| bytes[*at] = b'*');
                start = digits[length - 1] + 1;
            }
            None => start += 1,
        }
    }
    // Digits became asterisks: it is UTF-8 still.
    *text = String::from_utf8(bytes).unwrap_or_default();
}

/// The Luhn checksum (ISO/IEC 7812-1) of the digits at these positions.
fn has_checksum(bytes: &[u8], digits: &[usize]) -> bool {
    let digits = digits.iter().rev().map(|at| u32::from(bytes[*at] - b'0'));
    let doubled = digits.enumerate().map(|(place, digit)| match (place % 2, digit * 2) {
        (0, _) => digit,
        (_, doubled) => doubled / 10 + doubled % 10,
    });
    doubled.sum::<u32>() % 10 == 0
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn nothing_of_a_card_stays_but_four_digits() {
        let mut body = json!({
            "notes": ["of 4111 1111-1111 1111, 12/29", "order 202611201015", "é5555555555554444"],
            "card": 4111111111111111_u64, "CVV2": 123, "securityCode": "999", "price": 12.5,
            "original_client": "6bf85136-2f8f-4ec6-9d66-b438a05ccd93",
        });
        mask(&mut body);
        assert_eq!(
            body,
            json!({
                "notes": ["of **** ****-**** 1111, 12/29", "order 202611201015", "é************4444"],
                "card": "************1111", "CVV2": "***", "securityCode": "***", "price": 12.5,
                "original_client": "6bf85136-2f8f-4ec6-9d66-b438a05ccd93",
            })
        );
        assert_eq!(last_four("4111 1111 1111 1111"), "************1111");
        assert_eq!(last_four("123456789"), "********9");
        assert_eq!(last_four("12"), "**");
    }
}
