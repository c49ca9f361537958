//! The JavaScript binding of paylint: the WebAssembly module of the npm package `paylint`.
//!
//! Text goes in and JSON comes out. wasm-bindgen exports the functions and writes their types,
//! but its strings aren't used, whose copies cost more than the check: JavaScript encodes a text straight into the [`input`]
//! buffer, and decodes results from the output buffer, which [`output`] locates. So all functions take and return plain
//! numbers. Engines and facts stay here, and JavaScript holds handles to them. The package's hand-written half is in `js/`.

#![cfg_attr(target_family = "wasm", no_std)]

extern crate alloc;

mod state;

use alloc::boxed::Box;
use alloc::vec::Vec;
#[cfg(feature = "door")]
use paylint::door;
use paylint::{CardBrand, Engine, Operation, unknown_name};
use state::{Asked, FAILED, Kept, fail, state, text};
use wasm_bindgen::prelude::wasm_bindgen;

/// An ordinary check allocates nothing, so a small allocator is enough.
#[cfg(target_family = "wasm")]
#[global_allocator]
static ALLOCATOR: rlsf::SmallGlobalTlsf = rlsf::SmallGlobalTlsf::new();

/// Nothing here panics. If it does all the same, or memory runs out, the module traps: the call throws a
/// `RuntimeError`, and so does every later one. The standard library's handler, which formats a message that nobody would see, takes 3.6 kB with gzip.
#[cfg(target_family = "wasm")]
#[panic_handler]
fn trap(_: &core::panic::PanicInfo<'_>) -> ! {
    core::arch::wasm32::unreachable()
}

/// Makes room for this many bytes of input. Returns the buffer's address, or 0 if there isn't
/// enough memory. The address is valid until the next call, which may discard the content.
#[wasm_bindgen]
pub fn input(bytes: usize) -> isize {
    state().reserve_input(bytes)
}

/// Returns the address of the output text, which is valid until the next call.
#[wasm_bindgen]
pub fn output() -> isize {
    state().output.as_ptr() as isize
}

/// Returns the length of the output text in bytes.
#[wasm_bindgen]
pub fn output_length() -> isize {
    state().length()
}

/// Error for a policy as JSON, which only the whole module reads.
const ONLY_COMPILED: &str = "invalid policy: check.wasm takes only compiled ones, such as those of paylint/compiled: compile it when the page \
                             is built (paylint policy --compile), or pass the address of paylint.wasm to init";

/// Compiles a policy from its layers, which are the input's first `length` bytes as a JSON text sequence (RFC 7464):
/// a record separator before each. One alone may be compiled already. Returns a handle, or −1 minus the index of the
/// invalid layer.
#[wasm_bindgen]
pub fn new_engine(length: usize) -> isize {
    let state = &mut *state();
    let layers: Vec<&[u8]> = state::layers(&state.input, length).collect();
    let engine = match layers[..] {
        [] => Ok(Engine::default()),
        [compiled] if Engine::is_compiled(compiled) => Engine::from_compiled(compiled),
        _ if !cfg!(feature = "door") => return fail(&mut state.output, "", ONLY_COMPILED),
        _ => state.shared.policy(&layers).map(|policy| Engine::new(&policy)),
    };
    match engine {
        Ok(engine) => state.keep(Kept::Engine(Box::new(engine))),
        Err(error) => {
            fail(&mut state.output, error.member(), &error.message()) - error.layer() as isize
        }
    }
}

/// Writes an engine as a compiled policy. Returns the length of the output text, or −1 if it can't be compiled.
#[cfg(feature = "door")]
#[wasm_bindgen]
pub fn compiled(engine: u32) -> isize {
    let state = &mut *state();
    match state.engine(engine).map(Engine::compiled) {
        Some(Ok(text)) => state.set_output(text),
        Some(Err(error)) => fail(&mut state.output, error.member(), &error.message()),
        None => FAILED,
    }
}

/// Returns how many bytes a body may have under an engine's policy.
#[wasm_bindgen]
pub fn limit(engine: u32) -> usize {
    state().engine(engine).map_or(0, Engine::max_body_bytes)
}

/// Sets the facts of the next call from layers, which are the input's first `length` bytes as a JSON text sequence:
/// each is laid over those before it. Returns 0.
#[wasm_bindgen]
pub fn lay(length: usize) -> isize {
    let state = &mut *state();
    let layers = state::layers(&state.input, length);
    match state.laid.read(layers) {
        Ok(()) => 0,
        Err(error) => fail(&mut state.output, error.member(), &error.message()),
    }
}

/// Keeps the facts that were laid. Returns a handle.
#[wasm_bindgen]
pub fn new_facts() -> isize {
    let state = &mut *state();
    let laid = core::mem::take(&mut state.laid);
    state.keep(Kept::Facts(laid))
}

/// Frees the engine or the facts of a handle.
#[wasm_bindgen]
pub fn free(handle: u32) {
    state().free(handle);
}

/// Returns the number of an operation, whose name is the input's first `length` bytes.
#[wasm_bindgen]
pub fn operation(length: usize) -> isize {
    let state = &mut *state();
    let name = text(&state.input, length);
    if let Some(operation) = Operation::ALL.iter().find(|operation| operation.name() == name) {
        return *operation as isize;
    }
    let error =
        unknown_name("operation", name, Operation::ALL.iter().map(|operation| operation.name()));
    fail(&mut state.output, "", &error)
}

/// Checks a request with an engine and writes the report as canonical JSON. Returns the length of the output text, or
/// −1 if the engine doesn't check the operation.
///
/// `facts` is a handle, or 0 for none, and `laid` says whether the facts of [`lay`] are laid over them. The body is the
/// input's first `length` bytes; one that is longer than the limit isn't there. The length may be more than an
/// integer of 32 bits holds.
#[wasm_bindgen]
pub fn check(engine: u32, operation: u8, length: f64, facts: u32, laid: bool) -> isize {
    state().check(&Asked { engine, operation, length, facts, laid })
}

/// Returns 1 if the gateway can accept a request, 0 if not, and −1 if the engine doesn't check the operation. The
/// arguments are those of [`check`].
#[wasm_bindgen]
pub fn accepts(engine: u32, operation: u8, length: f64, facts: u32, laid: bool) -> isize {
    state().accepts(&Asked { engine, operation, length, facts, laid })
}

/// Answers a question, which is the input's first `length` bytes. Without the handle of an engine, it is about the default
/// policy. Returns the length of the output text; the error is JSON, too.
#[cfg(feature = "door")]
#[wasm_bindgen]
pub fn ask(engine: u32, length: usize) -> isize {
    let state = &mut *state();
    let question = state.input.get(..length).unwrap_or_default();
    let answer = match state.engine(engine) {
        Some(engine) => door::ask(engine, question),
        None => door::ask(&Engine::default(), question),
    };
    match answer {
        Ok(answer) => state.set_output(answer),
        Err(error) => {
            state.set_output(error.to_json());
            FAILED
        }
    }
}

/// Writes the fingerprint of the rules, which scripts compare with their own. Returns the length of the output text.
#[wasm_bindgen]
pub fn version() -> isize {
    state().set_output(Engine::default().rules_fingerprint().text())
}

/// Returns the index in `CardBrand::ALL` of the card network whose numbers begin with the input's first `length` bytes, or
/// −1 if there isn't exactly one.
#[wasm_bindgen]
pub fn card_brand(length: usize) -> isize {
    let state = state();
    CardBrand::of(text(&state.input, length)).map_or(FAILED, |brand| brand as isize)
}
