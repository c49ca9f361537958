//! The line to show for a finding: masked, and cut to the width of a terminal.

use super::position::Lines;

/// Maximum length of an excerpt, in characters.
const WIDTH: usize = 96;
/// Bytes shown before the caret, if the line is cut.
const BEFORE: usize = 40;
/// If an object or array is longer, only its bracket is marked.
const LONGEST_CONTAINER: usize = 40;
/// Marks a cut.
const CUT: &str = "...";

/// A masked text, to show parts of. The lines are found once: one of them may be as long as the text, and
/// have many findings.
pub(super) struct Excerpts {
    text: String,
    lines: Lines,
}

/// A part of a line, and what to mark in it, in bytes.
pub(super) struct Excerpt {
    pub(super) text: String,
    pub(super) start: usize,
    pub(super) end: usize,
}

impl Excerpts {
    pub(super) fn of(text: String) -> Excerpts {
        Excerpts { lines: Lines::of(text.as_bytes()), text }
    }

    /// The part around the bytes from `start` to `end`.
    pub(super) fn excerpt(&self, start: usize, end: usize) -> Excerpt {
        let line = self.lines.position(start).line;
        let from = self.lines.start(line);
        let to = self.lines.next_start(line).map_or(self.text.len(), |next| next - 1);
        let is_container = self.text[start..].starts_with(['{', '[']);
        let end = match end.clamp(start, to) {
            _ if is_container && (end > to || end - start > LONGEST_CONTAINER) => start + 1,
            end => end,
        };
        cut(&self.text[from..to], start - from, end - from)
    }
}

/// Cuts a line that is too long, together with its mark.
fn cut(line: &str, start: usize, end: usize) -> Excerpt {
    // A character has at most four bytes, so a longer line needn't be counted.
    if line.len() <= 4 * WIDTH && line.chars().count() <= WIDTH {
        return Excerpt { text: line.to_owned(), start, end };
    }
    let left = left_edge(line, start);
    let mut ends =
        line[left..].char_indices().map(|(at, character)| left + at + character.len_utf8());
    let right = ends.nth(WIDTH - 1).unwrap_or(line.len());
    let mut text = String::with_capacity(right - left + 2 * CUT.len());
    if left > 0 {
        text.push_str(CUT);
    }
    let before = text.len();
    text.push_str(&line[left..right]);
    let shift = |at: usize| at.clamp(left, right) - left + before;
    let (start, end) = (shift(start), shift(end));
    if right < line.len() {
        text.push_str(CUT);
    }
    Excerpt { text, start, end }
}

/// Where to cut a long line on the left: after a comma or an opening bracket, if there is one
/// nearby.
fn left_edge(line: &str, start: usize) -> usize {
    let before = &line[..start];
    let Some((far, _)) = before.char_indices().rev().nth(BEFORE) else { return 0 };
    let near = before.char_indices().rev().nth(BEFORE / 2).map_or(far, |(at, _)| at);
    before[far..near].find([',', '{', '[']).map_or(far, |at| far + at + 1)
}
