//! Calls the C functions in any order, with any arguments that the header allows, as the bytes of
//! an input choose. The fuzzer runs this (`fuzz/fuzz_targets/c_calls.rs`), and the tests replay its
//! seeds.

#![allow(unsafe_code, reason = "calls the functions as C does")]

mod choices;
mod header;

use choices::Choices;
use core::ptr::null_mut;
use header::*;

const OK: i32 = 0;
const NONE: i32 = 1;
const NULL_POINTER: i32 = 2;
/// The last status before PAYLINT_STATUS_INTERNAL_ERROR.
const BUFFER_TOO_SMALL: i32 = 9;
const INTERNAL_ERROR: i32 = 10;
const INVALID_QUESTION: i32 = 12;

/// A caller and the handles that it keeps.
struct Caller<'a> {
    choices: Choices<'a>,
    engines: [Handle; 3],
    facts: [Handle; 3],
    reports: [Handle; 3],
}

/// Makes the calls that the bytes choose, and frees the remaining handles.
pub(crate) fn run(choices: &[u8]) {
    let none = [null_mut(); 3];
    let mut caller =
        Caller { choices: Choices(choices), engines: none, facts: none, reports: none };
    while !caller.choices.0.is_empty() {
        match caller.choices.byte() % 8 {
            0 => caller.make(),
            1 => caller.free(),
            2 => caller.set_fact(),
            3 | 4 => caller.check(),
            5 => caller.ask_report(),
            6 => caller.ask(),
            _ => match caller.choices.byte() % 2 {
                0 => caller.ask_library(),
                _ => caller.ask_names(),
            },
        }
    }
    // SAFETY: the caller owns each handle, or it is NULL.
    unsafe {
        caller.engines.into_iter().for_each(|engine| paylint_engine_free(engine));
        caller.facts.into_iter().for_each(|facts| paylint_facts_free(facts));
        caller.reports.into_iter().for_each(|report| paylint_report_free(report));
    }
}

/// Checks that the status is in the header and that a failure has a message.
fn seen(status: i32) -> bool {
    let known = (OK..=INVALID_QUESTION).contains(&status) && status != INTERNAL_ERROR;
    assert!(known, "status {status}");
    if status > NONE {
        let mut error = Text { data: core::ptr::null(), length: 0 };
        // SAFETY: the out-parameter is valid.
        assert_eq!(unsafe { paylint_last_error(&mut error) }, OK);
        assert!(!text(error).expect("a text").is_empty());
    }
    status == OK
}

/// Makes a call that takes an error: it is set exactly if the call fails, and says what the last error says.
fn told(call: impl FnOnce(*mut Handle) -> i32) -> i32 {
    // Not NULL, to see that it is written.
    let mut error: Handle = core::ptr::dangling_mut();
    let status = call(&raw mut error);
    assert_eq!(error.is_null(), status <= NONE, "an error exactly if the call fails");
    if !error.is_null() {
        let (mut own, mut last): (Text, Text) = (blank(), blank());
        // SAFETY: the error is new, and freed once.
        unsafe {
            assert_eq!(
                (paylint_error_text(error, &mut own), paylint_last_error(&mut last)),
                (OK, OK)
            );
            assert_eq!(text(own), text(last));
            paylint_error_free(error);
        }
    }
    status
}

/// Reads all of a text that the library returned, and checks that it is UTF-8.
fn text<'a>(text: Text) -> Option<&'a str> {
    if text.data.is_null() {
        assert_eq!(text.length, 0);
        return None;
    }
    // SAFETY: the library promises this, and the sanitizer checks it.
    let bytes = unsafe { core::slice::from_raw_parts(text.data, text.length) };
    // Reads every byte in instrumented code.
    core::hint::black_box(bytes.iter().fold(0u8, |sum, byte| sum.wrapping_add(*byte)));
    Some(core::str::from_utf8(bytes).expect("UTF-8"))
}

fn texts(list: &[Text]) {
    list.iter().for_each(|one| _ = text(*one));
}

/// A value for an out-parameter.
fn blank<T: Copy>() -> T {
    // SAFETY: the header's structs consist of numbers and pointers, which may be zero.
    unsafe { core::mem::zeroed() }
}

impl Caller<'_> {
    /// Makes a handle, and frees the one that it replaces.
    fn make(&mut self) {
        let c = &mut self.choices;
        let (kind, place, passed) = (c.byte() % 4, c.place(), c.text());
        let mut new: Handle = null_mut();
        let out = c.out(&mut new);
        // SAFETY: the text is as long as claimed; the caller owns the handles.
        let status = unsafe {
            match kind {
                0 => told(|error| paylint_engine_new(passed.data(), passed.length, out, error)),
                1 => paylint_facts_new(out),
                2 => {
                    told(|error| paylint_facts_from_json(passed.data(), passed.length, out, error))
                }
                _ => paylint_report_new(out),
            }
        };
        assert_eq!(seen(status), !new.is_null(), "a handle exactly if the call succeeds");
        if new.is_null() {
            return;
        }
        // SAFETY: the caller owns the old handle and no longer uses it.
        unsafe {
            match kind {
                0 => paylint_engine_free(core::mem::replace(&mut self.engines[place], new)),
                1 | 2 => paylint_facts_free(core::mem::replace(&mut self.facts[place], new)),
                _ => paylint_report_free(core::mem::replace(&mut self.reports[place], new)),
            }
        }
    }

    fn free(&mut self) {
        let (kind, place) = (self.choices.byte() % 3, self.choices.place());
        // SAFETY: the caller owns the handle and no longer uses it.
        unsafe {
            match kind {
                0 => paylint_engine_free(core::mem::replace(&mut self.engines[place], null_mut())),
                1 => paylint_facts_free(core::mem::replace(&mut self.facts[place], null_mut())),
                _ => paylint_report_free(core::mem::replace(&mut self.reports[place], null_mut())),
            }
        }
    }

    fn set_fact(&mut self) {
        let c = &mut self.choices;
        let (kind, facts, fact) = (c.byte() % 11, c.handle(&self.facts), c.number(36));
        // SAFETY: the texts are as long as claimed; nothing else refers to the facts.
        let status = unsafe {
            match kind {
                0 => paylint_facts_clear(facts),
                1 => paylint_facts_open_headers(facts),
                2 => told(|error| paylint_facts_set_bool(facts, fact, c.byte().into(), error)),
                3 => told(|error| paylint_facts_set_integer(facts, fact, c.long(), error)),
                4 => {
                    let (units, decimals) = (c.long(), c.number(10));
                    told(|error| paylint_facts_set_amount(facts, fact, units, decimals, error))
                }
                5 => {
                    let nanos = i32::from_le_bytes(c.bytes());
                    told(|error| paylint_facts_set_time(facts, fact, c.long(), nanos, error))
                }
                6 => told(|error| paylint_facts_set_capabilities(facts, c.mask(), error)),
                _ => {
                    let [passed, other] = [c.text(), c.text()];
                    let (data, length) = (passed.data(), passed.length);
                    match kind {
                        7 => told(|error| paylint_facts_set_text(facts, fact, data, length, error)),
                        8 => told(|error| paylint_facts_add_text(facts, fact, data, length, error)),
                        9 => told(|error| paylint_facts_read_json(facts, data, length, error)),
                        _ => {
                            let (value, long) = (other.data(), other.length);
                            told(|error| {
                                paylint_facts_add_header(facts, data, length, value, long, error)
                            })
                        }
                    }
                }
            }
        };
        seen(status);
    }

    /// Checks one request in every way that the library offers.
    fn check(&mut self) {
        let c = &mut self.choices;
        let (engine, operation, body) = (c.handle(&self.engines), c.number(13), c.text());
        let [standing, changing] = [c.handle(&self.facts), c.handle(&self.facts)];
        let (kept, place) = (c.handle(&self.reports), c.place());
        let (data, length) = (body.data(), body.length);
        let (mut accepts, mut verdict, mut report) = (0, 0, null_mut());
        let [yes, new] = [c.byte() < 240, c.byte() < 128];
        let accepts_out = if yes { &raw mut accepts } else { null_mut() };
        // SAFETY: the body is as long as claimed; facts are only read, even if both handles are the
        // same; nothing else refers to the report.
        unsafe {
            let of = (engine, operation, data, length, standing, changing);
            let answered = seen(told(|error| {
                paylint_accepts(of.0, of.1, of.2, of.3, of.4, of.5, accepts_out, error)
            }));
            let into =
                told(|error| paylint_check_into(of.0, of.1, of.2, of.3, of.4, of.5, kept, error));
            if seen(into) && answered {
                assert_eq!(paylint_report_verdict(kept, &mut verdict), OK);
                assert_eq!(accepts, i32::from(verdict == 1), "accepts and the report agree");
            }
            if new {
                let out = c.out(&mut report);
                let status =
                    told(|error| paylint_check(of.0, of.1, of.2, of.3, of.4, of.5, out, error));
                assert_eq!(seen(status), !report.is_null());
                if !report.is_null() {
                    let old = core::mem::replace(&mut self.reports[place], report);
                    paylint_report_free(old);
                }
            }
        }
    }

    fn ask_report(&mut self) {
        let c = &mut self.choices;
        let (kind, report, index) = (c.byte() % 19, c.handle(&self.reports), c.index());
        let (mut number, mut count, mut long, mut mask) = (0, 0, 0, 0);
        let (mut flag, mut answer): (i32, Text) = (0, blank());
        let (mut finding, mut unchecked): (Finding, Unchecked) = (blank(), blank());
        let mut obligation: Obligation = blank();
        // SAFETY: the report and the out-parameters are valid or NULL.
        seen(unsafe {
            match kind {
                0 => paylint_report_verdict(report, c.out(&mut number)),
                1 => paylint_report_status(report, c.out(&mut number)),
                2 => paylint_report_operation(report, c.out(&mut number)),
                3 => paylint_report_scenario(report, c.out(&mut number)),
                4 => paylint_report_capabilities(report, c.out(&mut mask)),
                5 => paylint_report_total(report, c.out(&mut answer)),
                6 => paylint_report_finding_count(report, c.out(&mut count)),
                7 => paylint_report_truncated(report, c.out(&mut flag)),
                8 => paylint_report_unchecked_count(report, c.out(&mut count)),
                9 => paylint_report_unchecked(report, index, c.out(&mut unchecked)),
                10 => paylint_report_obligation_count(report, c.out(&mut count)),
                11 => paylint_report_obligation(report, index, c.out(&mut obligation)),
                12 => paylint_report_valid_until(report, c.out(&mut long)),
                13 | 14 => paylint_report_json(report, c.out(&mut answer)),
                _ => paylint_report_finding(report, index % 8, c.out(&mut finding)),
            }
        });
        texts(&[answer, unchecked.name]);
        texts(&finding.texts);
        assert!(finding.span[0] <= finding.span[1]);
    }

    /// Asks a question, and reads the answer.
    fn ask(&mut self) {
        let c = &mut self.choices;
        let (engine, question) = (c.handle(&self.engines), c.question());
        let (mut answer, mut json): (Handle, Text) = (null_mut(), blank());
        let out = c.out(&mut answer);
        // SAFETY: the question is as long as claimed; the answer is new, and freed once.
        unsafe {
            let status = paylint_ask(engine, question.data(), question.length, out);
            // An answer, or what is wrong with the question.
            assert!(seen(status) || !out.is_null() || status == NULL_POINTER);
            if !answer.is_null() {
                assert_eq!(paylint_answer_text(answer, &mut json), OK);
                let json = text(json).expect("an answer");
                let value: serde_json::Value = serde_json::from_str(json).expect("JSON");
                assert_eq!(value.get("error").is_some(), status != OK, "{json}");
            }
            paylint_answer_free(answer);
        }
    }

    fn ask_library(&mut self) {
        let c = &mut self.choices;
        let (kind, mut buffer) = (c.byte() % 2, c.buffer());
        let (mut count, mut answer) = (0, blank());
        // SAFETY: the buffer is as long as claimed; the others take nothing.
        assert!(unsafe { !paylint_version().is_null() && paylint_abi() >= 0 });
        // SAFETY: as above.
        let status = unsafe {
            match kind {
                0 => paylint_last_error(c.out(&mut answer)),
                _ => {
                    let to = buffer.data_mut();
                    paylint_last_error_copy(to, buffer.length, c.out(&mut count))
                }
            }
        };
        // Not `seen`: a failure to copy the last error leaves no message of its own.
        assert!((OK..=BUFFER_TOO_SMALL).contains(&status));
        texts(&[answer]);
    }

    fn ask_names(&mut self) {
        let c = &mut self.choices;
        let (kind, number, passed) = (c.byte() % 4, c.number(38), c.text());
        let (mut answer, mut found) = (blank(), 0);
        let (data, length) = (passed.data(), passed.length);
        // SAFETY: the text is as long as claimed.
        seen(unsafe {
            match kind {
                0 => paylint_operation_name(number, c.out(&mut answer)),
                1 => paylint_feature_name(number, c.out(&mut answer)),
                2 => paylint_fact_name(number, c.out(&mut answer)),
                _ => told(|error| {
                    paylint_operation_from_name(data, length, c.out(&mut found), error)
                }),
            }
        });
        texts(&[answer]);
    }
}
