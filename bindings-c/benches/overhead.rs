//! What a call through the shared library costs over the same call in Rust:
//!
//! `cargo build --release -p paylint-c && cargo bench -p paylint-c --bench overhead`
//!
//! The two are timed in turns, a short batch of each, and the quickest batches are compared:
//! whatever else the machine does can only slow them down.

use core::ffi::{c_char, c_void};
use libloading::{Library, Symbol};
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
type New = unsafe extern "C" fn(*const c_char, usize, *mut Handle) -> i32;
type NewReport = unsafe extern "C" fn(*mut Handle) -> i32;
type CheckInto = unsafe extern "C" fn(
    Handle,
    i32,
    *const c_char,
    usize,
    *const c_void,
    *const c_void,
    Handle,
) -> i32;
type Check = unsafe extern "C" fn(
    Handle,
    i32,
    *const c_char,
    usize,
    *const c_void,
    *const c_void,
    *mut Handle,
) -> i32;
type Accepts = unsafe extern "C" fn(
    Handle,
    i32,
    *const c_char,
    usize,
    *const c_void,
    *const c_void,
    *mut bool,
) -> i32;
type Free = unsafe extern "C" fn(Handle);

/// Nanoseconds a call, the quickest of many batches of each of the two.
fn compare(mut rust: impl FnMut(), mut c: impl FnMut()) -> (f64, f64) {
    let quicker = |call: &mut dyn FnMut(), least: f64| {
        let start = Instant::now();
        for _ in 0..BATCH {
            call();
        }
        least.min(start.elapsed().as_nanos() as f64 / f64::from(BATCH))
    };
    (0..ROUNDS).fold((f64::MAX, f64::MAX), |(least_rust, least_c), _| {
        (quicker(&mut rust, least_rust), quicker(&mut c, least_c))
    })
}

fn tell(what: &str, (rust, c): (f64, f64)) -> Result<(), Box<dyn Error>> {
    let (more, ratio) = (c - rust, c / rust);
    writeln!(
        std::io::stdout(),
        "{what:<44} Rust {rust:7.1} ns   C {c:7.1} ns   {more:+6.1} ns   ratio {ratio:.3}"
    )?;
    Ok(())
}

fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::current_exe()?;
    let folder = folder.parent().and_then(|deps| deps.parent()).ok_or("no target folder")?;
    let path = folder.join("libpaylint.so");
    // SAFETY: the library has no initialiser; the types are those of include/paylint.h, here and
    // below.
    let library = unsafe { Library::new(&path) }
        .map_err(|_| format!("{}: build it with --release first", path.display()))?;
    let new: Symbol<'_, New> = unsafe { library.get(b"paylint_engine_new")? };
    let facts_new: Symbol<'_, New> = unsafe { library.get(b"paylint_facts_from_json")? };
    let report_new: Symbol<'_, NewReport> = unsafe { library.get(b"paylint_report_new")? };
    let check_into: Symbol<'_, CheckInto> = unsafe { library.get(b"paylint_check_into")? };
    let check: Symbol<'_, Check> = unsafe { library.get(b"paylint_check")? };
    let accepts: Symbol<'_, Accepts> = unsafe { library.get(b"paylint_accepts")? };
    let report_free: Symbol<'_, Free> = unsafe { library.get(b"paylint_report_free")? };

    let rust_engine = Engine::default();
    let rust_facts = FactsBuf::from_json(FACTS)?;
    let mut rust_report = Report::new();
    let (mut engine, mut facts, mut report) = (null_mut(), null_mut(), null_mut());
    let made = unsafe {
        new(null(), 0, &mut engine)
            + facts_new(FACTS.as_ptr().cast(), FACTS.len(), &mut facts)
            + report_new(&mut report)
    };
    assert_eq!(made, 0, "the handles are made");

    let bodies: [(&str, Operation, i32, &[u8]); 3] = [
        ("reversal, no body", Operation::Reversal, 4, b""),
        ("order, accepted", Operation::Order, 1, include_bytes!("../../examples/order-good.json")),
        ("order, rejected", Operation::Order, 1, include_bytes!("../../examples/order.json")),
    ];
    for (name, operation, number, body) in bodies {
        let (start, length) = (body.as_ptr().cast::<c_char>(), body.len());
        let reused = compare(
            || {
                let facts = rust_facts.as_facts();
                rust_engine.check_into(operation, black_box(body), &facts, &mut rust_report);
            },
            || {
                let start = black_box(start);
                let status =
                    unsafe { check_into(engine, number, start, length, facts, null(), report) };
                assert_eq!(status, 0);
            },
        );
        tell(&format!("{name}: report reused"), reused)?;
        let owned = compare(
            || {
                let facts = rust_facts.as_facts();
                _ = black_box(rust_engine.check(operation, black_box(body), &facts));
            },
            || {
                let mut own = null_mut();
                let status = unsafe {
                    check(engine, number, black_box(start), length, facts, null(), &mut own)
                };
                assert_eq!(status, 0);
                unsafe { report_free(own) };
            },
        );
        tell(&format!("{name}: a report of its own"), owned)?;
        let verdict = compare(
            || {
                let facts = rust_facts.as_facts();
                _ = black_box(rust_engine.accepts(operation, black_box(body), &facts));
            },
            || {
                let mut accepts_it = false;
                let status = unsafe {
                    accepts(
                        engine,
                        number,
                        black_box(start),
                        length,
                        facts,
                        null(),
                        &mut accepts_it,
                    )
                };
                assert_eq!(status, 0);
                black_box(accepts_it);
            },
        );
        tell(&format!("{name}: the verdict alone"), verdict)?;
    }
    Ok(())
}
