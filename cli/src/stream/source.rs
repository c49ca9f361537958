//! A file, or standard input, cut into blocks of whole lines.

use super::READ;
use super::run::Run;
use crate::exit::{Error, Result};
use crate::input::{self, cannot_read, is_standard_input, name_of};
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// A source of lines.
pub(super) struct Source {
    reader: Box<dyn Read + Send>,
    /// Whether lines should be processed as they arrive.
    is_live: bool,
    /// Buffer for one read of a live source.
    buffer: Vec<u8>,
    /// The beginning of the next block.
    rest: Vec<u8>,
}

/// Checks, before anything is written, that all files can be opened. Returns the sum of their sizes, if
/// known.
pub(super) fn check_readable(files: &[PathBuf]) -> Result<Option<u64>> {
    let mut sum = Some(0);
    for file in files {
        if is_standard_input(file) {
            sum = None;
            continue;
        }
        let name = name_of(file);
        let metadata = fs::metadata(file).map_err(|error| cannot_read(&name, &error))?;
        if metadata.is_dir() {
            return Err(Error::unusable(format!("cannot read {name}: it is a directory")));
        }
        if metadata.is_file() {
            // Opening and closing a named pipe would lose its data.
            File::open(file).map_err(|error| cannot_read(&name, &error))?;
            sum = sum.map(|sum| sum + metadata.len());
        } else {
            sum = None;
        }
    }
    Ok(sum)
}

impl Source {
    /// Opens a file, or standard input.
    pub(super) fn open(file: &Path, run: &Run) -> io::Result<Source> {
        let is_live = is_standard_input(file) || !file.is_file();
        let reader = input::open(file, &run.progress.bar)?;
        Ok(Source { reader, is_live, buffer: vec![0; READ], rest: Vec::new() })
    }

    /// Reads and appends more bytes. Returns how many: 0 at the end.
    fn more(&mut self, data: &mut Vec<u8>) -> io::Result<usize> {
        let count = loop {
            match self.reader.read(&mut self.buffer) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                count => break count?,
            }
        };
        data.extend_from_slice(&self.buffer[..count]);
        Ok(count)
    }

    /// Fills an empty block with the next lines: those that have arrived from a live source, else at least half of
    /// [`READ`]. If a line is longer than `longest`, finds only its length. Returns `false` with the last lines.
    pub(super) fn fill(
        &mut self,
        data: &mut Vec<u8>,
        too_long: &mut Option<u64>,
        longest: usize,
    ) -> io::Result<bool> {
        data.append(&mut self.rest);
        let mut whole = memchr::memrchr(b'\n', data).map_or(0, |at| at + 1);
        loop {
            let length = data.len();
            if whole > 0 && (self.is_live || length >= READ / 2) {
                self.rest.extend_from_slice(&data[whole..]);
                data.truncate(whole);
                return Ok(true);
            }
            if whole == 0 && length > longest {
                return self.pass_over_line(data, too_long);
            }
            match self.more(data) {
                Ok(0) => return Ok(false),
                Ok(_) => {}
                Err(error) => {
                    // The last line is incomplete.
                    data.truncate(whole);
                    return Err(error);
                }
            }
            if let Some(at) = memchr::memrchr(b'\n', &data[length..]) {
                whole = length + at + 1;
            }
        }
    }

    /// Counts the bytes of a line that is too long, without keeping them.
    fn pass_over_line(
        &mut self,
        data: &mut Vec<u8>,
        too_long: &mut Option<u64>,
    ) -> io::Result<bool> {
        let mut length = std::mem::take(data).len();
        loop {
            let mut read = Vec::new();
            let is_end = self.more(&mut read)? == 0;
            let end = memchr::memchr(b'\n', &read);
            length += end.unwrap_or(read.len());
            if is_end || end.is_some() {
                self.rest = end.map_or(Vec::new(), |at| read.split_off(at + 1));
                *too_long = Some(length as u64);
                return Ok(!is_end);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a few bytes at a time.
    struct Slow(Vec<u8>, usize);

    impl Read for Slow {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let count = self.1.min(self.0.len()).min(buffer.len());
            buffer[..count].copy_from_slice(&self.0[..count]);
            self.0.drain(..count);
            Ok(count)
        }
    }

    /// The blocks of an input, as lines.
    fn blocks(input: &[u8], step: usize, is_live: bool, longest: usize) -> Vec<Vec<String>> {
        let reader = Box::new(Slow(input.to_vec(), step));
        let mut source = Source { reader, is_live, buffer: vec![0; READ], rest: Vec::new() };
        let mut all = Vec::new();
        loop {
            let (mut data, mut too_long) = (Vec::new(), None);
            let more = source.fill(&mut data, &mut too_long, longest).unwrap();
            let lines = data.split_inclusive(|byte| *byte == b'\n');
            let lines = lines.map(|line| match line.strip_suffix(b"\n").unwrap_or(line) {
                line if line.len() > longest => format!("{} bytes", line.len()),
                line => String::from_utf8_lossy(line).into_owned(),
            });
            let too_long = too_long.map(|length| format!("{length} bytes"));
            all.push(too_long.into_iter().chain(lines).collect());
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
    fn length_of_a_too_long_line_is_known() {
        let input = b"a\n0123456789\nb\n0123456789";
        for step in 1..=input.len() {
            for is_live in [false, true] {
                let expected = ["a", "10 bytes", "b", "10 bytes"];
                assert_eq!(blocks(input, step, is_live, 5).concat(), expected, "{step}");
            }
        }
        assert_eq!(blocks(b"01234\n012345\n", 99, false, 5).concat(), ["01234", "6 bytes"]);
    }

    /// The lines after one that is too long have already arrived: nothing more is read first.
    #[test]
    fn a_live_line_waits_for_no_other() {
        let input = [&vec![b'x'; READ][..], b"\nb\nc\nrest"].concat();
        let expected =
            [vec![format!("{READ} bytes")], vec!["b".into(), "c".into()], vec!["rest".into()]];
        assert_eq!(blocks(&input, usize::MAX, true, 5), expected);
    }
}
