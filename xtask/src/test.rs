//! The tests.

use crate::Result;
use crate::shell::{self, cargo, install, say, script};
use clap::ValueEnum;

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The parts to run; by default rust, c, js and python, which is all
    parts: Vec<Part>,
    /// Test a copy of the project in a new folder whose name has a space
    #[arg(long)]
    in_copy: bool,
}

#[derive(Clone, Copy, ValueEnum)]
enum Part {
    /// Unit, conformance, agreement, command line and documentation tests
    Rust,
    /// The library, its header, and programs in C, C++, Python and COBOL
    C,
    /// The npm package in Node and in a browser, and the playground
    Js,
    /// Of js, only what takes no browser
    Node,
    /// Of c, only the installation
    Install,
    /// The Python package: its wheel, its source distribution, and data engines
    Python,
}

/// Runs the tests of the parts that were asked for.
pub(crate) fn run(arguments: &Arguments) -> Result {
    let parts = match &arguments.parts[..] {
        [] => &[Part::Rust, Part::C, Part::Js, Part::Python],
        parts => parts,
    };
    let names: Vec<_> = parts.iter().filter_map(Part::to_possible_value).collect();
    let names: Vec<_> = names.iter().map(|name| name.get_name()).collect();
    if arguments.in_copy {
        return shell::run(script("spaces.sh").args(names));
    }
    for part in parts {
        match part {
            Part::Rust => rust()?,
            Part::C => c()?,
            Part::Js => js()?,
            Part::Node => node()?,
            Part::Install => install_c()?,
            Part::Python => python()?,
        }
    }
    say(&format!("all tests passed: {}", names.join(", ")));
    Ok(())
}

fn rust() -> Result {
    say("Rust: unit, conformance, agreement, command line and documentation tests");
    // xtask's own tests run scripts that need the last two.
    install("cc:gcc valgrind:valgrind python3:python3 git:git")?;
    cargo(
        "test --workspace --exclude paylint-wasm --exclude paylint-c --exclude paylint-benches \
         --exclude paylint-panics --exclude paylint-python",
    )
}

fn c() -> Result {
    say("C: the library, its header, and programs in C, C++, Python and COBOL");
    shell::run(&mut script("test-c.sh"))
}

fn js() -> Result {
    say("JavaScript: the package in Node and in a browser, and the playground");
    shell::run(&mut script("test-js.sh"))
}

fn node() -> Result {
    say("JavaScript: the package in Node");
    shell::run(script("test-js.sh").arg("node"))
}

fn install_c() -> Result {
    say("C: the installation");
    shell::run(script("test-c.sh").arg("install"))
}

fn python() -> Result {
    say("Python: the wheel and the source distribution");
    shell::run(&mut script("test-python.sh"))?;
    say("Python: DuckDB, Polars, DataFusion, Spark, and the notebook");
    shell::run(&mut script("test-data.sh"))
}
