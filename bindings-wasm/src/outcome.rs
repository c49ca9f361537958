//! Writes a report as words and a text. JavaScript, which has the names, messages and sources of the
//! rules, makes an object of them (js/outcome.ts). That is faster than parsing JSON, and the module
//! contains no messages.
//!
//! ```text
//! word 0, 1    the address of the text, and its length
//!      2       bits: 1 rejected, 2 forbidden, 4 truncated, 8 must have 3-D Secure, 16 must be captured
//!      3       scenario + 1 (0: none)
//!      4       capabilities, as bits
//!      5 … 7   the lengths of the total, of valid_until and of the capture's `by` (0: null)
//!      8, 9    the facts that 3-D Secure depends on, as bits
//!      10, 11  how many rules are unchecked, and how many findings there are; then these follow
//!
//! an unchecked rule   rule | level << 16, and the facts it needs as bits (two words)
//! a finding           rule | level << 16, the length of the path, where in the path its last member
//!                     begins and where the one before << 16, and how many params follow
//! a param             kind | value << 4; after that of a list, the length of each name
//! ```
//!
//! A rule is its place among all that the engine knows. The text, which is ASCII, has whatever
//! lengths are above, in that order. Params that are the same in every finding aren't repeated.

use alloc::string::String;
use alloc::vec::Vec;
use paylint::facts::Fact;
use paylint::report::Segment;
use paylint::rule::{Level, Param};
use paylint::{Finding, Obligation, Report, Verdict};

// The kinds of params. The value of the first two, and of the names of a list, is a length.
const TEXT: u32 = 0;
const INTEGER: u32 = 1;
const BOOLEAN: u32 = 2;
const HIDDEN: u32 = 3;
const NOTHING: u32 = 4;
/// A feature, or two: the second above eight bits.
const FEATURE: u32 = 5;
const PAIR: u32 = 6;
/// A list of words or of members: the value is how many.
const WORDS: u32 = 7;
const MEMBERS: u32 = 8;

/// A report as JavaScript reads it.
pub(crate) struct Outcome {
    pub(crate) words: Vec<u32>,
    pub(crate) text: String,
}

impl Outcome {
    pub(crate) const NEW: Outcome = Outcome { words: Vec::new(), text: String::new() };

    /// Writes a report, and returns the address of the words.
    pub(crate) fn write(&mut self, report: &Report) -> isize {
        self.words.clear();
        self.text.clear();
        self.words.extend_from_slice(&[0; 12]);
        let [total, valid_until, by] = [
            self.length_of(|text| report.total().map(|total| total.write(text))),
            self.length_of(|text| report.valid_until().map(|until| until.write(text))),
            self.length_of(|text| capture_by(report).map(|by| by.write(text))),
        ];
        for unchecked in report.unchecked() {
            let [low, high] = bits(unchecked.needs());
            self.words.extend_from_slice(&[
                rule(unchecked.rule_index(), unchecked.level()),
                low,
                high,
            ]);
        }
        for finding in report.findings() {
            self.finding(finding);
        }
        let (kinds, three_ds) = obligations(report);
        let head = [
            self.text.as_ptr() as u32,
            self.text.len() as u32,
            u32::from(report.verdict() == Verdict::Reject)
                | u32::from(report.status() == 403) << 1
                | u32::from(report.truncated()) << 2
                | kinds,
            report.scenario().map_or(0, |scenario| scenario as u32 + 1),
            report.capabilities().bits(),
            total,
            valid_until,
            by,
            three_ds[0],
            three_ds[1],
            report.unchecked().len() as u32,
            report.findings().len() as u32,
        ];
        if let Some(place) = self.words.first_chunk_mut() {
            *place = head;
        }
        self.words.as_ptr() as isize
    }

    fn finding(&mut self, finding: Finding<'_>) {
        let start = self.words.len();
        self.words.extend_from_slice(&[rule(finding.rule_index(), finding.level()), 0, 0, 0]);
        let (mut around, mut last) = (0, 0);
        let path = self.length_of(|text| {
            let before = text.len();
            finding.path().walk(|step| {
                text.push('/');
                match step {
                    Segment::Name(name) => {
                        (around, last) = (last, (text.len() - before) as u32);
                        text.push_str(name);
                    }
                    Segment::Index(index) => Param::Integer(index.into()).write(text),
                }
                Ok(())
            })
        });
        let mut count = 0;
        for param in finding.varying_params() {
            self.param(param);
            count += 1;
        }
        if let Some([_, rest @ ..]) = self.words.get_mut(start..start + 4) {
            rest.copy_from_slice(&[path, last | around << 16, count]);
        }
    }

    fn param(&mut self, param: &Param) {
        let (kind, value) = match *param {
            Param::Hidden => (HIDDEN, 0),
            Param::Nothing => (NOTHING, 0),
            Param::Is(holds) => (BOOLEAN, holds.into()),
            Param::Feature(feature) => (FEATURE, feature as u32),
            Param::Pair(a, b) => (PAIR, a as u32 | (b as u32) << 8),
            Param::Words(_) => return self.list(WORDS, param),
            Param::Members(..) => return self.list(MEMBERS, param),
            Param::Integer(_) => (INTEGER, self.length_of(|text| param.write(text))),
            _ => (TEXT, self.length_of(|text| param.write(text))),
        };
        self.words.push(kind | value << 4);
    }

    fn list(&mut self, kind: u32, param: &Param) {
        let start = self.words.len();
        self.words.push(0);
        let Outcome { words, text } = self;
        param.each_name(&mut |name| {
            words.push(name.len() as u32);
            text.push_str(name);
        });
        let count = (words.len() - start - 1) as u32;
        if let Some(head) = words.get_mut(start) {
            *head = kind | count << 4;
        }
    }

    /// The length of what is appended to the text.
    fn length_of<T>(&mut self, append: impl FnOnce(&mut String) -> T) -> u32 {
        let before = self.text.len();
        append(&mut self.text);
        (self.text.len() - before) as u32
    }
}

fn rule(index: usize, level: Level) -> u32 {
    index as u32 | (level as u32) << 16
}

/// The bits of the obligations, and the facts that 3-D Secure depends on.
fn obligations(report: &Report) -> (u32, [u32; 2]) {
    report.obligations().iter().fold((0, [0; 2]), |(kinds, needs), obligation| match obligation {
        Obligation::ThreeDs(_) => (kinds | 8, bits(obligation.needs())),
        Obligation::Capture(_) => (kinds | 16, needs),
        _ => (kinds, needs),
    })
}

fn capture_by(report: &Report) -> Option<paylint::Timestamp> {
    report.obligations().iter().find_map(|obligation| obligation.by())
}

/// Facts as bits, in two words.
fn bits(facts: impl Iterator<Item = Fact>) -> [u32; 2] {
    let bits = facts.fold(0u64, |bits, fact| bits | 1 << (fact as u64));
    [bits as u32, (bits >> 32) as u32]
}
