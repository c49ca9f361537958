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
    use std::io::BufReader;

    /// The lines after one that is too long have already arrived: nothing more is read first.
    #[test]
    fn a_live_line_waits_for_no_other() {
        let input = [&vec![b'x'; READ][..], b"\nb\nc\nrest"].concat();
        let mut source = BufReader::with_capacity(READ, &input[..]);
        for (more, line, lines) in
            [(true, Some(READ as u64), ""), (true, None, "b\nc\n"), (false, None, "rest")]
        {
            let (mut data, mut too_long) = (Vec::new(), None);
            let is_more = fill(&mut source, &mut data, &mut too_long, 5).unwrap();
            assert_eq!((is_more, too_long, &data[..]), (more, line, lines.as_bytes()));
        }
    }
}
