//! A file, or standard input, cut into blocks of whole lines.

use crate::exit::{Error, Result};
use crate::input::{cannot_read, is_standard_input, name_of};
use std::fs::{self, File};
use std::io::{self, BufRead};
use std::path::PathBuf;

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

/// Fills an empty block with the whole lines that have arrived. If a line is longer than `longest`, finds only its length.
/// Returns `false` with the last lines.
pub(super) fn fill(
    source: &mut impl BufRead,
    data: &mut Vec<u8>,
    too_long: &mut Option<u64>,
    longest: usize,
) -> io::Result<bool> {
    loop {
        let arrived = match source.fill_buf() {
            Ok([]) => return Ok(false),
            Ok(arrived) => arrived,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => {
                // The last line is incomplete.
                data.clear();
                return Err(error);
            }
        };
        let whole = memchr::memrchr(b'\n', arrived).map(|at| at + 1);
        let count = whole.unwrap_or(arrived.len());
        data.extend_from_slice(&arrived[..count]);
        source.consume(count);
        if whole.is_some() {
            return Ok(true);
        }
        if data.len() > longest {
            return pass_over_line(source, data, too_long);
        }
    }
}

/// Counts the bytes of a line that is too long, without keeping them.
fn pass_over_line(
    source: &mut impl BufRead,
    data: &mut Vec<u8>,
    too_long: &mut Option<u64>,
) -> io::Result<bool> {
    let mut length = std::mem::take(data).len();
    loop {
        let arrived = match source.fill_buf() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            arrived => arrived?,
        };
        let (is_end, end) = (arrived.is_empty(), memchr::memchr(b'\n', arrived));
        let count = end.unwrap_or(arrived.len());
        length += count;
        source.consume(count + usize::from(end.is_some()));
        if is_end || end.is_some() {
            *too_long = Some(length as u64);
            return Ok(!is_end);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::READ;
    use super::*;
    use std::io::{BufReader, Read};

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
    fn blocks(input: &[u8], step: usize, longest: usize) -> Vec<Vec<String>> {
        let mut source = BufReader::with_capacity(READ, Slow(input.to_vec(), step));
        let mut all = Vec::new();
        loop {
            let (mut data, mut too_long) = (Vec::new(), None);
            let more = fill(&mut source, &mut data, &mut too_long, longest).unwrap();
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
            let expected = ["one", "", "three is longer", "four"];
            assert_eq!(blocks(input, step, 1 << 20).concat(), expected, "{step}");
        }
        assert_eq!(blocks(b"", 1, 10).concat(), [] as [&str; 0]);
        assert_eq!(blocks(b"\n", 1, 10).concat(), [""]);
    }

    #[test]
    fn length_of_a_too_long_line_is_known() {
        let input = b"a\n0123456789\nb\n0123456789";
        for step in 1..=input.len() {
            let expected = ["a", "10 bytes", "b", "10 bytes"];
            assert_eq!(blocks(input, step, 5).concat(), expected, "{step}");
        }
        assert_eq!(blocks(b"01234\n012345\n", 99, 5).concat(), ["01234", "6 bytes"]);
    }

    /// The lines after one that is too long have already arrived: nothing more is read first.
    #[test]
    fn a_live_line_waits_for_no_other() {
        let input = [&vec![b'x'; READ][..], b"\nb\nc\nrest"].concat();
        let expected =
            [vec![format!("{READ} bytes")], vec!["b".into(), "c".into()], vec!["rest".into()]];
        assert_eq!(blocks(&input, usize::MAX, 5), expected);
    }
}
