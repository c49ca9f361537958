//! Lines that can't be checked, or aren't.

use crate::exit::{complain, note};
use crate::host;
use crate::names::counted;

/// Number of problems to keep.
const KEPT: usize = 20;
/// Number of skipped lines' paths to keep.
const PATHS: usize = 3;

/// Problems of lines.
#[derive(Default)]
pub(crate) struct Problems {
    /// Number of lines that aren't cases.
    pub(crate) count: u64,
    /// The first of them, with their place: `cases.ndjson:17: …`.
    pub(crate) first: Vec<String>,
    /// Lines of a log whose path belongs to no operation.
    pub(crate) passed_over: u64,
    /// Some of their paths.
    pub(crate) paths: Vec<String>,
    /// Cases with a policy of their own, which some commands ignore.
    pub(crate) own_policies: u64,
    /// Files whose first line is odd, with the reason.
    oddities: Vec<String>,
}

impl Problems {
    /// Adds a line that isn't a case, with its place and the reason.
    pub(crate) fn add(&mut self, place: &str, problem: &str) {
        self.count += 1;
        if self.first.len() < KEPT {
            self.first.push(format!("{place}: {problem}"));
        }
    }

    /// Adds a line of a log whose path belongs to no operation.
    pub(crate) fn pass_over(&mut self, path: impl Fn() -> Option<String>) {
        self.passed_over += 1;
        if self.paths.len() < PATHS {
            let path = path().map(|path| path.split('?').next().unwrap_or_default().to_owned());
            self.paths.extend(path.filter(|path| !self.paths.contains(path)));
        }
    }

    /// Checks by a file's first line whether the file holds cases.
    pub(crate) fn look_at_first(&mut self, file: &str, line: &[u8]) {
        self.oddities.extend(oddity(line).map(|oddity| format!("{file} {oddity}")));
    }

    /// Adds the problems of the next lines.
    pub(crate) fn merge(&mut self, next: Problems) {
        self.count += next.count;
        self.passed_over += next.passed_over;
        self.own_policies += next.own_policies;
        self.oddities.extend(next.oddities);
        self.first.extend(next.first);
        self.first.truncate(KEPT);
        let new: Vec<_> =
            next.paths.into_iter().filter(|path| !self.paths.contains(path)).collect();
        self.paths.extend(new);
        self.paths.truncate(PATHS);
    }

    /// A note that cases had policies of their own, if any had.
    pub(crate) fn ignored_policies(&self) -> Option<String> {
        let cases = counted(self.own_policies, "case has", "cases have");
        (self.own_policies > 0).then(|| format!("{cases} a policy of its own, which was ignored"))
    }

    /// Writes to standard error how many lines can't be checked, and why the first can't.
    pub(crate) fn complain(&self, lines: u64) {
        if let Some(first) = self.first.first() {
            let lines = counted(lines, "line", "lines");
            complain(&format_args!("{} of {lines} can't be checked: {first}", self.count));
        }
    }

    /// Writes notes to standard error about lines that the user may not expect.
    pub(crate) fn note(&self) {
        if self.passed_over > 0 {
            let lines = counted(
                self.passed_over,
                "line was passed over: its method and path lead",
                "lines were passed over: their methods and paths lead",
            );
            note(&format_args!("{lines} to no operation"));
        }
        for oddity in &self.oddities {
            note(oddity);
        }
    }
}

/// The reason why a first line suggests that the file doesn't hold lines of JSON.
fn oddity(line: &[u8]) -> Option<&'static str> {
    const LAID_OUT: &str = "looks like one body laid out over several lines, but each line is read as a body: \
                            `paylint check` takes such a file";
    let is_opening = matches!(line.trim_ascii(), b"{" | b"[");
    host::byte_order_mark(line).or(is_opening.then_some(LAID_OUT))
}
