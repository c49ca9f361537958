//! `paylint check`: checks bodies, one per file.

mod excerpt;
mod fix;
mod github;
mod help;
mod human;
mod mask;
pub(crate) mod position;
mod sarif;

use crate::args::{CheckArguments, CheckFormat};
use crate::exit::{Error, Exit, Result, complain, note};
use crate::host::{self, StandingFacts};
use crate::names::counted;
use crate::output::print;
use crate::{files, input};
use files::Found;
use fix::Fixing;
use input::Body;
use paylint::fixes::{Applied, Fixes};
use paylint::{Engine, Facts, Level, Operation, Report, Verdict, path_of_url};
use paylint_traffic::tally::Tally;
use std::io::Write;
use std::path::Path;

pub(crate) use human::excerpts;

/// The first fix, in words, of the finding at a position in the report.
pub(crate) fn help(fixes: &Fixes<'_>, finding: usize) -> Option<String> {
    help::choices(fixes, finding).first().map(help::text)
}

/// A body that was checked.
#[derive(Clone, Copy)]
struct Checked<'a> {
    /// The file, or `-`.
    path: &'a Path,
    /// The file's name in output.
    name: &'a str,
    /// The file's bytes; empty if the body is too large.
    body: &'a [u8],
    report: &'a Report,
}

impl Checked<'_> {
    fn is_standard_input(&self) -> bool {
        input::is_standard_input(self.path)
    }
}

/// Runs `paylint check`.
pub(crate) fn run(arguments: &CheckArguments) -> Result<Exit> {
    let operation = operation(arguments)?;
    let facts = StandingFacts::read(&arguments.standing.facts)?;
    let policy = host::policy(&arguments.standing.policy)?;
    let engine = Engine::new(&policy);
    let named = input::or_standard_input(&arguments.files, "the body")?;
    let (files, several) = files::find(&named, files::BODIES)?;
    let fixing = Fixing::of(arguments, &named, several)?;
    let mut run = Run {
        operation,
        engine: &engine,
        facts: facts.as_facts(),
        arguments,
        fixing,
        several,
        sarif: sarif::Log::of(&policy),
        tally: Tally::default(),
        unread: 0,
        exit: Exit::Accepted,
    };
    run.all(files)?;
    Ok(run.exit)
}

/// The operation from `--operation` or `--http`.
fn operation(arguments: &CheckArguments) -> Result<Operation> {
    match (arguments.operation, arguments.http.as_deref()) {
        (Some(operation), _) => Ok(operation),
        (None, Some([method, url])) => {
            Operation::route(method, path_of_url(url)).ok_or_else(|| {
                let problem = Operation::no_route(method, url);
                Error::unusable(format!("no operation: {problem}"))
            })
        }
        _ => Err(Error::unusable(
            "what do the bodies ask for? Name it with --operation (order, capture …), or give the \
             request line with --http METHOD PATH",
        )),
    }
}

struct Run<'a> {
    operation: Operation,
    engine: &'a Engine,
    facts: Facts<'a>,
    arguments: &'a CheckArguments,
    fixing: Option<Fixing>,
    several: bool,
    sarif: sarif::Log<'a>,
    tally: Tally,
    /// Number of files that can't be read.
    unread: u64,
    exit: Exit,
}

impl<'a> Run<'a> {
    fn all(&mut self, files: Vec<Found>) -> Result<()> {
        for Found { path, problem } in files {
            let mut report = Report::new();
            let name = input::name_of(&path);
            let read = || input::read(&path, self.engine.max_body_bytes());
            match problem.map_or_else(read, Err) {
                Ok(body) => {
                    let body = self.fixed(&path, body)?;
                    match &body {
                        Body::Whole(body) => {
                            self.engine.check_into(self.operation, body, &self.facts, &mut report);
                        }
                        Body::TooLarge(length) => {
                            self.engine.too_large_into(self.operation, *length, &mut report);
                        }
                    }
                    let body = body.bytes();
                    self.one(Checked { path: &path, name: &name, body, report: &report })?;
                }
                // The other files are still checked.
                Err(error) => self.unread(&name, &error)?,
            }
        }
        self.end()
    }

    /// Fixes a body if `--fix` was given. If its file can't be written, returns the body unchanged.
    fn fixed(&mut self, path: &Path, body: Body) -> Result<Body> {
        let (Some(fixing), Body::Whole(before)) = (self.fixing, &body) else { return Ok(body) };
        let Run { engine, operation, facts, .. } = self;
        let Applied { body: fixed, complete } =
            engine.applied(*operation, before, facts, fixing.also_unsafe);
        if !complete {
            let what =
                if fixed == *before { "nothing was changed in" } else { "not all was fixed in" };
            let name = input::name_of(path);
            note(&format!("{what} {name}: it is too long, or has too many findings"));
        }
        match fixing.deliver(path, before, &fixed) {
            Ok(()) => Ok(Body::Whole(fixed)),
            Err(error @ Error::Unusable(_)) => {
                complain(&error);
                self.exit = self.exit.max(Exit::Unusable);
                Ok(body)
            }
            Err(error) => Err(error),
        }
    }

    /// Fixes of a body's findings.
    fn fixes(&self, checked: &Checked<'_>) -> Fixes<'a> {
        let mut findings = checked.report.findings();
        if findings.any(|finding| finding.rule().name == "json.too_large") {
            return Fixes::of_too_large();
        }
        // Fixes are only hints here, so they mustn't take long.
        self.engine.fixes_within(1 << 18, self.operation, checked.body, &self.facts)
    }

    fn one(&mut self, checked: Checked<'_>) -> Result<()> {
        let report = checked.report;
        self.count(report);
        match self.arguments.format {
            CheckFormat::Human => {
                let fixes = self.fixes(&checked);
                let mut text = human::render(&checked, &self.facts, &fixes, self.arguments.fixes);
                if self.several {
                    text.push('\n');
                }
                self.print(&text)?;
            }
            CheckFormat::Json => {
                let mut json = report.to_json();
                if self.arguments.fixes {
                    let fixes = self.fixes(&checked).to_json();
                    json.truncate(json.len() - 1);
                    json.push_str(&format!(",\"fixes\":{fixes}}}"));
                }
                self.line(&checked, json)?;
            }
            CheckFormat::Problem => {
                if let Some(problem) = report.to_problem() {
                    self.line(&checked, problem)?;
                }
            }
            CheckFormat::Github => {
                self.print(&github::annotations(&checked, &self.fixes(&checked)))?;
            }
            CheckFormat::Sarif => {
                let fixes = self.fixes(&checked);
                self.sarif.add(&checked, &fixes);
            }
        }
        Ok(())
    }

    /// Writes a JSON object, with the file's name as the first member if there may be several files.
    fn line(&self, checked: &Checked<'_>, mut json: String) -> Result<()> {
        if self.several {
            let name = serde_json::to_string(checked.name).unwrap_or_default();
            json.replace_range(..1, &format!("{{\"file\":{name},"));
        }
        json.push('\n');
        self.print(&json)
    }

    /// Writes a part of the report: to standard error if standard output has the fixed body or a diff.
    fn print(&self, text: &str) -> Result<()> {
        if self.fixing.is_some_and(Fixing::takes_output) {
            // If standard error is closed, there is nowhere to report it.
            _ = anstream::stderr().lock().write_all(text.as_bytes());
            return Ok(());
        }
        print(text)
    }

    fn count(&mut self, report: &Report) {
        let is_denied = self.arguments.deny.iter().any(|deny| deny.concerns(report));
        if is_denied || report.verdict() == Verdict::Reject {
            self.exit = self.exit.max(Exit::Rejected);
        }
        self.tally.add(report);
    }

    fn unread(&mut self, name: &str, error: &Error) -> Result<()> {
        self.exit = self.exit.max(Exit::Unusable);
        self.unread += 1;
        complain(error);
        match self.arguments.format {
            CheckFormat::Json => {
                let [name, error] = [name.to_owned(), error.to_string()]
                    .map(|text| serde_json::to_string(&text).unwrap_or_default());
                self.print(&format!("{{\"file\":{name},\"error\":{error}}}\n"))
            }
            CheckFormat::Sarif => {
                self.sarif.unread(&error.to_string());
                Ok(())
            }
            CheckFormat::Human | CheckFormat::Github | CheckFormat::Problem => Ok(()),
        }
    }

    fn end(&mut self) -> Result<()> {
        match self.arguments.format {
            CheckFormat::Sarif => self.print(&self.sarif.finish(self.exit)),
            CheckFormat::Human if self.several => self.print(&self.totals()),
            _ => Ok(()),
        }
    }

    /// Totals of all bodies, as a line.
    fn totals(&self) -> String {
        let total = self.tally.total();
        let findings = |at| {
            let rules = total.rules().filter(|(_, level, _)| *level == at);
            rules.map(|(.., rule)| rule.findings).sum()
        };
        let mut line = format!(
            "{}: {} accepted, {} rejected; {}, {}",
            counted(total.requests(), "body", "bodies"),
            total.accepted,
            total.rejected,
            counted(findings(Level::Deny), "error", "errors"),
            counted(findings(Level::Warn), "warning", "warnings"),
        );
        if self.unread > 0 {
            line.push_str(&format!(
                "; {} could not be read",
                counted(self.unread, "file", "files")
            ));
        }
        line.push('\n');
        line
    }
}
