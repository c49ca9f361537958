//! Chunks of whole lines, whose memory goes round.

use super::Worker;
use crate::exit::Error;
use std::io::{self, Read};
use std::sync::Arc;

/// How much is read at a time: small enough to stay in a core's cache.
pub(super) const READ: usize = 256 << 10;
/// No line is longer: a body of the most bytes that a policy allows, every one of them escaped,
/// fits.
pub(super) const LONGEST_LINE: usize = 512 << 20;
/// The memory of a chunk that had a longer line is given back.
const LARGE: usize = 8 << 20;

/// Whole lines of one file; or a single line that is too long.
pub(super) struct Chunk<T> {
    /// Which one it is, from 0.
    pub(super) number: u64,
    pub(super) source: Arc<str>,
    data: Vec<u8>,
    filled: usize,
    too_long: bool,
    pub(super) lines: u64,
    pub(super) text: String,
    pub(super) output: T,
}

/// What comes to the main thread.
pub(super) enum Event<T> {
    /// A chunk that was worked on.
    Worked(Chunk<T>),
    /// Something could not be read; it has a number as chunks have.
    Failed(u64, Error),
    /// A worker ended too early.
    Panicked,
}

/// How filling a chunk ended.
#[derive(PartialEq, Eq, Debug)]
pub(super) enum Filled {
    /// With whole lines.
    Lines,
    /// With the end of the file, and whatever was left of it.
    End,
}

impl<T: Default> Default for Chunk<T> {
    fn default() -> Chunk<T> {
        Chunk {
            number: 0,
            source: Arc::from(""),
            data: Vec::new(),
            filled: 0,
            too_long: false,
            lines: 0,
            text: String::new(),
            output: T::default(),
        }
    }
}

impl<T: Default> Chunk<T> {
    /// Begins anew, with the beginning of a line that was read before.
    pub(super) fn begin(&mut self, source: &Arc<str>, rest: &mut Vec<u8>) {
        if self.data.len() > LARGE {
            self.data = Vec::new();
        }
        if self.text.capacity() > LARGE {
            self.text = String::new();
        }
        self.source = Arc::clone(source);
        self.text.clear();
        self.output = T::default();
        self.lines = 0;
        self.too_long = false;
        self.filled = 0;
        self.make_room(rest.len());
        self.data[..rest.len()].copy_from_slice(rest);
        self.filled = rest.len();
        rest.clear();
    }

    /// Whether nothing was read.
    pub(super) fn is_empty(&self) -> bool {
        self.filled == 0 && !self.too_long
    }

    fn make_room(&mut self, more: usize) {
        let needed = self.filled + more;
        if self.data.len() < needed {
            // A long line is read in steps that grow with it.
            let ahead = if self.filled > READ { 2 * self.filled } else { 0 };
            self.data.resize(needed.max(ahead), 0);
        }
    }

    /// Reads until there is a whole line, and at least half of what is read at a time where the
    /// input does not keep one waiting. What begins the next line goes to `rest`.
    pub(super) fn fill(
        &mut self,
        reader: &mut dyn Read,
        waits: bool,
        longest: usize,
        rest: &mut Vec<u8>,
    ) -> io::Result<Filled> {
        let mut end_of_lines = None;
        loop {
            self.make_room(READ);
            let fresh = self.filled;
            let count = read(reader, &mut self.data[fresh..])?;
            self.filled += count;
            if let Some(at) = memchr::memrchr(b'\n', &self.data[fresh..self.filled]) {
                end_of_lines = Some(fresh + at + 1);
            }
            if count == 0 {
                return Ok(Filled::End);
            }
            match end_of_lines {
                Some(end) if waits || self.filled >= READ / 2 => {
                    rest.extend_from_slice(&self.data[end..self.filled]);
                    self.filled = end;
                    return Ok(Filled::Lines);
                }
                None if self.filled > longest => return self.pass_over_line(reader, rest),
                _ => {}
            }
        }
    }

    /// Passes over what is left of a line that is too long.
    fn pass_over_line(&mut self, reader: &mut dyn Read, rest: &mut Vec<u8>) -> io::Result<Filled> {
        self.too_long = true;
        self.filled = 0;
        loop {
            let count = read(reader, &mut self.data[..READ])?;
            if count == 0 {
                return Ok(Filled::End);
            }
            if let Some(at) = memchr::memchr(b'\n', &self.data[..count]) {
                rest.extend_from_slice(&self.data[at + 1..count]);
                return Ok(Filled::Lines);
            }
        }
    }

    /// Works on every line.
    pub(super) fn work<W: Worker<Output = T>>(&mut self, worker: &mut W) {
        let Chunk { text, output, lines, .. } = self;
        if self.too_long {
            worker.too_long(text, output);
            *lines = 1;
        }
        let data = &self.data[..self.filled];
        let mut start = 0;
        for end in memchr::memchr_iter(b'\n', data) {
            worker.line(*lines, &data[start..end], text, output);
            *lines += 1;
            start = end + 1;
        }
        // The last line of a file may lack its end.
        if start < data.len() {
            worker.line(*lines, &data[start..], text, output);
            *lines += 1;
        }
    }

    /// Forgets the beginning of a line whose end could not be read.
    pub(super) fn keep_whole_lines(&mut self) {
        let end = memchr::memrchr(b'\n', &self.data[..self.filled]).map_or(0, |at| at + 1);
        self.filled = end;
    }
}

fn read(reader: &mut dyn Read, buffer: &mut [u8]) -> io::Result<usize> {
    loop {
        match reader.read(buffer) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            result => return result,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Gives a few bytes at a time.
    struct Slow<'a>(&'a [u8], usize);

    impl Read for Slow<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let count = self.1.min(self.0.len()).min(buffer.len());
            buffer[..count].copy_from_slice(&self.0[..count]);
            self.0 = &self.0[count..];
            Ok(count)
        }
    }

    struct Lines;

    impl Worker for Lines {
        type Output = Vec<String>;

        fn line(&mut self, number: u64, line: &[u8], _: &mut String, output: &mut Vec<String>) {
            assert_eq!(number, output.len() as u64);
            output.push(String::from_utf8_lossy(line).into_owned());
        }

        fn too_long(&mut self, _: &mut String, output: &mut Vec<String>) {
            output.push("too long".to_owned());
        }
    }

    fn lines(input: &[u8], step: usize, waits: bool, longest: usize) -> Vec<String> {
        let mut slow = Slow(input, step);
        let (mut all, mut rest) = (Vec::new(), Vec::new());
        loop {
            let mut chunk = Chunk::default();
            chunk.begin(&Arc::from("test"), &mut rest);
            let filled = chunk.fill(&mut slow, waits, longest, &mut rest).unwrap();
            chunk.work(&mut Lines);
            assert_eq!(chunk.lines, chunk.output.len() as u64);
            all.append(&mut chunk.output);
            if filled == Filled::End {
                return all;
            }
        }
    }

    #[test]
    fn lines_are_the_same_however_they_come() {
        let input = b"one\n\nthree is longer\nfour";
        for step in 1..input.len() {
            for waits in [false, true] {
                let expected = ["one", "", "three is longer", "four"];
                assert_eq!(lines(input, step, waits, 1 << 20), expected, "{step}");
            }
        }
        assert_eq!(lines(b"", 1, true, 10), [] as [&str; 0]);
        assert_eq!(lines(b"\n", 1, true, 10), [""]);
    }

    #[test]
    fn a_line_that_is_too_long_is_one_line() {
        let input = b"a\n0123456789\nb\n0123456789";
        assert_eq!(lines(input, 1, true, 5), ["a", "too long", "b", "too long"]);
    }
}
