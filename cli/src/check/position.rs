//! Lines and columns of a text's bytes.

/// The lines of a text.
pub(crate) struct Lines {
    starts: Vec<usize>,
}

/// A line and a column, both from 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Position {
    /// The line.
    pub(crate) line: usize,
    /// The column, in bytes.
    pub(crate) column: usize,
}

impl Lines {
    /// Finds the lines of a text.
    pub(crate) fn of(text: &[u8]) -> Lines {
        let behind = memchr::memchr_iter(b'\n', text).map(|at| at + 1);
        Lines { starts: std::iter::once(0).chain(behind).collect() }
    }

    /// The line and column of a byte, or of the end of the text.
    pub(crate) fn position(&self, at: usize) -> Position {
        let line = self.starts.partition_point(|start| *start <= at);
        Position { line, column: at - self.starts[line - 1] + 1 }
    }

    /// Where a line, counted from 1, begins.
    pub(crate) fn start(&self, line: usize) -> usize {
        self.starts[line - 1]
    }

    /// Where the next line begins, if there is one.
    pub(crate) fn next_start(&self, line: usize) -> Option<usize> {
        self.starts.get(line).copied()
    }
}

/// The columns of some bytes of a text, in characters. All are found in one pass: a line may be as long
/// as the text, and have many findings.
pub(crate) struct Columns {
    /// Bytes, ascending, and their columns.
    found: Vec<(usize, usize)>,
}

impl Columns {
    /// Finds the columns of the bytes `wanted`.
    pub(crate) fn of(text: &[u8], mut wanted: Vec<usize>) -> Columns {
        wanted.sort_unstable();
        wanted.dedup();
        let (mut from, mut column) = (0, 1);
        let found = wanted.into_iter().map(|at| {
            let mut passed = &text[from..at];
            if let Some(end) = memchr::memrchr(b'\n', passed) {
                (passed, column) = (&passed[end + 1..], 1);
            }
            // Continuation bytes don't begin a character.
            column += passed.iter().filter(|byte| **byte & 0xC0 != 0x80).count();
            from = at;
            (at, column)
        });
        Columns { found: found.collect() }
    }

    /// The column of a byte that was wanted, from 1.
    pub(crate) fn column(&self, at: usize) -> usize {
        let index = self.found.partition_point(|(found, _)| *found < at);
        self.found.get(index).map_or(1, |(_, column)| *column)
    }
}
