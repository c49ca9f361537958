//! Policies: how strict to be.

mod added;
mod custom_rule;
mod declared_member;
mod entry;
mod levels;
mod member_path;
mod policy_rule;
#[cfg(feature = "presets")]
mod preset;
mod read;
mod shared_layers;

pub(crate) use added::Added;
pub use custom_rule::{CustomRule, Violations};
#[cfg(feature = "prose")]
pub(crate) use policy_rule::FACTS;
pub(crate) use policy_rule::PolicyRule;
pub use shared_layers::SharedLayers;

use crate::base::fingerprint::{Fingerprint, Hasher};
use crate::base::time::Timestamp;
use crate::check::rule::{Level, Rule};
use crate::check::rules::{METADATA, Metadata, catalogue};
use crate::model::config::config_error;
use alloc::borrow::ToOwned;
use alloc::boxed::Box;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt;
use levels::LevelEntry;

/// A level for each rule, limits, and members and rules of your own. Compiled once into an [`crate::Engine`].
#[derive(Clone)]
#[must_use]
pub struct Policy {
    /// The entries of `levels`, in the order in which they were given.
    levels: Arc<Vec<LevelEntry>>,
    pub(crate) added: Option<Arc<Added>>,
    pub(crate) label: Option<Box<str>>,
    pub(crate) rejects_unchecked: bool,
    pub(crate) max_findings: usize,
    pub(crate) max_body_bytes: usize,
    pub(crate) notes: Vec<String>,
    /// Number of declared members: the entries of `members` that didn't replace others.
    members: usize,
    /// Number of layers over the first policy.
    layer: usize,
}

config_error! {
    /// An error in a policy: the member, and what is wrong with it.
    PolicyError, "invalid policy: "
}

impl PolicyError {
    /// Index of its layer among those of [`Policy::with_layers`], from 0.
    pub fn layer(&self) -> usize {
        self.0.layer()
    }

    /// The byte offset in the text of that layer, if it is known: where a value, or the entry of a list, begins.
    pub fn offset(&self) -> Option<usize> {
        self.0.offset()
    }
}

impl Default for Policy {
    /// Every rule at its default level, at most 100 findings, bodies of at most 1 MiB.
    fn default() -> Policy {
        Policy {
            levels: Arc::default(),
            added: None,
            label: None,
            rejects_unchecked: false,
            max_findings: Policy::DEFAULT_FINDINGS,
            max_body_bytes: Policy::DEFAULT_BODY_BYTES,
            notes: Vec::new(),
            members: 0,
            layer: 0,
        }
    }
}

impl Policy {
    /// Default of `max_findings`.
    pub const DEFAULT_FINDINGS: usize = 100;
    /// Default of `max_body_bytes`: 1 MiB.
    pub const DEFAULT_BODY_BYTES: usize = 1 << 20;

    /// Greatest number of declared members.
    pub const MAX_MEMBERS: usize = 256;
    /// Greatest number of policy rules.
    pub const MAX_RULES: usize = 256;
    /// Greatest number of levels at members.
    pub const MAX_LEVELS_AT: usize = 1024;
    /// Greatest value of `max_findings`.
    pub const MAX_FINDINGS: usize = 10_000;
    /// Greatest value of `max_body_bytes`.
    pub const MAX_BODY_BYTES: usize = 1 << 26;

    /// Adds a custom rule, which runs after the catalogue's rules, policy rules, and custom rules added before.
    ///
    /// # Errors
    /// Its name isn't of the form `custom.name`, or is taken; or its message names a param that it doesn't have.
    pub fn with_rule(mut self, custom: CustomRule) -> Result<Policy, PolicyError> {
        let rule = custom.rule();
        if let Some(problem) = custom.problem() {
            return Err(PolicyError::new("rules", problem));
        }
        if self.all().any(|known| known.name == rule.name) {
            return Err(PolicyError::new("rules", ["there are two rules ", rule.name].concat()));
        }
        Arc::make_mut(self.added.get_or_insert_default()).custom.push(custom);
        Ok(self)
    }

    /// Every rule that the policy knows with its level: the catalogue, then policy rules, then custom rules.
    pub fn rules(&self) -> impl Iterator<Item = (Rule<'_>, Level)> {
        let rules = catalogue().iter().copied().chain(self.added_rules());
        rules.zip(self.all()).map(|(rule, metadata)| (rule, self.level(&metadata)))
    }

    /// The policy's label, if it has one.
    pub fn label(&self) -> Option<&str> {
        self.label.as_deref()
    }

    /// Notes for the policy's author, one for each use of a rule's old name or of a deprecated rule. They don't
    /// change what the policy does.
    ///
    /// ```
    /// let policy = paylint::Policy::from_json(
    ///     br#"{"rules":[{"name":"custom.moto","renamed_from":"custom.no_moto","on":["order"],
    ///         "member":"/is_moto","forbidden":true}],"levels":{"custom.no_moto":"warn"}}"#,
    /// )?;
    /// assert_eq!(policy.notes(), ["levels.custom.no_moto: the rule is now called custom.moto"]);
    /// # Ok::<(), paylint::PolicyError>(())
    /// ```
    pub fn notes(&self) -> &[String] {
        &self.notes
    }

    /// Notes on policy rules that exclude each other, say the same, or can never fire: at most one for each rule. With
    /// a time, also on those whose time is over.
    ///
    /// ```
    /// let policy = paylint::Policy::from_json(br#"{"rules":[
    ///     {"name":"custom.most","on":["order"],"member":"total","maximum":500},
    ///     {"name":"custom.least","on":["order"],"member":"total","minimum":900}]}"#)?;
    /// assert_eq!(
    ///     policy.conflicts(None),
    ///     ["custom.least and custom.most.maximum exclude each other: nothing satisfies both"],
    /// );
    /// # Ok::<(), paylint::PolicyError>(())
    /// ```
    pub fn conflicts(&self, now: Option<Timestamp>) -> Vec<String> {
        let rules = self.rules().filter_map(|(rule, level)| Some((rule.entry?, level)));
        policy_rule::conflicts(&rules.collect::<Vec<_>>(), now)
    }

    /// Where a policy rule begins: the number of its layer, from 0, and the byte offset in that layer's text.
    pub fn place_of_rule(&self, name: &str) -> Option<(usize, usize)> {
        let entry = self.added_rules().find(|rule| rule.name == name)?.entry?;
        Some((entry.layer.checked_sub(1)?, entry.at))
    }

    /// Whether an unchecked rule at level deny rejects.
    pub fn rejects_unchecked(&self) -> bool {
        self.rejects_unchecked
    }

    /// The fingerprint of the compiled policy. Policies with the same verdicts and messages share it, whatever their
    /// label. Only the metadata of a custom rule counts, since its check is code.
    pub fn fingerprint(&self) -> Fingerprint {
        let limits = [self.max_findings, self.max_body_bytes, usize::from(self.rejects_unchecked)];
        let hasher =
            limits.iter().fold(Hasher::new(), |hasher, limit| hasher.number(*limit as u64));
        let hasher =
            self.all().fold(hasher, |hasher, rule| hasher.number(self.level(&rule) as u64));
        let hasher = self.added_rules().fold(hasher, |hasher, rule| hash_added(hasher, &rule));
        let at = self
            .all()
            .flat_map(|rule| self.differing_at(&rule).into_iter().map(move |at| (rule.name, at)));
        let hasher = at.fold(hasher, |hasher, (rule, (member, level))| {
            hasher.text(rule).text(member).number(level as u64)
        });
        self.added.as_ref().map_or(hasher, |added| added.hash(hasher)).finish()
    }

    /// Policy rules, then custom rules.
    pub(crate) fn added_rules(&self) -> impl Iterator<Item = Rule<'_>> {
        self.added.iter().flat_map(|added| added.rules())
    }

    pub(crate) fn all(&self) -> impl Iterator<Item = Metadata<'_>> {
        (0..).map_while(|position| self.metadata(position))
    }

    /// The rule at a position. Out of line, because many callers loop over all rules.
    #[inline(never)]
    pub(crate) fn metadata(&self, position: u16) -> Option<Metadata<'_>> {
        let added = || Some(Metadata::of(&self.added.as_ref()?.rule(position)?));
        METADATA.get(usize::from(position)).copied().or_else(added)
    }
}

/// Hashes the metadata of an added rule, except its default level: the policy's counts.
fn hash_added(hasher: Hasher, rule: &Rule) -> Hasher {
    let texts = [rule.name, rule.message].into_iter().chain(rule.params.iter().copied());
    let texts = texts.chain(rule.needs.iter().map(|fact| fact.name()));
    let hasher = hasher.number(rule.on.bits().into()).number(rule.params.len() as u64);
    texts.fold(hasher, Hasher::text).maybe_text(rule.source)
}

/// Returns the text if it can be a label.
fn label(text: &str) -> Result<&str, String> {
    let is_part = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'_' | b'-');
    let is_label = (1..=64).contains(&text.len()) && text.bytes().all(is_part);
    is_label.then_some(text).ok_or_else(|| "not 1 to 64 of A–Z a–z 0–9 . _ -".to_owned())
}

impl fmt::Debug for Policy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let changed = self.rules().filter(|(rule, level)| rule.level != *level);
        f.debug_struct("Policy")
            .field(
                "levels",
                &changed.map(|(rule, level)| (rule.name, level.name())).collect::<Vec<_>>(),
            )
            .field("members", &self.members)
            .field("label", &self.label)
            .field("rejects_unchecked", &self.rejects_unchecked)
            .field("max_findings", &self.max_findings)
            .field("max_body_bytes", &self.max_body_bytes)
            .finish()
    }
}
