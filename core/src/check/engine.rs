//! The engine: a compiled policy, and the steps that check a request with it.

mod compiled;
mod reading;

pub(crate) use reading::Unclear;

use crate::base::fingerprint::{Fingerprint, Hasher};
use crate::base::json;
use crate::base::level::Level;
use crate::check::findings::{Collected, Findings, Param};
use crate::check::member_levels::MemberLevels;
use crate::check::policy::{Added, Policy};
use crate::check::read::{Extras, Scratch};
use crate::check::report::{Report, Summary};
use crate::check::rule::{Context, Rule};
use crate::check::rule_set::{ADDED, Levels, RuleSet};
use crate::check::rules::{self, COUNT, METADATA, Metadata, catalogue, position_of};
use crate::model::document::Tape;
use crate::model::facts::Facts;
use crate::model::operation::{Operation, Operations};
use crate::model::schema::{self, KnownMember};
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

/// Memory that [`Engine::accepts_with`] reuses from one request to the next. It may hold parts of
/// the last body, but `Debug` never shows them.
#[derive(Clone, Default)]
pub struct Workspace(Report);

impl Workspace {
    /// Creates an empty workspace. Doesn't allocate.
    pub const fn new() -> Workspace {
        Workspace(Report::new())
    }
}

debug_as! { Workspace: |_| "Workspace"; }

/// A compiled policy. It is immutable: share it between threads, and check any number of requests
/// with it.
#[derive(Clone)]
pub struct Engine {
    /// The operations to check, as far as this build knows them.
    operations: Operations,
    /// The catalogue's rules that aren't at level allow, and those at level deny, for all operations.
    enabled: RuleSet,
    deny: RuleSet,
    /// The levels of the rules that the policy adds to the catalogue.
    added_levels: Box<[Level]>,
    members: MemberLevels,
    policy: Policy,
    fingerprint: Fingerprint,
}

impl Default for Engine {
    /// The engine of the default policy, computed at compile time, so that a program that needs no other doesn't link
    /// policies.
    fn default() -> Engine {
        const DEFAULT: (RuleSet, RuleSet, Fingerprint) = default_levels();
        let (enabled, deny, fingerprint) = DEFAULT;
        Engine {
            operations: Operations::ALL,
            enabled,
            deny,
            added_levels: Box::default(),
            members: MemberLevels::default(),
            policy: Policy::default(),
            fingerprint,
        }
    }
}

/// The catalogue's rules that are on by default, those at level deny, and the fingerprint of the default policy.
#[allow(clippy::indexing_slicing, reason = "at compile time")]
// not covered: the compiler runs it
const fn default_levels() -> (RuleSet, RuleSet, Fingerprint) {
    let (mut enabled, mut deny, mut position) = (RuleSet::NONE, RuleSet::NONE, 0);
    let hasher = Hasher::new().number(Policy::DEFAULT_FINDINGS as u64);
    let mut hasher = hasher.number(Policy::DEFAULT_BODY_BYTES as u64).number(0);
    while position < COUNT {
        let level = METADATA[position].level;
        hasher = hasher.number(level as u64);
        if !matches!(level, Level::Allow) {
            enabled = enabled.with(position as u16);
        }
        if matches!(level, Level::Deny) {
            deny = deny.with(position as u16);
        }
        position += 1;
    }
    (enabled, deny, hasher.finish())
}

/// Shows the policy's label, fingerprint and limits.
impl fmt::Debug for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Engine")
            .field("label", &self.policy.label)
            .field("policy_fingerprint", &self.fingerprint)
            .field("max_findings", &self.policy.max_findings)
            .field("max_body_bytes", &self.policy.max_body_bytes)
            .finish_non_exhaustive()
    }
}

impl Engine {
    /// Compiles a policy.
    pub fn new(policy: &Policy) -> Engine {
        let (mut enabled, mut deny) = (RuleSet::default(), RuleSet::default());
        let mut levels = policy.all().map(|rule| policy.level(&rule));
        let of_catalogue: Vec<Level> = levels.by_ref().take(COUNT).collect();
        let mut added_levels: Box<[Level]> = levels.collect();
        let members = policy.member_levels();
        let own = (0..).zip(of_catalogue);
        for (rule, level) in own.chain(members.iter().map(|member| (member.rule, member.level))) {
            if level != Level::Allow {
                enabled = enabled.with(rule);
            }
            if level == Level::Deny {
                deny = deny.with(rule);
            }
            let added = rule.checked_sub(ADDED).map(usize::from);
            if let Some(highest) = added.and_then(|added| added_levels.get_mut(added)) {
                *highest = level.max(*highest);
            }
        }
        Engine {
            operations: Operations::ALL,
            enabled,
            deny,
            added_levels,
            members,
            fingerprint: policy.fingerprint(),
            policy: policy.clone(),
        }
    }

    /// The size limit of a body in bytes, white space included. A longer body gets only the finding
    /// `json.too_large`.
    pub fn max_body_bytes(&self) -> usize {
        self.policy.max_body_bytes
    }

    /// Whether it checks requests of an operation: the build must know it ([`Operations::KNOWN`]), and an engine from
    /// [`Engine::from_compiled`] is for checkouts alone. Other requests are rejected without a finding.
    pub fn checks(&self, operation: Operation) -> bool {
        self.operations.intersection(Operations::KNOWN).contains(operation)
    }

    /// The policy's label, if it has one.
    pub fn label(&self) -> Option<&str> {
        self.policy.label()
    }

    /// Notes for the policy's author, as [`Policy::notes`].
    pub fn policy_notes(&self) -> &[String] {
        self.policy.notes()
    }

    /// Every rule that the policy knows with its level: the catalogue, then policy rules, then custom rules.
    pub fn rules(&self) -> impl Iterator<Item = (Rule<'_>, Level)> {
        let levels = Levels::new(self.enabled, self.deny, &self.added_levels, &[]);
        let level = move |position| match self.members.own(position) {
            Some(own) => own,
            None if position < ADDED && !self.enabled.contains(position) => Level::Allow,
            None => levels.of(position),
        };
        let rules = catalogue().iter().copied().chain(self.added_rules());
        rules.zip(0..).map(move |(rule, position)| (rule, level(position)))
    }

    /// The levels of a rule at single members (`/client/email`), by path.
    pub fn levels_at<'a>(&'a self, rule: &str) -> impl Iterator<Item = (&'a str, Level)> + use<'a> {
        self.policy.levels_at(rule)
    }

    /// The rules that the policy adds to the catalogue: policy rules, then custom rules.
    pub fn added_rules(&self) -> impl Iterator<Item = Rule<'_>> {
        self.policy.added_rules()
    }

    /// The catalogue of members of an operation, as [`members`](crate::members) lists it, with those that the policy
    /// declares: each after the others of its object.
    pub fn members(&self, operation: Operation) -> Vec<KnownMember> {
        schema::members_with(operation, Added::declared_by(self.added(), operation))
    }

    /// The catalogue of members of these operations as JSON, in the form of [`members_json`](crate::members_json).
    /// Only with the feature `prose`.
    #[cfg(feature = "prose")]
    pub fn members_json(&self, operations: &[Operation]) -> String {
        schema::members_json_of(operations, |operation| self.members(operation))
    }

    /// The fingerprint of the catalogue: of everything besides code that a verdict or a report can depend on. All
    /// engines of a version share it.
    pub fn rules_fingerprint(&self) -> Fingerprint {
        rules::FINGERPRINT
    }

    /// The fingerprint of the compiled policy, as [`Policy::fingerprint`].
    pub fn policy_fingerprint(&self) -> Fingerprint {
        self.fingerprint
    }

    /// Checks a request: an operation and its body (empty if there is none), with the facts you
    /// know.
    ///
    /// An ordinary request without findings or escaped strings is checked without allocating.
    pub fn check(&self, operation: Operation, body: &[u8], facts: &Facts<'_>) -> Report {
        let mut report = Report::new();
        self.check_into(operation, body, facts, &mut report);
        report
    }

    /// Checks a request like [`check`](Engine::check), but into an existing report, whose memory is
    /// reused.
    pub fn check_into(
        &self,
        operation: Operation,
        body: &[u8],
        facts: &Facts<'_>,
        report: &mut Report,
    ) {
        report.begin(operation, self.policy.added.as_ref());
        let mut findings = self.findings(operation, &mut report.collected, false);
        report.summary = self.run(operation, body, facts, &mut report.scratch, &mut findings);
    }

    pub(crate) fn max_findings(&self) -> usize {
        self.policy.max_findings
    }

    /// An engine that differs only in its limits.
    pub(crate) fn with_limits(&self, max_findings: usize, max_body_bytes: usize) -> Engine {
        let mut engine = self.clone();
        engine.policy.max_findings = max_findings;
        engine.policy.max_body_bytes = max_body_bytes;
        engine
    }

    /// Members and rules that the policy adds to the schema and the catalogue.
    pub(crate) fn added(&self) -> Option<&Added> {
        self.policy.added.as_deref()
    }

    /// The metadata of the rule at a position: first come the catalogue's rules, then the added ones.
    pub(crate) fn metadata_at(&self, position: u16) -> Option<Metadata<'_>> {
        self.policy.metadata(position)
    }

    /// Reports a body of `length` bytes as too large, if you stopped buffering at
    /// [`max_body_bytes`](Engine::max_body_bytes) and only counted the rest. The report is the one
    /// that [`check_into`](Engine::check_into) gives for such a body. `length` must be over the
    /// limit.
    pub fn too_large_into(&self, operation: Operation, length: u64, report: &mut Report) {
        report.begin(operation, self.policy.added.as_ref());
        report.scratch.clear();
        report.summary = Summary::NONE;
        self.too_large(length, &mut self.findings(operation, &mut report.collected, false));
    }

    /// Whether the gateway can accept the request. Faster than [`check`](Engine::check), because it
    /// makes no report.
    ///
    /// A rule that is unchecked because a fact is missing rejects only if the policy says so, as in a
    /// report.
    pub fn accepts(&self, operation: Operation, body: &[u8], facts: &Facts<'_>) -> bool {
        self.accepts_with(operation, body, facts, &mut Workspace::default())
    }

    /// Like [`accepts`](Engine::accepts), but reuses the memory of a [`Workspace`].
    pub fn accepts_with(
        &self,
        operation: Operation,
        body: &[u8],
        facts: &Facts<'_>,
        workspace: &mut Workspace,
    ) -> bool {
        let Workspace(Report { collected, scratch, .. }) = workspace;
        let mut findings = self.findings(operation, collected, true);
        self.run(operation, body, facts, scratch, &mut findings);
        !findings.rejected()
    }

    /// Runs a request through all steps. Findings go to `findings`; the rest of the report is
    /// returned.
    fn run(
        &self,
        operation: Operation,
        body: &[u8],
        facts: &Facts<'_>,
        scratch: &mut Scratch,
        findings: &mut Findings<'_>,
    ) -> Summary {
        scratch.clear();
        let Some(body) = self.enter(operation, body, findings) else { return Summary::NONE };
        let declared = Added::declared_by(self.added(), operation);
        let read = |tape: &mut Tape<'_>, extras: &mut Extras, findings: &mut Findings<'_>| {
            Some((body, reading::read(operation, body, (facts, declared), tape, extras, findings)?))
        };
        let summary = scratch.request(operation, findings, read, |request, findings| {
            let context = Context::new(request, facts, declared);
            rules::run(&context, findings);
            if let Some(added) = self.added() {
                added.run(&context, findings);
            }
            match findings.verdict_only {
                true => Summary::NONE,
                false => Summary::of(&context, findings),
            }
        });
        summary.unwrap_or(Summary::NONE)
    }

    fn too_large(&self, length: u64, findings: &mut Findings<'_>) {
        let params = [self.policy.max_body_bytes as i64, length as i64].map(Param::Integer);
        findings.only(const { position_of("json.too_large") }, 0, &params);
    }

    fn findings<'f>(
        &'f self,
        operation: Operation,
        collected: &'f mut Collected,
        verdict_only: bool,
    ) -> Findings<'f> {
        let of_operation = invariant!(rules::OF_OPERATION.get(operation as usize).copied());
        let enabled = self.enabled.intersection(of_operation.unwrap_or_default());
        let members = self.members.of(operation);
        let levels = Levels::new(enabled, self.deny, &self.added_levels, members);
        let Policy { max_findings, rejects_unchecked, .. } = self.policy;
        Findings::new(collected, levels, max_findings, (verdict_only, rejects_unchecked))
    }

    /// The body to read, empty if it is only white space. `None` if the check ends here.
    fn enter<'b>(
        &self,
        operation: Operation,
        body: &'b [u8],
        findings: &mut Findings<'_>,
    ) -> Option<&'b [u8]> {
        if !self.checks(operation) {
            findings.refuse();
            return None;
        }
        if body.len() > self.policy.max_body_bytes {
            self.too_large(body.len() as u64, findings);
            return None;
        }
        let body = if json::is_white_space(body) { &[] } else { body };
        if body.is_empty() && !operation.takes_no_body() {
            findings.only(const { position_of("body.required") }, 0, &[]);
            return None;
        }
        Some(body)
    }
}
