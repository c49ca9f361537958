//! Fields, fixes and histories, which the module of `paylint/check` leaves out.

use crate::numbers::How;
use crate::state::{FAILED, Kept, State, facts_of, fail, state};
use alloc::string::String;
use alloc::vec::Vec;
use paylint::fields::Fields;
use paylint::fixes::Fixes;
use paylint::{Operation, Policy};
use wasm_bindgen::prelude::wasm_bindgen;

/// Answers about a request that [`run`](crate::run) would check: for fields and fixes it writes the answer as JSON and returns the
/// length of the output text. For fields, a body is there unless it is longer than any policy allows. To apply fixes it
/// writes the body and returns its length, or -1 if the body stays as it is.
#[wasm_bindgen]
pub fn answer(engine: u32, operation: u8, length: f64, facts: u32, how: u8) -> isize {
    state().answer(engine, operation, length, facts, how)
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
    state().choose(engine, operation, length, (facts, laid), (finding, choice))
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

impl State {
    /// Does what [`answer`] describes.
    pub(crate) fn answer(
        &mut self,
        engine: u32,
        operation: u8,
        length: f64,
        facts: u32,
        how: u8,
    ) -> isize {
        let Some((Kept::Engine(engine), operation)) =
            self.kept.get(engine).zip(Operation::ALL.get(usize::from(operation)))
        else {
            return FAILED;
        };
        let is = |bit: How| how & bit as u8 != 0;
        let facts = facts_of(&self.kept, &self.scratch, facts, is(How::Laid));
        if is(How::Fields) {
            let answer = if length > Policy::MAX_BODY_BYTES as f64 {
                // JavaScript only counted it.
                Fields {
                    operation: *operation,
                    fields: Vec::new(),
                    complete: false,
                    checks: 0,
                    work: 0,
                }
            } else {
                let body = self.input.get(..length as usize).unwrap_or_default();
                engine.fields(*operation, body, &facts)
            };
            self.output.clear();
            answer.write_json(&mut self.output);
            return self.length();
        }
        let is_too_large = length > engine.max_body_bytes() as f64;
        if is(How::Fixes) {
            let answer = if is_too_large {
                Fixes::of_too_large()
            } else {
                let body = self.input.get(..length as usize).unwrap_or_default();
                engine.fixes(*operation, body, &facts)
            };
            self.output.clear();
            answer.write_json(&mut self.output);
            return self.length();
        }
        if is_too_large {
            return FAILED;
        }
        let body = self.input.get(..length as usize).unwrap_or_default();
        let fixed = engine.apply(*operation, body, &facts, is(How::ApplyUnsafe));
        if fixed == body { FAILED } else { self.set_body(fixed) }
    }

    /// Sets the output to a body that was changed, which is text. Returns its length.
    fn set_body(&mut self, body: Vec<u8>) -> isize {
        String::from_utf8(body).map_or(FAILED, |text| self.set_output(text))
    }

    /// Does what [`choose`] describes.
    pub(crate) fn choose(
        &mut self,
        engine: u32,
        operation: u8,
        length: usize,
        facts: (u32, bool),
        (finding, choice): (usize, usize),
    ) -> isize {
        let Some((Kept::Engine(engine), operation)) =
            self.kept.get(engine).zip(Operation::ALL.get(usize::from(operation)))
        else {
            return FAILED;
        };
        let (handle, laid) = facts;
        let facts = facts_of(&self.kept, &self.scratch, handle, laid);
        let body = self.input.get(..length).unwrap_or_default();
        let answer = engine.fixes(*operation, body, &facts);
        let fix = answer.fixes.iter().find(|fix| fix.finding == finding);
        let choice = fix.and_then(|fix| fix.choices.get(choice));
        let edited = choice.map(|choice| choice.edited(body));
        edited.map_or(FAILED, |edited| self.set_body(edited))
    }
}
