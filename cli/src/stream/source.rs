//! A file, or standard input, cut into blocks of whole lines.

use super::READ;
use super::run::{LOOK, Run};
use crate::exit::{Error, Result};
use crate::input::{self, cannot_read, is_standard_input, name_of};
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{RecvTimeoutError, sync_channel};
use std::thread;

/// Appends what comes next; nothing at the end.
type More = dyn FnMut(&mut Vec<u8>) -> io::Result<usize> + Send;

/// A source of lines.
pub(super) struct Source {
    /// As people know it.
    pub(super) name: String,
    more: Box<More>,
    /// Somebody may be waiting for the lines as they come.
    is_live: bool,
    /// The beginning of what comes next.
    rest: Vec<u8>,
}

/// Checks, before anything is written, that all files can be opened. The sum of their sizes, if it
/// is known.
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
            // A pipe that has a name would lose what its writer has for us.
            File::open(file).map_err(|error| cannot_read(&name, &error))?;
            sum = sum.map(|sum| sum + metadata.len());
        } else {
            sum = None;
        }
    }
    Ok(sum)
}

impl Source {
    /// Opens a file. What is plain is read by whoever asks for it.
    pub(super) fn open(file: &Path, run: &Arc<Run>) -> Result<Source> {
        let name = name_of(file);
        let is_live = is_standard_input(file) || !file.is_file();
        let more = if is_live || input::is_compressed(file) {
            beside(input::open(file, &run.bytes)?.reader, run)
        } else {
            let (run, file) = (Arc::clone(run), File::open(file));
            file.map(|file| -> Box<More> {
                Box::new(move |data| {
                    let count = (&file).take(READ as u64).read_to_end(data)?;
                    run.bytes.fetch_add(count as u64, Ordering::Relaxed);
                    Ok(count)
                })
            })
        };
        let more = more.map_err(|error| cannot_read(&name, &error))?;
        Ok(Source { name, more, is_live, rest: Vec::new() })
    }

    /// Fills an empty block with the next lines: of a live source what has come, else a good deal. Of a line with more
    /// bytes than `longest` only the length is found out. `false` at the end, where the block has whatever is left.
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
            match (self.more)(data) {
                Ok(0) => return Ok(false),
                Ok(_) => {}
                Err(error) => {
                    // The end of the last line is missing.
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
            let is_end = (self.more)(&mut read)? == 0;
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

/// Reads on a thread of its own what is slow to come, since it is decompressed or since somebody still writes it. That
/// thread isn't joined: it may wait for what never comes.
fn beside(mut reader: Box<dyn Read + Send>, run: &Arc<Run>) -> io::Result<Box<More>> {
    let (give, pieces) = sync_channel::<io::Result<Vec<u8>>>(4);
    thread::Builder::new().name("reader".to_owned()).spawn(move || {
        loop {
            let mut piece = vec![0; READ / 4];
            let read = match reader.read(&mut piece) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                read => read,
            };
            let is_last = !matches!(read, Ok(1..));
            let piece = read.map(|count| {
                piece.truncate(count);
                piece
            });
            if give.send(piece).is_err() || is_last {
                return;
            }
        }
    })?;
    let run = Arc::clone(run);
    Ok(Box::new(move |data| {
        loop {
            match pieces.recv_timeout(LOOK) {
                Ok(piece) => {
                    let piece = piece?;
                    data.extend_from_slice(&piece);
                    return Ok(piece.len());
                }
                Err(RecvTimeoutError::Timeout) if !run.is_over() => {}
                Err(RecvTimeoutError::Timeout) => return Ok(0),
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(io::Error::other("a thread failed: this is a bug in paylint"));
                }
            }
        }
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

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

    /// The blocks that come of an input, line by line.
    fn blocks(input: &[u8], step: usize, is_live: bool, longest: usize) -> Vec<Vec<String>> {
        let mut slow = Slow(input.to_vec(), step);
        let more = move |data: &mut Vec<u8>| {
            let mut buffer = vec![0; READ];
            let count = slow.read(&mut buffer)?;
            data.extend_from_slice(&buffer[..count]);
            Ok(count)
        };
        let (name, more, rest) = (String::new(), Box::new(more), Vec::new());
        let mut source = Source { name, more, is_live, rest };
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
