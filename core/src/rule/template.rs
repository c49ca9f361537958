//! Messages with placeholders, as a rule gives them.

use crate::schema::same;

/// The placeholders that stand for more than a param: see [`Rule::message`](crate::Rule::message).
const OF_EVERY_FINDING: &[&str] = &["member", "at", "deny"];

/// Whether all placeholders of a message can be filled in: each names a param or the member, and
/// one with a word for one also has a word for more.
#[allow(clippy::indexing_slicing, reason = "in bounds")]
pub(crate) const fn can_be_filled_in(message: &str, params: &[&str]) -> bool {
    let text = message.as_bytes();
    let mut at = first_of(text, 0, b"{");
    while at < text.len() {
        let (_, name) = text.split_at(at + 1);
        let (inside, _) = name.split_at(first_of(name, 0, b"}"));
        let is_closed = inside.len() < name.len();
        let length = first_of(inside, 0, b".:|");
        let (name, form) = inside.split_at(length);
        let has_choice = !matches!(form, [b':', ..]) || first_of(form, 0, b"|") < form.len();
        if !is_closed || !has_choice || !is_known(name, params) {
            return false;
        }
        at = first_of(text, at + inside.len(), b"{");
    }
    true
}

const fn is_known(name: &[u8], params: &[&str]) -> bool {
    let mut is_known = false;
    let mut rest = OF_EVERY_FINDING;
    while let [word, more @ ..] = rest {
        is_known |= same(name, word.as_bytes());
        rest = more;
    }
    let mut rest = params;
    while let [param, more @ ..] = rest {
        is_known |= same(name, param.as_bytes());
        rest = more;
    }
    is_known
}

/// The position of the first of these bytes from a position on, or the length of the text if there
/// is none.
#[allow(clippy::indexing_slicing, reason = "in bounds")]
const fn first_of(text: &[u8], mut at: usize, bytes: &[u8]) -> usize {
    while at < text.len() {
        let mut rest = bytes;
        while let [byte, more @ ..] = rest {
            if text[at] == *byte {
                return at;
            }
            rest = more;
        }
        at += 1;
    }
    at
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_names_what_is_known() {
        for message in [
            "",
            "a",
            "{a}",
            "{a}{b}",
            "x {a.0} and {b.1}",
            "{member}: {a:leg|legs}",
            "{at}{b|, not |}",
            "{member} {deny:must|should} go",
            "{a:|s}",
            "}",
        ] {
            assert!(can_be_filled_in(message, &["a", "b"]), "{message}");
        }
        for message in [
            "{",
            "{a",
            "{}",
            "{c}",
            "{a}{aa}",
            "{a:leg}",
            "{deny:must}",
            "{members}",
            "{{a}}",
            "{ a}",
        ] {
            assert!(!can_be_filled_in(message, &["a", "b"]), "{message}");
        }
        assert!(!can_be_filled_in("{a}", &[]));
    }
}
