//! The door: all questions except checks in a loop, with JSON in and JSON out.

use crate::boundary::{Failure, NotNull, free, guard};
use crate::check::or_default;
use crate::engine::paylint_engine;
use crate::memory::TextIn;
use crate::status::paylint_status;
use crate::text::paylint_text;
use core::mem::MaybeUninit;
use paylint_core::door::{self, AskError, AskStatus};

/// An answer, or the error in its place.
pub struct paylint_answer(String);

impl From<AskStatus> for paylint_status {
    fn from(status: AskStatus) -> paylint_status {
        match status {
            AskStatus::InvalidQuestion => paylint_status::PAYLINT_STATUS_INVALID_QUESTION,
            AskStatus::InvalidPolicy => paylint_status::PAYLINT_STATUS_INVALID_POLICY,
            AskStatus::InvalidFacts => paylint_status::PAYLINT_STATUS_INVALID_FACTS,
            AskStatus::InvalidHistory => paylint_status::PAYLINT_STATUS_INVALID_HISTORY,
        }
    }
}

/// Answers a question: a JSON object whose member "ask" names it, as in
/// {"ask":"fields","operation":"order","body":{…},"facts":{…}}. The top of this header says more.
///
/// @param engine    the engine, or NULL for the default policy. A "policy" in the question takes
///                  its place.
/// @param question  the question.
/// @param answer    set to a new answer, which you own: free it with paylint_answer_free(). If the
///                  question, or a policy, facts or history in it, can't be used, it is
///                  {"error":"…","status":"invalid_facts","member":"now"}. NULL if the call fails otherwise.
#[must_use]
#[unsafe(no_mangle)]
pub extern "C" fn paylint_ask(
    engine: Option<&paylint_engine>,
    question: TextIn<'_>,
    length: usize,
    answer: Option<&mut MaybeUninit<Option<Box<paylint_answer>>>>,
) -> paylint_status {
    guard(|| {
        let answer = answer.not_null("answer")?;
        answer.write(None);
        let question = question.bytes(length, "question")?.not_null("question")?;
        match door::ask(or_default(engine), question) {
            Ok(text) => {
                answer.write(Some(Box::new(paylint_answer(text))));
                Ok(())
            }
            Err(error) => {
                answer.write(Some(Box::new(paylint_answer(error.to_json()))));
                let AskError { status, text, .. } = error;
                Err(Failure::new(status.into(), text))
            }
        }
    })
}

/// Returns an answer's text: JSON.
///
/// @param text  set to the text. The answer owns the memory.
#[unsafe(no_mangle)]
pub extern "C" fn paylint_answer_text(
    answer: Option<&paylint_answer>,
    text: Option<&mut MaybeUninit<paylint_text>>,
) -> paylint_status {
    guard(|| {
        let answer = answer.not_null("answer")?;
        text.not_null("text")?.write(paylint_text::of(&answer.0));
        Ok(())
    })
}

/// Frees an answer and its text.
#[unsafe(no_mangle)]
pub extern "C" fn paylint_answer_free(answer: Option<Box<paylint_answer>>) {
    free(answer);
}
