//! Fields, fixes and histories, which the module of `paylint/check` leaves out.

use crate::state::{FAILED, Kept, State, asked, fail, state};
use alloc::string::String;
use alloc::vec::Vec;
use paylint::Policy;
use paylint::fields::Fields;
use paylint::fixes::Fixes;
use wasm_bindgen::prelude::wasm_bindgen;

/// Writes the fields of a body as JSON. Returns the length of the output text. The arguments are those of
/// [`check`](crate::check); the body is there unless it is longer than any policy allows.
#[wasm_bindgen]
pub fn fields(engine: u32, operation: u8, length: f64, facts: u32, laid: bool) -> isize {
    let state = &mut *state();
    let of = (engine, operation, facts, laid);
    let Some((engine, operation, facts)) = asked(&state.kept, &state.laid, of) else {
        return FAILED;
    };
    let answer = match body(&state.input, length, Policy::MAX_BODY_BYTES) {
        Some(body) => engine.fields(operation, body, &facts),
        None => Fields::of_too_large(operation),
    };
    state.output.clear();
    answer.write_json(&mut state.output);
    state.length()
}

/// Writes the fixes of a body as JSON. Returns the length of the output text. The arguments are those of
/// [`check`](crate::check).
#[wasm_bindgen]
pub fn fixes(engine: u32, operation: u8, length: f64, facts: u32, laid: bool) -> isize {
    let state = &mut *state();
    let of = (engine, operation, facts, laid);
    let Some((engine, operation, facts)) = asked(&state.kept, &state.laid, of) else {
        return FAILED;
    };
    let answer = match body(&state.input, length, engine.max_body_bytes()) {
        Some(body) => engine.fixes(operation, body, &facts),
        None => Fixes::of_too_large(),
    };
    state.output.clear();
    answer.write_json(&mut state.output);
    state.length()
}

/// Writes the body with the safe changes made, or with all that may be. Returns its length, or -1 if the body stays as it is.
/// The arguments are those of [`check`](crate::check).
#[wasm_bindgen]
pub fn apply(
    engine: u32,
    operation: u8,
    length: f64,
    facts: u32,
    laid: bool,
    also_unsafe: bool,
) -> isize {
    let state = &mut *state();
    let of = (engine, operation, facts, laid);
    let Some((engine, operation, facts)) = asked(&state.kept, &state.laid, of) else {
        return FAILED;
    };
    let Some(body) = body(&state.input, length, engine.max_body_bytes()) else { return FAILED };
    let fixed = engine.apply(operation, body, &facts, also_unsafe);
    if fixed == body { FAILED } else { set_body(state, fixed) }
}

/// The body, unless it is longer than the limit: JavaScript only counted a longer one.
fn body(input: &[u8], length: f64, limit: usize) -> Option<&[u8]> {
    (length <= limit as f64).then(|| input.get(..length as usize).unwrap_or_default())
}

/// Makes a choice of a fix: the first `length` bytes of the input are the body, `facts` is a handle, or 0 for none, and
/// `laid` says whether changing facts are laid over them. Writes the body and returns its length, or -1 if there is no such
/// choice.
#[wasm_bindgen]
pub fn choose(
    engine: u32,
    operation: u8,
    length: usize,
    facts: u32,
    laid: bool,
    finding: usize,
    choice: usize,
) -> isize {
    let state = &mut *state();
    let of = (engine, operation, facts, laid);
    let Some((engine, operation, facts)) = asked(&state.kept, &state.laid, of) else {
        return FAILED;
    };
    let body = state.input.get(..length).unwrap_or_default();
    let answer = engine.fixes(operation, body, &facts);
    let fix = answer.fixes.iter().find(|fix| fix.finding == finding);
    let choice = fix.and_then(|fix| fix.choices.get(choice));
    let edited = choice.map(|choice| choice.edited(body));
    edited.map_or(FAILED, |edited| set_body(state, edited))
}

/// Writes the facts `order` that follow from a history, whose events are the input's first `length` bytes, as JSON.
/// Returns the length of the output text.
#[wasm_bindgen]
pub fn history(engine: u32, length: usize) -> isize {
    let state = &mut *state();
    let Some(Kept::Engine(engine)) = state.kept.get(engine) else { return FAILED };
    match engine.order_facts_json(state.input.get(..length).unwrap_or_default()) {
        Ok(order) => state.set_output(order),
        Err(error) => fail(&mut state.output, error.place(), &error.message()),
    }
}

/// Sets the output to a body that was changed, which is text. Returns its length.
fn set_body(state: &mut State, body: Vec<u8>) -> isize {
    String::from_utf8(body).map_or(FAILED, |text| state.set_output(text))
}
