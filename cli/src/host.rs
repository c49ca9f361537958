//! Facts and policies from files and from the command line.

use crate::args::FactsArguments;
use crate::check::position::{Lines, Position};
use crate::exit::{Error, Result, note};
use crate::names::unknown;
use paylint::facts::{Fact, FactKind};
use paylint::{Facts, FactsBuf, Policy};
use serde_json::value::RawValue;
use std::borrow::Cow;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

/// The facts of the command line.
pub(crate) struct StandingFacts {
    /// From files; each is laid over the earlier ones by top-level member.
    files: Vec<FactsBuf>,
    /// Single facts, laid over those of the files member by member.
    single: Vec<FactsBuf>,
}

impl StandingFacts {
    /// Reads the facts that the command line names.
    pub(crate) fn read(arguments: &FactsArguments) -> Result<StandingFacts> {
        StandingFacts::beside(false, arguments)
    }

    /// The standing facts; for a log, without those that come from its lines.
    pub(crate) fn beside(log: bool, arguments: &FactsArguments) -> Result<StandingFacts> {
        let files = arguments.facts.iter().map(|file| facts(file));
        let standing = arguments.fact.iter().filter(|text| !log || fact_from_line(text).is_none());
        let single = standing.map(|text| single(text).map_err(Error::Unusable));
        Ok(StandingFacts {
            files: files.collect::<Result<_>>()?,
            single: single.collect::<Result<_>>()?,
        })
    }

    /// The facts, borrowed.
    pub(crate) fn as_facts(&self) -> Facts<'_> {
        let mut facts = Facts::default();
        for file in &self.files {
            facts.overlay(&file.as_facts());
        }
        for single in &self.single {
            facts.overlay_members(&single.as_facts());
        }
        facts
    }
}

fn facts(file: &Path) -> Result<FactsBuf> {
    FactsBuf::from_json(&read("facts", file)?)
        .map_err(|error| Error::unusable(format!("{}: {error}", file.display())))
}

/// Reads `NAME@POINTER`: a fact, and where it is in a line of a log. `None` if it isn't of this form.
pub(crate) fn fact_from_line(text: &str) -> Option<std::result::Result<(Fact, &str), String>> {
    let (name, pointer) = text.split_once('@').filter(|(name, _)| !name.contains('='))?;
    Some(fact_named(name).map(|fact| (fact, pointer)))
}

fn fact_named(name: &str) -> std::result::Result<Fact, String> {
    let fact = Fact::ALL.iter().copied().find(|fact| fact.name() == name);
    fact.ok_or_else(|| unknown_fact(name))
}

/// Reads `NAME=VALUE`, with the value as the fact's type requires.
fn single(text: &str) -> std::result::Result<FactsBuf, String> {
    let facts = FactsBuf::from_json(single_json(text)?.as_bytes());
    let name = text.split_once('=').map_or(text, |(name, _)| name);
    facts.map_err(|error| format!("--fact {name}: {}", error.problem()))
}

/// The facts that `NAME=VALUE` stands for, as JSON.
pub(crate) fn single_json(text: &str) -> std::result::Result<String, String> {
    if fact_from_line(text).is_some() {
        return Err(
            "--fact NAME@POINTER takes a fact from each line of a log: it needs --log".to_owned()
        );
    }
    let Some((name, value)) = text.split_once('=') else {
        return Err("--fact takes NAME=VALUE, for example --fact environment=live".to_owned());
    };
    let fact = fact_named(name)?;
    let json = json(fact, value);
    Ok(match name.split_once('.') {
        Some((group, member)) => format!("{{\"{group}\":{{\"{member}\":{json}}}}}"),
        None => format!("{{\"{name}\":{json}}}"),
    })
}

/// Error for an unknown fact, with the one that may be meant.
pub(crate) fn unknown_fact(name: &str) -> String {
    let of_group =
        |fact: &&Fact| fact.name().split_once('.').is_some_and(|(group, _)| group == name);
    match Fact::ALL.iter().find(of_group) {
        Some(fact) => {
            format!("{name} is a group of facts: name one of them, such as {}", fact.name())
        }
        None => unknown("fact", name, Fact::ALL.iter().map(|fact| fact.name())),
    }
}

/// A value from the command line as JSON: as written, if the fact isn't a text.
fn json(fact: Fact, value: &str) -> String {
    let is_json = serde_json::from_str::<&RawValue>(value).is_ok();
    match fact.kind() {
        FactKind::Flag | FactKind::Days | FactKind::Amount | FactKind::Headers if is_json => {
            value.into()
        }
        FactKind::Capabilities | FactKind::Texts | FactKind::Addresses if is_json => value.into(),
        _ => serde_json::to_string(value).unwrap_or_default(),
    }
}

/// Reads policies, each a file or a preset, and lays them one over another, the last on top. Without any,
/// returns the default policy. Writes the policy's notes to standard error.
pub(crate) fn policy(sources: &[PathBuf]) -> Result<Policy> {
    let policy = laid_over(sources, &policy_texts(sources)?)?;
    policy.notes().iter().for_each(|line| note(line));
    Ok(policy)
}

/// The texts of policies, each a file or a preset.
pub(crate) fn policy_texts(sources: &[PathBuf]) -> Result<Vec<Cow<'static, [u8]>>> {
    sources.iter().map(|source| policy_text(source)).collect()
}

/// The policies' texts, for output.
pub(crate) fn policy_as_given(sources: &[PathBuf]) -> String {
    let texts = policy_texts(sources).unwrap_or_default();
    let texts: Vec<_> = texts.iter().map(|text| String::from_utf8_lossy(text)).collect();
    if texts.is_empty() { "{}".to_owned() } else { texts.join("\n") }
}

/// Lays policies one over another, given their texts.
pub(crate) fn laid_over(sources: &[PathBuf], texts: &[Cow<'static, [u8]>]) -> Result<Policy> {
    let layers: Vec<&[u8]> = texts.iter().map(AsRef::as_ref).collect();
    Policy::default().with_layers(&layers).map_err(|error| {
        let place = place(sources, texts, error.layer(), error.offset());
        Error::unusable(format!("{place}: {error}"))
    })
}

/// A byte's place in one of several policies: the policy's name, line and column.
pub(crate) fn place(
    sources: &[PathBuf],
    texts: &[Cow<'static, [u8]>],
    layer: usize,
    at: Option<usize>,
) -> String {
    let source = sources.get(layer).map_or("".into(), |source| source.to_string_lossy());
    let text = texts.get(layer).map_or(&[][..], AsRef::as_ref);
    let Some(at) = at else { return source.into_owned() };
    let Position { line, column } = Lines::of(text).position(at.min(text.len()));
    format!("{source}:{line}:{column}")
}

/// The text of a policy: a word without `/` and `.` names a preset, anything else a file.
fn policy_text(source: &Path) -> Result<Cow<'static, [u8]>> {
    let name = source.to_str().filter(|name| !name.contains(['/', '.', '\\']));
    let Some(name) = name else { return read("policy", source).map(Cow::Owned) };
    Policy::preset(name).map(|json| Cow::Borrowed(json.as_bytes())).ok_or_else(|| {
        Error::unusable(format!("{}; a file's name has a . or a /", Policy::unknown_preset(name)))
    })
}

/// Name of the policies in output, from the files or presets.
pub(crate) fn policy_name(sources: &[PathBuf]) -> String {
    if sources.is_empty() {
        return "default".to_owned();
    }
    sources.iter().map(|source| crate::input::name_of(source)).collect::<Vec<_>>().join(" + ")
}

/// Maximum length of a file with facts or a policy, in bytes.
const LONGEST: u64 = 16 << 20;

/// Reads a file with facts or a policy.
pub(crate) fn read(what: &str, file: &Path) -> Result<Vec<u8>> {
    let mut text = Vec::new();
    let read = File::open(file).and_then(|file| file.take(LONGEST + 1).read_to_end(&mut text));
    let length = read.map_err(|error| {
        Error::unusable(format!("cannot read the {what} file {}: {error}", file.display()))
    })?;
    match byte_order_mark(&text) {
        _ if length as u64 > LONGEST => {
            let (file, most) = (file.display(), LONGEST >> 20);
            Err(Error::unusable(format!("{file}: longer than {most} MiB")))
        }
        Some(problem) => Err(Error::unusable(format!("{}: {problem}", file.display()))),
        None => Ok(text),
    }
}

/// Hint for a text that begins with a byte order mark, which some editors and shells write.
pub(crate) fn byte_order_mark(text: &[u8]) -> Option<&'static str> {
    match text {
        [0xef, 0xbb, 0xbf, ..] => Some(
            "begins with a byte order mark, which JSON doesn't allow: save it as UTF-8 without one",
        ),
        [0xff, 0xfe, ..] | [0xfe, 0xff, ..] => {
            Some("is UTF-16 (it begins with a byte order mark): save it as UTF-8 without one")
        }
        _ => None,
    }
}
