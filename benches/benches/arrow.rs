//! The cost of columns: `check_batch` and the counts over 200,000 mixed orders in columns
//! of 10,000, beside `check_into` over the same bodies.
//!
//! `cargo bench --profile dist --bench arrow [-- OUT]`, in `benches`: writes the section of the page to OUT.

use arrow_array::BinaryArray;
use cpu_time::ThreadTime;
use paylint::{Engine, FactsBuf, Operation, Policy, Report};
use paylint_arrow::{BatchError, Changes, FactsColumn, OperationColumn, Tally, Want, check_batch};
use paylint_benches::requests::{FACTS, mixed_orders};
use std::error::Error;
use std::fmt::Write;
use std::hint::black_box;

const ORDERS: usize = 200_000;
const ROWS: usize = 10_000;
const ROUNDS: usize = 9;

const HEAD: &str = "## Columns

200,000 mixed orders in Arrow columns of 10,000 rows, one in twenty with 25 mistakes, on one thread.
The ratio is to `check_into` over the same bodies; of each column the fastest of nine runs, in
processor time (`cargo bench --profile dist --bench arrow` in `benches`).

| | rows a second | times `check_into` |
|---|---:|---:|
";

/// The work that is measured over a column of bodies.
type Way<'a> = (&'static str, Box<dyn Fn(&BinaryArray) -> Result<(), BatchError> + 'a>);

fn main() -> Result<(), Box<dyn Error>> {
    let bodies = mixed_orders(ORDERS);
    let column = |bodies: &[String]| BinaryArray::from_iter_values(bodies);
    let columns: Vec<_> = bodies.chunks(ROWS).map(column).collect();
    let facts = FactsBuf::from_json(FACTS.as_bytes())?;
    // Facts in every row, the same in each, as text.
    let texts = BinaryArray::from_iter_values(std::iter::repeat_n(FACTS, ROWS));
    let none = FactsBuf::new();
    let (standing, own) =
        (FactsColumn::all(&facts), FactsColumn { own: Some(&texts), ..FactsColumn::all(&none) });
    let engine = Engine::default();
    let strict = Engine::new(&Policy::from_json(br#"{"levels": {"field.unknown": "deny"}}"#)?);
    let order = OperationColumn::All(Operation::Order);
    let batch = |facts, want| {
        let engine = &engine;
        Box::new(move |bodies: &BinaryArray| {
            check_batch(engine, order, bodies, facts, want).map(|result| drop(black_box(result)))
        })
    };
    let ways: [Way<'_>; 7] = [
        (
            "**`check_into`**, body by body",
            Box::new(|bodies| {
                let (facts, mut report) = (facts.as_facts(), Report::new());
                for body in bodies.iter().flatten() {
                    engine.check_into(Operation::Order, body, &facts, &mut report);
                    black_box(&report);
                }
                Ok(())
            }),
        ),
        ("`check_batch`, verdicts", batch(standing, Want::Verdict)),
        ("`check_batch`, reports as columns", batch(standing, Want::Report)),
        ("`check_batch`, reports as JSON", batch(standing, Want::Json)),
        ("`check_batch`, verdicts, facts in each row", batch(own, Want::Verdict)),
        (
            "`tally`",
            Box::new(|bodies| {
                let mut tally = Tally::default();
                tally.add(&engine, order, bodies, standing)?;
                tally.table().map(|table| drop(black_box(table)))
            }),
        ),
        (
            "`replay`: two policies",
            Box::new(|bodies| {
                let mut changes = Changes::default();
                changes.replay(&engine, &strict, order, bodies, standing)?;
                changes.table().map(|table| drop(black_box(table)))
            }),
        ),
    ];
    // The least time of each column, in turns, so that other work of the machine slows all alike.
    let mut least = vec![[f64::INFINITY; ORDERS / ROWS]; ways.len()];
    for _ in 0..ROUNDS {
        for (at, bodies) in columns.iter().enumerate() {
            for ((_, run), least) in ways.iter().zip(&mut least) {
                let start = ThreadTime::now();
                run(bodies)?;
                least[at] = least[at].min(start.elapsed().as_secs_f64());
            }
        }
    }
    let times: Vec<f64> = least.iter().map(|of_columns| of_columns.iter().sum()).collect();
    let mut section = HEAD.to_owned();
    for ((name, _), time) in ways.iter().zip(&times) {
        let rate = ORDERS as f64 / time;
        writeln!(section, "| {name} | {rate:.0} | {:.2} |", times[0] / time)?;
    }
    print!("{section}");
    // Cargo passes `--bench`.
    if let Some(out) = std::env::args().skip(1).find(|argument| !argument.starts_with('-')) {
        std::fs::write(out, section)?;
    }
    Ok(())
}
