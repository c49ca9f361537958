//! Unknown keys.

use heck::ToLowerCamelCase;

use crate::declared::EXTRAS;
use crate::edges::edges;
use crate::node::Node;
use crate::rng::Rng;

/// An unknown key for an object with members of these names. Some keys can be shown in a path, some
/// can't, and some are similar to one of the names.
pub(crate) fn unknown_key(rng: &mut Rng, names: &[&str]) -> String {
    match rng.below(16) {
        0 => "a".repeat(rng.pick(&[63, 64, 65])),
        1 => rng.pick(&["k123456", "k1234567", "123456", "1234567", "1.2-3_4"]).to_owned(),
        2 => rng.pick(&["4111111111111111", "a b", "a/b", "a~b", "", "ключ", "x\u{0}"]).to_owned(),
        3 => rng.pick(&["Client", "PRICE", "product", "e-mail", "e.mail", "client "]).to_owned(),
        4 => rng.pick(&["amount", "total", "title", "price", "legs", "csc", "is_moto"]).to_owned(),
        5..9 if !names.is_empty() => {
            let name = rng.pick(names);
            slip(rng, name)
        }
        9 | 10 if !names.is_empty() => {
            let name = rng.pick(names);
            another_name(rng, name)
        }
        11 => rng.pick(EXTRAS).0.to_owned(),
        _ => rng.pick(&["note", "ref", "meta", "colour", "x_1", "my.key", "*"]).to_owned(),
    }
}

/// Another name for a member: a synonym, or another spelling.
pub(crate) fn another_name(rng: &mut Rng, name: &str) -> String {
    let others = edges("keys", name);
    match (others.get(rng.below(others.len())), rng.below(6)) {
        (Some(Node::Text(other)), 0..3) => other.clone(),
        (_, 3) => name.to_ascii_uppercase(),
        (_, 4) => name.replace('_', rng.pick(&["", "-", "__"])),
        (_, 5) => slip(rng, name),
        _ => name.to_lower_camel_case(),
    }
}

/// The name in different case.
pub(crate) fn twin_of(rng: &mut Rng, name: &str) -> String {
    let other = |c: char| if rng.chance(40) { c.to_ascii_uppercase() } else { c };
    let twin: String = name.chars().map(other).collect();
    if twin == name { name.to_ascii_uppercase() } else { twin }
}

/// The name with some typos, about as many as still count as a misspelling.
fn slip(rng: &mut Rng, name: &str) -> String {
    let mut letters: Vec<char> = name.chars().collect();
    for _ in 0..1 + rng.below(2 + name.len() / 3) {
        let at = rng.below(letters.len());
        match rng.below(5) {
            _ if letters.is_empty() => letters.push('x'),
            0 => letters.insert(at, rng.pick(&['x', '_', 'e', '7'])),
            1 => {
                letters.remove(at);
            }
            2 => letters[at] = rng.pick(&['x', 'E', '-', '.']),
            3 => letters[at] = letters[at].to_ascii_uppercase(),
            _ => {
                let next = (at + 1) % letters.len();
                letters.swap(at, next);
            }
        }
    }
    letters.into_iter().collect()
}
