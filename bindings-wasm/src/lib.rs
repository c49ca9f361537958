//! The JavaScript face of paylint: what the npm package `paylint` calls in WebAssembly memory.
//!
//! Strings do not cross by wasm-bindgen, whose copying costs more than the checking: JavaScript
//! encodes a text straight into the [`input`] buffer kept here, and reads results from the
//! [`output`] buffer. All exported functions take and return plain numbers. Engines and
//! facts are kept here, too, and are named by handles. The package's hand-written half is in `js/`.

mod catalogue;
mod lay;
mod outcome;
mod state;

use paylint::compatibility;
use paylint::{Engine, FactsBuf, Feature, FeatureSet, Operation, Policy};
use state::{State, with_state};
use wasm_bindgen::prelude::wasm_bindgen;

/// An ordinary check allocates nothing, so that a small allocator will do.
#[cfg(target_family = "wasm")]
#[global_allocator]
static ALLOCATOR: rlsf::SmallGlobalTlsf = rlsf::SmallGlobalTlsf::new();

/// What a function returns instead of a handle or a length: the output buffer then says what is
/// wrong.
const FAILED: isize = -1;

/// Makes room for so many bytes of input; what is there stays. Returns where the buffer begins, or
/// 0 if there is no memory for it. Valid until the next call.
#[wasm_bindgen]
pub fn input(bytes: usize) -> isize {
    with_state(&mut |state| state.reserve_input(bytes))
}

/// Where the buffer of changing facts begins. It never moves; its size is `lay::SIZE`.
#[wasm_bindgen]
pub fn changing() -> isize {
    with_state(&mut |state| state.changing.as_mut_ptr() as isize)
}

/// Where the words of an outcome begin. They never move.
#[wasm_bindgen]
pub fn words() -> isize {
    with_state(&mut |state| state.words.as_ptr() as isize)
}

/// Where the output text begins. Valid until the next call.
#[wasm_bindgen]
pub fn output() -> isize {
    with_state(&mut |state| state.output.as_ptr() as isize)
}

/// How many bytes the output text has.
#[wasm_bindgen]
pub fn output_length() -> isize {
    with_state(&mut |state| state.length())
}

/// Compiles the policy whose JSON is the input's first `length` bytes; none is the default policy.
/// Returns a handle.
#[wasm_bindgen]
pub fn new_engine(length: usize) -> isize {
    with_state(&mut |state| {
        let policy = match state.text(length) {
            [] => Ok(Policy::default()),
            json => Policy::from_json(json),
        };
        match policy {
            Ok(policy) => state.engines.add(Engine::new(&policy)),
            Err(error) => state.fail(error.member(), &error.message()),
        }
    })
}

/// Forgets an engine.
#[wasm_bindgen]
pub fn free_engine(handle: u32) {
    with_state(&mut |state| state.engines.remove(handle));
}

/// Compiles the facts whose JSON is the input's first `length` bytes, laid over those of the handle
/// `standing` (0 for none). Returns a handle.
#[wasm_bindgen]
pub fn new_facts(length: usize, standing: u32) -> isize {
    with_state(&mut |state| match FactsBuf::from_json(state.text(length)) {
        Ok(facts) => {
            let mut layers = state.facts.get(standing).cloned().unwrap_or_default();
            layers.push(facts.into());
            state.facts.add(layers)
        }
        Err(error) => state.fail(error.member(), &error.message()),
    })
}

/// Forgets facts.
#[wasm_bindgen]
pub fn free_facts(handle: u32) {
    with_state(&mut |state| state.facts.remove(handle));
}

/// Reads the changing facts of the next check from the JSON in the input's first `length` bytes.
#[wasm_bindgen]
pub fn lay_json(length: usize) -> isize {
    with_state(&mut |state| {
        let read = state.scratch.read_json(state.input.get(..length).unwrap_or_default());
        match read {
            Ok(()) => 0,
            Err(error) => state.fail(error.member(), &error.message()),
        }
    })
}

/// Reads the changing facts of the next check from the first `length` bytes of their buffer, in the
/// form that `lay` tells. Fails without saying why: the JSON form does.
#[wasm_bindgen]
pub fn lay_packed(length: usize) -> isize {
    with_state(&mut |state| {
        let packed = state.changing.get(..length).unwrap_or_default();
        match lay::read(packed, &mut state.scratch) {
            Some(()) => 0,
            None => FAILED,
        }
    })
}

/// Whether the request can be accepted: 1 or 0. `facts` is a handle, or 0 for none; `laid` says
/// whether facts were laid over them.
#[wasm_bindgen]
pub fn accepts(engine: u32, operation: u8, length: usize, facts: u32, laid: bool) -> isize {
    with_state(&mut |state| state.accepts(engine, operation, length, facts, laid))
}

/// Checks a request. Returns 0 if there are no findings: the words then tell the rest. Else the
/// length of the output text, which is the report.
#[wasm_bindgen]
pub fn check(engine: u32, operation: u8, length: usize, facts: u32, laid: bool) -> isize {
    with_state(&mut |state| {
        state.run(engine, operation, length, facts, laid);
        if state.report.findings().len() == 0 {
            outcome::write(&state.report, &mut state.words, &mut state.output);
            return 0;
        }
        state.write_report()
    })
}

/// Checks a request. Returns the length of the output text: the report's canonical JSON.
#[wasm_bindgen]
pub fn check_json(engine: u32, operation: u8, length: usize, facts: u32, laid: bool) -> isize {
    with_state(&mut |state| {
        state.run(engine, operation, length, facts, laid);
        state.write_report()
    })
}

/// Writes the last report as problem details; nothing if it is no reject. Returns the length of the
/// output text.
#[wasm_bindgen]
pub fn problem() -> isize {
    with_state(&mut |state| {
        let State { report, output, .. } = state;
        output.clear();
        report.write_problem(output);
        state.length()
    })
}

/// Writes the names that the other functions use numbers for, as JSON. Returns the length of the
/// output text.
#[wasm_bindgen]
pub fn names() -> isize {
    with_state(&mut |state| {
        state.output = catalogue::names();
        state.length()
    })
}

/// Writes what there is to know of every rule but its prose, as JSON. Returns the length of the
/// output text.
#[wasm_bindgen]
pub fn rules() -> isize {
    with_state(&mut |state| {
        state.output = catalogue::rules();
        state.length()
    })
}

/// Writes `unknown rule "…"; did you mean "…"?` for the name in the input's first `length`
/// bytes.
/// `what` is 0 for an operation, 1 for a feature, 2 for a rule. Returns the length of the output
/// text.
#[wasm_bindgen]
pub fn unknown(what: u8, length: usize) -> isize {
    with_state(&mut |state| {
        // What is no UTF-8 is no name that is shown.
        let name = core::str::from_utf8(state.text(length)).unwrap_or_default();
        state.output = catalogue::unknown(what, name);
        state.length()
    })
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
    with_state(&mut |state| {
        let text = core::str::from_utf8(state.text(length)).unwrap_or_default();
        let (method, path) = state::first_line(text).unwrap_or_default();
        Operation::route(method, path).map_or(FAILED, |operation| operation as isize)
    })
}
