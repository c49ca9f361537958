//! The state that stays in WebAssembly memory between calls. Each instance has only one thread.

use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use paylint::{Engine, Facts, FactsBuf, FactsError, Operation, Report, SharedLayers, Workspace};
use slab::Slab;
use spin::{Mutex, MutexGuard};

/// Return value of a function that fails, instead of a handle or a length. The output buffer then
/// holds the error.
pub(crate) const FAILED: isize = -1;

/// The input buffer is kept up to this size. The memory of a larger one, and of its check, is freed
/// the next time that JavaScript asks for room.
const KEPT_INPUT: usize = 1 << 20;

/// Error for another operation, of an engine for checkouts.
const ONLY_CHECKOUTS: &str = "this engine only checks the operations order and payment: for others import 'paylint', which takes the policy as JSON";

/// The value that a handle refers to.
pub(crate) enum Kept {
    Engine(Box<Engine>),
    Facts(Layers),
}

/// Everything that is kept.
pub(crate) struct State {
    pub(crate) input: Vec<u8>,
    pub(crate) output: String,
    kept: Slab<Kept>,
    /// The changing facts of a call.
    pub(crate) laid: Layers,
    /// Engines made from layers share what is equal.
    pub(crate) shared: SharedLayers,
    report: Report,
    workspace: Workspace,
}

static STATE: Mutex<State> = Mutex::new(State::NEW);

/// Borrows the state for a call.
///
/// # Panics
/// An earlier call trapped and left the state borrowed: to wait for it would hang the page.
#[inline(never)]
pub(crate) fn state() -> MutexGuard<'static, State> {
    let Some(state) = STATE.try_lock() else { unreachable!("a call never makes another") };
    state
}

impl State {
    /// A constant, so that no code has to build it.
    const NEW: State = State {
        input: Vec::new(),
        output: String::new(),
        kept: Slab::new(),
        laid: Layers(Vec::new()),
        shared: SharedLayers::new(),
        report: Report::new(),
        workspace: Workspace::new(),
    };

    /// Keeps a value, and returns its handle. Handles start at 1.
    pub(crate) fn keep(&mut self, value: Kept) -> isize {
        self.kept.insert(value) as isize + 1
    }

    /// The engine of a handle.
    pub(crate) fn engine(&self, handle: u32) -> Option<&Engine> {
        match self.kept.get(index(handle))? {
            Kept::Engine(engine) => Some(engine),
            Kept::Facts(_) => None,
        }
    }

    pub(crate) fn free(&mut self, handle: u32) {
        self.kept.try_remove(index(handle));
    }

    pub(crate) fn reserve_input(&mut self, bytes: usize) -> isize {
        if self.input.len() > KEPT_INPUT {
            self.report = Report::new();
            self.workspace = Workspace::new();
            self.output = String::new();
            self.input = Vec::new();
        }
        if bytes > self.input.len() {
            // Freed first, so that the new buffer can take its place.
            self.input = Vec::new();
            if self.input.try_reserve_exact(bytes).is_err() {
                return 0;
            }
            self.input.resize(bytes, 0);
        }
        self.input.as_mut_ptr() as isize
    }

    /// The length of the output text, which is always less than 2 GiB.
    pub(crate) fn length(&self) -> isize {
        isize::try_from(self.output.len()).unwrap_or(FAILED)
    }

    /// Sets the output text, and returns its length.
    pub(crate) fn set_output(&mut self, text: String) -> isize {
        self.output = text;
        self.length()
    }

    /// Does what [`crate::check`] describes.
    pub(crate) fn check(&mut self, asked: &Asked) -> isize {
        let Some((engine, operation, facts)) = asked.find(&self.kept, &self.laid) else {
            return fail(&mut self.output, "", ONLY_CHECKOUTS);
        };
        match asked.body(&self.input, engine) {
            Some(body) => engine.check_into(operation, body, &facts, &mut self.report),
            None => engine.too_large_into(operation, asked.length as u64, &mut self.report),
        }
        self.output.clear();
        self.report.write_json(&mut self.output);
        self.length()
    }

    /// Does what [`crate::accepts`] describes.
    pub(crate) fn accepts(&mut self, asked: &Asked) -> isize {
        let Some((engine, operation, facts)) = asked.find(&self.kept, &self.laid) else {
            return fail(&mut self.output, "", ONLY_CHECKOUTS);
        };
        let body = asked.body(&self.input, engine);
        body.is_some_and(|body| engine.accepts_with(operation, body, &facts, &mut self.workspace))
            .into()
    }
}

/// The arguments of [`crate::check`].
pub(crate) struct Asked {
    pub(crate) engine: u32,
    pub(crate) operation: u8,
    pub(crate) length: f64,
    pub(crate) facts: u32,
    pub(crate) laid: bool,
}

impl Asked {
    /// The engine, the operation and the facts. `None` if the engine doesn't check the operation.
    fn find<'s>(
        &self,
        kept: &'s Slab<Kept>,
        layers: &'s Layers,
    ) -> Option<(&'s Engine, Operation, Facts<'s>)> {
        let Kept::Engine(engine) = kept.get(index(self.engine))? else { return None };
        let operation = *Operation::ALL.get(usize::from(self.operation))?;
        if !engine.checks(operation) {
            return None;
        }
        let mut known = Facts::default();
        if let Some(Kept::Facts(standing)) = kept.get(index(self.facts)) {
            standing.lay_over(&mut known);
        }
        if self.laid {
            layers.lay_over(&mut known);
        }
        Some((engine, operation, known))
    }

    /// The body; `None` if it is over the limit, so that JavaScript only counted it.
    fn body<'s>(&self, input: &'s [u8], engine: &Engine) -> Option<&'s [u8]> {
        let fits = self.length <= engine.max_body_bytes() as f64;
        fits.then(|| input.get(..self.length as usize).unwrap_or_default())
    }
}

/// Facts in layers, each of which is laid over those before it.
#[derive(Default)]
pub(crate) struct Layers(Vec<FactsBuf>);

impl Layers {
    /// Replaces the layers by those read from JSON, reusing the memory.
    pub(crate) fn read<'l>(
        &mut self,
        layers: impl Iterator<Item = &'l [u8]>,
    ) -> Result<(), FactsError> {
        let mut count = 0;
        for layer in layers {
            if self.0.len() == count {
                self.0.push(FactsBuf::new());
            }
            if let Some(facts) = self.0.get_mut(count) {
                facts.read_json(layer)?;
            }
            count += 1;
        }
        self.0.truncate(count);
        Ok(())
    }

    fn lay_over<'f>(&'f self, facts: &mut Facts<'f>) {
        for layer in &self.0 {
            facts.overlay(&layer.as_facts());
        }
    }
}

/// The texts of a JSON text sequence (RFC 7464), which is the first `length` bytes of the input: a record
/// separator stands before each.
pub(crate) fn layers(input: &[u8], length: usize) -> impl Iterator<Item = &[u8]> {
    let texts = input.get(..length).unwrap_or_default();
    texts.split(|byte| *byte == 0x1E).skip(1)
}

/// The first `length` bytes of the input as text.
pub(crate) fn text(input: &[u8], length: usize) -> &str {
    core::str::from_utf8(input.get(..length).unwrap_or_default()).unwrap_or_default()
}

/// Writes an error to the output: the member or rule, a line feed, and the message.
pub(crate) fn fail(output: &mut String, place: &str, message: &str) -> isize {
    output.clear();
    for piece in [place, "\n", message] {
        output.push_str(piece);
    }
    FAILED
}

/// The place of a handle. There is no handle 0; it gives a place out of range.
fn index(handle: u32) -> usize {
    handle.wrapping_sub(1) as usize
}
