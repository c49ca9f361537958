//! `include/paylint.h` as the caller's compiler sees it.

use core::ffi::{c_char, c_void};

/// A handle: an engine, facts, a report or an error.
pub(crate) type Handle = *mut c_void;

#[repr(C)]
#[derive(Clone, Copy)]
pub(crate) struct Text {
    pub(crate) data: *const u8,
    pub(crate) length: usize,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub(crate) struct Finding {
    pub(crate) numbers: [i32; 4],
    pub(crate) texts: [Text; 5],
    pub(crate) span: [usize; 2],
}

#[repr(C)]
#[derive(Clone, Copy)]
pub(crate) struct Unchecked {
    pub(crate) numbers: [i32; 2],
    pub(crate) needs: u64,
    pub(crate) name: Text,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub(crate) struct Obligation {
    pub(crate) numbers: [i32; 2],
    pub(crate) by: i64,
    pub(crate) needs: u64,
}

unsafe extern "C" {
    pub(crate) fn paylint_version() -> *const c_char;
    pub(crate) fn paylint_abi() -> i32;
    pub(crate) fn paylint_last_error(text: *mut Text) -> i32;
    pub(crate) fn paylint_last_error_copy(to: *mut u8, capacity: usize, out: *mut usize) -> i32;

    pub(crate) fn paylint_error_text(error: Handle, text: *mut Text) -> i32;
    pub(crate) fn paylint_error_free(error: Handle);

    pub(crate) fn paylint_engine_new(
        json: *const u8,
        length: usize,
        out: *mut Handle,
        error: *mut Handle,
    ) -> i32;
    pub(crate) fn paylint_engine_free(engine: Handle);

    pub(crate) fn paylint_facts_new(out: *mut Handle) -> i32;
    pub(crate) fn paylint_facts_from_json(
        json: *const u8,
        length: usize,
        out: *mut Handle,
        error: *mut Handle,
    ) -> i32;
    pub(crate) fn paylint_facts_read_json(
        facts: Handle,
        json: *const u8,
        length: usize,
        error: *mut Handle,
    ) -> i32;
    pub(crate) fn paylint_facts_free(facts: Handle);
    pub(crate) fn paylint_facts_clear(facts: Handle) -> i32;
    pub(crate) fn paylint_facts_set_text(
        f: Handle,
        fact: i32,
        t: *const u8,
        length: usize,
        error: *mut Handle,
    ) -> i32;
    pub(crate) fn paylint_facts_set_bool(
        facts: Handle,
        fact: i32,
        value: i32,
        error: *mut Handle,
    ) -> i32;
    pub(crate) fn paylint_facts_set_integer(
        facts: Handle,
        fact: i32,
        value: i64,
        error: *mut Handle,
    ) -> i32;
    pub(crate) fn paylint_facts_set_amount(
        f: Handle,
        fact: i32,
        units: i64,
        decimals: i32,
        error: *mut Handle,
    ) -> i32;
    pub(crate) fn paylint_facts_set_time(
        f: Handle,
        fact: i32,
        seconds: i64,
        nanos: i32,
        error: *mut Handle,
    ) -> i32;
    pub(crate) fn paylint_facts_add_text(
        f: Handle,
        fact: i32,
        t: *const u8,
        length: usize,
        error: *mut Handle,
    ) -> i32;
    pub(crate) fn paylint_facts_add_header(
        facts: Handle,
        name: *const u8,
        name_length: usize,
        value: *const u8,
        value_length: usize,
        error: *mut Handle,
    ) -> i32;
    pub(crate) fn paylint_facts_open_headers(facts: Handle) -> i32;
    pub(crate) fn paylint_facts_set_capabilities(
        facts: Handle,
        capabilities: u64,
        error: *mut Handle,
    ) -> i32;

    pub(crate) fn paylint_check(
        engine: Handle,
        operation: i32,
        body: *const u8,
        length: usize,
        standing: Handle,
        changing: Handle,
        report: *mut Handle,
        error: *mut Handle,
    ) -> i32;
    pub(crate) fn paylint_check_into(
        engine: Handle,
        operation: i32,
        body: *const u8,
        length: usize,
        standing: Handle,
        changing: Handle,
        report: Handle,
        error: *mut Handle,
    ) -> i32;
    pub(crate) fn paylint_accepts(
        engine: Handle,
        operation: i32,
        body: *const u8,
        length: usize,
        standing: Handle,
        changing: Handle,
        accepts: *mut i32,
        error: *mut Handle,
    ) -> i32;

    pub(crate) fn paylint_ask(
        engine: Handle,
        question: *const u8,
        length: usize,
        out: *mut Handle,
    ) -> i32;
    pub(crate) fn paylint_answer_text(answer: Handle, out: *mut Text) -> i32;
    pub(crate) fn paylint_answer_free(answer: Handle);

    pub(crate) fn paylint_report_new(out: *mut Handle) -> i32;
    pub(crate) fn paylint_report_free(report: Handle);
    pub(crate) fn paylint_report_verdict(report: Handle, out: *mut i32) -> i32;
    pub(crate) fn paylint_report_status(report: Handle, out: *mut i32) -> i32;
    pub(crate) fn paylint_report_operation(report: Handle, out: *mut i32) -> i32;
    pub(crate) fn paylint_report_scenario(report: Handle, out: *mut i32) -> i32;
    pub(crate) fn paylint_report_capabilities(report: Handle, out: *mut u64) -> i32;
    pub(crate) fn paylint_report_total(report: Handle, out: *mut Text) -> i32;
    pub(crate) fn paylint_report_finding_count(report: Handle, out: *mut usize) -> i32;
    pub(crate) fn paylint_report_finding(report: Handle, at: usize, out: *mut Finding) -> i32;
    pub(crate) fn paylint_report_truncated(report: Handle, out: *mut i32) -> i32;
    pub(crate) fn paylint_report_unchecked_count(report: Handle, out: *mut usize) -> i32;
    pub(crate) fn paylint_report_unchecked(report: Handle, at: usize, out: *mut Unchecked) -> i32;
    pub(crate) fn paylint_report_obligation_count(report: Handle, out: *mut usize) -> i32;
    pub(crate) fn paylint_report_obligation(r: Handle, at: usize, out: *mut Obligation) -> i32;
    pub(crate) fn paylint_report_valid_until(report: Handle, out: *mut i64) -> i32;
    pub(crate) fn paylint_report_json(report: Handle, out: *mut Text) -> i32;

    pub(crate) fn paylint_operation_name(operation: i32, out: *mut Text) -> i32;
    pub(crate) fn paylint_operation_from_name(
        t: *const u8,
        length: usize,
        out: *mut i32,
        error: *mut Handle,
    ) -> i32;
    pub(crate) fn paylint_feature_name(feature: i32, out: *mut Text) -> i32;
    pub(crate) fn paylint_fact_name(fact: i32, out: *mut Text) -> i32;
}
