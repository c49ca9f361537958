//! Parallel processing of many lines: one thread reads blocks of whole lines, workers process them in turn, and the
//! calling thread writes their output, in the order of the lines.
//!
//! Memory is bounded: few blocks wait in the queues, and the bytes of [input](MOST_BYTES) and [output](MOST_TEXT) in
//! them are limited.

mod run;
mod source;

use crate::exit::{Error, Exit, Result, complain};
use crate::input::cannot_read;
use run::{Progress, Run, next};
use source::Source;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{Receiver, Sender, SyncSender, channel, sync_channel};
use std::thread;

/// Bytes to read at a time: a block and its output stay in a core's cache.
const READ: usize = 256 << 10;
/// Capacity of the queues before and after a worker. More than one block would leave its core's cache.
const WAITING: usize = 1;
/// While blocks hold more bytes of input than this, nothing more is read.
const MOST_BYTES: usize = 16 << 20;
/// Output of a block that is longer than this is sent on before the next line.
const MOST_TEXT: usize = 4 << 20;

/// Processes lines. A worker belongs to one thread.
pub(crate) trait Worker {
    /// Result of a block of lines.
    type Output: Default + Send;

    /// Processes a line, without its line feed, the `number`th of its block from 0. Appends its output to `text`.
    fn line(&mut self, number: u64, line: &[u8], text: &mut String, output: &mut Self::Output);

    /// Processes a line that is longer than the plan's `longest_line`: only its length is known.
    fn too_long(&mut self, number: u64, length: u64, text: &mut String, output: &mut Self::Output);
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
#[derive(Default)]
struct Block {
    /// The name of the file, if these are its first lines.
    file: Option<String>,
    data: Vec<u8>,
    too_long: Option<u64>,
    /// The error that ended the file.
    failed: Option<Error>,
    /// Buffer of written output, for reuse.
    text: String,
}

/// Output of a block's lines.
struct Worked<T> {
    text: String,
    lines: u64,
    /// With the last lines of a block: the block and its result.
    whole: Option<(Block, T)>,
}

/// Processes lines on worker threads; writes their output and passes each block's result to `done`, in input order.
/// Reports files that can't be read; the outcome is then [`Exit::Unusable`].
pub(crate) fn run<W: Worker>(
    plan: &Plan,
    make: impl Fn() -> W + Sync,
    done: impl FnMut(Done<'_, W::Output>),
) -> Result<Exit> {
    let size = source::check_readable(&plan.files)?;
    let run = Arc::new(Run::new(Progress::new(plan.writes, size)));
    run::watch(&run).map_err(cannot_start)?;
    let exit = thread::scope(|scope| {
        let (mut blocks, mut worked) = (Vec::new(), Vec::new());
        for _ in 0..plan.jobs {
            let (give_block, take_block) = sync_channel(WAITING);
            let (give_worked, take_worked) = sync_channel(WAITING);
            let (run, make, longest) = (&run, &make, plan.longest_line);
            let work = move || work(&take_block, &give_worked, run, make, longest);
            thread::Builder::new().spawn_scoped(scope, work).map_err(cannot_start)?;
            blocks.push(give_block);
            worked.push(take_worked);
        }
        let (give_back, free) = channel();
        let mut reader = Reader {
            run: Arc::clone(&run),
            longest: plan.longest_line,
            blocks,
            free,
            given: 0,
            held: 0,
        };
        let files = plan.files.clone();
        // It isn't joined, since it may wait forever for input.
        let read = move || files.iter().all(|file| reader.read(file));
        thread::Builder::new().name("reader".to_owned()).spawn(read).map_err(cannot_start)?;
        let exit = write(&worked, &give_back, &run, done);
        // The reader may be waiting, and the workers with it.
        run.over.store(true, Ordering::SeqCst);
        exit
    });
    // At a terminal Ctrl-C also ends the processes that write our input and read our output.
    if run.is_interrupted() {
        run.say_interrupted();
        return Ok(Exit::Interrupted);
    }
    run.progress.clear();
    exit
}

fn cannot_start(error: std::io::Error) -> Error {
    Error::unusable(format!("cannot start a thread: {error}; try fewer with --jobs"))
}

/// Reads files for the workers.
struct Reader {
    run: Arc<Run>,
    longest: usize,
    /// The workers' queues.
    blocks: Vec<SyncSender<Block>>,
    /// Written blocks, for reuse.
    free: Receiver<Block>,
    /// Blocks given to workers.
    given: usize,
    /// Bytes of input in blocks that aren't free yet.
    held: usize,
}

impl Reader {
    /// Reads a file, block by block. Returns `false` if the run is over.
    fn read(&mut self, file: &Path) -> bool {
        let mut block = self.free_block();
        let mut source = match Source::open(file, &self.run) {
            Ok(source) => source,
            Err(error) => {
                block.failed = Some(error);
                return self.give(block);
            }
        };
        block.file = Some(source.name.clone());
        loop {
            let more = source.fill(&mut block.data, &mut block.too_long, self.longest);
            let is_last = !matches!(more, Ok(true));
            block.failed = more.err().map(|error| cannot_read(&source.name, &error));
            if !self.give(block) {
                return false;
            }
            if is_last {
                return true;
            }
            block = self.free_block();
        }
    }

    /// An empty block, with the memory of a written one if possible. Waits while too many bytes are held.
    fn free_block(&mut self) -> Block {
        let mut free = self.free.try_recv().ok();
        loop {
            let Block { mut data, text, .. } = free.unwrap_or_default();
            self.held -= data.len();
            data.clear();
            data.shrink_to(2 * READ);
            if self.held <= MOST_BYTES {
                return Block { data, text, ..Block::default() };
            }
            free = next(&self.free, &self.run);
            if free.is_none() {
                return Block::default();
            }
        }
    }

    /// Gives a block to the next worker. Returns `false` if the run is over.
    fn give(&mut self, block: Block) -> bool {
        self.held += block.data.len();
        self.given += 1;
        self.blocks[self.given % self.blocks.len()].send(block).is_ok()
    }
}

/// Processes blocks until none is left.
fn work<W: Worker>(
    blocks: &Receiver<Block>,
    worked: &SyncSender<Worked<W::Output>>,
    run: &Run,
    make: impl Fn() -> W,
    longest: usize,
) {
    let mut worker = make();
    while let Some(mut block) = next(blocks, run) {
        let (mut text, mut output) = (std::mem::take(&mut block.text), W::Output::default());
        let (mut number, mut written) = (0, 0);
        if let Some(length) = block.too_long {
            worker.too_long(number, length, &mut text, &mut output);
            number += 1;
        }
        let mut rest = &block.data[..];
        while !rest.is_empty() {
            // The last line of a file may lack its end.
            let end = memchr::memchr(b'\n', rest);
            let line = &rest[..end.unwrap_or(rest.len())];
            rest = &rest[end.map_or(rest.len(), |end| end + 1)..];
            if line.len() > longest {
                worker.too_long(number, line.len() as u64, &mut text, &mut output);
            } else {
                worker.line(number, line, &mut text, &mut output);
            }
            number += 1;
            if line.len() > READ {
                // Frees the memory that a long line took.
                worker = make();
            }
            if text.len() >= MOST_TEXT && !rest.is_empty() {
                let part = Worked { text, lines: number - written, whole: None };
                if worked.send(part).is_err() {
                    return;
                }
                (text, written) = (String::new(), number);
            }
        }
        let last = Worked { text, lines: number - written, whole: Some((block, output)) };
        if worked.send(last).is_err() {
            return;
        }
    }
}

/// Writes the workers' output in turn, and passes each block's result to `done`.
fn write<T>(
    workers: &[Receiver<Worked<T>>],
    give_back: &Sender<Block>,
    run: &Run,
    mut done: impl FnMut(Done<'_, T>),
) -> Result<Exit> {
    let (mut source, mut first_line, mut exit) = (String::new(), 1, Exit::Accepted);
    let (mut at, mut lines) = (1, 0);
    while let Some(mut worked) = next(&workers[at % workers.len()], run) {
        lines += worked.lines;
        let mut whole = None;
        if let Some((mut block, output)) = worked.whole {
            if let Some(file) = block.file.take() {
                (source, first_line) = (file, 1);
            }
            // The results count even if the reader of the output has gone.
            done(Done { source: &source, first_line, lines, output });
            first_line += std::mem::take(&mut lines);
            if let Some(error) = block.failed.take() {
                run.progress.hide(|| complain(&error));
                exit = Exit::Unusable;
            }
            whole = Some(block);
            at += 1;
        }
        if !worked.text.is_empty() {
            let mut out = std::io::stdout().lock();
            out.write_all(worked.text.as_bytes())?;
            out.flush()?;
        }
        if let Some(mut block) = whole {
            worked.text.clear();
            worked.text.shrink_to(4 * READ);
            block.text = worked.text;
            _ = give_back.send(block);
        }
        let lines = run.lines.fetch_add(worked.lines, Ordering::SeqCst) + worked.lines;
        run.progress.show(lines, &run.bytes);
    }
    Ok(exit)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Counts lines.
    struct Counter;

    impl Worker for Counter {
        type Output = u64;

        fn line(&mut self, _: u64, _: &[u8], _: &mut String, lines: &mut u64) {
            *lines += 1;
        }

        fn too_long(&mut self, _: u64, _: u64, _: &mut String, _: &mut u64) {}
    }

    #[test]
    fn all_lines_of_all_files_are_handed_over() {
        let file = std::env::temp_dir().join(format!("paylint-{}", std::process::id()));
        std::fs::write(&file, "a line\n".repeat(100_000)).unwrap();
        let files = vec![file.clone(), file.clone()];
        let plan = Plan { files, jobs: 2, writes: false, longest_line: 1 << 20 };
        let mut lines = 0;
        let add = |done: Done<'_, u64>| {
            assert_eq!(done.output, done.lines);
            lines += done.lines;
        };
        let outcome = run(&plan, || Counter, add);
        std::fs::remove_file(&file).unwrap();
        assert!(matches!(outcome, Ok(Exit::Accepted)));
        assert_eq!(lines, 200_000);
    }

    /// Writes each line's number, and a lot of text.
    struct Chatty;

    impl Worker for Chatty {
        type Output = Vec<u64>;

        fn line(&mut self, number: u64, _: &[u8], text: &mut String, numbers: &mut Vec<u64>) {
            numbers.push(number);
            text.push_str(&"x".repeat(MOST_TEXT / 2));
        }

        fn too_long(&mut self, _: u64, _: u64, _: &mut String, _: &mut Vec<u64>) {}
    }

    #[test]
    fn lines_with_much_text_wait_until_it_is_written() {
        let (give, blocks) = sync_channel(1);
        let (worked, parts) = sync_channel(3);
        give.send(Block { data: b"\n".repeat(5), ..Block::default() }).unwrap();
        drop(give);
        work(&blocks, &worked, &Run::new(Progress::new(false, None)), || Chatty, 1);
        drop(worked);
        let parts: Vec<Worked<Vec<u64>>> = parts.iter().collect();
        assert!(parts.iter().all(|part| part.text.len() <= MOST_TEXT));
        assert_eq!(parts.iter().map(|part| part.lines).collect::<Vec<_>>(), [2, 2, 1]);
        assert_eq!(parts[2].whole.as_ref().unwrap().1, [0, 1, 2, 3, 4]);
    }
}
