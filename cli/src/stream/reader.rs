//! The thread that reads.

use super::event::Event;
use super::interrupt::Run;
use super::lines::Lines;
use super::plan::Plan;
use super::pool::Pool;
use crate::exit::{self, Error};
use crate::input::{self, Source, cannot_read, is_standard_input, name_of};
use std::fs::{self, File};
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::Sender;
use std::thread;

/// Checks, before anything is written, that all files can be opened. The sum of their sizes, if it
/// is known.
pub(super) fn check_readable(files: &[PathBuf]) -> exit::Result<Option<u64>> {
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

/// Starts the thread that reads the files.
pub(super) fn start<T: Default + Send + 'static>(
    plan: &Plan,
    run: &Arc<Run>,
    pool: &Arc<Pool<T>>,
    events: Sender<Event<T>>,
) -> io::Result<()> {
    let reader = Reader {
        files: plan.files.clone(),
        longest_line: plan.longest_line,
        run: Arc::clone(run),
        pool: Arc::clone(pool),
        events,
    };
    thread::Builder::new().name("reader".to_owned()).spawn(move || {
        // Whoever waits for lines must hear if none come.
        let last = match catch_unwind(AssertUnwindSafe(|| reader.read())) {
            Ok(_) => Event::End,
            Err(_) => Event::Broken,
        };
        _ = reader.events.send(last);
    })?;
    Ok(())
}

/// Reads files in their order.
struct Reader<T> {
    files: Vec<PathBuf>,
    longest_line: usize,
    run: Arc<Run>,
    pool: Arc<Pool<T>>,
    events: Sender<Event<T>>,
}

/// Nobody waits for lines any more.
struct Over;

impl<T: Default> Reader<T> {
    fn read(&self) -> Result<(), Over> {
        self.files.iter().try_for_each(|file| self.file(file))
    }

    fn file(&self, file: &Path) -> Result<(), Over> {
        let Source { name, reader } = match input::open(file, &self.run.bytes) {
            Ok(source) => source,
            Err(error) => return self.send(Event::Failed(error)),
        };
        self.send(Event::File(name.clone()))?;
        let is_live = is_standard_input(file) || !file.is_file();
        let mut lines = Lines::new(reader, is_live, self.longest_line);
        loop {
            let mut block = self.pool.take();
            let filled = lines.fill(&mut block);
            if filled.is_err() {
                block.keep_whole_lines();
            }
            self.pool.filled(&block);
            if block.is_empty() {
                self.pool.give_back(block);
            } else {
                self.send(Event::Block(block))?;
            }
            match filled {
                Ok(true) => {}
                Ok(false) => return Ok(()),
                Err(error) => return self.send(Event::Failed(cannot_read(&name, &error))),
            }
        }
    }

    fn send(&self, event: Event<T>) -> Result<(), Over> {
        if self.run.is_interrupted() {
            return Err(Over);
        }
        self.events.send(event).map_err(|_| Over)
    }
}
