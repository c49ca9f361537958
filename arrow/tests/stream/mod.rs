//! Arrow streams from bytes that may be anything. The fuzzer runs this
//! (`fuzz/fuzz_targets/arrow.rs`), and the tests run it on its seeds and on streams that they
//! corrupt.

#![allow(unreachable_pub, reason = "the fuzzer calls it from a crate of its own")]

use arrow_array::{Array, ArrayRef, NullArray, RecordBatch, StructArray};
use arrow_ipc::reader::StreamReader;
use paylint::{Engine, FactsBuf, Operation};
use paylint_arrow::{
    Changes, FactsColumn, OperationColumn, Tally, Want, check_batch, compare, replay, tally,
};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, LazyLock, Once};

/// How many batches of a stream are looked at, and how many rows of each.
const MOST_BATCHES: usize = 4;
const MOST_ROWS: usize = 64;

/// Reads a stream, and checks what it holds: once as it is validated by the reader, and once as if
/// it came from a program that validates nothing.
pub fn run(stream: &[u8]) -> usize {
    let batches = [false, true].map(|is_unchecked| read(stream, is_unchecked));
    for batch in batches.iter().flatten() {
        let rows = batch.num_rows().min(MOST_ROWS);
        if let Ok(columns) = catch(|| slices(batch, rows)) {
            check(&columns, rows);
        }
    }
    batches.iter().map(Vec::len).sum()
}

/// What the reader makes of a stream. If it panics, that isn't this project's fault.
fn read(stream: &[u8], is_unchecked: bool) -> Vec<RecordBatch> {
    let read = || {
        let reader = StreamReader::try_new(stream, None).ok()?;
        // SAFETY: none; what comes of it is what another program may hand over, and is only handed
        // on to this crate, which must not rely on it.
        let reader = unsafe { reader.with_skip_validation(is_unchecked) };
        Some(reader.take(MOST_BATCHES).map_while(Result::ok).collect())
    };
    catch(read).ok().flatten().unwrap_or_default()
}

/// Runs what may panic outside of this project, quietly.
fn catch<T>(run: impl FnOnce() -> T) -> Result<T, ()> {
    static QUIET: Once = Once::new();
    thread_local!(static CAUGHT: std::cell::Cell<bool> = const { std::cell::Cell::new(false) });
    QUIET.call_once(|| {
        let hook = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            if !CAUGHT.get() {
                hook(panic);
            }
        }));
    });
    CAUGHT.set(true);
    let outcome = catch_unwind(AssertUnwindSafe(run)).map_err(|_| ());
    CAUGHT.set(false);
    outcome
}

/// The first rows of each column.
fn slices(batch: &RecordBatch, rows: usize) -> Vec<ArrayRef> {
    batch.columns().iter().map(|column| column.slice(0, rows)).collect()
}

/// Each column has a turn as operations, as bodies and as facts.
fn check(columns: &[ArrayRef], rows: usize) {
    static ENGINE: LazyLock<Engine> = LazyLock::new(Engine::default);
    let (engine, standing) = (&*ENGINE, FactsBuf::new());
    let nulls: ArrayRef = Arc::new(NullArray::new(rows));
    let mut kept = (Tally::default(), Changes::default());
    for at in 0..columns.len() {
        let column = |step: usize| columns.get((at + step) % columns.len()).unwrap_or(&nulls);
        let facts = FactsColumn::Over(&standing, column(2));
        for operation in
            [OperationColumn::Each(column(0)), OperationColumn::All(Operation::CardWebhook)]
        {
            let mut jsons = Vec::new();
            for want in [Want::Verdict, Want::Report, Want::Json] {
                let result = check_batch(engine, operation, column(1), facts, want);
                let Ok(result) = result else { continue };
                assert_result(&result, rows);
                jsons.push(result.column(0).clone());
            }
            let results = [
                tally(engine, operation, column(1), facts),
                replay(engine, engine, operation, column(1), facts),
            ];
            let known = results.iter().all(Result::is_ok);
            assert_eq!(known, jsons.len() == 3, "all take the same columns");
            if let [verdicts, _, jsons] = &jsons[..] {
                assert!(compare(jsons, verdicts).is_ok() && kept.1.compare(jsons, jsons).is_ok());
            }
            _ = kept.0.add(engine, operation, column(1), facts);
        }
        _ = compare(column(0), column(1));
    }
    assert!(kept.0.table().is_ok() && kept.1.table().is_ok());
}

/// A row has a result or an error, and the result is sound.
fn assert_result(result: &StructArray, rows: usize) {
    assert_eq!(result.len(), rows);
    result.to_data().validate_full().expect("a sound array");
    let [first, .., error] = result.columns() else { panic!("columns") };
    assert!((0..rows).all(|row| first.is_null(row) != error.is_null(row)));
}
