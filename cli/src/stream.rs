//! Parallel processing of many lines: one thread reads blocks of whole lines, and workers process them. A worker whose
//! block is the next in order passes on its result, and those of later blocks that are there. None waits for its turn but
//! one whose block has much output.
//!
//! Memory is bounded: the bytes of [input and output](MOST_BYTES) in blocks are limited.

mod run;
mod source;

use crate::exit::{Error, Exit, Result, complain};
use crate::input::{self, cannot_read, name_of};
use paylint_traffic::Location;
use run::Run;
use std::collections::BTreeMap;
use std::io::{BufReader, ErrorKind};
use std::panic::resume_unwind;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex};
use std::thread;

/// Bytes to read at a time: a block and its output stay in a core's cache.
const READ: usize = 256 << 10;
/// While blocks hold more bytes of input and output than this, nothing more is read.
const MOST_BYTES: usize = 16 << 20;
/// Output of a block that is longer than this is written, at its turn, before the next line is processed.
const MOST_TEXT: usize = 4 << 20;

/// Processes lines. A worker belongs to one thread.
pub(crate) trait Worker {
    /// Result of a block of lines.
    type Output: Default + Send;

    /// Processes a line, given without its line feed.
    fn line(&mut self, bytes: &[u8], line: Line<'_, Self::Output>);

    /// Processes a line that is longer than the plan's `longest_line`: only its length is known.
    fn too_long(&mut self, length: u64, line: Line<'_, Self::Output>);
}

/// A line's place, and the outputs to write to.
pub(crate) struct Line<'l, O> {
    /// The file's name in output.
    pub(crate) file: &'l str,
    /// The number of the block's first line in the file, from 1.
    pub(crate) first_line: u64,
    /// The number of the line in its block, from 0.
    pub(crate) number: u64,
    /// Output of the block.
    pub(crate) text: &'l mut String,
    /// Result of the block's lines so far.
    pub(crate) output: &'l mut O,
}

impl<O> Line<'_, O> {
    /// The file and the line: `cases.ndjson:17`.
    pub(crate) fn place(&self) -> String {
        format!("{}:{}", self.file, self.first_line + self.number)
    }

    /// The file and the line, with the case's name.
    pub(crate) fn location(&self, id: Option<&str>) -> Location {
        let file = self.file.to_owned();
        Location { file, ..Location::new(self.first_line + self.number, id) }
    }
}

/// A processed block of lines.
pub(crate) struct Done<'a, T> {
    /// The file's name in output.
    pub(crate) source: &'a str,
    /// The number of the first line in the file, from 1.
    pub(crate) first_line: u64,
    /// Number of lines.
    pub(crate) lines: u64,
    /// Result of the lines.
    pub(crate) output: T,
}

/// Files to read, and how.
pub(crate) struct Plan {
    /// The files; `-` for standard input.
    pub(crate) files: Vec<PathBuf>,
    /// Number of workers.
    pub(crate) jobs: usize,
    /// Whether output is written to standard output during the run.
    pub(crate) writes: bool,
    /// Maximum length of a line, in bytes; of a longer one only the length is known.
    pub(crate) longest_line: usize,
}

/// Lines of one file, complete, or the length of a single line that is too long.
struct Block {
    /// The number of the block in the run, from 0.
    number: usize,
    file: Arc<str>,
    first_line: u64,
    data: Vec<u8>,
    too_long: Option<u64>,
    /// The error that ended the file.
    failed: Option<Error>,
}

/// A block whose lines are processed.
struct Processed<T> {
    block: Block,
    /// Number of lines, and of those whose output is written already.
    lines: u64,
    written: u64,
    /// Output of the others.
    text: String,
    output: T,
}

/// Results on their way.
struct Results<T, F> {
    /// Blocks whose turn hasn't come, by number.
    early: BTreeMap<usize, Processed<T>>,
    /// The receiver of results, unless a worker has it that passes some on.
    done: Option<F>,
}

/// Processes lines on worker threads; writes their output and passes each block's result to `done`, in input order.
/// Reports files that can't be read; the outcome is then [`Exit::Unusable`].
pub(crate) fn run<W: Worker>(
    plan: &Plan,
    make: impl Fn() -> W + Sync,
    done: impl FnMut(Done<'_, W::Output>) + Send,
) -> Result<Exit> {
    let size = source::check_readable(&plan.files)?;
    let run = Arc::new(Run::new(run::progress(plan.writes, size)));
    run::watch(&run).map_err(cannot_start)?;
    let (give, blocks) = sync_channel(plan.jobs);
    let results = Mutex::new(Results { early: BTreeMap::new(), done: Some(done) });
    let blocks = Mutex::new(blocks);
    let exit = thread::scope(|scope| {
        let work = || work(&blocks, &run, &make, plan.longest_line, &results);
        let start = |_| thread::Builder::new().spawn_scoped(scope, work);
        let workers = (0..plan.jobs).map(start).collect::<std::io::Result<Vec<_>>>();
        let workers = workers.map_err(cannot_start)?;
        let mut reader =
            Reader { run: Arc::clone(&run), longest: plan.longest_line, blocks: give, given: 0 };
        let files = plan.files.clone();
        // It isn't joined, since it may wait forever for input.
        let read = move || files.iter().all(|file| reader.read(file));
        thread::Builder::new().name("reader".to_owned()).spawn(read).map_err(cannot_start)?;
        workers.into_iter().try_fold(Exit::Accepted, |exit, worker| {
            Ok(exit.max(worker.join().unwrap_or_else(|panic| resume_unwind(panic))?))
        })
    });
    // The reader may be waiting.
    run.over.store(true, Ordering::SeqCst);
    // At a terminal Ctrl-C also ends the processes that write our input and read our output.
    if run.is_interrupted() {
        run.say_interrupted();
        return Ok(Exit::Interrupted);
    }
    run.progress.finish_and_clear();
    exit
}

fn cannot_start(error: std::io::Error) -> Error {
    Error::unusable(format!("cannot start a thread: {error}; try fewer with --jobs"))
}

/// Reads files for the workers.
struct Reader {
    run: Arc<Run>,
    longest: usize,
    /// The workers' queue.
    blocks: SyncSender<Block>,
    /// Blocks given to workers.
    given: usize,
}

impl Reader {
    /// Reads a file, block by block. Returns `false` if the run is over.
    fn read(&mut self, file: &Path) -> bool {
        let (file_name, mut first_line): (Arc<str>, _) = (name_of(file).into(), 1);
        let open = input::open(file, &self.run.progress);
        let mut source = open.map(|open| BufReader::with_capacity(READ, open));
        loop {
            let (mut data, mut too_long) = (Vec::new(), None);
            if !self.run.wait_until(|turn| turn.held <= MOST_BYTES) {
                return false;
            }
            let more = match &mut source {
                Ok(source) => source::fill(source, &mut data, &mut too_long, self.longest),
                Err(error) => Err(std::mem::replace(error, ErrorKind::Other.into())),
            };
            let is_last = !matches!(more, Ok(true));
            let lines = memchr::memchr_iter(b'\n', &data).count() + usize::from(too_long.is_some());
            self.run.hold(data.len());
            let failed = more.err().map(|error| cannot_read(&file_name, &error));
            let number = self.given;
            let file = Arc::clone(&file_name);
            self.given += 1;
            let block = Block { number, file, first_line, data, too_long, failed };
            if self.blocks.send(block).is_err() {
                return false;
            }
            if is_last {
                return true;
            }
            first_line += lines as u64;
        }
    }
}

/// Processes blocks until none is left.
fn work<W: Worker>(
    blocks: &Mutex<Receiver<Block>>,
    run: &Run,
    make: impl Fn() -> W,
    longest: usize,
    results: &Mutex<Results<W::Output, impl FnMut(Done<'_, W::Output>)>>,
) -> Result<Exit> {
    let (mut worker, mut text, mut exit) = (make(), String::new(), Exit::Accepted);
    while let Some(block) = run.next(blocks) {
        let Block { first_line, ref file, ref data, mut too_long, .. } = block;
        let (mut output, mut number, mut written) = (W::Output::default(), 0, 0);
        let mut rest = &data[..];
        while !rest.is_empty() || too_long.is_some() {
            let line = Line { file, first_line, number, text: &mut text, output: &mut output };
            // The last line of a file may lack its end.
            let end = memchr::memchr(b'\n', rest).unwrap_or(rest.len());
            let bytes = &rest[..end];
            rest = rest.get(end + 1..).unwrap_or_default();
            let length = too_long.take().unwrap_or(end as u64);
            if length > longest as u64 {
                worker.too_long(length, line);
            } else {
                worker.line(bytes, line);
            }
            number += 1;
            if end > READ {
                // Frees the memory that a long line took.
                worker = make();
            }
            if text.len() >= MOST_TEXT && !rest.is_empty() {
                if !run.wait_until(|turn| turn.block == block.number) {
                    return Ok(exit);
                }
                run.write(&text, number - written)?;
                text.clear();
                written = number;
            }
        }
        run.hold(text.len());
        let next_text = String::with_capacity(text.len());
        let text = std::mem::replace(&mut text, next_text);
        let processed = Processed { block, lines: number, written, text, output };
        exit = exit.max(pass_on(processed, run, results)?);
    }
    Ok(exit)
}

/// Passes on the result of a block, and those after it, unless an earlier one isn't there or another worker does that.
fn pass_on<T>(
    processed: Processed<T>,
    run: &Run,
    results: &Mutex<Results<T, impl FnMut(Done<'_, T>)>>,
) -> Result<Exit> {
    let mut exit = Exit::Accepted;
    let mut waiting = run::lock(results);
    waiting.early.insert(processed.block.number, processed);
    let Some(mut done) = waiting.done.take() else { return Ok(exit) };
    while let Some(next) = run.turn().and_then(|turn| waiting.early.remove(&turn)) {
        drop(waiting);
        let Processed { block, lines, written, text, output } = next;
        let Block { file, first_line, data, failed, .. } = block;
        // The results count even if the reader of the output has gone.
        done(Done { source: &file, first_line, lines, output });
        if let Some(error) = failed {
            run.progress.suspend(|| complain(&error));
            exit = Exit::Unusable;
        }
        run.write(&text, lines - written)?;
        run.end_turn(data.len() + text.len());
        waiting = run::lock(results);
    }
    waiting.done = Some(done);
    Ok(exit)
}
