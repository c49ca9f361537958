//! The command line's arguments and help texts.

mod examples;
mod lines;
mod names;

pub(crate) use lines::*;
pub(crate) use names::Schema;

use clap::{Args, Parser, Subcommand, ValueEnum, ValueHint};
use names::{feature, operation, schema};
use paylint::{Engine, Feature, Level, Operation, Report};
use std::path::PathBuf;
use std::sync::LazyLock;

/// Validates card-payment requests before you send them: whether the gateway can accept a request
/// and, if not, everything that is wrong with it and where.
#[derive(Parser)]
#[command(name = "paylint", version, long_version = long_version(), propagate_version = true)]
#[command(subcommand_required = true, arg_required_else_help = true, after_help = examples::ALL)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Subcommand)]
pub(crate) enum Command {
    /// Check request bodies, one per file, and show what is wrong and where
    Check(CheckArguments),
    /// Check many cases, or bare bodies, one per line
    Batch(BatchArguments),
    /// Show what would change for a file of cases if one policy replaced another
    Replay(ReplayArguments),
    /// Compare verdicts with the gateway's answers: what would have been stopped and prevented, and the policy that follows
    Calibrate(CalibrateArguments),
    /// Show which members of a body may be given, and which must be
    Fields(FieldsArguments),
    /// Compute the facts of an order's next request from its earlier ones
    History(HistoryArguments),
    /// Answer questions in JSON, one per line: for programs without a binding
    Ask(AskArguments),
    /// Make up requests for tests: accepted ones, or each mistake once
    Sample(SampleArguments),
    /// List the rules
    Rules(RulesArguments),
    /// Explain a rule, a family of rules, a fact, a feature or a member
    Explain(ExplainArguments),
    /// List the members of bodies, with type, description and example
    Members(MembersArguments),
    /// Write the JSON Schema of an operation's body, of facts or of policies, or an OpenAPI document
    Schema(SchemaArguments),
    /// Show which features go together
    Matrix(MatrixArguments),
    /// Describe a policy in words, with its redundant entries, or compare it with another
    Policy(PolicyArguments),
    /// Write the completions for a shell to standard output
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    /// Write the manual page to standard output, in roff
    Man {
        /// The command whose page to write [default: the page of paylint itself]
        command: Option<String>,
    },
}

/// Facts: what you know and a body doesn't say.
#[derive(Args)]
pub(crate) struct FactsArguments {
    /// Facts, which you know and a body doesn't say: a JSON file; if given again, a later file replaces
    /// top-level members of an earlier one [default: nothing]
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) facts: Vec<PathBuf>,
    /// One fact, such as `now=2026-11-20T10:15:00Z` or `merchant.avs_permission=true`; it wins over
    /// the files. Lists and headers are written as JSON
    #[arg(long, value_name = "NAME=VALUE")]
    pub(crate) fact: Vec<String>,
}

/// Facts and policy: what you know, and how strict to be.
#[derive(Args)]
pub(crate) struct Standing {
    #[command(flatten)]
    pub(crate) facts: FactsArguments,
    /// How strict to be: a JSON file, or the name of a preset: default, checkout, shop-members, strict
    ///
    /// Several are laid one over another, the last on top. A word without `/` and `.` is a preset. Without
    /// this option, every rule is at its own level.
    #[arg(long, value_name = "POLICY", value_hint = ValueHint::FilePath)]
    pub(crate) policy: Vec<PathBuf>,
}

#[derive(Args)]
#[command(after_help = examples::CHECK)]
pub(crate) struct CheckArguments {
    /// Operation that the bodies ask the gateway for
    #[arg(long, short, value_name = "OPERATION", value_parser = operation())]
    pub(crate) operation: Option<Operation>,
    /// Take the operation from the method and the path of the HTTP request
    ///
    /// The method and the path only choose the operation. To check them and the headers, pass them as
    /// the fact `request`.
    #[arg(long, num_args = 2, value_names = ["METHOD", "PATH"], conflicts_with = "operation")]
    pub(crate) http: Option<Vec<String>>,
    #[command(flatten)]
    pub(crate) standing: Standing,
    /// Output format
    #[arg(long, default_value = "human", value_name = "FORMAT")]
    pub(crate) format: CheckFormat,
    /// Further causes for exit code 1; verdicts don't change
    #[arg(long, value_name = "WHAT", value_delimiter = ',')]
    pub(crate) deny: Vec<Deny>,
    /// Show every change that would fix a finding, not only the best; with `--format json`, as the
    /// report's member `fixes`
    #[arg(long)]
    pub(crate) fixes: bool,
    /// Make the changes that are safe, and say what is left
    ///
    /// A change is safe if it corrects the spelling, and the request still means the same to its sender.
    /// All other bytes stay as they are. A file is replaced as a whole, or not at all.
    #[arg(long)]
    pub(crate) fix: bool,
    /// Also make the changes that only you can confirm, such as removing a member; implies --fix
    #[arg(long)]
    pub(crate) unsafe_fixes: bool,
    /// Print what --fix would change as a unified diff, and write nothing; the report goes to
    /// standard error
    #[arg(long, conflicts_with = "stdout")]
    pub(crate) diff: bool,
    /// Print the fixed body, and write nothing; the report goes to standard error
    #[arg(long)]
    pub(crate) stdout: bool,
    /// Files with one body each; a directory stands for every *.json below it (hidden directories
    /// and links to directories are skipped); `-`, or no file, means standard input
    #[arg(value_name = "FILE", value_hint = ValueHint::AnyPath)]
    pub(crate) files: Vec<PathBuf>,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq)]
pub(crate) enum CheckFormat {
    /// For people: the line and a caret under what is wrong
    Human,
    /// The report in its canonical JSON form, one per line
    Json,
    /// SARIF 2.1.0, for code scanning and editors
    Sarif,
    /// Annotations for GitHub workflows
    Github,
    /// Problem details (RFC 9457), one per line; nothing for an accepted body
    Problem,
}

/// A further cause for exit code 1.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Deny {
    /// Findings at level warn
    Warnings,
    /// Rules at level deny that can't be decided because a fact is missing
    Unchecked,
}

impl Deny {
    /// Whether this cause applies to a report.
    pub(crate) fn concerns(self, report: &Report) -> bool {
        match self {
            Deny::Warnings => report.findings().any(|finding| finding.level() == Level::Warn),
            Deny::Unchecked => report.unchecked().any(|entry| entry.level() == Level::Deny),
        }
    }
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Format {
    /// For people
    Human,
    /// For programs
    Json,
}

#[derive(Args)]
#[command(after_help = examples::FIELDS)]
pub(crate) struct FieldsArguments {
    /// Operation that the body asks the gateway for
    #[arg(long, short, value_name = "OPERATION", value_parser = operation())]
    pub(crate) operation: Operation,
    #[command(flatten)]
    pub(crate) standing: Standing,
    /// Output format
    #[arg(long, default_value = "human", value_name = "FORMAT")]
    pub(crate) format: Format,
    /// The file with the body; `-`, or no file, means standard input
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) file: Option<PathBuf>,
}

#[derive(Args)]
#[command(after_help = examples::HISTORY)]
pub(crate) struct HistoryArguments {
    /// The policy, whose members can change a total: a JSON file, or the name of a preset; several are
    /// laid one over another
    #[arg(long, value_name = "POLICY", value_hint = ValueHint::FilePath)]
    pub(crate) policy: Vec<PathBuf>,
    /// The file with the events, a JSON array; `-`, or no file, means standard input
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) file: Option<PathBuf>,
}

#[derive(Args)]
#[command(after_help = examples::ASK)]
pub(crate) struct AskArguments {
    /// The policy for questions without one: a JSON file, or the name of a preset; several are laid one
    /// over another
    #[arg(long, value_name = "POLICY", value_hint = ValueHint::FilePath)]
    pub(crate) policy: Vec<PathBuf>,
    /// Write the JSON Schema of all questions and answers
    #[arg(long)]
    pub(crate) schema: bool,
}

#[derive(Args)]
#[command(after_help = examples::SAMPLE)]
pub(crate) struct SampleArguments {
    /// Operations that the requests ask the gateway for
    #[arg(value_name = "OPERATION", value_parser = operation(), required = true)]
    pub(crate) operations: Vec<Operation>,
    /// Number of samples of each operation, or mistakes of each rule; for samples, 0 means as many as it
    /// takes until every compatible pair of members, and of features, has occurred together [default: 10
    /// samples, 1 mistake]
    #[arg(long, value_name = "N")]
    pub(crate) count: Option<usize>,
    /// Seed of the random numbers: the same seed gives the same samples on every machine
    #[arg(long, value_name = "S", default_value = "1")]
    pub(crate) seed: u64,
    /// Scripts of people's names
    #[arg(long, value_name = "SCRIPTS", value_enum, default_value = "latin")]
    pub(crate) scripts: Scripts,
    #[command(flatten)]
    pub(crate) standing: Standing,
    /// Write each mistake: a sample, and the same with one minimal change that violates a rule
    #[arg(long)]
    pub(crate) mistakes: bool,
    /// Write only the bodies, not cases
    #[arg(long)]
    pub(crate) bodies: bool,
    /// Write a file for each into this directory, which must be empty, and is created if it is missing
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(crate) dir: Option<PathBuf>,
    /// With `--dir`: write into a directory that isn't empty, and replace files of the same names
    #[arg(long, requires = "dir")]
    pub(crate) overwrite: bool,
}

#[derive(Clone, Copy, PartialEq, ValueEnum)]
pub(crate) enum Scripts {
    Latin,
    All,
}

#[derive(Args)]
#[command(after_help = examples::RULES)]
pub(crate) struct RulesArguments {
    /// Only rules of this operation
    #[arg(long, short, value_name = "OPERATION", value_parser = operation())]
    pub(crate) operation: Option<Operation>,
    /// Only rules of this family: `avs`
    #[arg(long, value_name = "FAMILY")]
    pub(crate) family: Option<String>,
    /// Show the levels under a policy, and its policy rules: a JSON file or a preset
    #[arg(long, value_name = "POLICY", value_hint = ValueHint::FilePath)]
    pub(crate) policy: Vec<PathBuf>,
    /// Output format
    #[arg(long, default_value = "human", value_name = "FORMAT")]
    pub(crate) format: Format,
}

#[derive(Args)]
#[command(after_help = examples::EXPLAIN)]
pub(crate) struct ExplainArguments {
    /// A rule, a family of rules, a fact, a group of facts, or the path of a member
    #[arg(value_name = "NAME", required = true)]
    pub(crate) names: Vec<String>,
    /// Explain with the levels under a policy, and its policy rules: a JSON file or a preset
    #[arg(long, value_name = "POLICY", value_hint = ValueHint::FilePath)]
    pub(crate) policy: Vec<PathBuf>,
}

#[derive(Args)]
#[command(after_help = examples::MEMBERS, mut_arg("log", |log| log.requires("learn")))]
pub(crate) struct MembersArguments {
    /// Only members of this operation's body [default: of every operation]; with `--learn`, the
    /// operation of cases that name none, or of the bodies
    #[arg(value_name = "OPERATION", value_parser = operation())]
    pub(crate) operation: Option<Operation>,
    /// Include the members that a policy declares: a JSON file or a preset
    #[arg(long, value_name = "POLICY", value_hint = ValueHint::FilePath)]
    pub(crate) policy: Vec<PathBuf>,
    /// Write a policy that declares the members of requests that `--policy` doesn't know
    ///
    /// The files have cases, one per line, or bodies; `-`, or no file, means standard input. Standard
    /// error shows how often each member occurs, and what is left out.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::AnyPath)]
    #[arg(num_args = 0.., conflicts_with = "format")]
    pub(crate) learn: Option<Vec<PathBuf>>,
    /// The lines are bare bodies, not cases
    #[arg(long, requires = "learn", requires = "operation")]
    pub(crate) bodies: bool,
    #[command(flatten)]
    pub(crate) log: LogArguments,
    /// Output format
    #[arg(long, default_value = "human", value_name = "FORMAT")]
    pub(crate) format: Format,
}

#[derive(Args)]
#[command(after_help = examples::SCHEMA)]
pub(crate) struct SchemaArguments {
    /// An operation, `facts` or `policy`; or `openapi`, for one OpenAPI 3.1 document of all
    /// endpoints
    #[arg(value_name = "NAME", value_parser = schema())]
    pub(crate) schema: Schema,
    /// Include the members that a policy declares: a JSON file or a preset
    #[arg(long, value_name = "POLICY", value_hint = ValueHint::FilePath)]
    pub(crate) policy: Vec<PathBuf>,
}

#[derive(Args)]
#[command(after_help = examples::MATRIX)]
pub(crate) struct MatrixArguments {
    /// Output format
    #[arg(long, default_value = "human", value_name = "FORMAT")]
    pub(crate) format: Format,
    /// Features: show each pair of them, and what can still be added
    #[arg(value_name = "FEATURE", value_parser = feature())]
    pub(crate) features: Vec<Feature>,
}

#[derive(Args)]
#[command(after_help = examples::POLICY)]
pub(crate) struct PolicyArguments {
    /// The policy: a JSON file, or the name of a preset; several are laid one over another, the last
    /// on top
    #[arg(required = true, value_name = "POLICY", value_hint = ValueHint::FilePath)]
    pub(crate) policy: Vec<PathBuf>,
    /// Show the differences from this policy instead: a JSON file, or the name of a preset; several are
    /// laid one over another
    #[arg(long, value_name = "POLICY", value_hint = ValueHint::FilePath)]
    pub(crate) against: Vec<PathBuf>,
    /// Write the policy compiled instead, as a JavaScript module, for pages that import paylint/check
    #[arg(long, conflicts_with_all = ["against", "format"])]
    pub(crate) compile: bool,
    #[command(flatten)]
    pub(crate) facts: FactsArguments,
    /// Output format
    #[arg(long, default_value = "human", value_name = "FORMAT")]
    pub(crate) format: Format,
}

fn long_version() -> &'static str {
    static VERSION: LazyLock<String> = LazyLock::new(|| {
        format!(
            "{}\ncatalogue: {} rules, {} operations, {} features; fingerprint {}",
            env!("CARGO_PKG_VERSION"),
            paylint::catalogue().len(),
            Operation::ALL.len(),
            Feature::ALL.len(),
            Engine::default().rules_fingerprint()
        )
    });
    &VERSION
}
