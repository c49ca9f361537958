//! The JavaScript face of paylint: what the npm package `paylint` calls in WebAssembly memory.
//!
//! Strings do not cross by wasm-bindgen, whose copying costs more than the checking: JavaScript
//! encodes a text straight into the [`input`] buffer kept here, and reads results from the output
//! buffer, whose [`place`] it asks for. All exported functions take and return plain numbers.
//! Engines and facts are kept here, too, and are named by handles. The package's hand-written half
//! is in `js/`.

mod catalogue;
mod given;
mod outcome;
mod state;

use paylint::compatibility;
use paylint::{Engine, Feature, FeatureSet, Operation};
use state::{Kept, fail, state, text};
use wasm_bindgen::prelude::wasm_bindgen;

/// An ordinary check allocates nothing, so that a small allocator will do.
#[cfg(target_family = "wasm")]
#[global_allocator]
static ALLOCATOR: rlsf::SmallGlobalTlsf = rlsf::SmallGlobalTlsf::new();

/// What a function returns instead of a handle or a length: the output buffer then says what is
/// wrong.
const FAILED: isize = -1;

/// Makes room for so many bytes of input. Returns where the buffer begins, or 0 if there is no
/// memory for it. Valid until the next call; what was there need not be.
#[wasm_bindgen]
pub fn input(bytes: usize) -> isize {
    state().reserve_input(bytes)
}

/// Where something begins that JavaScript reads, or how much of it there is: 0 the words of an outcome; 1 the
/// output text; 2 how many bytes it has. The words never move; the text is valid until the next call.
#[wasm_bindgen]
pub fn place(what: u8) -> isize {
    let state = state();
    match what {
        0 => state.words.as_ptr() as isize,
        1 => state.output.as_ptr() as isize,
        _ => state.length(),
    }
}

/// Compiles the policy of the entries in the input's first `length` bytes. Returns a handle.
#[wasm_bindgen]
pub fn new_engine(length: usize) -> isize {
    let state = &mut *state();
    match given::policy(text(&state.input, length)) {
        Ok(policy) => state.kept.add(Kept::Engine(Box::new(Engine::new(&policy)))),
        Err(error) => fail(&mut state.output, error.member(), &error.message()),
    }
}

/// How many bytes a body may have for an engine.
#[wasm_bindgen]
pub fn limit(engine: u32) -> usize {
    match state().kept.get(engine) {
        Some(Kept::Engine(engine)) => engine.max_body_bytes(),
        _ => 0,
    }
}

/// Takes the changing facts of the next check from the entries in the input's first `length` bytes. Returns 0.
#[wasm_bindgen]
pub fn lay(length: usize) -> isize {
    let state = &mut *state();
    match given::facts(text(&state.input, length), &mut state.scratch) {
        Ok(()) => 0,
        Err(error) => fail(&mut state.output, error.member(), &error.message()),
    }
}

/// Keeps the changing facts. Returns a handle.
#[wasm_bindgen]
pub fn new_facts() -> isize {
    let state = &mut *state();
    state.kept.add(Kept::Facts(Box::new(core::mem::take(&mut state.scratch))))
}

/// Forgets what a handle names: an engine or facts.
#[wasm_bindgen]
pub fn free(handle: u32) {
    state().kept.remove(handle);
}

/// How to run: the changing facts are laid over the others.
const LAID: u8 = 1;
/// How to run: only to say whether the request can be accepted.
const VERDICT: u8 = 2;
/// How to run: the report is wanted as text, findings or not.
const JSON: u8 = 4;

/// Checks a request with an engine. `facts` is a handle, or 0 for none; `how` are the bits above.
/// Returns 1 or 0 for the verdict alone. Else 0 if there are no findings: the words then tell the rest;
/// or the length of the output text, which is the report's canonical JSON.
#[wasm_bindgen]
pub fn run(engine: u32, operation: u8, length: usize, facts: u32, how: u8) -> isize {
    state().run(engine, operation, length, facts, how)
}

/// Writes the last report's first finding at level deny, kept or not, as a failure is written: its rule
/// and its message.
#[wasm_bindgen]
pub fn refusing() {
    let state = &mut *state();
    if let Some(finding) = state.report.first_denial() {
        fail(&mut state.output, finding.rule().name, &finding.message().text());
    }
}

/// Writes the names that the other functions use numbers for, and what there is to know of every rule but
/// its prose, in the form that `catalogue` tells. Returns the length of the output text.
#[wasm_bindgen]
pub fn catalogue() -> isize {
    state().give(catalogue::lines())
}

/// Writes `unknown rule "…"; did you mean "…"?` for the lines in the input's first `length` bytes: what it
/// is, its name, and all names that are known, each with a line feed behind it. Returns the length of the
/// output text.
#[wasm_bindgen]
pub fn unknown(length: usize) -> isize {
    let mut state = state();
    let sentence = catalogue::unknown(text(&state.input, length));
    state.give(sentence)
}

/// What the table says of two features: 0 compatible, 1 incompatible, 2 disputed; the bits 4 and 8
/// are set if the row of the first lists the second, if there is such a row; 16 and 32 likewise of
/// the second's. -1 if the pair cannot arise.
#[wasm_bindgen]
pub fn compatible(a: u8, b: u8) -> isize {
    let feature = |index: u8| Feature::ALL.get(usize::from(index)).copied();
    let pair = feature(a).zip(feature(b)).and_then(|(a, b)| compatibility::compatibility(a, b));
    let Some(pair) = pair else { return FAILED };
    let row = |lists: Option<bool>| lists.map_or(0, |lists| 1 | isize::from(lists) << 1);
    pair.compatibility as isize | row(pair.row_of_a_lists_b) << 2 | row(pair.row_of_b_lists_a) << 4
}

/// The features, as bits, that can still be added to these.
#[wasm_bindgen]
pub fn compatible_with(features: u32) -> u32 {
    compatibility::compatible_with(FeatureSet::from_bits(features)).bits()
}

/// The operation that a method and a path lead to, parted by a line feed in the input's first
/// `length` bytes; -1 for none.
#[wasm_bindgen]
pub fn route(length: usize) -> isize {
    let state = state();
    let text = text(&state.input, length);
    let (method, path) = state::first_line(text).unwrap_or_default();
    Operation::route(method, path).map_or(FAILED, |operation| operation as isize)
}
