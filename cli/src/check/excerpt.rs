//! The line to show for a finding: masked, and no longer than a terminal is wide.

use super::mask::Masked;

/// No excerpt is longer, in characters.
const WIDTH: usize = 96;
/// What stands before the caret, if the line is cut.
const BEFORE: usize = 40;
/// An object or array that is longer is marked at its bracket alone.
const LONGEST_CONTAINER: usize = 40;
/// Stands for what was cut off.
const CUT: &str = "...";

/// A part of a line, and what to mark in it, in bytes.
pub(super) struct Excerpt {
    /// How many lines stand before that of the mark.
    pub(super) lines_before: usize,
    pub(super) text: String,
    pub(super) start: usize,
    pub(super) end: usize,
}

impl Excerpt {
    /// The part of a masked text around the bytes from `start` to `end` of it.
    pub(super) fn of(masked: &Masked, start: usize, end: usize) -> Excerpt {
        let text = masked.text.as_str();
        let from = memchr::memrchr(b'\n', &text.as_bytes()[..start]).map_or(0, |at| at + 1);
        let to =
            memchr::memchr(b'\n', &text.as_bytes()[start..]).map_or(text.len(), |at| start + at);
        let is_container = text[start..].starts_with(['{', '[']);
        let end = match end.clamp(start, to) {
            _ if is_container && (end > to || end - start > LONGEST_CONTAINER) => start + 1,
            end => end,
        };
        // Blanks at the end of the line would be room for the caret of what is missing there.
        let to = from + text[from..to].trim_end().len();
        let to = to.max(end).max(start);
        let excerpt = cut(&text[from..to], start - from, end - from);
        // What ends too early ends on a line of nothing: the one before says more.
        match text[..from].strip_suffix('\n') {
            Some(before) if excerpt.text.is_empty() => {
                excerpt.below(before.lines().last().unwrap_or(""))
            }
            _ => excerpt,
        }
    }

    fn below(self, line: &str) -> Excerpt {
        let line = cut(line.trim_end(), 0, 0).text;
        let shift = line.len() + 1;
        Excerpt {
            lines_before: 1,
            text: format!("{line}\n{}", self.text),
            start: self.start + shift,
            end: self.end + shift,
        }
    }
}

/// Cuts a line that is too long, and what is marked with it.
fn cut(line: &str, start: usize, end: usize) -> Excerpt {
    // A character is four bytes at most: the rest of a very long line need not be counted.
    if line.len() <= 4 * WIDTH && line.chars().count() <= WIDTH {
        return Excerpt { lines_before: 0, text: line.to_owned(), start, end };
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
    Excerpt { lines_before: 0, text, start, end }
}

/// Where a long line is cut on the left: behind a comma or an opening bracket, if there is one at
/// hand.
fn left_edge(line: &str, start: usize) -> usize {
    let before = &line[..start];
    let Some((far, _)) = before.char_indices().rev().nth(BEFORE) else { return 0 };
    let near = before.char_indices().rev().nth(BEFORE / 2).map_or(far, |(at, _)| at);
    before[far..near].find([',', '{', '[']).map_or(far, |at| far + at + 1)
}
