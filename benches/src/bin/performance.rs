//! Writes the page of a run (docs/performance.md) from the results of the benchmarks.
//!
//! `performance CRITERION RESULTS OUT COMMAND`: criterion's folder; the folder with `batch.json`
//! and the sections (`*.md`) that other benchmarks left; the page to write; the command to name on it.

use paylint_benches::requests::{OPERATIONS, Request};
use serde_json::Value;
use std::error::Error;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

/// The name of a measurement, and its description on the page.
type Row = (&'static str, &'static str);

const ORDERS: [Row; 5] = [
    ("order_200", "200 B"),
    ("order_800", "800 B"),
    ("order_1100_funding", "1.1 kB, account funding"),
    ("order_1800_airline", "1.8 kB, airline"),
    ("order_invalid", "0.9 kB, 25 mistakes"),
];

const REAL: [Row; 3] = [
    ("real_compact", "compact"),
    ("real_spaced", "`, ` and `: `, as Python writes"),
    ("real_pretty", "a line for each member"),
];

const REAL_WAYS: [Row; 6] = [
    ("serde_json_value", "**`serde_json` into a `Value`**"),
    ("yardstick", "the yardstick, with texts that may have escapes"),
    ("check_into_default", "**`check_into`**, the default policy"),
    ("check_into_shop-members", "**`check_into`**, the preset shop-members"),
    ("check_default", "`check`, the default policy"),
    ("check_shop-members", "`check`, the preset shop-members"),
];

const WAYS: [Row; 11] = [
    ("yardstick", "**yardstick**"),
    ("serde_json_value", "`serde_json` into a `Value`"),
    ("check_into", "**`check_into`**: bytes to a reused report"),
    ("check", "`check`: bytes to a new report"),
    ("accepts", "`accepts`: bytes to the verdict alone"),
    ("accepts_with", "`accepts_with`: the same with reused memory"),
    ("check_into_all_allowed", "`check_into` with every rule at `allow`: reading, features, total"),
    ("rules", "the rules alone: `check_into` minus the line above"),
    ("check_into_no_own_rules", "`check_into` with a policy without rules"),
    ("check_into_own_rules", "`check_into` with ten of them, none of which fires"),
    ("write_json", "`write_json`: report to JSON"),
];

const PEERS: [Row; 6] = [
    ("yardstick", "**yardstick**"),
    ("check_into", "**paylint**, `check_into`"),
    ("sonic_rs", "`sonic-rs` into the yardstick's types; checks nothing"),
    ("by_hand", "the same, and 26 rules by hand: a list of findings"),
    ("jsonschema_is_valid", "`serde_json` into a `Value`, and `jsonschema`: valid or not"),
    ("jsonschema_iter_errors", "`serde_json` into a `Value`, and `jsonschema`: all errors"),
];

const BATCH: [Row; 6] = [
    ("yardstick", "**yardstick**: every line into its type"),
    ("yardstick_two_threads", "the same on two threads: what the machine's second core gives"),
    ("check_into", "`check_into`"),
    ("check_into_and_write_json", "**`check_into`, and the report as a line of JSON**"),
    ("command_one_job", "`paylint batch --bodies --jobs 1`, from file to file"),
    ("command_two_jobs", "`paylint batch --bodies --jobs 2`, from file to file"),
];

/// The folder where criterion keeps its results.
struct Results(PathBuf);

/// The samples that criterion keeps of a round: nanoseconds, and how many times each sample ran.
#[derive(serde::Deserialize)]
struct Samples {
    times: Vec<f64>,
    iters: Vec<f64>,
}

impl Results {
    /// The fastest of a measurement's samples in any round, in nanoseconds.
    fn fastest(&self, group: &str, way: &str) -> Option<f64> {
        if way == "rules" {
            let read = self.fastest(group, "check_into_all_allowed")?;
            return Some(self.fastest(group, "check_into")? - read);
        }
        let rounds = fs::read_dir(self.0.join(group).join(way)).ok()?;
        let rounds =
            rounds.filter_map(|round| fs::read(round.ok()?.path().join("sample.json")).ok());
        let fastest = rounds.filter_map(|round| {
            let samples: Samples = serde_json::from_slice(&round).ok()?;
            let each = samples.times.iter().zip(&samples.iters).map(|(time, times)| time / times);
            each.min_by(f64::total_cmp)
        });
        fastest.min_by(f64::total_cmp)
    }

    /// A table of ways by bodies: ratios to the first way for the same body, and times.
    fn table<const N: usize>(
        &self,
        bodies: [Row; N],
        prefix: &str,
        ways: &[Row],
    ) -> Result<String, std::fmt::Error> {
        let mut out = String::from("| |");
        for (_, title) in bodies {
            write!(out, " {title} |")?;
        }
        writeln!(out, "\n|---|{}", "---:|".repeat(N))?;
        for (way, title) in ways {
            let cells = bodies.map(|(body, _)| {
                let group = format!("{prefix}{body}");
                let fastest = self.fastest(&group, way)?;
                Some((fastest, fastest / self.fastest(&group, ways[0].0)?))
            });
            if cells.iter().all(Option::is_none) {
                continue;
            }
            write!(out, "| {title} |")?;
            for cell in cells {
                match cell {
                    Some((fastest, ratio)) => write!(out, " {ratio:.2} ({}) |", time(fastest))?,
                    None => write!(out, " |")?,
                }
            }
            out.push('\n');
        }
        Ok(out)
    }

    fn operations(&self) -> Result<String, std::fmt::Error> {
        let mut out = String::from(
            "| operation | yardstick | `check_into` | ratio |\n|---|---:|---:|---:|\n",
        );
        for Request { name, .. } in OPERATIONS {
            let Some(checked) = self.fastest(name, "check_into") else { continue };
            match self.fastest(name, "yardstick") {
                Some(read) => {
                    let (ratio, read) = (checked / read, time(read));
                    writeln!(out, "| `{name}` | {read} | {} | {ratio:.2} |", time(checked))?;
                }
                // There is no body to read.
                None => writeln!(out, "| `{name}` | | {} | |", time(checked))?,
            }
        }
        Ok(out)
    }
}

fn time(nanoseconds: f64) -> String {
    if nanoseconds < 1000.0 {
        format!("{nanoseconds:.0} ns")
    } else if nanoseconds < 1e6 {
        format!("{:.2} µs", nanoseconds / 1000.0)
    } else {
        format!("{:.2} ms", nanoseconds / 1e6)
    }
}

fn batch(results: &Path) -> Result<Option<String>, Box<dyn Error>> {
    let Ok(text) = fs::read(results.join("batch.json")) else { return Ok(None) };
    let speeds: Value = serde_json::from_slice(&text)?;
    let yardstick = speeds["yardstick"].as_f64().ok_or("no yardstick in batch.json")?;
    let mut out = String::from("| | MB/s | times the yardstick |\n|---|---:|---:|\n");
    for (way, title) in BATCH {
        if let Some(speed) = speeds[way].as_f64() {
            writeln!(out, "| {title} | {speed:.0} | {:.2} |", speed / yardstick)?;
        }
    }
    Ok(Some(out))
}

/// The processor's name and how many there are.
fn machine() -> String {
    let info = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let name = info.lines().find_map(|line| line.strip_prefix("model name")?.split_once(':'));
    let name = name.map_or("unknown processor", |(_, name)| name.trim()).to_owned();
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    format!("{name}, {cores} cores, {} {}", std::env::consts::OS, std::env::consts::ARCH)
}

fn output(command: &str, arguments: &[&str]) -> String {
    let output = std::process::Command::new(command).args(arguments).output();
    let text = output.map(|output| output.stdout).unwrap_or_default();
    String::from_utf8_lossy(&text).trim().to_owned()
}

const HEAD: &str = "\
Times are the fastest of many short runs, taken in rounds, in processor time of the thread. The number
before each time is its ratio to the yardstick for the same body: lower is faster, and 1 is as fast as
the yardstick. Compare the ratios; the times depend on the machine.

**The yardstick** is `serde_json::from_slice` into a borrowed typed struct, which only reads. It
favours serde: texts are `&str` borrowed from the body (so an escape would be an error), numbers are
`f64` (so amounts aren't exact), opaque members are skipped, and only JSON types are checked. Every
figure of paylint includes combining the request's own facts with the standing ones, and with these
facts every rule can be decided.
";

const REAL_ORDERS: &str = "
## What clients send

Sixteen orders as shop modules and libraries write them (`benches/bodies/real`), together: from bytes to
a reused report (`check_into`) or a new one (`check`). Here the ratio is to `serde_json` into a `Value`.

";

const BATCHES: &str = "
## Batches

200,000 mixed orders, one on each line, one in twenty with 25 mistakes. The best of seven rounds, in
wall-clock time.

";

const OTHERS: &str = "
## Other validators

From the bytes to the verdict. None of them decides all that paylint decides; `benches/src/peers`
shows what each does. `jsonschema` turns on the feature `float_roundtrip` of `serde_json`, which
slows all of them that use it.

";

fn page(results: &Results, folder: &Path, command: &str) -> Result<String, Box<dyn Error>> {
    let mut page = String::from("# Performance\n\n");
    let commit = output("git", &["describe", "--always", "--exclude=*", "--dirty= and changes"]);
    let date = output("date", &["+%-d %B %Y"]);
    writeln!(page, "Written by `{command}` on {date}, at commit {commit}.")?;
    writeln!(page, "Machine: {}; {}.\n", machine(), output("rustc", &["--version"]))?;
    page.push_str(HEAD);
    page.push_str(REAL_ORDERS);
    page.push_str(&results.table(REAL, "", &REAL_WAYS)?);
    page.push_str("\n## Orders\n\n");
    page.push_str(&results.table(ORDERS, "", &WAYS)?);
    page.push_str("\n## The other operations\n\n");
    page.push_str(&results.operations()?);
    if let Some(table) = batch(folder)? {
        page.push_str(BATCHES);
        page.push_str(&table);
    }
    if results.fastest("peers_order_200", "yardstick").is_some() {
        page.push_str(OTHERS);
        page.push_str(&results.table(ORDERS, "peers_", &PEERS)?);
    }
    let mut sections: Vec<_> =
        fs::read_dir(folder)?.filter_map(|entry| Some(entry.ok()?.path())).collect();
    sections.retain(|path| path.extension().is_some_and(|extension| extension == "md"));
    sections.sort();
    for section in sections {
        page.push('\n');
        page.push_str(fs::read_to_string(section)?.trim_end());
        page.push('\n');
    }
    Ok(page)
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [criterion, folder, out, command] = arguments.as_slice() else {
        return Err("performance CRITERION RESULTS OUT COMMAND".into());
    };
    let results = Results(criterion.into());
    fs::write(out, page(&results, Path::new(folder), command)?)?;
    Ok(())
}
