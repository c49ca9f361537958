//! Cuts what is read into blocks of whole lines.

use super::block::Block;
use std::io::{self, Read};

/// How much is read at a time: small enough to stay in a core's cache.
const READ: usize = 256 << 10;

/// A source of lines.
pub(super) struct Lines {
    pub(super) reader: Box<dyn Read + Send>,
    /// Somebody may be waiting for the lines as they come.
    pub(super) is_live: bool,
    /// A line with more bytes is not kept.
    pub(super) longest: usize,
    /// The beginning of what comes next.
    rest: Vec<u8>,
    buffer: Box<[u8]>,
}

impl Lines {
    pub(super) fn new(reader: Box<dyn Read + Send>, is_live: bool, longest: usize) -> Lines {
        Lines { reader, is_live, longest, rest: Vec::new(), buffer: vec![0; READ].into() }
    }

    /// Fills an empty block with the next lines: of a live source what has come, else a good deal.
    /// `false` at the end of the source, where the block has whatever is left.
    pub(super) fn fill<T>(&mut self, block: &mut Block<T>) -> io::Result<bool> {
        block.data.append(&mut self.rest);
        let mut whole = memchr::memrchr(b'\n', &block.data).map_or(0, |at| at + 1);
        loop {
            let length = block.data.len();
            if whole > 0 && (self.is_live || length >= READ / 2) {
                self.rest.extend_from_slice(&block.data[whole..]);
                block.data.truncate(whole);
                return Ok(true);
            }
            if whole == 0 && length > self.longest {
                return self.pass_over_line(block);
            }
            let read = self.read()?;
            if read.is_empty() {
                return Ok(false);
            }
            if let Some(at) = memchr::memrchr(b'\n', read) {
                whole = length + at + 1;
            }
            block.data.extend_from_slice(read);
        }
    }

    /// Counts the bytes of a line that is too long, without keeping them.
    fn pass_over_line<T>(&mut self, block: &mut Block<T>) -> io::Result<bool> {
        let mut length = std::mem::take(&mut block.data).len();
        loop {
            let read = self.read()?;
            let end = memchr::memchr(b'\n', read);
            length += end.unwrap_or(read.len());
            if end.is_some() || read.is_empty() {
                self.rest = end.map_or(Vec::new(), |at| read[at + 1..].to_vec());
                block.too_long = Some(length as u64);
                return Ok(end.is_some());
            }
        }
    }

    /// Reads once; nothing at the end.
    fn read(&mut self) -> io::Result<&[u8]> {
        loop {
            match self.reader.read(&mut self.buffer) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                result => return result.map(|count| &self.buffer[..count]),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::worker::Worker;
    use super::*;
    use std::sync::atomic::AtomicBool;

    /// Gives a few bytes at a time.
    struct Slow(Vec<u8>, usize);

    impl Read for Slow {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let count = self.1.min(self.0.len()).min(buffer.len());
            buffer[..count].copy_from_slice(&self.0[..count]);
            self.0.drain(..count);
            Ok(count)
        }
    }

    struct Texts;

    impl Worker for Texts {
        type Output = Vec<String>;

        fn line(&mut self, number: u64, line: &[u8], _: &mut String, output: &mut Vec<String>) {
            assert_eq!(number, output.len() as u64);
            output.push(String::from_utf8_lossy(line).into_owned());
        }

        fn too_long(&mut self, number: u64, length: u64, _: &mut String, output: &mut Vec<String>) {
            assert_eq!(number, output.len() as u64);
            output.push(format!("{length} bytes"));
        }
    }

    /// The blocks that come of an input, line by line.
    fn blocks(input: &[u8], step: usize, is_live: bool, longest: usize) -> Vec<Vec<String>> {
        let mut lines = Lines::new(Box::new(Slow(input.to_vec(), step)), is_live, longest);
        let mut all = Vec::new();
        loop {
            let mut block = Block::default();
            let more = lines.fill(&mut block).unwrap();
            block.work(&mut Texts, || Texts, longest, &AtomicBool::new(false));
            assert_eq!(block.lines, block.output.len() as u64);
            all.push(block.output);
            if !more {
                return all;
            }
        }
    }

    #[test]
    fn lines_are_the_same_however_they_come() {
        let input = b"one\n\nthree is longer\nfour";
        for step in 1..=input.len() {
            for is_live in [false, true] {
                let expected = ["one", "", "three is longer", "four"];
                assert_eq!(blocks(input, step, is_live, 1 << 20).concat(), expected, "{step}");
            }
        }
        assert_eq!(blocks(b"", 1, true, 10).concat(), [] as [&str; 0]);
        assert_eq!(blocks(b"\n", 1, true, 10).concat(), [""]);
    }

    #[test]
    fn of_a_line_that_is_too_long_the_length_is_known() {
        let input = b"a\n0123456789\nb\n0123456789";
        for step in 1..=input.len() {
            for is_live in [false, true] {
                let expected = ["a", "10 bytes", "b", "10 bytes"];
                assert_eq!(blocks(input, step, is_live, 5).concat(), expected, "{step}");
            }
        }
        assert_eq!(blocks(b"01234\n012345\n", 99, false, 5).concat(), ["01234", "6 bytes"]);
    }

    /// Lines behind one that is too long have come already: nothing more is read first.
    #[test]
    fn a_live_line_waits_for_no_other() {
        let input = [&vec![b'x'; READ][..], b"\nb\nc\nrest"].concat();
        let expected =
            [vec![format!("{READ} bytes")], vec!["b".into(), "c".into()], vec!["rest".into()]];
        assert_eq!(blocks(&input, usize::MAX, true, 5), expected);
    }
}
