//! The quick tests.

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
    /// The parts to run; by default all except node, which is a part of js
    parts: Vec<Part>,
    /// Fail if a part can't run here
    #[arg(long)]
    all: bool,
}

/// Parts in the order in which they start: the longest first.
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
    /// The Java package: in JUnit, and in an empty Maven project, in Java and Kotlin
    Java,
    /// The PHP package: installed by Composer, in PHPUnit, and in a web server
    Php,
    /// The Go package with the race detector; compiles libpaylint.wasm first
    Go,
    /// The library as a WebAssembly module, in Node
    Wasm,
    /// The crates as packaged, each alone, without features and with each of them
    Crates,
    /// The mock gateway in tests with PHPUnit, Vitest, pytest and Go
    Mock,
    /// The GitHub action and the pre-commit hooks
    Action,
    /// Linear time, by instructions that valgrind counts
    Linear,
    /// The tests of js that need no browser
    Node,
}

/// Exit code of a script that can't run here; its last line says why, and what to do.
const CANT_RUN: i32 = 77;

impl Part {
    fn name(self) -> String {
        self.to_possible_value().map_or_else(String::new, |value| value.get_name().to_owned())
    }

    /// Commands of the part, in order.
    fn steps(self) -> Vec<Command> {
        match self {
            Part::Rust => {
                vec![shell::installation("cc:gcc"), command("cargo test --no-fail-fast")]
            }
            // With the features of the other parts, so that nothing is compiled again.
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

    /// Runs the steps up to the first that fails. Returns how they ended, and their output, which goes to a log; if the
    /// part runs alone, it is inherited.
    fn run(self, is_alone: bool) -> io::Result<(&'static str, String)> {
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
        Ok((how, wrote))
    }
}

/// Runs the tests of the requested parts, two at a time, since each has long stretches that use only one
/// core.
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
            // A part may not start, or its log may not be written.
            let outcome = part.run(parts.len() == 1);
            let (how, wrote) = outcome.unwrap_or_else(|error| ("failed", error.to_string()));
            let last = wrote.trim_end().lines().next_back().unwrap_or_default().trim();
            let why = if how == "passed" { "" } else { last };
            let seconds = began.elapsed().as_secs();
            // In one call, since another part may be printing, too.
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
