//! The tests.

use crate::shell::{self, Result, command, installation, say, script};
use clap::ValueEnum;
use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::PathBuf;
use std::process::Command;
use std::sync::{Mutex, mpsc};
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
    /// The library, its header, and programs in C, C++ and Python
    C,
    /// The Java package: in JUnit, and in an empty project of Maven, in Java and Kotlin
    Java,
    /// The PHP package: installed by Composer, in PHPUnit, and in a web server's PHP
    Php,
    /// The Go package, with the race detector
    Go,
    /// The library as a WebAssembly module, in Node
    Wasm,
    /// The library in C# and Ruby
    Languages,
    /// What takes linear time, in instructions that valgrind counts
    Linear,
    /// Of js, only what takes no browser
    Node,
}

/// What a script exits with if it can't have what it needs; its last line says why, and what to do.
const CANT_RUN: i32 = 77;

impl Part {
    fn name(self) -> String {
        self.to_possible_value().map_or_else(String::new, |it| it.get_name().to_owned())
    }

    /// Whether the part builds and loads libpaylint.so.
    fn is_for_linux(self) -> bool {
        matches!(self, Part::C | Part::Php | Part::Languages)
    }

    /// What the part runs, one after another.
    fn steps(self) -> Vec<Command> {
        match self {
            Part::Rust => vec![command("cargo test --no-fail-fast")],
            // With the others' features, so that nothing is compiled again.
            Part::Linear => vec![command("cargo test --test linear -- --ignored")],
            Part::Python => vec![script("test-python.sh"), script("test-data.sh")],
            Part::Node => {
                let mut node = script("test-js.sh");
                node.arg("node");
                vec![node]
            }
            part => vec![script(&format!("test-{}.sh", part.name()))],
        }
    }

    /// What installs all that the part needs, and does nothing else.
    fn preparation(self) -> Vec<Command> {
        match self {
            Part::Rust => vec![installation("cc:gcc")],
            Part::Linear => vec![installation("cc:gcc valgrind:valgrind")],
            part => {
                let mut steps = part.steps();
                for step in &mut steps {
                    step.env("PREPARE_ONLY", "1");
                }
                steps
            }
        }
    }

    /// The file in the folder of logs with this ending.
    fn log(self, ending: &str) -> PathBuf {
        shell::target_folder().join("test-logs").join(format!("{}.{ending}", self.name()))
    }

    /// Runs commands up to the first that fails, and gives what all of them wrote into a log; nothing
    /// goes there if it is shown at once.
    fn run(self, steps: Vec<Command>, ending: &str, shown: bool) -> io::Result<(Outcome, String)> {
        let path = self.log(ending);
        fs::create_dir_all(path.parent().unwrap_or(&path))?;
        let log = File::create(&path)?;
        let mut code = Some(0);
        for mut step in steps {
            if !shown {
                step.stdout(log.try_clone()?).stderr(log.try_clone()?);
            }
            code = step.status()?.code();
            if code != Some(0) {
                break;
            }
        }
        let wrote = String::from_utf8_lossy(&fs::read(&path)?).into_owned();
        let last = || wrote.trim_end().lines().next_back().unwrap_or_default().trim().to_owned();
        let outcome = match code {
            Some(0) => Outcome::Passed,
            Some(CANT_RUN) => Outcome::Skipped(last()),
            _ if shown => Outcome::Failed("see above".to_owned()),
            _ => Outcome::Failed(format!("see {}", path.display())),
        };
        Ok((outcome, wrote))
    }
}

enum Outcome {
    Passed,
    Failed(String),
    Skipped(String),
}

impl Outcome {
    /// A part of which no log can be written, for one.
    fn broken(error: io::Error) -> (Outcome, String) {
        (Outcome::Failed(error.to_string()), String::new())
    }
}

/// The parts that have ended, with the seconds they took.
type Ended = Mutex<Vec<(Part, Outcome, u64)>>;

/// Runs the tests of the parts that were asked for, two at a time, as each has long stretches that keep
/// one core busy.
pub(crate) fn run(arguments: &Arguments) -> Result {
    let mut parts = arguments.parts.clone();
    if parts.is_empty() {
        parts = Part::value_variants().iter().copied().filter(|it| *it != Part::Node).collect();
    }
    let ended = Ended::default();
    let (ready, waiting) = mpsc::channel();
    let waiting = Mutex::new(waiting);
    let work = || {
        // The lock is let go before the part runs.
        while let Some(part) = waiting.lock().ok().and_then(|it| it.recv().ok()) {
            test(part, parts.len() == 1, &ended);
        }
    };
    thread::scope(|scope| {
        scope.spawn(work);
        // The others' needs are known before they run, and installed while the first runs.
        for &part in &parts {
            if prepare(part, &ended) {
                _ = ready.send(part);
            }
        }
        drop(ready);
        work();
    });
    let mut ended = ended.into_inner().unwrap_or_default();
    ended.sort_by_key(|(part, ..)| parts.iter().position(|it| it == part));
    summary(&ended, arguments.all)
}

/// Installs what a part needs; whether all is there.
fn prepare(part: Part, ended: &Ended) -> bool {
    let began = Instant::now();
    let (outcome, wrote) = if part.is_for_linux() && !cfg!(target_os = "linux") {
        (Outcome::Skipped("libpaylint.so is tested on Linux only".to_owned()), String::new())
    } else {
        part.run(part.preparation(), "needs.log", false).unwrap_or_else(Outcome::broken)
    };
    let is_ready = matches!(outcome, Outcome::Passed);
    if is_ready {
        print!("{wrote}");
    } else {
        end(part, outcome, &wrote, began, ended);
    }
    is_ready
}

/// Runs a part's tests, and prints what they wrote when they have ended, or at once.
fn test(part: Part, shown: bool, ended: &Ended) {
    let took = part.log("seconds");
    let last = fs::read_to_string(&took)
        .map_or_else(|_| String::new(), |it| format!("; the last time it took {it} s"));
    say(&format!("{}: begins{last}", part.name()));
    let began = Instant::now();
    let (outcome, wrote) = part.run(part.steps(), "log", shown).unwrap_or_else(Outcome::broken);
    if matches!(outcome, Outcome::Passed) {
        _ = fs::write(took, began.elapsed().as_secs().to_string());
    }
    end(part, outcome, &wrote, began, ended);
}

fn end(part: Part, outcome: Outcome, wrote: &str, began: Instant, ended: &Ended) {
    let seconds = began.elapsed().as_secs();
    let name = part.name();
    // In one piece: another part may be ending, too.
    _ = match &outcome {
        Outcome::Passed => write!(io::stdout(), "\n{wrote}\n== {name}: passed after {seconds} s\n"),
        Outcome::Failed(_) => {
            write!(io::stdout(), "\n{wrote}\n== {name}: failed after {seconds} s\n")
        }
        Outcome::Skipped(why) => writeln!(io::stdout(), "\n== {name}: skipped: {why}"),
    };
    if let Ok(mut ended) = ended.lock() {
        ended.push((part, outcome, seconds));
    }
}

/// Prints what became of each part; an error if one failed, or with `all` if one was skipped.
fn summary(ended: &[(Part, Outcome, u64)], all: bool) -> Result {
    let mut table = String::new();
    let [mut passed, mut failed, mut skipped] = [0; 3];
    for (part, outcome, seconds) in ended {
        let (count, how, why) = match outcome {
            Outcome::Passed => (&mut passed, "passed", ""),
            Outcome::Failed(why) => (&mut failed, "failed", &why[..]),
            Outcome::Skipped(why) => (&mut skipped, "skipped", &why[..]),
        };
        *count += 1;
        let line = format!("{:10} {how:8} {seconds:5} s  {why}", part.name());
        _ = writeln!(table, "{}", line.trim_end());
    }
    say("all parts");
    println!("{table}\n{passed} passed, {failed} failed, {skipped} skipped");
    if failed > 0 || all && skipped > 0 {
        return Err(format!("{failed} failed, {skipped} skipped"));
    }
    Ok(())
}
