//! Throughput over 200,000 mixed orders, one on each line, on one thread: checked and reported,
//! compared with the yardstick, which only reads. The yardstick runs on two threads, too. With the
//! path of the command `paylint` it is measured as well, from file to file.
//!
//! `batch OUT [PAYLINT]`: writes megabytes per second, as JSON, to OUT.

use paylint::{Engine, FactsBuf, Operation, Report};
use paylint_benches::requests::{FACTS, mixed_orders};
use paylint_benches::typed;
use std::error::Error;
use std::fs::{self, File};
use std::hint::black_box;
use std::io::{self, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Instant;

const ORDERS_IN_ALL: usize = 200_000;
const ROUNDS: usize = 7;

/// The yardstick: every line into its type.
fn read_all(lines: &str) -> Result<(), Box<dyn Error>> {
    for line in lines.lines() {
        typed::read(Operation::Order, line.as_bytes())?;
    }
    Ok(())
}

/// The yardstick on two threads, half of the text on each: what the machine's second core gives.
fn read_all_on_two_threads(lines: &str) -> Result<(), Box<dyn Error>> {
    let middle = lines.len() / 2;
    let middle = lines[middle..].find('\n').map_or(lines.len(), |end| middle + end + 1);
    let (first, second) = lines.split_at(middle);
    std::thread::scope(|scope| {
        let other = scope.spawn(|| read_all(second).map_err(|error| error.to_string()));
        read_all(first)?;
        other.join().map_err(|_| "the other thread panicked")??;
        Ok(())
    })
}

/// Every line to a report, and if so asked to its line, in pieces as a writer would take them.
fn check_all(
    lines: &str,
    engine: &Engine,
    facts: &FactsBuf,
    writes: bool,
) -> Result<(), Box<dyn Error>> {
    let facts = facts.as_facts();
    let (mut report, mut out) = (Report::new(), String::new());
    for line in lines.lines() {
        engine.check_into(Operation::Order, line.as_bytes(), &facts, &mut report);
        black_box(&report);
        if writes {
            report.write_json(&mut out);
            out.push('\n');
        }
        if out.len() > 1 << 16 {
            black_box(&out);
            out.clear();
        }
    }
    Ok(())
}

fn command(paylint: &str, folder: &Path, jobs: &str) -> Result<(), Box<dyn Error>> {
    let status = Command::new(paylint)
        .args(["batch", "--bodies", "--operation", "order", "--jobs", jobs, "--facts"])
        .args([folder.join("facts.json"), folder.join("orders.ndjson")])
        .stdout(Stdio::from(File::create(folder.join("reports.ndjson"))?))
        .stderr(Stdio::null())
        .status()?;
    // The status 1 says that some orders are rejected.
    if status.code() == Some(1) { Ok(()) } else { Err(format!("paylint: {status}").into()) }
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let out = arguments.next().ok_or("where to?")?;
    let paylint = arguments.next();
    let lines = mixed_orders(ORDERS_IN_ALL).join("\n") + "\n";
    let (engine, facts) = (Engine::default(), FactsBuf::from_json(FACTS.as_bytes())?);
    let folder = std::env::temp_dir().join(format!("paylint-batch-{}", std::process::id()));
    fs::create_dir_all(&folder)?;
    fs::write(folder.join("facts.json"), FACTS)?;
    fs::write(folder.join("orders.ndjson"), &lines)?;

    type Way<'a> = (&'static str, Box<dyn Fn() -> Result<(), Box<dyn Error>> + 'a>);
    let mut ways: Vec<Way<'_>> = vec![
        ("yardstick", Box::new(|| read_all(&lines))),
        ("yardstick_two_threads", Box::new(|| read_all_on_two_threads(&lines))),
        ("check_into", Box::new(|| check_all(&lines, &engine, &facts, false))),
        ("check_into_and_write_json", Box::new(|| check_all(&lines, &engine, &facts, true))),
    ];
    if let Some(paylint) = &paylint {
        ways.push(("command_one_job", Box::new(|| command(paylint, &folder, "1"))));
        ways.push(("command_two_jobs", Box::new(|| command(paylint, &folder, "2"))));
    }
    // Goes round by round, so that other work of the machine slows all alike.
    let mut times = vec![Vec::new(); ways.len()];
    for _ in 0..ROUNDS {
        for ((_, run), times) in ways.iter().zip(&mut times) {
            // Freeing the last round's reports isn't the command's work.
            _ = fs::remove_file(folder.join("reports.ndjson"));
            let start = Instant::now();
            run()?;
            times.push(start.elapsed().as_secs_f64());
        }
    }
    // The best round is the one that was disturbed the least.
    let speeds = ways.iter().zip(&times).map(|((name, _), times)| {
        let best = times.iter().copied().fold(f64::INFINITY, f64::min);
        let speed = lines.len() as f64 / 1e6 / best;
        ((*name).to_owned(), serde_json::Value::from(speed.round()))
    });
    let result: serde_json::Map<_, _> = speeds.collect();
    let text = serde_json::to_string(&result)?;
    fs::write(out, &text)?;
    fs::remove_dir_all(&folder)?;
    writeln!(io::stdout(), "megabytes a second: {text}")?;
    Ok(())
}
