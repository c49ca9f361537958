//! Custom rules: a host's own rules, as code.

use crate::base::shown::shown_name;
use crate::check::findings::{Findings, MAX_PARAMS};
use crate::check::rule::{Context, Docs, Fix, Level, Outcome, Param, Rule, count_pieces};
use crate::model::document::Place;
use crate::model::facts::Fact;
use crate::model::operation::Operations;
use alloc::borrow::Cow;
use alloc::sync::Arc;

/// Collects the violations of a custom rule, each with a value for every param of the rule.
#[derive(Debug)]
pub struct Violations<'f, 'c, const PARAMS: usize>(&'f mut Findings<'c>);

impl<const PARAMS: usize> Violations<'_, '_, PARAMS> {
    /// Reports a violation at a place, with the values of the rule's params in their order.
    pub fn with<'p>(&mut self, place: impl Into<Place<'p>>, params: [Param; PARAMS]) {
        self.0.add(place.into(), &params);
    }
}

impl Violations<'_, '_, 0> {
    /// Reports a violation at a place.
    pub fn at<'p>(&mut self, place: impl Into<Place<'p>>) {
        self.with(place, []);
    }
}

/// A rule of your own, as code: metadata, and a closure as its check. Add it with [`crate::Policy::with_rule`].
///
/// ```
/// use paylint::rule::{HOLDS, Param};
/// use paylint::{CustomRule, Decimal, Level, Operations};
///
/// let (limit, message) = (Decimal::from(500), "an order is at most {limit}, not {total}");
/// let (on, params) = (Operations::ORDER, &["limit", "total"]);
/// let rule = CustomRule::with_params("custom.limit", on, message, params, move |c, findings| {
///     // There is a total only if every product has a price.
///     if let (Some(order), Some(total)) = (c.request.order(), c.total()) && total > limit {
///         findings.with(order.products(), [Param::Limit(limit), Param::Total(total)]);
///     }
///     HOLDS
/// })
/// .level(Level::Warn);
/// assert_eq!(rule.rule().family(), "custom");
/// ```
#[derive(Clone)]
#[must_use]
pub struct CustomRule {
    /// The name and the message, which can be made at run time.
    name: Cow<'static, str>,
    message: Cow<'static, str>,
    rule: Rule<'static>,
    check: Arc<SharedCheck>,
}

/// Declares a method for each member of a rule that a custom rule may set.
macro_rules! setters {
    ($($name:ident: $type:ty,)*) => {$(
        #[doc = concat!("Sets [`Rule::", stringify!($name), "`].")]
        pub fn $name(mut self, $name: $type) -> CustomRule {
            self.rule.$name = $name;
            self
        }
    )*};
}

type SharedCheck = dyn Fn(&Context<'_>, &mut Findings<'_>) -> Outcome + Send + Sync;

impl CustomRule {
    /// Creates a rule named `custom.<name>`, at level deny, without facts, params or documentation. Name and message
    /// may be made at run time.
    ///
    /// A check that needs more than the request and the facts can use a value of your own,
    /// [`Facts::host`](crate::Facts):
    ///
    /// ```
    /// use paylint::rule::HOLDS;
    /// use paylint::{CustomRule, Engine, Facts, Operation, Operations, Policy};
    ///
    /// struct Blocked(Vec<String>);
    ///
    /// let name = format!("custom.{}", "blocked");
    /// let rule = CustomRule::new(name, Operations::ORDER, "the website is blocked", |c, findings| {
    ///     let blocked = c.facts.host::<Blocked>();
    ///     let website = c.facts.website()?;
    ///     if blocked.is_some_and(|blocked| blocked.0.iter().any(|site| site == website)) {
    ///         findings.at(c);
    ///     }
    ///     HOLDS
    /// });
    /// let engine = Engine::new(&Policy::default().with_rule(rule)?);
    /// let blocked = Blocked(vec!["shop.example".to_owned()]);
    /// let facts = Facts { host: Some(&blocked), website: Some("shop.example"), ..Facts::default() };
    /// let report = engine.check(Operation::Order, b"{}", &facts);
    /// assert!(report.findings().any(|finding| finding.rule().name == "custom.blocked"));
    /// # Ok::<(), paylint::PolicyError>(())
    /// ```
    pub fn new(
        name: impl Into<Cow<'static, str>>,
        on: Operations,
        message: impl Into<Cow<'static, str>>,
        check: impl Fn(&Context<'_>, &mut Violations<'_, '_, 0>) -> Outcome + Send + Sync + 'static,
    ) -> CustomRule {
        CustomRule::with_params(name, on, message, &[], check)
    }

    /// Creates a rule with at most four params. Its check passes a value for each, in their order.
    pub fn with_params<const PARAMS: usize>(
        name: impl Into<Cow<'static, str>>,
        on: Operations,
        message: impl Into<Cow<'static, str>>,
        params: &'static [&'static str; PARAMS],
        check: impl Fn(&Context<'_>, &mut Violations<'_, '_, PARAMS>) -> Outcome + Send + Sync + 'static,
    ) -> CustomRule {
        const { assert!(PARAMS <= MAX_PARAMS, "a rule has at most four params") };
        let (name, message) = (name.into(), message.into());
        let rule = Rule { since: None, on, level: Level::Deny, params, ..Rule::DEFAULT };
        let check = Arc::new(move |context: &Context<'_>, findings: &mut Findings<'_>| {
            check(context, &mut Violations(findings))
        });
        CustomRule { name, message, rule, check }
    }

    /// The rule's metadata.
    pub fn rule(&self) -> Rule<'_> {
        Rule { name: &self.name, message: &self.message, ..self.rule }
    }

    pub(super) fn on(&self) -> Operations {
        self.rule.on
    }

    setters! {
        level: Level,
        needs: &'static [Fact],
        fix: Fix,
        source: Option<&'static str>,
        docs: Docs,
        revision: u16,
        renamed_from: &'static str,
        deprecated: Option<&'static str>,
        unchecked_members: &'static [&'static str],
    }

    pub(super) fn run(&self, position: u16, context: &Context<'_>, findings: &mut Findings<'_>) {
        findings.run_unordered(position, |findings| (self.check)(context, findings));
    }

    /// The reason that the rule can't be used, if there is one.
    pub(super) fn problem(&self) -> Option<&'static str> {
        let Rule { name, params, message, .. } = self.rule();
        if shown_name(name.strip_prefix("custom.").unwrap_or_default()).is_none() {
            return Some("the name of a custom rule must be custom.<name>");
        }
        if count_pieces(message, params).is_none() {
            return Some("the message of a custom rule can name no params but its own");
        }
        None
    }
}

debug_as! { CustomRule: |rule| &rule.name; }
