//! Input from files and standard input, plain or compressed.

mod zstd;

use crate::exit::{Error, Result};
use indicatif::ProgressBar;
use paylint::Policy;
use std::fs::File;
use std::io::{self, BufReader, IsTerminal, Read, Write};
use std::path::{Path, PathBuf};

/// Name of standard input in output for people.
pub(crate) const STANDARD_INPUT: &str = "<stdin>";

/// A file's name in output.
pub(crate) fn name_of(file: &Path) -> String {
    if is_standard_input(file) {
        return STANDARD_INPUT.to_owned();
    }
    shown(&file.display().to_string())
}

/// A text that is safe to show: characters that could manipulate a terminal are replaced.
pub(crate) fn shown(text: &str) -> String {
    let is_tricky = |character: char| {
        character.is_control()
            || matches!(character, '\u{200d}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
    };
    text.replace(is_tricky, "\u{fffd}")
}

/// Whether the file is `-`.
pub(crate) fn is_standard_input(file: &Path) -> bool {
    file.as_os_str() == "-"
}

/// Opens a file, or standard input for `-`. Decompresses files `.gz` and `.zst`, and standard input that begins like
/// them. The progress is that of the bytes before decompression.
pub(crate) fn open(file: &Path, progress: &ProgressBar) -> io::Result<Box<dyn Read + Send>> {
    if is_standard_input(file) {
        return by_beginning(progress.wrap_read(io::stdin()));
    }
    let plain = progress.wrap_read(File::open(file)?);
    let compression = match file.extension().and_then(|e| e.to_str()) {
        Some("gz") => Compression::Gzip,
        Some("zst") => Compression::Zstandard,
        _ => Compression::None,
    };
    Ok(decompressed(plain, compression))
}

#[derive(Clone, Copy)]
enum Compression {
    None,
    Gzip,
    Zstandard,
}

/// Magic numbers of compressed data. No JSON text begins with either's first byte.
const BEGINNINGS: [(&[u8], Compression); 2] =
    [(b"\x1f\x8b", Compression::Gzip), (b"\x28\xb5\x2f\xfd", Compression::Zstandard)];

/// Decompresses an input that begins with a magic number. Reads no further than necessary, since more may not have
/// arrived yet.
fn by_beginning(mut plain: impl Read + Send + 'static) -> io::Result<Box<dyn Read + Send>> {
    let mut start = Vec::new();
    let can_be_more = |start: &[u8]| {
        BEGINNINGS.iter().any(|(whole, _)| whole.len() > start.len() && whole.starts_with(start))
    };
    while can_be_more(&start) && (&mut plain).take(1).read_to_end(&mut start)? > 0 {}
    let known = BEGINNINGS.iter().find(|(whole, _)| **whole == start[..]);
    let compression = known.map_or(Compression::None, |(_, compression)| *compression);
    Ok(decompressed(io::Cursor::new(start).chain(plain), compression))
}

fn decompressed(
    plain: impl Read + Send + 'static,
    compression: Compression,
) -> Box<dyn Read + Send> {
    let buffered = |plain| BufReader::with_capacity(1 << 16, plain);
    match compression {
        Compression::None => Box::new(plain),
        Compression::Gzip => Box::new(flate2::bufread::MultiGzDecoder::new(buffered(plain))),
        Compression::Zstandard => Box::new(zstd::Decoder::new(buffered(plain))),
    }
}

/// A body as read.
pub(crate) enum Body {
    /// All of it.
    Whole(Vec<u8>),
    /// The length of a body over the limit.
    TooLarge(u64),
}

impl Body {
    /// The bytes; empty for a body that is too large.
    pub(crate) fn bytes(&self) -> &[u8] {
        match self {
            Body::Whole(body) => body,
            Body::TooLarge(_) => &[],
        }
    }
}

/// Reads a file, or standard input for `-`. If it is longer than `most` bytes, only determines its
/// length.
pub(crate) fn read(file: &Path, most: usize) -> Result<Body> {
    let read = || {
        let (mut reader, mut text) = (open(file, &ProgressBar::hidden())?, Vec::new());
        let length = (&mut reader).take(most as u64 + 1).read_to_end(&mut text)?;
        if length <= most {
            return Ok(Body::Whole(text));
        }
        Ok(Body::TooLarge(length as u64 + io::copy(&mut reader, &mut io::sink())?))
    };
    read().map_err(|error| cannot_read(&name_of(file), &error))
}

/// Reads the one file of a command, or standard input, whatever the policy's size limit. Also returns the
/// file's name in output.
pub(crate) fn whole(file: &Option<PathBuf>, what: &str) -> Result<(String, Vec<u8>)> {
    let file = &or_standard_input(file.as_slice(), what)?[0];
    let name = name_of(file);
    match read(file, Policy::MAX_BODY_BYTES)? {
        Body::Whole(text) => Ok((name, text)),
        Body::TooLarge(length) => Err(Error::unusable(format!(
            "{name} has {length} bytes, more than can be read ({})",
            Policy::MAX_BODY_BYTES,
        ))),
    }
}

/// The error that a file cannot be read.
pub(crate) fn cannot_read(name: &str, error: &io::Error) -> Error {
    Error::unusable(format!("cannot read {name}: {error}"))
}

/// The files named, or else standard input; if that is a terminal, writes a hint.
pub(crate) fn or_standard_input(files: &[PathBuf], what: &str) -> Result<Vec<PathBuf>> {
    let files = if files.is_empty() { vec![PathBuf::from("-")] } else { files.to_vec() };
    let from_standard_input = files.iter().filter(|file| is_standard_input(file)).count();
    if from_standard_input > 1 {
        return Err(Error::unusable("standard input can be read only once: `-` was given twice"));
    }
    if from_standard_input == 1 && io::stdin().is_terminal() {
        _ = writeln!(io::stderr(), "reading {what} from the terminal …");
    }
    Ok(files)
}
