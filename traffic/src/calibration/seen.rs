//! A line as calibration sees it: hashes, findings, the members that the answer named, and the sizes of values.

use super::named::{KnownPaths, Named};
use super::walk::{Member, walk};
use super::{Answer, Observation, Refusals};
use crate::location::write_member;
use foldhash::fast::FixedState;
use paylint::{Feature, FeatureSet, Level, Operation, Report, Timestamp, Verdict};
use siphasher::sip::SipHasher13;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// A request and the answer to it, as a log has them.
#[derive(Clone, Copy, Default)]
pub struct Exchange<'a> {
    /// The request's body; empty for none.
    pub body: &'a [u8],
    /// The path that it was sent to; empty if it isn't known.
    pub path: &'a str,
    /// Your own name for the request.
    pub id: Option<&'a str>,
    /// When it was sent.
    pub at: Option<Timestamp>,
    /// The part of the log that it belongs to, such as a terminal.
    pub by: Option<&'a str>,
    /// The customer who sent it, or whom it is about. Without it the body's e-mail address or account, or the order in the path, says
    /// that.
    pub who: Option<&'a str>,
    /// The HTTP status of the answer.
    pub status: Option<u16>,
    /// The answer's body, as JSON.
    pub answer: Option<&'a str>,
}

/// Shows nothing of the request.
impl fmt::Debug for Exchange<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Exchange").field("status", &self.status).finish_non_exhaustive()
    }
}

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
    fn of_values(self) -> FixedState {
        FixedState::with_seed(self.0)
    }
}

impl Default for Key {
    /// A key that nobody else has.
    fn default() -> Key {
        use std::hash::{BuildHasher, RandomState};
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

/// A line that was looked at. Holds nothing of it but hashes, names of members, lengths, numbers and codes.
#[derive(Clone, Debug)]
pub struct Seen {
    pub(super) operation: Operation,
    pub(super) at: Option<Timestamp>,
    pub(super) by: Option<String>,
    pub(super) answer: Answer,
    pub(super) rejects: bool,
    /// The findings as JSON: `[["field.blank","/client/state","warn"]]`.
    pub(super) findings: String,
    pub(super) named: Vec<Named>,
    /// The customer, if one is known.
    pub(super) who: Option<u64>,
    /// Hash of the bytes, path, split and customer.
    pub(super) attempt: u64,
    /// The marks by which a line that was logged twice is known.
    pub(super) marks: [Option<u64>; 2],
    /// Length of a body that ends before its JSON does.
    pub(super) cut: Option<usize>,
    /// The rule, the member and the level of findings at masked values.
    pub(super) masked: Vec<(String, String, Level)>,
    pub(super) features: (Option<Feature>, FeatureSet),
    pub(super) values: Vec<(Arc<str>, Member)>,
}

/// Looks at the lines of one operation.
#[derive(Debug)]
pub struct Looker<'a> {
    known: &'a KnownPaths,
    refusals: &'a Refusals,
    key: Key,
}

impl<'a> Looker<'a> {
    /// Looks at requests whose members are known.
    #[must_use]
    pub fn new(known: &'a KnownPaths, refusals: &'a Refusals, key: Key) -> Looker<'a> {
        Looker { known, refusals, key }
    }

    /// A request, its report, and the answer.
    #[must_use]
    pub fn look(&self, report: &Report, exchange: &Exchange<'_>) -> Seen {
        let Exchange { body, path, id, at, by, status, answer: text, .. } = *exchange;
        let answer = self.refusals.answer(status, text);
        let mut findings = String::with_capacity(256);
        findings.push('[');
        let (mut starts, mut masked) = (Vec::new(), Vec::new());
        let (mut denies, mut is_denial_masked) = (false, false);
        for finding in report.findings() {
            let (rule, level) = (finding.rule().name, finding.level());
            if is_masked_json(body.get(finding.span()).unwrap_or_default()) {
                let mut member = String::new();
                write_member(finding, &mut member);
                masked.push((rule.to_owned(), member, level));
                is_denial_masked |= level == Level::Deny;
                continue;
            }
            denies |= level == Level::Deny;
            let start = findings.len();
            findings.extend(["[\"", rule, "\",\""]);
            write_member(finding, &mut findings);
            findings.extend(["\",\"", level.name(), "\"],"]);
            // The elements of an array are one member.
            let (before, one) = findings.split_at(start);
            if starts.iter().any(|start| before[*start..].starts_with(one)) {
                findings.truncate(start);
            } else {
                starts.push(start);
            }
        }
        if findings.ends_with(',') {
            findings.pop();
        }
        findings.push(']');
        let is_rejected = report.verdict() == Verdict::Reject;
        // What a masked value alone is blamed for rejects nothing, unless more findings were dropped.
        let rejects = is_rejected && (denies || !is_denial_masked || report.truncated());
        let walked = walk(body, self.known, self.key.of_values());
        let is_cut =
            !body.trim_ascii().is_empty() && walked.as_ref().is_err_and(|error| error.is_cut);
        let walked = walked.unwrap_or_default();
        let who = exchange.who.map(|who| who.trim().to_lowercase()).filter(|who| !who.is_empty());
        let who = who.or_else(|| walked.who.into_iter().flatten().next());
        let who = who.map(|who| hash(self.key, who)).or_else(|| {
            let (_, id) = path.split_once("/orders/").or(path.split_once("/do/"))?;
            let (id, rest) = id.split_once('/')?;
            (!rest.is_empty() || path.contains("/do/")).then(|| hash(self.key, ("order", id)))
        });
        // Where the path isn't known, the operation tells places apart.
        let bytes = hash(self.key, (body, path, report.operation()));
        let by_id = id.map(|id| hash(self.key, (bytes, status, id)));
        let by_time = at.map(|at| hash(self.key, (bytes, status, at.unix_nanos())));
        Seen {
            operation: report.operation(),
            at,
            by: by.map(split_name),
            answer,
            rejects,
            findings,
            named: match (answer, text) {
                (Answer::Refused, Some(text)) => self.known.named_by(text),
                _ => Vec::new(),
            },
            who,
            attempt: hash(self.key, (bytes, by, who)) | 1,
            marks: [by_id, by_time],
            cut: is_cut.then_some(body.len()),
            masked,
            features: (report.scenario(), report.capabilities()),
            values: walked.found,
        }
    }
}

impl Seen {
    /// Takes what an observer saw. Its line, `json`, is known by its bytes.
    #[must_use]
    pub fn of(observation: &Observation<'_>, json: &str, refusals: &Refusals, key: Key) -> Seen {
        let findings = observation.findings.iter().map(|(rule, path, level)| {
            let steps =
                path.split('/').map(|step| if step.parse::<u32>().is_ok() { "*" } else { step });
            (rule, steps.collect::<Vec<_>>().join("/"), level)
        });
        let findings: Vec<_> = findings.collect();
        let mark = hash(key, json);
        Seen {
            operation: observation.operation,
            at: observation.at,
            by: observation.by.as_deref().map(split_name),
            answer: refusals.answer(observation.status, None),
            rejects: observation.verdict == Verdict::Reject,
            findings: serde_json::to_string(&findings).unwrap_or_default(),
            named: observation
                .named
                .iter()
                .map(|member| Named { member: member.clone(), code: None })
                .collect(),
            who: observation.who.as_deref().map(|who| hash(key, who.trim().to_lowercase())),
            attempt: mark | 1,
            marks: [Some(mark), None],
            cut: None,
            masked: Vec::new(),
            features: (None, FeatureSet::EMPTY),
            values: Vec::new(),
        }
    }
}

/// A name of a part of a log, if it can't be a card number; else all such parts are one.
fn split_name(name: &str) -> String {
    let digits = name.bytes().filter(u8::is_ascii_digit).count();
    let is_shown = digits < 12 && name.len() <= 64 && !name.chars().any(char::is_control);
    if is_shown { name } else { "*" }.to_owned()
}

/// Whether the JSON of a value is a string that a log has masked.
fn is_masked_json(json: &[u8]) -> bool {
    json.starts_with(b"\"")
        && std::str::from_utf8(json).is_ok_and(|text| is_masked_text(text.trim_matches('"')))
}

/// Whether a log has put signs in the place of a value: `411111******1111`, `xxxx 1234`, `[FILTERED]`.
pub(super) fn is_masked_text(text: &str) -> bool {
    const WORDS: [&str; 6] = ["redacted", "filtered", "masked", "hidden", "removed", "secret"];
    let is_crossed = |sign: &u8| matches!(sign, b'x' | b'X');
    let is_rest =
        |sign: u8| is_crossed(&sign) || sign.is_ascii_digit() || matches!(sign, b' ' | b'.' | b'-');
    let is_bracket = |sign: char| matches!(sign, '[' | ']' | '(' | ')' | '{' | '}' | '<' | '>');
    let may_be_word =
        matches!(text.len(), 6..=8) || text.starts_with(is_bracket) || text.ends_with(is_bracket);
    let is_word = || {
        let word = text.trim_matches(is_bracket);
        matches!(word.len(), 6..=8)
            && WORDS.iter().any(|known| known.eq_ignore_ascii_case(word))
            && (word.len() < text.len() || !word.contains(|sign: char| sign.is_lowercase()))
    };
    // Most texts have none of these signs, and one pass says so.
    let has_sign = text.bytes().any(|sign| matches!(sign, b'*' | 0xE2));
    has_sign && (text.contains("***") || text.contains("•••"))
        || text.bytes().all(is_rest) && text.bytes().filter(is_crossed).count() >= 4
        || text.len() <= 32 && may_be_word && is_word()
}

/// Whether a member is one of a few words.
pub(super) fn is_word(path: &str) -> bool {
    const WORDS: [&str; 4] = ["currency", "language", "payment_system", "setup_future_use"];
    path.rsplit('/').next().is_some_and(|key| WORDS.contains(&key))
}

/// Whether a member holds codes: of these alone the values are counted.
pub(super) fn is_code(path: &str) -> bool {
    let is_country = |part: &[u8]| part == b"country";
    let key = path.rsplit('/').next().unwrap_or_default();
    is_word(key) || key.as_bytes().windows("country".len()).any(is_country)
}
