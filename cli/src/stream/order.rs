//! What lines came to, in the order in which they were read.

use super::block::Block;
use super::event::{Event, bug};
use super::interrupt::Run;
use super::output::Output;
use super::plan::Plan;
use super::pool::Pool;
use super::progress::Progress;
use super::worker::{Done, Worker};
use super::workers::Workers;
use crate::exit::{Error, Exit, Result, complain};
use std::sync::atomic::Ordering;

/// Hands over what lines came to.
pub(super) struct Order<'a, W: Worker, M, D> {
    plan: &'a Plan,
    run: &'a Run,
    pool: &'a Pool<W::Output>,
    workers: &'a Workers<'a, W, M>,
    done: D,
    output: Output<'a>,
    progress: Progress,
    source: String,
    next_line: u64,
    exit: Exit,
}

impl<'a, W: Worker, M: Fn() -> W, D: FnMut(Done<'_, W::Output>)> Order<'a, W, M, D> {
    pub(super) fn new(
        plan: &'a Plan,
        run: &'a Run,
        pool: &'a Pool<W::Output>,
        workers: &'a Workers<'a, W, M>,
        done: D,
        progress: Progress,
    ) -> Self {
        let (source, output, exit) = (String::new(), Output::new(run), Exit::Accepted);
        Order { plan, run, pool, workers, done, output, progress, source, next_line: 1, exit }
    }

    /// Hands over what was worked on; at the end of everything, how it went.
    pub(super) fn hand_over(&mut self, event: Event<W::Output>) -> Result<Option<Exit>> {
        if self.run.is_interrupted() {
            return Err(Error::Interrupted);
        }
        match event {
            Event::File(name) => (self.source, self.next_line) = (name, 1),
            Event::Block(block) => self.block(block)?,
            Event::Failed(error) => {
                self.progress.hide(|| complain(&error));
                self.exit = Exit::Unusable;
            }
            Event::End => return Ok(Some(self.exit)),
            Event::Broken => return Err(bug()),
            Event::Interrupted => return Err(Error::Interrupted),
        }
        Ok(None)
    }

    fn block(&mut self, mut block: Block<W::Output>) -> Result<()> {
        while !block.is_done() {
            self.output.write(block.text.as_bytes())?;
            block.text.clear();
            self.workers.work(&mut block);
            if self.run.is_interrupted() {
                return Err(Error::Interrupted);
            }
        }
        let output = std::mem::take(&mut block.output);
        let (first_line, lines) = (self.next_line, block.lines);
        self.next_line += lines;
        // What was seen counts, even if nobody is there to read it.
        (self.done)(Done { source: &self.source, first_line, lines, output });
        if !self.plan.writes {
            self.run.lines.fetch_add(lines, Ordering::SeqCst);
        }
        self.output.write(block.text.as_bytes())?;
        self.progress.show(self.run.lines.load(Ordering::Relaxed));
        self.pool.give_back(block);
        Ok(())
    }
}
