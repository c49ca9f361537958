//! The tests.

use crate::shell::{self, Result, command, say, script};
use clap::ValueEnum;
use std::fs::{self, File};
use std::io;
use std::process::Command;
use std::sync::Mutex;
use std::thread;
use std::time::Instant;

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The parts to run; by default all but node, which is a part of js
    parts: Vec<Part>,
    /// A part that can't run here is a failure
    #[arg(long)]
    all: bool,
}

/// In the order in which they begin: the longest first.
#[derive(Clone, Copy, PartialEq, ValueEnum)]
enum Part {
    /// Unit, conformance, agreement, command line and documentation tests
    Rust,
    /// The npm package in Node and in browsers, and the playground
    Js,
    /// The Python package: its wheel, its source distribution, and data engines
    Python,
    /// The library, its header, and programs in C, C++, C# and Ruby
    C,
    /// The Java package: in JUnit, and in an empty project of Maven, in Java and Kotlin
    Java,
    /// The PHP package: installed by Composer, in PHPUnit, and in a web server's PHP
    Php,
    /// The Go package over libpaylint.wasm, which is compiled first, with the race detector
    Go,
    /// The library as a WebAssembly module, in Node
    Wasm,
    /// The crates as they are packaged, each alone, without and with each of its features
    Crates,
    /// The mock gateway, as tests in PHPUnit, Vitest, pytest and Go use it
    Mock,
    /// The action of GitHub's workflows, and the hooks of pre-commit
    Action,
    /// Work that has to take linear time, in instructions that valgrind counts
    Linear,
    /// Of js, only what takes no browser
    Node,
}

/// Exit code of a script that can't have what it needs; its last line says why, and what to do.
const CANT_RUN: i32 = 77;

impl Part {
    fn name(self) -> String {
        self.to_possible_value().map_or_else(String::new, |value| value.get_name().to_owned())
    }

    /// Commands that the part runs, one after another.
    fn steps(self) -> Vec<Command> {
        match self {
            Part::Rust => {
                vec![shell::installation("cc:gcc"), command("cargo test --no-fail-fast")]
            }
            // With the others' features, so that nothing is compiled again.
            Part::Linear => vec![
                shell::installation("cc:gcc valgrind:valgrind"),
                command("cargo test --test linear -- --ignored"),
            ],
            Part::Node => {
                let mut node = script("test-js.sh");
                node.arg("node");
                vec![node]
            }
            part => vec![script(&format!("test-{}.sh", part.name()))],
        }
    }

    /// Runs the steps up to the first that fails. What they write goes into a log that is printed at
    /// the end, or where this program's output goes, if the part runs alone.
    fn run(self, is_alone: bool) -> io::Result<Outcome> {
        let folder = shell::target_folder().join("test-logs");
        fs::create_dir_all(&folder)?;
        let path = folder.join(self.name());
        let log = File::create(&path)?;
        let mut code = Some(0);
        for mut step in self.steps() {
            if !is_alone {
                step.stdout(log.try_clone()?).stderr(log.try_clone()?);
            }
            code = step.status()?.code();
            if code != Some(0) {
                break;
            }
        }
        let wrote = String::from_utf8_lossy(&fs::read(&path)?).into_owned();
        let how = match code {
            Some(0) => "passed",
            Some(CANT_RUN) => "skipped",
            _ => "failed",
        };
        let last = wrote.trim_end().lines().next_back().unwrap_or_default().trim();
        let why = if how == "passed" { String::new() } else { last.to_owned() };
        Ok(Outcome { how, why, wrote })
    }
}

struct Outcome {
    how: &'static str,
    why: String,
    wrote: String,
}

/// Runs the tests of the parts that were asked for, two at a time, as each has long stretches that keep
/// one core busy.
pub(crate) fn run(arguments: &Arguments) -> Result {
    let mut parts = arguments.parts.clone();
    if parts.is_empty() {
        parts = Part::value_variants().iter().copied().filter(|part| *part != Part::Node).collect();
    }
    let waiting = Mutex::new(parts.iter());
    let table = Mutex::new(Vec::new());
    let work = || {
        while let Some(part) = waiting.lock().ok().and_then(|mut waiting| waiting.next()) {
            let name = part.name();
            say(&format!("{name}: begins"));
            let began = Instant::now();
            let Outcome { how, why, wrote } = part.run(parts.len() == 1).unwrap_or_else(broken);
            let seconds = began.elapsed().as_secs();
            // In one piece: another part may be ending, too.
            println!("\n{wrote}\n== {name}: {how} after {seconds} s");
            if let Ok(mut table) = table.lock() {
                table.push((how, format!("{name:10} {how:8} {seconds:5} s  {why}")));
            }
        }
    };
    thread::scope(|scope| {
        scope.spawn(work);
        work();
    });
    say("all parts");
    let table = table.into_inner().unwrap_or_default();
    for (_, row) in &table {
        println!("{}", row.trim_end());
    }
    let count = |how: &str| table.iter().filter(|row| row.0 == how).count();
    let (failed, skipped) = (count("failed"), count("skipped"));
    println!("\n`cargo xtask test PART` runs one; the row of a skipped one says what it needs");
    println!("\n{} passed, {failed} failed, {skipped} skipped", count("passed"));
    if failed > 0 || arguments.all && skipped > 0 || table.len() < parts.len() {
        return Err(format!("{failed} failed, {skipped} skipped"));
    }
    Ok(())
}

/// A part that can't be started, or of which no log can be written.
fn broken(error: io::Error) -> Outcome {
    Outcome { how: "failed", why: error.to_string(), wrote: String::new() }
}
