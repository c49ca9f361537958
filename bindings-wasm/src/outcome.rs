//! Writes a report as words and a text. JavaScript, which has the names, messages and sources of the
//! rules, makes an object of them (js/outcome.ts). That is faster than parsing JSON, and the module
//! contains no messages.
//!
//! ```text
//! word 0, 1    the address of the text, and its length
//!      2       the bits of `Flag`
//!      3       scenario + 1 (0: none)
//!      4       capabilities, as bits
//!      5 … 7   the lengths of the total, of valid_until and of the capture's `by` (0: null)
//!      8, 9    the facts that 3-D Secure depends on, as bits
//!      10, 11  how many rules are unchecked, and how many findings there are; then these follow
//!
//! an unchecked rule   rule | level << 16, and the facts it needs as bits (two words)
//! a finding           rule | level << 16, the length of the path, where in the path its last member
//!                     begins and where the one before << 16, and how many params follow
//! a param             its `ParamKind` | value << 4; after that of a list, the length of each name
//! ```
//!
//! A rule is its place among all that the engine knows. The text, which is ASCII, has whatever
//! lengths are above, in that order. Params that are the same in every finding aren't repeated.

use crate::numbers::{Flag, ParamKind};
use alloc::string::String;
use alloc::vec::Vec;
use paylint::facts::Fact;
use paylint::report::Segment;
use paylint::rule::{Level, ParamValue};
use paylint::{Finding, Obligation, Report, Verdict};

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
        let (obligations, three_ds) = obligations(report);
        let head = [
            self.text.as_ptr() as u32,
            self.text.len() as u32,
            flag(Flag::Rejected, report.verdict() == Verdict::Reject)
                | flag(Flag::Forbidden, report.status() == 403)
                | flag(Flag::Truncated, report.truncated())
                | obligations,
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
                    Segment::Index(index) => ParamValue::Integer(index.into()).write(text),
                }
                Ok(())
            })
        });
        let mut count = 0;
        for param in finding.varying_params() {
            self.param(&param);
            count += 1;
        }
        if let Some([_, rest @ ..]) = self.words.get_mut(start..start + 4) {
            rest.copy_from_slice(&[path, last | around << 16, count]);
        }
    }

    fn param(&mut self, param: &ParamValue<'_>) {
        let (kind, value) = match *param {
            ParamValue::Hidden => (ParamKind::Hidden, 0),
            ParamValue::Nothing => (ParamKind::Nothing, 0),
            ParamValue::Is(holds) => (ParamKind::Boolean, holds.into()),
            ParamValue::Feature(feature) => (ParamKind::Feature, feature as u32),
            // The second above eight bits.
            ParamValue::Pair(a, b) => (ParamKind::Pair, a as u32 | (b as u32) << 8),
            ParamValue::Words(_) => return self.list(ParamKind::Words, param),
            ParamValue::Members(..) => return self.list(ParamKind::Members, param),
            ParamValue::Integer(_) => {
                (ParamKind::Integer, self.length_of(|text| param.write(text)))
            }
            _ => (ParamKind::Text, self.length_of(|text| param.write(text))),
        };
        self.words.push(kind as u32 | value << 4);
    }

    fn list(&mut self, kind: ParamKind, param: &ParamValue<'_>) {
        let start = self.words.len();
        self.words.push(0);
        let Outcome { words, text } = self;
        param.each_name(&mut |name| {
            words.push(name.len() as u32);
            text.push_str(name);
        });
        let count = (words.len() - start - 1) as u32;
        if let Some(head) = words.get_mut(start) {
            *head = kind as u32 | count << 4;
        }
    }

    /// The length of what is appended to the text.
    fn length_of<T>(&mut self, append: impl FnOnce(&mut String) -> T) -> u32 {
        let before = self.text.len();
        append(&mut self.text);
        (self.text.len() - before) as u32
    }
}

fn flag(flag: Flag, is_set: bool) -> u32 {
    if is_set { flag as u32 } else { 0 }
}

fn rule(index: usize, level: Level) -> u32 {
    index as u32 | (level as u32) << 16
}

/// The flags of the obligations, and the facts that 3-D Secure depends on.
fn obligations(report: &Report) -> (u32, [u32; 2]) {
    report.obligations().iter().fold((0, [0; 2]), |(flags, needs), obligation| match obligation {
        Obligation::ThreeDs(_) => (flags | Flag::ThreeDs as u32, bits(obligation.needs())),
        Obligation::Capture(_) => (flags | Flag::Capture as u32, needs),
        _ => (flags, needs),
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
