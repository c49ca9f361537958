//! Millions of lines: several threads take turns at reading a block of whole lines, check it, and write what came of it
//! in its turn.
//!
//! There is one thread more than there are workers, so that one can read or write while the others check. A block stays
//! with its thread, and with its core's cache. What is held in memory is a block for each thread, and no more
//! [bytes](MOST_BYTES) of long lines.

mod run;
mod source;

use crate::exit::{Error, Exit, Result, complain};
use crate::input;
use run::{Progress, Run};
use source::Source;
use std::io::Write;
use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::thread;

/// How much is read at a time: with what comes of it, it stays in a core's cache.
const READ: usize = 256 << 10;
/// While blocks hold more bytes of input than this, no other is read.
const MOST_BYTES: usize = 16 << 20;
/// Lines that give more text than this wait until it is written.
const MOST_TEXT: usize = 4 << 20;

/// What is done to lines. A worker belongs to one thread at a time.
pub(crate) trait Worker: Send {
    /// What a block of lines comes to.
    type Output: Default + Send;

    /// Works on a line, without its line feed, the `number`th of its block from 0. What is to be written goes into
    /// `text`.
    fn line(&mut self, number: u64, line: &[u8], text: &mut String, output: &mut Self::Output);

    /// Works on a line that is longer than the plan's `longest_line`: only its length is known.
    fn too_long(&mut self, number: u64, length: u64, text: &mut String, output: &mut Self::Output);
}

/// A block of lines that was worked on.
pub(crate) struct Done<'a, T> {
    /// The file, as people know it.
    pub(crate) source: &'a str,
    /// The number of the first line in the file, from 1.
    pub(crate) first_line: u64,
    /// How many lines there are.
    pub(crate) lines: u64,
    /// What they came to.
    pub(crate) output: T,
}

/// What is read, and how.
pub(crate) struct Plan {
    /// The files; `-` for standard input.
    pub(crate) files: Vec<PathBuf>,
    /// How many lines are worked on at a time.
    pub(crate) jobs: usize,
    /// Whether lines are written to standard output while others are read.
    pub(crate) writes: bool,
    /// The most bytes of a line that is read; of a longer one only the length is known.
    pub(crate) longest_line: usize,
}

/// Runs lines through workers, writes what they give, and hands what they came to to `done`, all in the order of the
/// lines. What cannot be read is reported, and makes the outcome [`Exit::Unusable`].
pub(crate) fn run<W: Worker>(
    plan: &Plan,
    make: impl Fn() -> W + Sync,
    done: impl FnMut(Done<'_, W::Output>) + Send,
) -> Result<Exit> {
    let size = source::check_readable(&plan.files)?;
    let run = Arc::new(Run::new(Progress::new(plan.writes, size)));
    run::watch(&run).map_err(|error| cannot_start(&error))?;
    let (give, workers) = sync_channel(plan.jobs);
    (0..plan.jobs).for_each(|_| give.send(make()).expect("there is room"));
    let lines = Stream {
        plan,
        run: &run,
        make,
        give,
        workers: Mutex::new(workers),
        input: Mutex::new(Input { files: plan.files.iter(), source: None, blocks: 0 }),
        output: Mutex::new(Output {
            done,
            blocks: 0,
            held: 0,
            file: String::new(),
            next_line: 1,
            exit: Exit::Accepted,
            failed: None,
        }),
        changed: Condvar::new(),
    };
    thread::scope(|scope| {
        // Nothing begins before all threads are there.
        let begin = lock(&lines.input);
        let mut threads = 0..plan.jobs;
        let spawn = |_| thread::Builder::new().spawn_scoped(scope, || lines.work()).map(|_| ());
        if let Err(error) = threads.try_for_each(spawn) {
            lines.end(cannot_start(&error));
        }
        drop(begin);
        lines.work();
    });
    let output = lines.output.into_inner().expect("nobody panicked");
    // At a terminal Ctrl-C ends whoever reads the output, and the input, too.
    if run.is_interrupted() {
        run.say_interrupted();
        return Ok(Exit::Interrupted);
    }
    run.progress.clear();
    output.failed.map_or(Ok(output.exit), Err)
}

fn cannot_start(error: &dyn std::fmt::Display) -> Error {
    Error::unusable(format!("cannot start a thread: {error}; fewer may do (--jobs)"))
}

/// Locks what no thread holds any more that panicked: a panic ends the process.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().expect("nobody panicked")
}

/// Whole lines of one file; or the length of a single line that is too long.
#[derive(Default)]
struct Block<T> {
    number: u64,
    /// The name of the file, if these are its first lines.
    file: Option<String>,
    data: Vec<u8>,
    too_long: Option<u64>,
    /// Why there are no more lines in the file.
    failed: Option<Error>,
    /// How much of the data was worked on, and how many lines.
    at: usize,
    lines: u64,
    /// What is to be written, and of how many lines it was.
    text: String,
    written: u64,
    output: T,
}

impl<T: Default> Block<T> {
    fn is_done(&self) -> bool {
        self.at == self.data.len() && self.too_long.is_none()
    }

    /// Works on the lines, until there is much text.
    fn work<W: Worker<Output = T>>(&mut self, worker: &mut W, make: impl Fn() -> W, most: usize) {
        let Block { text, output, .. } = self;
        if let Some(length) = self.too_long.take() {
            worker.too_long(self.lines, length, text, output);
            self.lines += 1;
        }
        while self.at < self.data.len() && text.len() < MOST_TEXT {
            let rest = &self.data[self.at..];
            let end = memchr::memchr(b'\n', rest);
            // The last line of a file may lack its end.
            let line = &rest[..end.unwrap_or(rest.len())];
            if line.len() > most {
                worker.too_long(self.lines, line.len() as u64, text, output);
            } else {
                worker.line(self.lines, line, text, output);
            }
            if line.len() > READ {
                // What it holds doesn't stay as large.
                *worker = make();
            }
            self.at += line.len() + usize::from(end.is_some());
            self.lines += 1;
        }
    }

    /// Makes the block as new. Memory of ordinary size is kept.
    fn clear(&mut self) {
        let (mut data, mut text) = (std::mem::take(&mut self.data), std::mem::take(&mut self.text));
        data.clear();
        text.clear();
        data.shrink_to(2 * READ);
        text.shrink_to(2 * MOST_TEXT);
        *self = Block { data, text, ..Block::default() };
    }
}

/// The files that aren't read yet, and the one that is.
struct Input<'a> {
    files: std::slice::Iter<'a, PathBuf>,
    source: Option<Source>,
    blocks: u64,
}

/// Where blocks are written in their order.
struct Output<D> {
    done: D,
    /// How many blocks were written.
    blocks: u64,
    /// How many bytes of input all blocks hold.
    held: usize,
    file: String,
    next_line: u64,
    exit: Exit,
    failed: Option<Error>,
}

/// What the threads share.
struct Stream<'a, W: Worker, M, D> {
    plan: &'a Plan,
    run: &'a Arc<Run>,
    make: M,
    give: SyncSender<W>,
    workers: Mutex<Receiver<W>>,
    input: Mutex<Input<'a>>,
    output: Mutex<Output<D>>,
    /// A block was written, or the run is over.
    changed: Condvar,
}

impl<W: Worker, M: Fn() -> W, D: FnMut(Done<'_, W::Output>)> Stream<'_, W, M, D> {
    /// What each thread does.
    fn work(&self) {
        let mut block = Block::default();
        while self.read(&mut block) {
            if let Err(error) = self.check_and_write(&mut block) {
                self.end(error);
            }
        }
        // Whoever waits for this thread's turn sees that the run is over.
        let _output = lock(&self.output);
        self.changed.notify_all();
    }

    /// Ends the run with an error.
    fn end(&self, error: Error) {
        lock(&self.output).failed.get_or_insert(error);
        self.run.over.store(true, Ordering::SeqCst);
    }

    /// Reads the next lines. `false` if there are none, or if the run is over.
    fn read(&self, block: &mut Block<W::Output>) -> bool {
        block.clear();
        let mut input = lock(&self.input);
        let is_full = |output: &mut Output<D>| output.held > MOST_BYTES && !self.run.is_over();
        drop(self.changed.wait_while(lock(&self.output), is_full));
        while block.is_done() && block.failed.is_none() && !self.run.is_over() {
            if input.source.is_none() {
                let Some(file) = input.files.next() else { return false };
                match Source::open(file, self.run) {
                    Ok(source) => block.file = Some(input.source.insert(source).name.clone()),
                    Err(error) => block.failed = Some(error),
                }
            }
            let Some(source) = &mut input.source else { continue };
            match source.fill(&mut block.data, &mut block.too_long, self.plan.longest_line) {
                Ok(true) => continue,
                Ok(false) => {}
                Err(error) => block.failed = Some(input::cannot_read(&source.name, &error)),
            }
            input.source = None;
        }
        block.number = input.blocks;
        input.blocks += 1;
        lock(&self.output).held += block.data.len();
        !self.run.is_over()
    }

    /// Works on a block, and writes what comes of it once it is its turn.
    fn check_and_write(&self, block: &mut Block<W::Output>) -> Result<()> {
        loop {
            let mut worker = lock(&self.workers).recv().expect("all come back");
            block.work(&mut worker, &self.make, self.plan.longest_line);
            self.give.send(worker).expect("there is room");
            let is_early =
                |output: &mut Output<D>| output.blocks < block.number && !self.run.is_over();
            let output = self.changed.wait_while(lock(&self.output), is_early);
            let mut output = output.expect("nobody panicked");
            if self.run.is_over() {
                return Ok(());
            }
            let is_done = block.is_done();
            if is_done {
                // What was seen counts, even if nobody is there to read it.
                output.count(block);
            }
            if !block.text.is_empty() {
                let mut out = std::io::stdout();
                out.write_all(block.text.as_bytes())?;
                out.flush()?;
                block.text.clear();
            }
            let lines = block.lines - std::mem::replace(&mut block.written, block.lines);
            let lines = self.run.lines.fetch_add(lines, Ordering::SeqCst) + lines;
            self.run.progress.show(lines, &self.run.bytes);
            if is_done {
                if let Some(error) = &block.failed {
                    self.run.progress.hide(|| complain(error));
                    output.exit = Exit::Unusable;
                }
                output.blocks += 1;
                output.held -= block.data.len();
                self.changed.notify_all();
                return Ok(());
            }
        }
    }
}

impl<D> Output<D> {
    /// Hands over what the lines of a block came to.
    fn count<T: Default>(&mut self, block: &mut Block<T>)
    where
        D: FnMut(Done<'_, T>),
    {
        if let Some(file) = block.file.take() {
            (self.file, self.next_line) = (file, 1);
        }
        let (first_line, lines) = (self.next_line, block.lines);
        self.next_line += lines;
        let output = std::mem::take(&mut block.output);
        (self.done)(Done { source: &self.file, first_line, lines, output });
    }
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

    /// Gives each line's number, and a lot of text.
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
        let mut block = Block { data: b"\n".repeat(5), ..Block::default() };
        let mut rounds = Vec::new();
        while !block.is_done() {
            block.work(&mut Chatty, || Chatty, 1);
            assert!(block.text.len() <= MOST_TEXT);
            rounds.push(block.lines);
            block.text.clear();
        }
        assert_eq!(rounds, [2, 4, 5]);
        assert_eq!(block.output, [0, 1, 2, 3, 4]);
    }
}
