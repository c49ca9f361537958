//! Arguments of the commands that read lines.

use super::{Deny, FactsArguments, Format, Standing, examples, operation};
use clap::{Args, ValueEnum, ValueHint};
use paylint::Operation;
use std::num::NonZeroUsize;
use std::path::PathBuf;

/// Files of cases or bodies, and how to read them.
#[derive(Args)]
pub(crate) struct Lines {
    /// The operation of cases that name none, or of the bodies
    #[arg(long, short, value_name = "OPERATION", value_parser = operation())]
    pub(crate) operation: Option<Operation>,
    /// The lines are bare bodies, not cases
    #[arg(long, requires = "operation")]
    pub(crate) bodies: bool,
    #[command(flatten)]
    pub(crate) log: LogArguments,
    /// Number of threads that check lines, up to 64 [default: one for each core]
    #[arg(long, short, value_name = "N")]
    pub(crate) jobs: Option<NonZeroUsize>,
    /// Files with lines of JSON, plain, .gz or .zst; a directory stands for every *.ndjson,
    /// *.ndjson.gz and *.ndjson.zst below it; `-`, or no file, means standard input, which can be
    /// compressed, too
    #[arg(value_name = "FILE", value_hint = ValueHint::AnyPath)]
    pub(crate) files: Vec<PathBuf>,
}

/// Lines of your own logs, and where in them requests are.
#[derive(Args, Clone)]
pub(crate) struct LogArguments {
    /// The lines are JSON objects of your own logs: the options …-at say where in them the request is,
    /// as JSON Pointers such as `/request/body`; everything else is ignored
    ///
    /// Facts can come from the lines, too: `--fact now@/time`. A line without this member has no such fact.
    #[arg(long, requires = "body_at", conflicts_with = "bodies")]
    pub(crate) log: bool,
    /// With `--log`: where the body is. The bytes of an object or an array are the body; of a string,
    /// its text; a missing value or null means no body
    #[arg(long, value_name = "POINTER", requires = "log")]
    pub(crate) body_at: Option<String>,
    /// With `--log`: where the name of the operation is; `--operation` is for lines that have none
    #[arg(long, value_name = "POINTER", requires = "log", conflicts_with = "method_at")]
    pub(crate) operation_at: Option<String>,
    /// With `--log`: where the method of the HTTP request is
    ///
    /// Method and path choose the operation, unless you pass `--operation`, and are the facts
    /// `request.method` and `request.path`. Lines whose method and path belong to no operation are
    /// skipped, and counted on standard error.
    #[arg(long, value_name = "POINTER", requires = "log", requires = "path_at")]
    pub(crate) method_at: Option<String>,
    /// With `--log`: where the path of the HTTP request, or its URL, is. With `--operation-at`, it only
    /// tells requests apart
    #[arg(long, value_name = "POINTER", requires = "log")]
    pub(crate) path_at: Option<String>,
    /// With `--log`: the prefix of the gateway's own paths, such as `/gw`
    #[arg(long, value_name = "PREFIX", requires = "log")]
    pub(crate) path_prefix: Option<String>,
    /// With `--log`: where the `id` for the output is: a string or an integer
    #[arg(long, value_name = "POINTER", requires = "log")]
    pub(crate) id_at: Option<String>,
}

impl Lines {
    /// The operation of the lines, if they are bodies.
    pub(crate) fn operation_of_bodies(&self) -> Option<Operation> {
        self.operation.filter(|_| self.bodies)
    }
}

#[derive(Args)]
#[command(after_help = examples::BATCH)]
pub(crate) struct BatchArguments {
    #[command(flatten)]
    pub(crate) lines: Lines,
    #[command(flatten)]
    pub(crate) standing: Standing,
    /// Further causes for exit code 1; verdicts don't change
    #[arg(long, value_name = "WHAT", value_delimiter = ',')]
    pub(crate) deny: Vec<Deny>,
    /// Compare each case's `expect` with its report, and write the differences: a policy's tests
    ///
    /// Only what `expect` names is compared. The exit code is 1 if any case differs.
    #[arg(long, conflicts_with_all = ["summary", "deny"])]
    pub(crate) expect: bool,
    /// Count by verdict, rule and level instead of writing a line for each case
    #[arg(long)]
    pub(crate) summary: bool,
    /// With `--summary`: also list the rules that these requests never reach, only hold, or violate
    #[arg(long, requires = "summary")]
    pub(crate) coverage: bool,
    /// Output format
    ///
    /// Lines are always JSON; the summary is a table, JSON, or a page to share.
    #[arg(long, default_value = "human", value_name = "FORMAT")]
    pub(crate) format: CountsFormat,
}

#[derive(Args)]
#[command(after_help = examples::REPLAY)]
pub(crate) struct ReplayArguments {
    #[command(flatten)]
    pub(crate) lines: Lines,
    /// The policy in use: a JSON file, or the name of a preset such as `default`; several are laid one
    /// over another
    #[arg(long, required = true, value_name = "POLICY", value_hint = ValueHint::FilePath)]
    pub(crate) policy: Vec<PathBuf>,
    /// The policy that would replace it, likewise
    #[arg(long, required = true, value_name = "POLICY", value_hint = ValueHint::FilePath)]
    pub(crate) against: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) facts: FactsArguments,
    /// Output format
    #[arg(long, default_value = "human", value_name = "FORMAT")]
    pub(crate) format: Format,
}

#[derive(Args)]
#[command(after_help = examples::CALIBRATE)]
pub(crate) struct CalibrateArguments {
    #[command(flatten)]
    pub(crate) lines: Lines,
    /// With `--log`: where the HTTP status of the gateway's answer is, a number or a string.
    /// A case has it in its member `answer`: {"status": 400}; a line that an observer wrote, with `verdict`
    /// and `findings` in place of a body, in `status`
    #[arg(long, value_name = "POINTER", requires = "log")]
    pub(crate) status_at: Option<String>,
    /// With `--log`: where the body of the gateway's answer is. Nothing of it is kept but the members
    /// that it names
    #[arg(long, value_name = "POINTER", requires = "log")]
    pub(crate) answer_at: Option<String>,
    /// With `--log`: where the time of the request is (RFC 3339) [default: the fact `now`]
    #[arg(long, value_name = "POINTER", requires = "log")]
    pub(crate) at: Option<String>,
    /// With `--log`: where a string is that splits the log, such as the terminal
    #[arg(long, value_name = "POINTER", requires = "log")]
    pub(crate) by: Option<String>,
    /// With `--log`: where the customer is [default: the e-mail address or account in the body, or the order in
    /// the path]
    #[arg(long, value_name = "POINTER", requires = "log")]
    pub(crate) who: Option<String>,
    /// The statuses that refuse a request [default: 400,422]
    #[arg(long, value_name = "STATUS", value_delimiter = ',', value_parser = clap::value_parser!(u16).range(100..=599))]
    pub(crate) refused: Vec<u16>,
    /// A 2xx whose body has one of these values at this place refuses the request, too: `/state=rejected,failed`
    #[arg(long, value_name = "POINTER=VALUE,…")]
    pub(crate) refused_where: Vec<String>,
    /// Prevented refusals that are worth one good request stopped
    #[arg(long, value_name = "C", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub(crate) cost: u32,
    /// Customers who must have been answered before anything follows
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) at_least: u64,
    /// With `--format policy`: the layer of one value of `--by`, to lay over the one for all
    #[arg(long = "for", value_name = "VALUE")]
    pub(crate) part: Option<String>,
    #[command(flatten)]
    pub(crate) standing: Standing,
    /// Format of the output: `policy` is the layer that follows, to lay over the policy
    #[arg(long, default_value = "human", value_name = "FORMAT")]
    pub(crate) format: CalibrateFormat,
}

/// How a calibration is written.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq)]
pub(crate) enum CalibrateFormat {
    Human,
    Json,
    Html,
    Policy,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq)]
pub(crate) enum CountsFormat {
    /// For people
    Human,
    /// For programs
    Json,
    /// A page to share: one file, with nothing to load
    Html,
}
