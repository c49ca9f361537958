//! A line as calibration sees it: hashes, findings, the members that the answer named, and the sizes of values.

use super::evidence::{Cell, Mixed, day_of};
use super::masks::{has_cut_mark, is_masked_json};
use super::named::{KnownPaths, Named};
use super::numbered::Numbered;
use super::walk::{Member, Walker};
use super::{Answer, Observation, Refusals};
use crate::location::write_member;
use crate::log::LogRequest;
use foldhash::fast::FixedState;
use indexmap::IndexMap;
use paylint::{Feature, FeatureSet, Level, Operation, Report, Timestamp, Verdict};
use siphasher::sip::SipHasher13;
use std::borrow::Cow;
use std::collections::HashMap;
use std::fmt;
use std::hash::{BuildHasher, Hash, Hasher};

/// Most texts that are kept for the next line.
const LAST: usize = 512;

/// A key for the hashes of requests and customers: hashes with different keys can't be compared.
#[derive(Clone, Copy)]
pub struct Key(u64, u64);

impl Key {
    /// A key from a secret text. Evidence that is to be merged needs the same one.
    #[must_use]
    pub fn new(secret: &str) -> Key {
        Key(hash(Key(0, 0), secret), hash(Key(0, 1), secret))
    }

    /// The state for hashes of values, which are many and need only differ.
    pub(super) fn of_values(self) -> FixedState {
        FixedState::with_seed(self.0)
    }
}

impl Default for Key {
    /// A key that nobody else has.
    fn default() -> Key {
        use std::hash::RandomState;
        let random = || RandomState::new().hash_one(0);
        Key(random(), random())
    }
}

impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Key")
    }
}

pub(super) fn hash(Key(first, second): Key, value: impl Hash) -> u64 {
    let mut hasher = SipHasher13::new_with_keys(first, second);
    value.hash(&mut hasher);
    hasher.finish()
}

/// The hash of a customer's name, as people may write it.
pub(super) fn customer_hash(key: Key, name: &str) -> u64 {
    let name = name.trim();
    let is_plain = name.bytes().all(|byte| byte.is_ascii() && !byte.is_ascii_uppercase());
    let name = if is_plain { Cow::Borrowed(name) } else { Cow::Owned(name.to_lowercase()) };
    hash(key, name)
}

/// Lines that were looked at. Holds nothing of them but hashes, names of members, lengths, numbers and codes.
#[derive(Clone, Debug, Default)]
pub struct Seen<'k> {
    /// The members of each operation, by its position.
    pub(super) known: &'k [KnownPaths],
    pub(super) lines: Vec<SeenLine>,
    /// The members of all bodies.
    pub(super) members: Vec<Member>,
    /// Paths of members that their operation doesn't have, by their hash. They have the numbers after those of the known
    /// ones.
    pub(super) unknown: IndexMap<u64, String, Mixed>,
    /// Sets of findings, by their hash, as JSON: `[["field.blank","/client/state","warn"]]`.
    pub(super) findings: IndexMap<u64, String, Mixed>,
    /// Members that answers named, with what they said of each.
    pub(super) named: Numbered<Vec<Named>>,
    /// Parts of the log.
    pub(super) splits: Numbered<String>,
}

/// A line that was looked at.
#[derive(Clone, Debug)]
pub(super) struct SeenLine {
    /// Where it is counted, with the numbers that are in `Seen`.
    pub(super) cell: Cell,
    pub(super) at: Option<Timestamp>,
    /// The customer, if one is known.
    pub(super) who: Option<u64>,
    /// Hash of the bytes and the path, and of these, the split and the customer.
    pub(super) bytes: u64,
    pub(super) attempt: u64,
    /// The marks by which a line that was logged twice is known.
    pub(super) marks: [Option<u64>; 2],
    /// Length of a body that ends before its JSON does.
    pub(super) cut: Option<usize>,
    /// The rule, the member and the level of findings at masked values.
    pub(super) masked: Vec<(String, String, Level)>,
    pub(super) features: (Option<Feature>, FeatureSet),
    /// Where its members begin. They end where those of the next line begin.
    pub(super) members: usize,
}

impl Seen<'_> {
    /// The number of a part of the log, as a cell has it.
    fn split_number(&mut self, by: Option<&str>) -> u32 {
        by.map_or(0, |by| self.splits.number(split_name(by)) + 1)
    }

    /// The members of the line with an index, absent ones among them.
    pub(super) fn members_of(&self, line: usize) -> &[Member] {
        let begin =
            |line: usize| self.lines.get(line).map_or(self.members.len(), |line| line.members);
        self.members.get(begin(line)..begin(line + 1)).unwrap_or_default()
    }

    /// The path that has a number.
    pub(super) fn path(&self, operation: Operation, number: u32) -> Option<&str> {
        let (known, number) = (self.known.get(operation as usize)?, number as usize);
        let unknown = || self.unknown.get_index(number - known.len());
        known
            .get(number)
            .map(|known| &*known.path)
            .or_else(|| unknown().map(|(_, path)| path.as_str()))
    }
}

/// Looks at lines.
#[derive(Debug)]
pub struct Looker<'a> {
    refusals: &'a Refusals,
    key: Key,
    walker: Walker<'a>,
    /// The hashes of a line's findings, each with its position in the report.
    findings: Vec<(u64, usize)>,
    /// The sets of findings that were found last, as `Seen` has them.
    sets: HashMap<u64, String, Mixed>,
    /// The members that answers named last, by the hash of the answer.
    named: HashMap<u64, Vec<Named>, Mixed>,
    /// The most members that lines had together, for which there is room from the start.
    room: usize,
}

impl<'a> Looker<'a> {
    /// Looks at requests whose members are known, by the position of the operation.
    #[must_use]
    pub fn new(known: &'a [KnownPaths], refusals: &'a Refusals, key: Key) -> Looker<'a> {
        let (findings, sets, named, room) = Default::default();
        Looker { refusals, key, walker: Walker::new(known, key), findings, sets, named, room }
    }

    /// Adds a request, its report, and the answer to the lines that were looked at. Without the customer, the body's
    /// e-mail address or account, or the order in the path, says who that is.
    pub fn look(&mut self, report: &Report, request: &LogRequest<'_>, seen: &mut Seen<'a>) {
        let LogRequest { at, status, answer: text, .. } = *request;
        let (body, path) = (&*request.body, request.path.as_deref().unwrap_or_default());
        let [id, by, who] = [&request.id, &request.by, &request.who].map(|text| text.as_deref());
        let (operation, answer) = (report.operation(), self.refusals.answer(status, text));
        let body_text = std::str::from_utf8(body);
        let json = body_text.unwrap_or_default();
        let state = self.key.of_values();
        let findings = &mut self.findings;
        findings.clear();
        let mut masked = Vec::new();
        let (mut denies, mut is_denial_masked) = (false, false);
        for (position, finding) in report.findings().enumerate() {
            let (rule, level) = (finding.rule_index(), finding.level());
            if is_masked_json(json.get(finding.span()).unwrap_or_default()) {
                let mut member = String::new();
                write_member(finding, &mut member);
                masked.push((finding.rule().name.to_owned(), member, level));
                is_denial_masked |= level == Level::Deny;
                continue;
            }
            denies |= level == Level::Deny;
            // The elements of an array are one member.
            let hash = state.hash_one((rule, finding.member_key(), level));
            if findings.iter().all(|(known, _)| *known != hash) {
                findings.push((hash, position));
            }
        }
        let mut set = state.build_hasher();
        operation.hash(&mut set);
        findings.iter().for_each(|(hash, _)| set.write_u64(*hash));
        let set_hash = set.finish();
        let set = seen.findings.entry(set_hash);
        let set_number = set.index() as u32;
        set.or_insert_with(|| {
            let positions = findings.iter().map(|(_, position)| *position);
            kept(&mut self.sets, set_hash, || set_text(report, positions)).clone()
        });
        let is_rejected = report.verdict() == Verdict::Reject;
        // What a masked value alone is blamed for rejects nothing, unless more findings were dropped.
        let rejects = is_rejected && (denies || !is_denial_masked || report.truncated());
        let members = seen.members.len();
        if members == 0 {
            seen.members.reserve(self.room);
        }
        let walked = self.walker.walk(operation, body_text, seen);
        self.room = self.room.max(seen.members.len());
        let is_cut = !body.trim_ascii().is_empty()
            && walked.as_ref().is_err_and(|error| error.is_cut || has_cut_mark(body));
        let who = who.filter(|who| !who.trim().is_empty());
        let who = who.map(|who| customer_hash(self.key, who));
        let who = who.or_else(|| walked.unwrap_or_default()).or_else(|| {
            let (_, id) = path.split_once("/orders/").or(path.split_once("/do/"))?;
            let (id, rest) = id.split_once('/')?;
            (!rest.is_empty() || path.contains("/do/")).then(|| hash(self.key, ("order", id)))
        });
        // Where the path isn't known, the operation tells places apart.
        let bytes = state.hash_one((body, path, operation));
        let by_id = id.map(|id| state.hash_one((bytes, status, id)));
        let by_time = at.map(|at| state.hash_one((bytes, status, at.unix_nanos())));
        let named = text.filter(|_| answer == Answer::Refused).map_or(&[][..], |text| {
            let by = || seen.known[operation as usize].named_by(text);
            kept(&mut self.named, state.hash_one((operation, text)), by).as_slice()
        });
        let cell = Cell {
            operation,
            answer,
            rejects,
            findings: set_number,
            named: seen.named.number(named),
            by: seen.split_number(by),
            day: at.map(day_of),
        };
        seen.lines.push(SeenLine {
            cell,
            at,
            who,
            bytes,
            attempt: state.hash_one((bytes, by, who)),
            marks: [by_id, by_time],
            cut: is_cut.then_some(body.len()),
            masked,
            features: (report.scenario(), report.capabilities()),
            members,
        });
    }

    /// Adds what an observer saw. Its line, `json`, is known by its bytes.
    pub fn observe(&self, observation: &Observation<'_>, json: &str, seen: &mut Seen<'a>) {
        let findings = observation.findings.iter().map(|(rule, path, level)| {
            let steps =
                path.split('/').map(|step| if step.parse::<u32>().is_ok() { "*" } else { step });
            (rule, steps.collect::<Vec<_>>().join("/"), level)
        });
        let findings: Vec<_> = findings.collect();
        let findings = serde_json::to_string(&findings).unwrap_or_default();
        let set = seen.findings.entry(hash(self.key, &findings));
        let set_number = set.index() as u32;
        set.or_insert(findings);
        let named = observation.named.iter().cloned();
        let named: Vec<_> = named.map(|member| Named { member, code: None }).collect();
        let mark = hash(self.key, json);
        let cell = Cell {
            operation: observation.operation,
            answer: self.refusals.answer(observation.status, None),
            rejects: observation.verdict == Verdict::Reject,
            findings: set_number,
            named: seen.named.number(named.as_slice()),
            by: seen.split_number(observation.by.as_deref()),
            day: observation.at.map(day_of),
        };
        seen.lines.push(SeenLine {
            cell,
            at: observation.at,
            who: observation.who.as_deref().map(|who| customer_hash(self.key, who)),
            bytes: mark,
            attempt: mark,
            marks: [Some(mark), None],
            cut: None,
            masked: Vec::new(),
            features: (None, FeatureSet::EMPTY),
            members: seen.members.len(),
        });
    }
}

/// A value by its hash, which is made unless it is among the last ones.
fn kept<T>(last: &mut HashMap<u64, T, Mixed>, hash: u64, make: impl FnOnce() -> T) -> &T {
    if last.len() >= LAST && !last.contains_key(&hash) {
        last.clear();
    }
    last.entry(hash).or_insert_with(make)
}

/// A set of findings, given their positions in the report, as JSON.
fn set_text(report: &Report, positions: impl Iterator<Item = usize>) -> String {
    let mut positions = positions.peekable();
    let findings = report.findings().enumerate().filter_map(|(position, finding)| {
        positions.next_if_eq(&position)?;
        let mut member = String::new();
        write_member(finding, &mut member);
        let (rule, level) = (finding.rule().name, finding.level().name());
        Some(format!("[\"{rule}\",\"{member}\",\"{level}\"]"))
    });
    format!("[{}]", findings.collect::<Vec<_>>().join(","))
}

/// A name of a part of a log, if it can't be a card number; else all such parts are one.
fn split_name(name: &str) -> &str {
    let digits = name.bytes().filter(u8::is_ascii_digit).count();
    let is_shown = digits < 12 && name.len() <= 64 && !name.chars().any(char::is_control);
    if is_shown { name } else { "*" }
}

/// Whether a member with this key is one of a few words.
pub(super) fn is_word(key: &str) -> bool {
    ["currency", "language", "payment_system", "setup_future_use"].contains(&key)
}

/// Whether a member with this key holds codes: of these alone the values are counted.
pub(super) fn is_code(key: &str) -> bool {
    // Keys are short: this takes a fifth of the time of `contains`.
    is_word(key) || key.as_bytes().windows(7).any(|part| part == b"country")
}

/// The last key of a path.
pub(super) fn key_of(path: &str) -> &str {
    path.rsplit_once('/').map_or(path, |(_, key)| key)
}

#[cfg(test)]
mod tests {
    use super::*;
    use paylint::{Engine, Facts};

    #[test]
    fn findings_at_all_elements_are_one() {
        let (engine, body) = (Engine::default(), &br#"{"products":[{"a":1},{"a":1,"b":1}]}"#[..]);
        let (known, refusals) = (KnownPaths::of_all(&engine), Refusals::default());
        let report = engine.check(Operation::Order, body, &Facts::default());
        let mut seen = Seen::default();
        let request = LogRequest::new(Operation::Order, body.into());
        Looker::new(&known, &refusals, Key::default()).look(&report, &request, &mut seen);
        for member in ["/products/*/a", "/products/*/b"] {
            let found = format!("[\"field.unknown\",\"{member}\",");
            assert_eq!(seen.findings[0].matches(&found).count(), 1, "{member}");
        }
    }
}
