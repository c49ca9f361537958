//! Policies: how strict to be.

mod custom;

pub(crate) use custom::Custom;
pub use custom::CustomRule;

use crate::append::joined;
use crate::config::{self, ConfigError, Json, Value, unknown_name};
use crate::findings::MAX_PARAMS;
use crate::rule::{Level, Rule, can_be_filled_in};
use crate::rules::{COUNT, catalogue};
use crate::shown::shown_name;
use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt;
use custom::CustomRules;

/// How strict to be: a level for each rule, and limits. Compiled once into an [`crate::Engine`].
#[derive(Clone)]
pub struct Policy {
    /// By position in the catalogue, then the embedder's own.
    pub(crate) levels: Vec<Level>,
    pub(crate) custom: Option<Arc<dyn Custom>>,
    pub(crate) max_findings: usize,
    pub(crate) max_body_bytes: usize,
}

/// The policy cannot be used: which member, and what is wrong with it.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{}", .0.message(PolicyError::ABOUT))]
pub struct PolicyError(ConfigError);

impl PolicyError {
    fn new(member: &str, problem: impl Into<String>) -> PolicyError {
        PolicyError(ConfigError::new(member, problem))
    }

    const ABOUT: &str = "invalid policy: ";

    /// All of it as one line, as it displays itself.
    #[must_use]
    pub fn message(&self) -> String {
        self.0.message(PolicyError::ABOUT)
    }

    /// The member, dotted: `levels.avs.zip_code_required`. Empty for the whole.
    #[must_use]
    pub fn member(&self) -> &str {
        self.0.member()
    }

    /// What is wrong there.
    #[must_use]
    pub fn problem(&self) -> &str {
        self.0.problem()
    }
}

impl Default for Policy {
    /// Every rule at its default level, at most 100 findings, bodies of at most 1 MiB.
    fn default() -> Policy {
        Policy {
            levels: catalogue().iter().map(|rule| rule.level).collect(),
            custom: None,
            max_findings: 100,
            max_body_bytes: 1 << 20,
        }
    }
}

/// A member of a policy.
#[derive(Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum PolicyMember<'a> {
    /// The level of a rule by its name, or of a family: `code.*`.
    Level(&'a str),
    /// How many findings a report keeps at most.
    MaxFindings,
    /// How many bytes a body may have.
    MaxBodyBytes,
}

/// The members of a policy: those that are whole last.
const MEMBERS: [&str; 3] = ["levels", "max_findings", "max_body_bytes"];

impl PolicyMember<'_> {
    /// Its name, dotted.
    fn name(self) -> String {
        match self {
            PolicyMember::Level(selector) => {
                joined(&["levels.", shown_name(selector).unwrap_or("*")])
            }
            PolicyMember::MaxFindings => MEMBERS[1].to_owned(),
            PolicyMember::MaxBodyBytes => MEMBERS[2].to_owned(),
        }
    }
}

impl Policy {
    /// The most that `max_findings` may be.
    pub const MAX_FINDINGS: usize = 10_000;
    /// The most that `max_body_bytes` may be.
    pub const MAX_BODY_BYTES: usize = 1 << 26;

    /// Reads a policy from JSON.
    ///
    /// # Errors
    /// No JSON object; an unknown or repeated member; a wrong type; a number out of range; an unknown rule
    /// or family; a level for a locked rule by its own name.
    pub fn from_json(json: &[u8]) -> Result<Policy, PolicyError> {
        Policy::default().with_json(json)
    }

    /// This policy with what the JSON says laid over it. Add custom rules before.
    ///
    /// # Errors
    /// Those of [`Policy::from_json`].
    pub fn with_json(mut self, json: &[u8]) -> Result<Policy, PolicyError> {
        // A rule's own entry wins over its family's, whichever comes first.
        for families in [true, false] {
            let mut put = |json: &mut Json<'_>, member: PolicyMember<'_>| {
                let mut content = String::new();
                let given = json.given(&mut content);
                let is_now = !matches!(member, PolicyMember::Level(selector)
                    if family_of(selector).is_some() != families);
                self.put(member, given, is_now).map_err(|problem| json.error(problem))
            };
            let mut read = |json: &mut Json<'_>| {
                json.object()?;
                json.members(&mut |json, name| match config::position(&MEMBERS, name) {
                    0 => {
                        json.object()?;
                        json.members(&mut |json, selector| put(json, PolicyMember::Level(selector)))
                    }
                    1 => put(json, PolicyMember::MaxFindings),
                    2 => put(json, PolicyMember::MaxBodyBytes),
                    _ => Err(json.unknown_member(name, MEMBERS)),
                })
            };
            Json::new(json).and_then(|mut json| read(&mut json)).map_err(PolicyError)?;
        }
        Ok(self)
    }

    /// Sets a member to what the host has there. Later calls win.
    ///
    /// # Errors
    /// The value is of the wrong type or out of range, or there is no such rule or family, or the rule is locked.
    pub fn set(&mut self, member: PolicyMember<'_>, given: Value<'_>) -> Result<(), PolicyError> {
        self.put(member, given, true).map_err(|problem| PolicyError::new(&member.name(), problem))
    }

    /// Checks a member, and sets it if it is to be set now.
    fn put(&mut self, member: PolicyMember<'_>, given: Value<'_>, now: bool) -> Result<(), String> {
        let limit =
            |max| config::within(given.integer()?, 1, as_i64(max)).map(|limit| limit as usize);
        match member {
            PolicyMember::Level(selector) => {
                self.set_level(selector, None)?;
                let level =
                    Level::from_name(given.text()?).ok_or("not one of allow, warn, deny")?;
                self.set_level(selector, now.then_some(level))?;
            }
            PolicyMember::MaxFindings => self.max_findings = limit(Policy::MAX_FINDINGS)?,
            PolicyMember::MaxBodyBytes => self.max_body_bytes = limit(Policy::MAX_BODY_BYTES)?,
        }
        Ok(())
    }

    /// Sets the level of a rule by its name, or of all rules of a family: `code.*`. Later calls win.
    ///
    /// # Errors
    /// There is no such rule or family, or the rule is locked.
    pub fn with_level(mut self, selector: &str, level: Level) -> Result<Policy, PolicyError> {
        self.set_level(selector, Some(level))
            .map_err(|problem| PolicyError::new("levels", problem))?;
        Ok(self)
    }

    /// Keeps at most so many findings of each level in a report: 1 to 10,000.
    ///
    /// # Errors
    /// The number is out of range.
    pub fn with_max_findings(mut self, max: usize) -> Result<Policy, PolicyError> {
        within(max, Policy::MAX_FINDINGS)
            .map_err(|problem| PolicyError::new("max_findings", problem))?;
        self.max_findings = max;
        Ok(self)
    }

    /// Refuses bodies of more bytes, white space included: 1 to 67,108,864.
    ///
    /// # Errors
    /// The number is out of range.
    pub fn with_max_body_bytes(mut self, max: usize) -> Result<Policy, PolicyError> {
        within(max, Policy::MAX_BODY_BYTES)
            .map_err(|problem| PolicyError::new("max_body_bytes", problem))?;
        self.max_body_bytes = max;
        Ok(self)
    }

    /// Adds a rule of the embedder's own, to be run after the catalogue's and those added before.
    ///
    /// # Errors
    /// Its name is not of the form `custom.name`, or taken; it has more than four params, or its message names
    /// another.
    pub fn with_rule(mut self, custom: CustomRule) -> Result<Policy, PolicyError> {
        let rule = custom.rule();
        if let Some(problem) = unusable(rule) {
            return Err(PolicyError::new("rules", problem));
        }
        if self.all().any(|known| known.name == rule.name) {
            return Err(PolicyError::new("rules", joined(&["there are two rules ", rule.name])));
        }
        self.levels.push(rule.level);
        let mut rules = self.custom.map_or(Vec::new(), |before| before.rules().to_vec());
        rules.push(custom);
        self.custom = Some(Arc::new(CustomRules(rules)));
        Ok(self)
    }

    /// Every rule that the policy knows with its level: the catalogue, then the embedder's own.
    pub fn rules(&self) -> impl Iterator<Item = (&Rule, Level)> {
        self.all().zip(self.levels.iter().copied())
    }

    fn all(&self) -> impl Iterator<Item = &Rule> {
        (0..self.levels.len()).filter_map(|position| self.rule(position))
    }

    /// The rule at a position. Out of line, because many look through all.
    #[inline(never)]
    fn rule(&self, position: usize) -> Option<&Rule> {
        let own = || {
            let custom = self.custom.as_ref()?.rules().get(position.checked_sub(COUNT)?);
            custom.map(CustomRule::rule)
        };
        catalogue().get(position).or_else(own)
    }

    /// Sets the level of a rule, or of those of a family that are not locked; `None` leaves it as it is.
    ///
    /// # Errors
    /// There is no such rule or family, or the rule is locked.
    fn set_level(&mut self, selector: &str, level: Option<Level>) -> Result<(), String> {
        let family = family_of(selector);
        let name_of = |rule: &Rule| if family.is_some() { rule.family() } else { rule.name };
        let name = family.unwrap_or(selector);
        let mut is_known = false;
        for position in 0..self.levels.len() {
            let Some(rule) = self.rule(position).filter(|rule| name_of(rule) == name) else {
                continue;
            };
            is_known = true;
            if rule.locked && family.is_none() {
                return Err(joined(&[
                    "the level of ",
                    name,
                    " cannot be changed: no body can be read without it",
                ]));
            }
            if let (false, Some(level)) = (rule.locked, level)
                && let Some(place) = self.levels.get_mut(position)
            {
                *place = level;
            }
        }
        if is_known {
            return Ok(());
        }
        let what = if family.is_some() { "family" } else { "rule" };
        Err(unknown_name(what, name, self.all().map(name_of)))
    }
}

/// The family that a selector names: `code.*`.
fn family_of(selector: &str) -> Option<&str> {
    selector.strip_suffix(".*")
}

/// What keeps an embedder's rule from working, if anything does.
fn unusable(rule: &Rule) -> Option<&'static str> {
    let name = rule.name.strip_prefix("custom.").unwrap_or_default();
    if shown_name(name).is_none() {
        return Some("a rule of one's own is named custom.<name>");
    }
    if rule.params.len() > MAX_PARAMS || !can_be_filled_in(rule.message, rule.params) {
        return Some("a rule has at most four params, and its message names no others");
    }
    None
}

/// Whether a limit is 1 to `max`.
fn within(limit: usize, max: usize) -> Result<(), String> {
    config::within(as_i64(limit), 1, as_i64(max)).map(drop)
}

fn as_i64(number: usize) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

impl fmt::Debug for Policy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let changed = self.rules().filter(|(rule, level)| rule.level != *level);
        f.debug_struct("Policy")
            .field(
                "levels",
                &changed.map(|(rule, level)| (rule.name, level.name())).collect::<Vec<_>>(),
            )
            .field("max_findings", &self.max_findings)
            .field("max_body_bytes", &self.max_body_bytes)
            .finish()
    }
}
