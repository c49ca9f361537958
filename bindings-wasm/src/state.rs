//! What is kept in WebAssembly memory between calls. JavaScript has one thread in an instance.

use crate::{FAILED, JSON, LAID, VERDICT, outcome};
use core::cell::{RefCell, RefMut};
use paylint::{Engine, Facts, FactsBuf, Operation, Report, Workspace};

/// Input up to this size keeps its memory; that of a larger one, and what its check took, is given
/// back with the next request for room.
const KEPT_INPUT: usize = 1 << 20;

/// What a handle names.
pub(crate) enum Kept {
    Engine(Box<Engine>),
    Facts(Box<FactsBuf>),
    /// Nothing any more; the handle that came free before this one did, or 0.
    Free(u32),
}

/// All that is kept.
pub(crate) struct State {
    pub(crate) input: Vec<u8>,
    pub(crate) output: String,
    pub(crate) words: [u32; outcome::SIZE],
    pub(crate) kept: Slab,
    /// The facts of one call.
    pub(crate) scratch: FactsBuf,
    pub(crate) report: Report,
    workspace: Workspace,
}

thread_local! {
    /// Never given back: it lasts as long as the instance.
    static STATE: &'static RefCell<State> = Box::leak(Box::new(RefCell::new(State::NEW)));
}

/// What is kept, for one call.
#[inline(never)]
pub(crate) fn state() -> RefMut<'static, State> {
    STATE.with(|state| *state).borrow_mut()
}

impl State {
    /// Put together by the compiler.
    const NEW: State = State {
        input: Vec::new(),
        output: String::new(),
        words: [0; outcome::SIZE],
        kept: Slab { values: Vec::new(), free: 0 },
        scratch: FactsBuf::new(),
        report: Report::new(),
        workspace: Workspace::new(),
    };

    pub(crate) fn reserve_input(&mut self, bytes: usize) -> isize {
        if self.input.len() > KEPT_INPUT {
            self.report = Report::new();
            self.workspace = Workspace::new();
            self.output = String::new();
            self.input = Vec::new();
        }
        if bytes > self.input.len() {
            // First of all the old one goes, so that the new one can be where it was.
            self.input = Vec::new();
            if self.input.try_reserve_exact(bytes).is_err() {
                return 0;
            }
            self.input.resize(bytes, 0);
        }
        self.input.as_mut_ptr() as isize
    }

    /// The length of the output text. No text has 2 GiB.
    pub(crate) fn length(&self) -> isize {
        isize::try_from(self.output.len()).unwrap_or(FAILED)
    }

    /// Gives a text as the output.
    pub(crate) fn give(&mut self, text: String) -> isize {
        self.output = text;
        self.length()
    }

    /// Runs an engine as `lib.rs` says of `how`.
    pub(crate) fn run(
        &mut self,
        engine: u32,
        operation: u8,
        length: usize,
        facts: u32,
        how: u8,
    ) -> isize {
        let Some((Kept::Engine(engine), operation)) =
            self.kept.get(engine).zip(Operation::ALL.get(usize::from(operation)))
        else {
            return FAILED;
        };
        let facts = facts_of(&self.kept, &self.scratch, facts, how & LAID != 0);
        let body = self.input.get(..length).unwrap_or_default();
        if how & VERDICT != 0 {
            return isize::from(engine.accepts_with(*operation, body, &facts, &mut self.workspace));
        }
        engine.check_into(*operation, body, &facts, &mut self.report);
        if how & JSON == 0 && self.report.findings().len() == 0 {
            outcome::write(&self.report, &mut self.words, &mut self.output);
            return 0;
        }
        self.output.clear();
        self.report.write_json(&mut self.output);
        self.length()
    }
}

/// The first bytes of the input, as text.
pub(crate) fn text(input: &[u8], length: usize) -> &str {
    core::str::from_utf8(input.get(..length).unwrap_or_default()).unwrap_or_default()
}

/// Leaves what is wrong in the output: the member or rule, a line feed, and the whole message.
pub(crate) fn fail(output: &mut String, place: &str, message: &str) -> isize {
    output.clear();
    for piece in [place, "\n", message] {
        output.push_str(piece);
    }
    FAILED
}

fn facts_of<'s>(kept: &'s Slab, scratch: &'s FactsBuf, handle: u32, laid: bool) -> Facts<'s> {
    let mut facts = match kept.get(handle) {
        Some(Kept::Facts(standing)) => standing.as_facts(),
        _ => Facts::default(),
    };
    if laid {
        facts.overlay(&scratch.as_facts());
    }
    facts
}

/// Values named by handles from 1.
pub(crate) struct Slab {
    values: Vec<Kept>,
    /// The handle that came free last; 0 for none.
    free: u32,
}

impl Slab {
    pub(crate) fn add(&mut self, value: Kept) -> isize {
        let handle = self.free;
        if let Some(place) = self.values.get_mut(index(handle))
            && let Kept::Free(next) = *place
        {
            self.free = next;
            *place = value;
            return handle as isize;
        }
        self.values.push(value);
        self.values.len() as isize
    }

    #[inline]
    pub(crate) fn get(&self, handle: u32) -> Option<&Kept> {
        self.values.get(index(handle))
    }

    pub(crate) fn remove(&mut self, handle: u32) {
        if let Some(place) = self.values.get_mut(index(handle))
            && !matches!(place, Kept::Free(_))
        {
            *place = Kept::Free(self.free);
            self.free = handle;
        }
    }
}

/// No value has the handle 0.
fn index(handle: u32) -> usize {
    handle.wrapping_sub(1) as usize
}

/// What is before the first line feed, and what behind it; `None` without one.
pub(crate) fn first_line(text: &str) -> Option<(&str, &str)> {
    let end = text.bytes().position(|byte| byte == b'\n')?;
    Some((text.get(..end)?, text.get(end + 1..)?))
}
