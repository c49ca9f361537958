//! Policies: how strict to be.

use crate::custom::{Custom, CustomRules};
use crate::host::{self, HostError, Json, unknown_name};
use crate::output::joined;
use crate::report::MOST_PARAMS;
use crate::rule::{Basis, Check, Level, Rule};
use crate::rules::{COUNT, catalogue};
use core::fmt;
use std::sync::Arc;

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
pub struct PolicyError(HostError);

impl PolicyError {
    fn new(member: &str, problem: impl Into<String>) -> PolicyError {
        PolicyError(HostError::new(member, problem))
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

/// The members of a policy.
const MEMBERS: [&str; 3] = ["levels", "max_findings", "max_body_bytes"];

impl Policy {
    /// The most that `max_findings` may be.
    pub const MOST_FINDINGS: usize = 10_000;
    /// The most that `max_body_bytes` may be.
    pub const MOST_BODY_BYTES: usize = 1 << 26;

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
            let mut read = |json: &mut Json<'_>| {
                json.members(&mut |json, name| match host::position(&MEMBERS, name) {
                    Some(0) => json.members(&mut |json, selector| {
                        self.know(selector).map_err(|problem| json.error(&problem))?;
                        let level = Level::from_name(&json.any_string()?)
                            .ok_or_else(|| json.error("not one of allow, warn, deny"))?;
                        if family_of(selector).is_some() == families {
                            self.set(selector, level);
                        }
                        Ok(())
                    }),
                    Some(1) => {
                        self.max_findings = limit(json, Policy::MOST_FINDINGS)?;
                        Ok(())
                    }
                    Some(2) => {
                        self.max_body_bytes = limit(json, Policy::MOST_BODY_BYTES)?;
                        Ok(())
                    }
                    _ => Err(json.unknown_member(name, MEMBERS)),
                })
            };
            Json::new(json).and_then(|mut json| read(&mut json)).map_err(PolicyError)?;
        }
        Ok(self)
    }

    /// Sets the level of a rule by its name, or of all rules of a family: `code.*`. Later calls win.
    ///
    /// # Errors
    /// There is no such rule or family, or the rule is locked.
    pub fn with_level(mut self, selector: &str, level: Level) -> Result<Policy, PolicyError> {
        self.know(selector).map_err(|problem| PolicyError::new("levels", problem))?;
        self.set(selector, level);
        Ok(self)
    }

    /// Keeps at most so many findings in a report: 1 to 10,000.
    ///
    /// # Errors
    /// The number is out of range.
    pub fn with_max_findings(mut self, most: usize) -> Result<Policy, PolicyError> {
        within(most, Policy::MOST_FINDINGS)
            .map_err(|problem| PolicyError::new("max_findings", problem))?;
        self.max_findings = most;
        Ok(self)
    }

    /// Refuses bodies of more bytes, white space included: 1 to 67,108,864.
    ///
    /// # Errors
    /// The number is out of range.
    pub fn with_max_body_bytes(mut self, most: usize) -> Result<Policy, PolicyError> {
        within(most, Policy::MOST_BODY_BYTES)
            .map_err(|problem| PolicyError::new("max_body_bytes", problem))?;
        self.max_body_bytes = most;
        Ok(self)
    }

    /// Adds a rule of the embedder's own, to be run after the catalogue's and those added before.
    ///
    /// # Errors
    /// Its name is not of the form `custom.name`, or taken; or the rule could not work as it is: its basis is not
    /// custom, it has a number, is locked, has no check or more than three params, or its message names another.
    pub fn with_rule(mut self, rule: Rule) -> Result<Policy, PolicyError> {
        if let Some(problem) = unusable(&rule) {
            return Err(PolicyError::new("rules", problem));
        }
        if self.all().any(|known| known.name == rule.name) {
            return Err(PolicyError::new("rules", joined(&["there are two rules ", rule.name])));
        }
        self.levels.push(rule.level);
        let mut rules = self.custom.map_or(Vec::new(), |before| before.rules().to_vec());
        rules.push(rule);
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
        let own = || self.custom.as_ref()?.rules().get(position.checked_sub(COUNT)?);
        catalogue().get(position).or_else(own)
    }

    /// Sets the level of a rule, or of those of a family that are not locked.
    fn set(&mut self, selector: &str, level: Level) {
        let family = family_of(selector);
        for position in 0..self.levels.len() {
            let is_selected = |rule: &Rule| match family {
                Some(family) => rule.family() == family && !rule.locked,
                None => rule.name == selector,
            };
            if self.rule(position).is_some_and(is_selected)
                && let Some(place) = self.levels.get_mut(position)
            {
                *place = level;
            }
        }
    }

    /// Whether there is such a rule, which is not locked, or such a family.
    fn know(&self, selector: &str) -> Result<(), String> {
        if let Some(family) = family_of(selector) {
            if self.all().any(|rule| rule.family() == family) {
                return Ok(());
            }
            return Err(unknown_name("family", family, self.all().map(Rule::family)));
        }
        match self.all().find(|rule| rule.name == selector) {
            Some(rule) if rule.locked => Err(joined(&[
                "the level of ",
                rule.name,
                " cannot be changed: no body can be read without it",
            ])),
            Some(_) => Ok(()),
            None => Err(unknown_name("rule", selector, self.all().map(|rule| rule.name))),
        }
    }
}

/// The family that a selector names: `code.*`.
fn family_of(selector: &str) -> Option<&str> {
    selector.strip_suffix(".*")
}

/// What keeps an embedder's rule from working, if anything does.
fn unusable(rule: &Rule) -> Option<&'static str> {
    let name = rule.name.strip_prefix("custom.").unwrap_or_default();
    if host::shown_name(name).is_none() || rule.basis != Basis::Custom {
        return Some("a rule of one's own is named custom.<name> and has the basis custom");
    }
    if rule.number != 0 || rule.locked {
        return Some("a rule of one's own has the number 0, and is not locked");
    }
    if matches!(rule.check, Check::Reader) {
        return Some("a rule of one's own needs a check");
    }
    let mut named = rule.message.split('{').skip(1).filter_map(|part| part.split('}').next());
    let is_param = |name: &str| rule.params.contains(&name.split('.').next().unwrap_or(name));
    if rule.params.len() > MOST_PARAMS || !named.all(is_param) {
        return Some("a rule has at most three params, and its message names no others");
    }
    None
}

#[inline(never)]
fn limit(json: &mut Json<'_>, most: usize) -> Result<usize, HostError> {
    let value = json.integer()?;
    let most = as_i64(most);
    if (1..=most).contains(&value) {
        return Ok(value as usize);
    }
    Err(json.error(&host::not_in(value, 1, most)))
}

/// Whether a limit is 1 to `most`.
fn within(limit: usize, most: usize) -> Result<(), String> {
    if (1..=most).contains(&limit) {
        Ok(())
    } else {
        Err(host::not_in(as_i64(limit), 1, as_i64(most)))
    }
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

/// The levels of the catalogue's rules for one operation, as bits by position.
#[derive(Clone, Copy, Default)]
pub(crate) struct Levels {
    /// Rules that are not at level allow; of one operation, where it is known.
    pub(crate) enabled: u128,
    /// Rules at level deny.
    pub(crate) deny: u128,
}

impl Levels {
    /// The level of a rule that is looked at.
    #[inline]
    pub(crate) const fn of(self, position: u16) -> Level {
        if has(self.deny, position) { Level::Deny } else { Level::Warn }
    }

    /// Whether the rule is at level deny and belongs to the operation.
    pub(crate) const fn denies(self, position: u16) -> bool {
        has(self.enabled & self.deny, position)
    }
}

/// Whether a bit is set: without a shift of two words.
const fn has(bits: u128, position: u16) -> bool {
    let half = if position & 64 == 0 { bits as u64 } else { (bits >> 64) as u64 };
    half >> (position & 63) & 1 == 1
}
