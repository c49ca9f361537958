//! The tests.

use crate::shell::{self, Result, command, say, script};
use clap::ValueEnum;
use std::fs::{self, File};
use std::process::Command;
use std::sync::Mutex;
use std::thread;

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The parts to run; by default rust, js, python, php, java, go, wasm, languages and c, which is all
    parts: Vec<Part>,
    /// Test a copy of the project in a new folder whose name has a space
    #[arg(long)]
    in_copy: bool,
}

#[derive(Clone, Copy, ValueEnum)]
enum Part {
    /// Unit, conformance, agreement, command line and documentation tests
    Rust,
    /// The npm package in Node and in a browser, and the playground
    Js,
    /// The Python package: its wheel, its source distribution, and data engines
    Python,
    /// The PHP package: installed by Composer, in PHPUnit, and in a web server's PHP
    Php,
    /// The Java packages: in JUnit, and in an empty project of Maven, in Java and Kotlin
    Java,
    /// The library, its header, and programs in C, C++, Python and COBOL
    C,
    /// The Go package, with the race detector
    Go,
    /// The library as a WebAssembly module, in Node and wasmtime
    Wasm,
    /// The library in C# and Ruby
    Languages,
    /// Of js, only what takes no browser
    Node,
    /// Of c, only the installation
    Install,
}

/// What a part runs, one after another: a title, and a command.
type Steps = Vec<(&'static str, Command)>;

impl Part {
    fn name(self) -> String {
        self.to_possible_value().map_or_else(String::new, |it| it.get_name().to_owned())
    }

    fn steps(self) -> Steps {
        match self {
            Part::Rust => vec![
                // xtask's own tests run scripts that need the last two.
                (
                    "Rust: what the tests need",
                    shell::installation("cc:gcc valgrind:valgrind python3:python3 git:git"),
                ),
                (
                    "Rust: unit, conformance, agreement, command line and documentation tests",
                    command("cargo test"),
                ),
            ],
            Part::Js => vec![(
                "JavaScript: the package in Node and in a browser, and the playground",
                script("test-js.sh"),
            )],
            Part::Python => vec![
                ("Python: the wheel and the source distribution", script("test-python.sh")),
                (
                    "Python: DuckDB, Polars, DataFusion, Spark, and the notebook",
                    script("test-data.sh"),
                ),
            ],
            Part::Php => vec![("PHP: the package", script("test-php.sh"))],
            Part::Java => vec![("Java: the packages", script("test-java.sh"))],
            Part::C => vec![(
                "C: the library, its header, and programs in C, C++, Python and COBOL",
                script("test-c.sh"),
            )],
            Part::Go => vec![("Go: the package", script("test-go.sh"))],
            Part::Wasm => {
                vec![("WebAssembly: the library in Node and wasmtime", script("test-wasm.sh"))]
            }
            Part::Languages => vec![("C# and Ruby: the library", script("test-languages.sh"))],
            Part::Node => {
                let mut node = script("test-js.sh");
                node.arg("node");
                vec![("JavaScript: the package in Node", node)]
            }
            Part::Install => {
                let mut install = script("test-c.sh");
                install.arg("install");
                vec![("C: the installation", install)]
            }
        }
    }
}

/// Runs the tests of the parts that were asked for.
pub(crate) fn run(arguments: &Arguments) -> Result {
    let parts = match &arguments.parts[..] {
        [] => &[
            Part::Rust,
            Part::Js,
            Part::Python,
            Part::C,
            Part::Php,
            Part::Java,
            Part::Go,
            Part::Wasm,
            Part::Languages,
        ],
        parts => parts,
    };
    let names: Vec<_> = parts.iter().map(|part| part.name()).collect();
    if arguments.in_copy {
        return shell::run(script("spaces.sh").args(names));
    }
    match parts {
        [part] => {
            for (title, mut step) in part.steps() {
                say(title);
                shell::run(&mut step)?;
            }
        }
        parts => side_by_side(parts)?,
    }
    say(&format!("all tests passed: {}", names.join(", ")));
    Ok(())
}

/// Runs several parts, two at a time, as each has long stretches that keep one core busy. What a part
/// prints is shown when it has ended.
fn side_by_side(parts: &[Part]) -> Result {
    say(&format!("{} parts, two at a time", parts.len()));
    let (left, failed) = (Mutex::new(parts.iter()), Mutex::new(Vec::new()));
    thread::scope(|scope| {
        let work = || {
            while let Some(part) = left.lock().ok().and_then(|mut it| it.next().copied()) {
                if let (Err(error), Ok(mut failed)) = (logged(part), failed.lock()) {
                    failed.push(error);
                }
            }
        };
        scope.spawn(work);
        scope.spawn(work);
    });
    let failed = failed.into_inner().unwrap_or_default();
    if failed.is_empty() { Ok(()) } else { Err(failed.join("; ")) }
}

/// Runs a part, and prints its output at once.
fn logged(part: Part) -> Result {
    let folder = shell::target_folder().join("test-logs");
    let path = folder.join(format!("{}.log", part.name()));
    let error = |error: std::io::Error| format!("{}: {error}", path.display());
    fs::create_dir_all(&folder).map_err(error)?;
    let log = File::create(&path).map_err(error)?;
    let mut outcome = Ok(());
    for (title, mut step) in part.steps() {
        use std::io::Write;
        writeln!(&log, "\n== {title}").map_err(error)?;
        step.stdout(log.try_clone().map_err(error)?).stderr(log.try_clone().map_err(error)?);
        outcome = shell::run(&mut step);
        if outcome.is_err() {
            break;
        }
    }
    print!("{}", String::from_utf8_lossy(&fs::read(&path).map_err(error)?));
    outcome
}
