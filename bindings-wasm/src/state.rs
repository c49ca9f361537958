//! What is kept in WebAssembly memory between calls. JavaScript has one thread in an instance.

use crate::{FAILED, lay, outcome};
use core::cell::RefCell;
use paylint::{Engine, Facts, FactsBuf, Operation, Report, Workspace};
use std::rc::Rc;

/// Input up to this size keeps its memory; that of a larger one is given back with the next request
/// for room.
const KEPT_INPUT: usize = 1 << 20;

/// Compiled facts: each laid over those before it.
pub(crate) type Layers = Vec<Rc<FactsBuf>>;

/// All that is kept.
pub(crate) struct State {
    pub(crate) input: Vec<u8>,
    pub(crate) output: String,
    pub(crate) changing: Box<[u8]>,
    pub(crate) words: Box<[u32]>,
    pub(crate) engines: Slab<Engine>,
    pub(crate) facts: Slab<Layers>,
    /// The facts of one call.
    pub(crate) scratch: FactsBuf,
    pub(crate) report: Report,
    workspace: Workspace,
}

thread_local! {
    static STATE: RefCell<Option<State>> = const { RefCell::new(None) };
}

/// Calls `work` with what is kept; one copy of this for all exported functions.
#[inline(never)]
pub(crate) fn with_state(work: &mut dyn FnMut(&mut State) -> isize) -> isize {
    STATE.with_borrow_mut(|state| work(state.get_or_insert_with(State::new)))
}

impl State {
    #[cold]
    #[inline(never)]
    fn new() -> State {
        State {
            input: Vec::new(),
            output: String::new(),
            changing: Box::new([0; lay::SIZE]),
            words: Box::new([0; outcome::SIZE]),
            engines: Slab::new(),
            facts: Slab::new(),
            scratch: FactsBuf::new(),
            report: Report::new(),
            workspace: Workspace::default(),
        }
    }

    pub(crate) fn reserve_input(&mut self, bytes: usize) -> isize {
        if self.input.len() > KEPT_INPUT && bytes <= KEPT_INPUT {
            self.input = Vec::new();
        }
        if let Some(more) = bytes.checked_sub(self.input.len()) {
            if self.input.try_reserve_exact(more).is_err() {
                return 0;
            }
            self.input.resize(bytes, 0);
        }
        self.input.as_mut_ptr() as isize
    }

    /// The first bytes of the input.
    pub(crate) fn text(&self, length: usize) -> &[u8] {
        self.input.get(..length).unwrap_or_default()
    }

    /// The length of the output text. No text has 2 GiB.
    pub(crate) fn length(&self) -> isize {
        isize::try_from(self.output.len()).unwrap_or(FAILED)
    }

    /// Leaves what is wrong in the output: the member, a line feed, and the whole message.
    pub(crate) fn fail(&mut self, member: &str, message: &str) -> isize {
        self.output.clear();
        for piece in [member, "\n", message] {
            self.output.push_str(piece);
        }
        FAILED
    }

    pub(crate) fn accepts(
        &mut self,
        engine: u32,
        operation: u8,
        length: usize,
        facts: u32,
        laid: bool,
    ) -> isize {
        let Some((engine, operation)) = self.engines.get(engine).zip(operation_of(operation))
        else {
            return FAILED;
        };
        let facts = facts_of(&self.facts, &self.scratch, facts, laid);
        let body = self.input.get(..length).unwrap_or_default();
        isize::from(engine.accepts_with(operation, body, &facts, &mut self.workspace))
    }

    /// Checks into the report that is kept.
    pub(crate) fn run(
        &mut self,
        engine: u32,
        operation: u8,
        length: usize,
        facts: u32,
        laid: bool,
    ) {
        let Some((engine, operation)) = self.engines.get(engine).zip(operation_of(operation))
        else {
            return;
        };
        let facts = facts_of(&self.facts, &self.scratch, facts, laid);
        let body = self.input.get(..length).unwrap_or_default();
        engine.check_into(operation, body, &facts, &mut self.report);
    }

    pub(crate) fn write_report(&mut self) -> isize {
        self.output.clear();
        self.report.write_json(&mut self.output);
        self.length()
    }
}

fn operation_of(index: u8) -> Option<Operation> {
    Operation::ALL.get(usize::from(index)).copied()
}

fn facts_of<'s>(
    standing: &'s Slab<Layers>,
    scratch: &'s FactsBuf,
    handle: u32,
    laid: bool,
) -> Facts<'s> {
    let layers = standing.get(handle).map(Vec::as_slice).unwrap_or_default();
    let standing = match layers {
        [] => Facts::default(),
        // As nearly always: nothing to lay over anything.
        [one] => one.as_facts(),
        [below, above @ ..] => {
            above.iter().fold(below.as_facts(), |facts, layer| facts.overlaid(&layer.as_facts()))
        }
    };
    if laid { standing.overlaid(&scratch.as_facts()) } else { standing }
}

/// Values named by handles from 1.
pub(crate) struct Slab<T> {
    values: Vec<Option<T>>,
    free: Vec<u32>,
}

impl<T> Slab<T> {
    const fn new() -> Slab<T> {
        Slab { values: Vec::new(), free: Vec::new() }
    }

    pub(crate) fn add(&mut self, value: T) -> isize {
        let index = self.free.pop().unwrap_or(self.values.len() as u32);
        match self.values.get_mut(index as usize) {
            Some(place) => *place = Some(value),
            None => self.values.push(Some(value)),
        }
        isize::try_from(index).map_or(FAILED, |index| index.saturating_add(1))
    }

    #[inline]
    pub(crate) fn get(&self, handle: u32) -> Option<&T> {
        self.values.get(handle.checked_sub(1)? as usize)?.as_ref()
    }

    pub(crate) fn remove(&mut self, handle: u32) -> isize {
        let index = handle.wrapping_sub(1);
        if let Some(place) = self.values.get_mut(index as usize)
            && place.take().is_some()
        {
            self.free.push(index);
        }
        0
    }
}

/// What is before the first line feed, and what behind it; `None` without one.
pub(crate) fn first_line(text: &str) -> Option<(&str, &str)> {
    let end = text.bytes().position(|byte| byte == b'\n')?;
    Some((text.get(..end)?, text.get(end + 1..)?))
}
