//! Blocks of whole lines, and what became of them.

use super::worker::Worker;
use std::sync::atomic::{AtomicBool, Ordering};

/// Lines that give more text than this wait until it is written.
const MOST_TEXT: usize = 4 << 20;
/// After a longer line a worker is made anew, so that what it holds does not stay as large.
const LONG: usize = 256 << 10;

/// Whole lines of one file; or the length of a single line that is too long.
#[derive(Default)]
pub(super) struct Block<T> {
    pub(super) data: Vec<u8>,
    pub(super) too_long: Option<u64>,
    /// How much of the data was worked on.
    at: usize,
    /// How many lines were worked on.
    pub(super) lines: u64,
    /// What is to be written.
    pub(super) text: String,
    pub(super) output: T,
}

impl<T: Default> Block<T> {
    /// Whether nothing was read.
    pub(super) fn is_empty(&self) -> bool {
        self.data.is_empty() && self.too_long.is_none()
    }

    /// Whether every line was worked on.
    pub(super) fn is_done(&self) -> bool {
        self.at == self.data.len() && self.too_long.is_none()
    }

    /// Works on the lines, until there is much text or it is to stop.
    pub(super) fn work<W: Worker<Output = T>>(
        &mut self,
        worker: &mut W,
        make: impl Fn() -> W,
        longest: usize,
        stop: &AtomicBool,
    ) {
        let Block { text, output, .. } = self;
        if let Some(length) = self.too_long.take() {
            worker.too_long(self.lines, length, text, output);
            self.lines += 1;
        }
        while self.at < self.data.len() && text.len() < MOST_TEXT {
            if stop.load(Ordering::Relaxed) {
                return;
            }
            let rest = &self.data[self.at..];
            let end = memchr::memchr(b'\n', rest);
            // The last line of a file may lack its end.
            let line = &rest[..end.unwrap_or(rest.len())];
            if line.len() > longest {
                worker.too_long(self.lines, line.len() as u64, text, output);
            } else {
                worker.line(self.lines, line, text, output);
            }
            if line.len() > LONG {
                *worker = make();
            }
            self.at += line.len() + usize::from(end.is_some());
            self.lines += 1;
        }
    }

    /// Forgets the beginning of a line whose end could not be read.
    pub(super) fn keep_whole_lines(&mut self) {
        self.data.truncate(memchr::memrchr(b'\n', &self.data).map_or(0, |at| at + 1));
    }

    /// The block as new. Its memory is kept if it is of ordinary size.
    pub(super) fn emptied(mut self) -> Block<T> {
        self.data.clear();
        self.text.clear();
        Block {
            data: if self.data.capacity() > 2 * LONG { Vec::new() } else { self.data },
            text: if self.text.capacity() > 2 * MOST_TEXT { String::new() } else { self.text },
            ..Block::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Gives each line's number, and a lot of text.
    struct Chatty;

    impl Worker for Chatty {
        type Output = Vec<u64>;

        fn line(&mut self, number: u64, _: &[u8], text: &mut String, numbers: &mut Vec<u64>) {
            numbers.push(number);
            text.push_str(&"x".repeat(MOST_TEXT / 2));
        }

        fn too_long(&mut self, _: u64, _: u64, _: &mut String, _: &mut Vec<u64>) {}
    }

    #[test]
    fn lines_with_much_text_wait_until_it_is_written() {
        let mut block = Block { data: b"\n".repeat(5), ..Block::default() };
        let mut rounds = Vec::new();
        while !block.is_done() {
            block.work(&mut Chatty, || Chatty, 1, &AtomicBool::new(false));
            assert!(block.text.len() <= MOST_TEXT);
            rounds.push(block.lines);
            block.text.clear();
        }
        assert_eq!(rounds, [2, 4, 5]);
        assert_eq!(block.output, [0, 1, 2, 3, 4]);
    }

    #[test]
    fn a_block_of_unusual_size_gives_its_memory_back() {
        let block = |size: usize| Block::<()> { data: vec![0; size], ..Block::default() }.emptied();
        assert!(block(1 << 16).data.capacity() > 0);
        assert_eq!(block(1 << 20).data.capacity(), 0);
    }
}
