//! Measures what a call through the C binding costs over the same call in Rust:
//!
//! `cargo build --profile dist -p paylint-c && cargo bench --profile dist -p paylint-c --bench overhead [-- TABLE.md]`
//!
//! It measures the binding twice: compiled into this program, where both calls reach the same
//! engine, and through the shared library, whose engine was compiled separately, so that the figure
//! includes the difference between the two engines. Short batches take turns, and the fastest ones
//! are compared, because other work on the machine can only slow them down.

#![allow(
    dead_code,
    unused_imports,
    unreachable_pub,
    non_camel_case_types,
    reason = "the binding's own files, of which only a few calls are used"
)]

#[path = "../src/boundary.rs"]
mod boundary;
#[path = "../src/check.rs"]
mod check;
#[path = "../src/engine.rs"]
mod engine;
#[path = "../src/facts.rs"]
mod facts;
#[path = "../src/failure.rs"]
mod failure;
#[path = "../src/memory.rs"]
mod memory;
#[path = "../src/names.rs"]
mod names;
#[path = "../src/numbers.rs"]
mod numbers;
#[path = "../src/report/mod.rs"]
mod report;
#[path = "../src/status.rs"]
mod status;
#[path = "../src/text.rs"]
mod text;

use core::ffi::{c_char, c_void};
use core::mem::transmute_copy;
use libloading::Library;
use paylint_core::{Engine, FactsBuf, Operation, Report};
use std::error::Error;
use std::hint::black_box;
use std::io::Write;
use std::ptr::{null, null_mut};
use std::time::Instant;

const BATCH: u32 = 200;
const ROUNDS: usize = 5_000;
const FACTS: &[u8] =
    br#"{"merchant":{"avs_permission":true,"country":"LV"},"terminal":"standard"}"#;

type Handle = *mut c_void;
/// A text and its length, the out-parameter, and no error.
type New = unsafe extern "C" fn(*const c_char, usize, *mut Handle, *mut Handle) -> i32;
type NewReport = unsafe extern "C" fn(*mut Handle) -> i32;
/// Engine, operation, body and its length, standing and changing facts, the out-parameter, and no error.
type Check<Outcome> = unsafe extern "C" fn(
    Handle,
    i32,
    *const c_char,
    usize,
    *const c_void,
    *const c_void,
    Outcome,
    *mut Handle,
) -> i32;
type Free = unsafe extern "C" fn(Handle);

/// The calls of one binding and their arguments.
struct Binding {
    check_into: Check<Handle>,
    check: Check<*mut Handle>,
    accepts: Check<*mut i32>,
    report_free: Free,
    engine: Handle,
    facts: Handle,
    report: Handle,
}

/// The binding whose functions the macro looks up.
macro_rules! binding {
    ($function:ident) => {{
        // SAFETY: the types match include/paylint.h, where an optional reference is a pointer.
        unsafe {
            let new: New = $function!(engine::paylint_engine_new);
            let facts_new: New = $function!(facts::paylint_facts_from_json);
            let report_new: NewReport = $function!(report::paylint_report_new);
            let (mut engine, mut facts, mut report) = (null_mut(), null_mut(), null_mut());
            let made = new(null(), 0, &mut engine, null_mut())
                + facts_new(FACTS.as_ptr().cast(), FACTS.len(), &mut facts, null_mut())
                + report_new(&mut report);
            assert_eq!(made, 0, "can't make the handles");
            Binding {
                check_into: $function!(check::paylint_check_into),
                check: $function!(check::paylint_check),
                accepts: $function!(check::paylint_accepts),
                report_free: $function!(report::paylint_report_free),
                engine,
                facts,
                report,
            }
        }
    }};
}

/// The nanoseconds per call in the fastest batch of each.
fn compare(calls: &mut [&mut dyn FnMut(); 3]) -> [f64; 3] {
    let mut least = [f64::MAX; 3];
    for _ in 0..ROUNDS {
        for (call, least) in calls.iter_mut().zip(&mut least) {
            let start = Instant::now();
            for _ in 0..BATCH {
                call();
            }
            *least = least.min(start.elapsed().as_nanos() as f64 / f64::from(BATCH));
        }
    }
    least
}

/// The section above the table.
const HEAD: &str = "## The C binding

What a call costs over the same call in Rust: with the binding compiled into the same program, so
that both calls reach the same engine, and through the shared library, whose engine was compiled
separately, so that the figure includes the difference between the two engines. Orders of 570 and 590
bytes; the fastest of many short runs, taken in turns (`cargo bench --profile dist -p paylint-c --bench overhead`).

| | Rust | C, same engine | C, shared library |
|---|---:|---:|---:|
";

fn line(what: &str, [rust, same, shared]: [f64; 3]) -> String {
    format!("| {what} | {rust:.0} ns | {:+.0} ns | {:+.0} ns |\n", same - rust, shared - rust)
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut table = String::from(HEAD);
    let folder = std::env::current_exe()?;
    let folder = folder.parent().and_then(|deps| deps.parent()).ok_or("no target folder")?;
    let path = folder.join("libpaylint.so");
    // SAFETY: the library has no initialiser.
    let library = unsafe { Library::new(&path) }
        .map_err(|_| format!("{}: build it with --profile dist first", path.display()))?;
    macro_rules! compiled_in {
        ($module:ident::$name:ident) => {
            transmute_copy(&($module::$name as *const ()))
        };
    }
    macro_rules! shared {
        ($module:ident::$name:ident) => {
            *library.get(stringify!($name).as_bytes())?
        };
    }
    let (same, shared) = (binding!(compiled_in), binding!(shared));
    let rust_engine = Engine::default();
    let rust_facts = FactsBuf::from_json(FACTS)?;
    let mut rust_report = Report::new();

    let bodies: [(&str, Operation, i32, &[u8]); 3] = [
        ("reversal, no body", Operation::Reversal, 4, b""),
        ("order, accepted", Operation::Order, 1, include_bytes!("../../examples/order-good.json")),
        ("order, rejected", Operation::Order, 1, include_bytes!("../../examples/order.json")),
    ];
    for (name, operation, number, body) in bodies {
        let (start, length) = (body.as_ptr().cast::<c_char>(), body.len());
        let check_into = |binding: &Binding| {
            let start = black_box(start);
            let Binding { check_into, engine, facts, report, .. } = *binding;
            // SAFETY: the handles belong to this binding, and the body outlives the call.
            let status = unsafe {
                check_into(engine, number, start, length, facts, null(), report, null_mut())
            };
            assert_eq!(status, 0);
        };
        let reused = compare(&mut [
            &mut || {
                let facts = rust_facts.as_facts();
                rust_engine.check_into(operation, black_box(body), &facts, &mut rust_report);
            },
            &mut || check_into(&same),
            &mut || check_into(&shared),
        ]);
        table += &line(&format!("{name}: report reused"), reused);

        let check = |binding: &Binding| {
            let start = black_box(start);
            let Binding { check, engine, facts, report_free, .. } = *binding;
            let mut own = null_mut();
            // SAFETY: as above; the binding that made the report frees it.
            unsafe {
                let status =
                    check(engine, number, start, length, facts, null(), &mut own, null_mut());
                assert_eq!(status, 0);
                report_free(own);
            }
        };
        let owned = compare(&mut [
            &mut || {
                let facts = rust_facts.as_facts();
                _ = black_box(rust_engine.check(operation, black_box(body), &facts));
            },
            &mut || check(&same),
            &mut || check(&shared),
        ]);
        table += &line(&format!("{name}: new report"), owned);

        let accepts = |binding: &Binding| {
            let start = black_box(start);
            let Binding { accepts, engine, facts, .. } = *binding;
            let mut accepts_it = 0;
            // SAFETY: as above.
            let status = unsafe {
                accepts(engine, number, start, length, facts, null(), &mut accepts_it, null_mut())
            };
            assert_eq!(status, 0);
            black_box(accepts_it);
        };
        let verdict = compare(&mut [
            &mut || {
                let facts = rust_facts.as_facts();
                _ = black_box(rust_engine.accepts(operation, black_box(body), &facts));
            },
            &mut || accepts(&same),
            &mut || accepts(&shared),
        ]);
        table += &line(&format!("{name}: only the verdict"), verdict);
    }
    // Cargo's own arguments begin with dashes.
    match std::env::args().skip(1).find(|argument| !argument.starts_with('-')) {
        Some(file) => std::fs::write(file, table)?,
        None => std::io::stdout().write_all(table.as_bytes())?,
    }
    Ok(())
}
