//! Standard output, in whole lines.

use super::interrupt::Run;
use crate::exit::{Error, Result};
use std::io::{StdoutLock, Write};
use std::sync::atomic::Ordering;

/// What is written at a time, unless a single line is longer: as much as a pipe holds.
const PIECE: usize = 64 << 10;

/// Writes lines, and counts them.
pub(super) struct Output<'a> {
    out: StdoutLock<'static>,
    run: &'a Run,
}

impl<'a> Output<'a> {
    pub(super) fn new(run: &'a Run) -> Output<'a> {
        Output { out: std::io::stdout().lock(), run }
    }

    /// Writes whole lines, up to the one at which the run is interrupted.
    pub(super) fn write(&mut self, mut lines: &[u8]) -> Result<()> {
        while !lines.is_empty() {
            if self.run.is_interrupted() {
                return Err(Error::Interrupted);
            }
            let (piece, rest) = lines.split_at(piece(lines));
            self.out.write_all(piece)?;
            let count = memchr::memchr_iter(b'\n', piece).count();
            self.run.lines.fetch_add(count as u64, Ordering::SeqCst);
            lines = rest;
        }
        self.out.flush()?;
        Ok(())
    }
}

/// How much of some lines to write at a time.
fn piece(lines: &[u8]) -> usize {
    let most = lines.len().min(PIECE);
    memchr::memrchr(b'\n', &lines[..most])
        .or_else(|| memchr::memchr(b'\n', lines))
        .map_or(lines.len(), |at| at + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_are_whole_lines() {
        let long = [&vec![b'x'; 2 * PIECE][..], b"\ny\n"].concat();
        assert_eq!(piece(&long), 2 * PIECE + 1);
        assert_eq!(piece(b"y\nz\n"), 4);
        assert_eq!(piece(&b"0123456\n".repeat(PIECE)), PIECE);
        assert_eq!(piece(&b"012345678\n".repeat(PIECE)), PIECE / 10 * 10);
    }
}
