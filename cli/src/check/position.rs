//! From a byte of a text to its line and column.

/// Where the lines of a text begin.
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

    /// The place of a byte, or of the end of the text.
    pub(crate) fn position(&self, at: usize) -> Position {
        let line = self.starts.partition_point(|start| *start <= at);
        Position { line, column: at - self.starts[line - 1] + 1 }
    }

    /// Where a line, counted from 1, begins.
    pub(crate) fn start(&self, line: usize) -> usize {
        self.starts[line - 1]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_and_columns_count_from_one() {
        let lines = Lines::of(b"{\n  1,\n}");
        let at = |byte| {
            let Position { line, column } = lines.position(byte);
            (line, column)
        };
        assert_eq!(
            [at(0), at(1), at(2), at(4), at(7), at(8)],
            [(1, 1), (1, 2), (2, 1), (2, 3), (3, 1), (3, 2)]
        );
    }
}
