//! What a rule is: a value. Its metadata is data, its logic plain Rust.

pub use crate::findings::{Findings, Param};
pub use crate::level::Level;

use crate::classify::{Class, Products, classify};
use crate::codes::{self, Currency};
use crate::decimal::Total;
use crate::document::Request;
use crate::facts::{Fact, Facts, Missing};
use crate::feature::{Feature, FeatureSet};
use crate::operation::{Operation, Operations};
use crate::schema::{Airline, Client, Order, Payout, Recipient, ServiceLocation, TravelData};
use crate::text::cut;
use core::fmt;

/// What a rule rests on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Basis {
    /// The source document says it.
    Stated,
    /// It follows from the source document, which does not say it in words.
    Inferred,
    /// The payments field's own habit; the source document says nothing.
    Convention,
    /// Needed to read the input at all.
    Integrity,
    /// A tenant's or an embedder's own rule.
    Custom,
}

impl Basis {
    /// Every basis.
    pub const ALL: &'static [Basis] =
        &[Basis::Stated, Basis::Inferred, Basis::Convention, Basis::Integrity, Basis::Custom];

    /// The name in reports.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Basis::Stated => "stated",
            Basis::Inferred => "inferred",
            Basis::Convention => "convention",
            Basis::Integrity => "integrity",
            Basis::Custom => "custom",
        }
    }
}

/// A rule: what it is called, what it rests on, and what is said of it. Those of the catalogue are
/// `Rule<'static>`; a tenant's own lend their texts.
///
/// [`CustomRule`](crate::CustomRule) is how an embedder adds one.
#[derive(Clone, Copy)]
pub struct Rule<'a> {
    /// Its identity in the C binding: given once, never reused. Own rules have none: 0.
    pub number: u16,
    /// Counts how often what it decides has changed, from 1. No hash sees a rule's logic; the fingerprint of the rules
    /// counts this in its place.
    pub revision: u16,
    /// Its name, `family.name`. A tenant's and an embedder's own are `custom.name`.
    pub name: &'a str,
    /// The operations it belongs to.
    pub on: Operations,
    /// How strict to be if the policy says nothing.
    pub level: Level,
    /// A policy cannot change the level.
    pub locked: bool,
    /// What it rests on.
    pub basis: Basis,
    /// The section of the source document, or the standard; `None` where there is none.
    pub source: Option<&'a str>,
    /// The facts it reads.
    pub needs: &'static [Fact],
    /// The sentence of a finding; `{member}` stands for a member of `params`.
    pub message: &'a str,
    /// The members of a finding's `params`, in order.
    pub params: &'static [&'static str],
    /// What the catalogue says of it.
    pub docs: Docs,
    /// How it decides.
    pub(crate) check: CheckFn,
}

/// What the catalogue says of a rule. A build without the feature `prose` has no room for it.
#[derive(Clone, Copy, Debug)]
pub struct Docs {
    /// One line: what holds when the rule holds.
    #[cfg(feature = "prose")]
    pub summary: &'static str,
    /// Why it exists.
    #[cfg(feature = "prose")]
    pub why: &'static str,
    /// A case in which the rule fires.
    #[cfg(feature = "prose")]
    pub violated_by: Example,
    /// A case in which it is looked at and holds.
    #[cfg(feature = "prose")]
    pub held_by: Example,
}

/// A case: an operation's name, a body as text (empty for none), and facts and a policy as JSON
/// (empty for none).
#[derive(Clone, Copy, Debug)]
pub struct Example {
    /// The operation's name.
    pub operation: &'static str,
    /// The body as text.
    pub body: &'static str,
    /// The facts as JSON.
    pub facts: &'static str,
    /// The policy as JSON.
    pub policy: &'static str,
}

impl Example {
    /// No example.
    pub const NONE: Example = Example { operation: "", body: "", facts: "", policy: "" };

    /// A case without facts and policy.
    #[must_use]
    pub const fn new(operation: &'static str, body: &'static str) -> Example {
        Example { operation, body, facts: "", policy: "" }
    }

    /// The case with these facts.
    #[must_use]
    pub const fn facts(self, facts: &'static str) -> Example {
        Example { facts, ..self }
    }

    /// The case with this policy.
    #[must_use]
    pub const fn policy(self, policy: &'static str) -> Example {
        Example { policy, ..self }
    }
}

impl Docs {
    /// Nothing is said.
    pub const NONE: Docs = Docs::new("", "", Example::NONE, Example::NONE);

    /// The prose of a rule of the catalogue; left out of builds without the feature `prose`.
    #[must_use]
    #[cfg_attr(not(feature = "prose"), allow(unused_variables))]
    pub const fn new(
        summary: &'static str,
        why: &'static str,
        violated_by: Example,
        held_by: Example,
    ) -> Docs {
        Docs {
            #[cfg(feature = "prose")]
            summary,
            #[cfg(feature = "prose")]
            why,
            #[cfg(feature = "prose")]
            violated_by,
            #[cfg(feature = "prose")]
            held_by,
        }
    }
}

/// What a check returns: it is done, or facts are missing on which its outcome depends. A finding
/// that was made outweighs what is missing.
pub type Outcome = Result<(), Missing>;

/// The rule holds, as far as it did not report a finding.
pub const HOLDS: Outcome = Ok(());

/// How a rule decides: it looks at the context, and reports where it is violated.
pub(crate) type CheckFn = fn(&Context<'_>, &mut Findings<'_>) -> Outcome;

impl<'a> Rule<'a> {
    /// What most rules have in common. The rest is given for every rule: the compiler refuses one
    /// without it.
    pub(crate) const DEFAULT: Rule<'static> = Rule {
        number: 0,
        revision: 1,
        name: "",
        on: Operations::NONE,
        level: Level::Deny,
        locked: false,
        basis: Basis::Stated,
        source: None,
        needs: &[],
        message: "",
        params: &[],
        docs: Docs::NONE,
        check: found_by_the_reader,
    };

    /// The family: what stands before the point in the name.
    #[must_use]
    pub fn family(&self) -> &'a str {
        cut(self.name, b'.').0
    }
}

/// The check of the rules that are decided before there is anything to look at.
// not covered: the rules of reading are not run
fn found_by_the_reader(_: &Context<'_>, _: &mut Findings<'_>) -> Outcome {
    HOLDS
}

impl Findings<'_> {
    /// Reports a violation of the request as a whole.
    #[cold]
    #[inline(never)]
    pub fn at_body(&mut self, context: &Context<'_>) {
        self.at(context.request.place());
    }
}

impl fmt::Debug for Rule<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

/// What a rule sees: the request, the features and the facts; never levels, nor other findings.
pub struct Context<'a> {
    /// The operation.
    pub operation: Operation,
    /// The body, as read.
    pub request: &'a Request<'a>,
    /// What the host knows.
    pub facts: &'a Facts<'a>,
    /// The scenario, if the operation has one.
    pub scenario: Option<Feature>,
    /// The active capabilities.
    pub capabilities: FeatureSet,
    /// What an order's products come to.
    pub(crate) products: Products,
    /// The body, and what several rules look at in it.
    pub(crate) order: Option<Order<'a>>,
    pub(crate) payout: Option<Payout<'a>>,
    pub(crate) client: Option<Client<'a>>,
    pub(crate) recipient: Option<Recipient<'a>>,
    pub(crate) service_location: Option<ServiceLocation<'a>>,
    pub(crate) travel: Option<TravelData<'a>>,
    pub(crate) airline: Option<Airline<'a>>,
    /// The request's own currency, if it is one of the list.
    pub(crate) currency: Option<Currency>,
}

impl<'a> Context<'a> {
    pub(crate) fn new(request: &'a Request<'a>, facts: &'a Facts<'a>) -> Context<'a> {
        let Class { scenario, capabilities, products } = classify(request, facts);
        let (order, payout) = (request.order(), request.payout());
        let client = match (order, payout) {
            (Some(order), _) => order.client().valid(),
            (_, Some(payout)) => payout.client().valid(),
            _ => None,
        };
        let currency = match (order, payout) {
            (Some(order), _) => order.currency().valid(),
            (_, Some(payout)) => payout.currency().valid(),
            _ => None,
        };
        let travel = order.and_then(|order| order.travel_data().valid());
        Context {
            operation: request.operation,
            request,
            facts,
            scenario,
            capabilities,
            products,
            order,
            payout,
            client,
            recipient: order.and_then(|order| order.recipient_client().valid()),
            currency: currency.and_then(|code| codes::currency(code.bytes())),
            service_location: order.and_then(|order| order.service_location().valid()),
            travel,
            airline: travel.and_then(|travel| travel.airline_addendum().valid()),
        }
    }

    /// The sum of price × quantity over an order's products, if each has both valid (or the
    /// quantity absent) and the sum is under 10¹².
    #[must_use]
    pub fn total(&self) -> Option<Total> {
        self.products.total
    }

    /// Whether a feature is active: the scenario, or a capability.
    #[must_use]
    pub fn is(&self, feature: Feature) -> bool {
        if feature.is_scenario() {
            self.scenario == Some(feature)
        } else {
            self.capabilities.contains(feature)
        }
    }
}
