//! Compares the reader's verdict on a text with that of `serde_json`.

use std::sync::LazyLock;

use paylint::{Engine, Facts, Operation, Report};
use serde_json::Value;

/// The reader's result for a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Syntax {
    /// One JSON text.
    WellFormed,
    /// Not one JSON text.
    Malformed,
    /// No body.
    Blank,
}

/// Checks a text as the body of every operation that parses one. All must agree.
pub fn read(engine: &Engine, report: &mut Report, text: &[u8]) -> Syntax {
    let mut all = Operation::ALL.iter().filter(|operation| **operation != Operation::Reversal).map(
        |operation| {
            engine.check_into(*operation, text, &Facts::default(), report);
            let first = report.findings().next().map(|finding| finding.rule().name);
            match first {
                Some("json.malformed") => {
                    assert_eq!(report.findings().len(), 1, "nothing else is checked");
                    assert!(!engine.accepts(*operation, text, &Facts::default()));
                    Syntax::Malformed
                }
                Some("json.too_large") => panic!("a text over the limit"),
                Some("body.required") => Syntax::Blank,
                // Without a body, a refund is a full one, and a capture has no members.
                _ if matches!(operation, Operation::Capture | Operation::Refund) && blank(text) => {
                    Syntax::Blank
                }
                _ => Syntax::WellFormed,
            }
        },
    );
    let first = all.next().expect("an operation");
    for other in all {
        assert_eq!(other, first, "the operations agree on {}", shown(text));
    }
    first
}

/// Whether the text is only white space.
pub fn blank(text: &[u8]) -> bool {
    text.iter().all(|byte| b" \t\n\r".contains(byte))
}

fn shown(text: &[u8]) -> String {
    String::from_utf8_lossy(&text[..text.len().min(120)]).into_owned()
}

/// A reason why the reader accepts a text that `serde_json` refuses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Deviation {
    /// A number is too large for a double; the reader keeps its digits.
    Overflow,
    /// Nested 128 deep, where `serde_json` stops at 127.
    Nesting,
}

/// The deviation from the verdict of `serde_json` when it reads a `Value`, if there is one.
pub fn deviation(text: &[u8]) -> Option<Deviation> {
    static ENGINE: LazyLock<Engine> = LazyLock::new(Engine::default);
    let own = read(&ENGINE, &mut Report::new(), text);
    match (own, serde_json::from_slice::<Value>(text)) {
        (Syntax::WellFormed, Ok(_)) | (Syntax::Malformed | Syntax::Blank, Err(_)) => None,
        (Syntax::WellFormed, Err(error))
            if error.to_string().starts_with("number out of range") =>
        {
            Some(Deviation::Overflow)
        }
        (Syntax::WellFormed, Err(error)) if error.to_string().starts_with("recursion limit") => {
            assert_eq!(depth(text), 128, "{}", shown(text));
            Some(Deviation::Nesting)
        }
        (own, theirs) => panic!("{own:?} but {theirs:?}: {}", shown(text)),
    }
}

/// The depth of nesting of a well-formed text.
pub fn depth(text: &[u8]) -> usize {
    let (mut open, mut most, mut in_string, mut escaped) = (0, 0, false, false);
    for byte in text {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if in_string => escaped = true,
            b'"' => in_string = !in_string,
            b'[' | b'{' if !in_string => {
                open += 1;
                most = most.max(open);
            }
            b']' | b'}' if !in_string => open -= 1,
            _ => {}
        }
    }
    most
}

/// Nested arrays and objects, whose kinds repeat `kinds` from the outside in.
#[must_use]
pub fn nested(kinds: &str, depth: usize) -> String {
    let opening: Vec<char> = kinds.chars().cycle().take(depth).collect();
    let mut out = String::new();
    for (at, kind) in opening.iter().enumerate() {
        let innermost = at + 1 == depth;
        out.push_str(match kind {
            '{' if innermost => "{",
            '{' => "{\"k\":",
            _ => "[",
        });
    }
    out.extend(opening.iter().rev().map(|kind| if *kind == '{' { '}' } else { ']' }));
    out
}
