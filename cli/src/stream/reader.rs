//! The thread that reads.

use super::chunk::{Chunk, Event, Filled, LONGEST_LINE};
use crate::exit::{Error, Result};
use crate::input::{self, Source, cannot_read, is_standard_input, name_of};
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, SyncSender};

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

/// Reads files in their order.
pub(super) struct Reader<T> {
    pub(super) files: Vec<PathBuf>,
    /// How much was read of the files.
    pub(super) bytes: Arc<AtomicU64>,
    /// How many chunks and failures were sent.
    pub(super) sent: Arc<AtomicU64>,
    /// Nothing more is to be read.
    pub(super) stop: Arc<AtomicBool>,
    pub(super) empty: Receiver<Chunk<T>>,
    pub(super) full: SyncSender<Chunk<T>>,
    pub(super) events: SyncSender<Event<T>>,
}

/// The other threads have gone, or nothing more is to be read.
struct Over;

impl<T: Default> Reader<T> {
    pub(super) fn run(self) {
        let mut spare = None;
        for file in &self.files {
            if self.file(file, &mut spare).is_err() {
                return;
            }
        }
    }

    fn file(&self, file: &Path, spare: &mut Option<Chunk<T>>) -> std::result::Result<(), Over> {
        let Source { name, mut reader } = match input::open(file, &self.bytes) {
            Ok(source) => source,
            Err(error) => return self.failed(error),
        };
        let waits = is_standard_input(file) || !file.is_file();
        let source: Arc<str> = Arc::from(name.as_str());
        let mut rest = Vec::new();
        loop {
            let mut chunk = match spare.take() {
                Some(chunk) => chunk,
                None => self.empty.recv().map_err(|_| Over)?,
            };
            chunk.begin(&source, &mut rest);
            let filled = chunk.fill(&mut reader, waits, LONGEST_LINE, &mut rest);
            if filled.is_err() {
                chunk.keep_whole_lines();
            }
            if chunk.is_empty() {
                *spare = Some(chunk);
            } else {
                chunk.number = self.number()?;
                self.full.send(chunk).map_err(|_| Over)?;
            }
            match filled {
                Ok(Filled::Lines) => {}
                Ok(Filled::End) => return Ok(()),
                Err(error) => return self.failed(cannot_read(&name, &error)),
            }
        }
    }

    fn failed(&self, error: Error) -> std::result::Result<(), Over> {
        let number = self.number()?;
        self.events.send(Event::Failed(number, error)).map_err(|_| Over)
    }

    /// The number of the next chunk or failure.
    fn number(&self) -> std::result::Result<u64, Over> {
        if self.stop.load(Ordering::SeqCst) {
            return Err(Over);
        }
        Ok(self.sent.fetch_add(1, Ordering::SeqCst))
    }
}
