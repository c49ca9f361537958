//! The planted secrets, and the search for any part of one in the output.

use aho_corasick::AhoCorasick;

/// A string that nothing may show. No part of it occurs in the fixed texts of reports.
#[derive(Clone, Copy)]
pub(crate) struct Secret(pub(crate) &'static str);

/// A card number that passes the check, and one that does not. All digits are eights and nines, so
/// that no four of them are a length, a column or a year.
pub(crate) const CARD: Secret = Secret("9899889888888899");
pub(crate) const WRONG_CARD: Secret = Secret("9989-8998-9888-9998");
pub(crate) const CODE: Secret = Secret("9998");
pub(crate) const ACCOUNT: Secret = Secret("QXVB98998889989898");
pub(crate) const TOKEN: Secret = Secret("sk_zyqwvuth_99889988998");
pub(crate) const NAME: Secret = Secret("Quorlith Vexbrandt");
pub(crate) const ADDRESS: Secret = Secret("Zomperweg 9989, Kraxhaven");

pub(crate) const ALL: [Secret; 7] = [CARD, WRONG_CARD, CODE, ACCOUNT, TOKEN, NAME, ADDRESS];

/// Secrets that aren't shown even as a key, because of their form.
pub(crate) const KEYS: [Secret; 6] = [CARD, WRONG_CARD, ACCOUNT, TOKEN, NAME, ADDRESS];

/// Parts that must not be shown: words of four letters or more, and runs of digits; as they are, and as the bytes of a
/// `Debug` or hexadecimal dump.
pub(crate) struct Parts {
    parts: Vec<String>,
    search: AhoCorasick,
}

impl Parts {
    pub(crate) fn new(secrets: &[Secret], digits: usize) -> Parts {
        let mut plain = Vec::new();
        for Secret(text) in secrets {
            let words = text.split(|c: char| !c.is_ascii_alphabetic());
            plain.extend(words.filter(|word| word.len() >= 4).map(str::to_owned));
            // Dashes do not end a card number; letters end an account number's digits.
            for run in text.replace('-', "").split(|c: char| !c.is_ascii_digit()) {
                let windows = run.as_bytes().windows(digits);
                plain.extend(windows.map(|window| String::from_utf8_lossy(window).into_owned()));
            }
        }
        let mut parts = plain.clone();
        for part in &plain {
            let list: Vec<String> = part.bytes().map(|byte| byte.to_string()).collect();
            parts.push(list.join(", "));
            parts.push(list.join(","));
            parts.push(part.bytes().map(|byte| format!("{byte:02x}")).collect());
        }
        let search = AhoCorasick::builder().ascii_case_insensitive(true).build(&parts);
        Parts { parts, search: search.expect("few parts") }
    }

    /// The part of a secret that is in the text.
    pub(crate) fn leak(&self, text: &str) -> Option<&str> {
        let text = if text.contains("\\u00") { decoded(text) } else { text.to_owned() };
        // A card number may be shown with separators between its digits.
        let joined = text.bytes().filter(|byte| !b"- ".contains(byte)).collect();
        let found = [text.into_bytes(), joined].iter().find_map(|text| self.search.find(text));
        found.map(|found| self.parts[found.pattern()].as_str())
    }
}

/// The text with its `\\u00xx` escapes decoded.
fn decoded(text: &str) -> String {
    let mut pieces = text.split("\\u00");
    let mut out = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        let code = piece.get(..2).and_then(|code| u8::from_str_radix(code, 16).ok());
        out.extend(code.map(char::from));
        out.push_str(piece.get(2..).unwrap_or_default());
    }
    out
}

#[test]
fn a_leak_in_any_form_is_found() {
    let parts = Parts::new(&ALL, 4);
    for Secret(text) in ALL {
        let escaped: String = text.chars().map(|c| format!("\\u{:04x}", c as u32)).collect();
        let hex: String = text.bytes().map(|byte| format!("{byte:02X}")).collect();
        for leak in [
            format!("a{text}b"),
            text.to_uppercase(),
            escaped,
            hex,
            format!("{:?}", text.as_bytes()),
            format!("{:#?}", Some(text)),
        ] {
            assert!(parts.leak(&leak).is_some(), "{leak}");
        }
    }
    assert!(parts.leak("************8 899").is_some());
    assert!(parts.leak("9899 88** **** ****").is_some());
    assert!(parts.leak("account ending in 9898").is_some());
    assert_eq!(parts.leak("ISO 4217, ISO/IEC 7812-1, 1048576 bytes, 2026-11-20T10:15:00Z"), None);
}
