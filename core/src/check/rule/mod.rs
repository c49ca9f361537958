//! A rule is a value: its metadata is data, its check plain Rust.

mod constraint;
mod fix;
mod page;
mod template;

pub use crate::base::level::Level;
pub use crate::check::findings::{Param, ParamValue};
pub use crate::check::policy::Violations;
pub(crate) use constraint::{
    Constraint, Format, Must, Objects, is_digits, next_position, positions,
};
pub use fix::{Applicability, Fix};
pub use page::{Docs, Example};
pub(crate) use page::{page, rule};
pub(crate) use template::{Piece, Show, count_pieces, cut_piece};

use crate::base::codes::{self, Currency};
use crate::base::decimal::Total;
use crate::base::text::cut;
use crate::check::classify::{Class, Products, classify};
use crate::check::findings::Findings;
use crate::check::policy::PolicyRule;
use crate::model::document::{Place, Request};
use crate::model::facts::{Fact, FactSet, Facts, Known, Missing};
use crate::model::feature::{Feature, FeatureSet};
use crate::model::operation::{Operation, Operations};
use crate::model::schema::{
    Airline, Client, DeclaredMembers, Order, Payout, Recipient, ServiceLocation, TravelData,
};
use alloc::borrow::Cow;
use core::fmt;

words! {
    /// A rule's basis: why it exists.
    pub Basis {
        /// The source document says it.
        Stated = "stated",
        /// The rule follows from the source document, which doesn't say it in words.
        Inferred = "inferred",
        /// The rule is a convention of the payments field. The source document says nothing about it.
        Convention = "convention",
        /// The input can't be read without the rule.
        Integrity = "integrity",
        /// A policy rule or a custom rule.
        Custom = "custom",
    }
}

/// A rule: its metadata and its check. Rules of the catalogue are `Rule<'static>`; policy rules borrow their texts.
/// To add your own, see [`CustomRule`](crate::CustomRule).
#[derive(Clone, Copy)]
pub struct Rule<'a> {
    /// The number that identifies the rule in the C binding. It is never changed or reused. Policy rules and custom
    /// rules have 0.
    pub number: u16,
    /// Revision of the rule's logic, from 1. It is part of the fingerprint of the rules, which can't hash code.
    pub revision: u16,
    /// The name, `family.name`. Custom rules are called `custom.name`.
    pub name: &'a str,
    /// The first version of paylint with the rule. `None` for policy rules and custom rules.
    pub since: Option<&'a str>,
    /// Its old names, separated by spaces: see [`Rule::old_names`].
    pub renamed_from: &'a str,
    /// Advice on what to do instead, if the rule is deprecated: a later version won't have it.
    pub deprecated: Option<&'a str>,
    /// The operations that the rule belongs to.
    pub on: Operations,
    /// The kind of change that fixes a finding.
    pub fix: Fix,
    /// The level, unless the policy sets another.
    pub level: Level,
    /// Whether policies can't change the level.
    pub locked: bool,
    /// The rule's basis.
    pub basis: Basis,
    /// The section of the source document, or the standard, if there is one.
    pub source: Option<&'a str>,
    /// The facts that the rule needs to be decided.
    pub needs: &'a [Fact],
    /// The members where its findings would be, as JSON Pointers: while the rule is unchecked, a form can't call them
    /// valid.
    pub unchecked_members: &'static [&'static str],
    /// The message of a finding, with placeholders in braces:
    ///
    /// - `{name}`: the member `name` of `params`. `{name.0}` and `{name.1}`: the two features of a
    ///   pair.
    /// - `{name:one|more}`: `one` if the member is 1 or `true`, else `more`.
    /// - `{name|before|after}`: the member between these two texts, or nothing if it is `null`.
    /// - `{member}`: the member of the body that the path leads to, with the object around it, as
    ///   in `` `client.email` ``; for the body as a whole, `the body`. `{at}`: the same with a
    ///   colon; for the body as a whole, nothing.
    /// - `{deny:must|should}`: `must` at level deny, `should` at level warn.
    pub message: &'a str,
    /// Whether the message is shown as it is: it comes from a policy, so braces mean nothing.
    pub literal: bool,
    /// The members of a finding's `params`, in order.
    pub params: &'static [&'static str],
    /// The values of the first `params`, which are the same in every finding.
    pub constants: &'static [Param],
    /// The catalogue's prose about the rule.
    pub docs: Docs,
    /// The constraints on members that the rule consists of, unless it has a check.
    pub(crate) constraints: &'static [Constraint],
    /// The condition under which a violated constraint counts. Without one, it always does.
    pub(crate) when: Option<Condition>,
    /// The check of a rule without constraints.
    pub(crate) check: CheckFn,
    /// The policy's entry, for a policy rule.
    pub(crate) entry: Option<&'a PolicyRule>,
}

/// Outcome of a check: `Ok` if it could decide, or the missing facts that it depends on.
/// If the check reported a finding, missing facts don't matter.
pub type Outcome = Result<(), Missing>;

/// The check is done. The rule holds, unless the check reported a finding.
pub const HOLDS: Outcome = Ok(());

/// A condition of a request, or the missing facts that it depends on.
pub(crate) type Condition = fn(&Context<'_>) -> Known<bool>;

/// A check: it looks at the context, and reports the places where the rule is violated.
pub(crate) type CheckFn = fn(&Context<'_>, &mut Findings<'_>) -> Outcome;

impl<'a> Rule<'a> {
    /// Values that most rules have in common. A rule of the catalogue that leaves out its operations or message doesn't
    /// compile.
    pub(crate) const DEFAULT: Rule<'static> = Rule {
        number: 0,
        revision: 1,
        name: "",
        since: Some("0.1.0"),
        renamed_from: "",
        deprecated: None,
        on: Operations::EMPTY,
        fix: Fix::None,
        level: Level::Allow,
        locked: false,
        basis: Basis::Custom,
        source: None,
        needs: &[],
        unchecked_members: &[],
        message: "",
        literal: false,
        params: &[],
        constants: &[],
        docs: Docs::NONE,
        constraints: &[],
        when: None,
        check: |_, _| HOLDS, // not covered: constraints and the reader decide such rules
        entry: None,
    };

    #[allow(clippy::indexing_slicing, reason = "in bounds")]
    pub(crate) const fn constraint(&self, at: usize) -> Option<Constraint> {
        if at < self.constraints.len() { Some(self.constraints[at]) } else { None }
    }

    /// Adds what follows from the constraints: the fix and the params, unless the rule names others.
    pub(crate) const fn complete(mut self) -> Rule<'a> {
        if let [Constraint { must, .. }, ..] = self.constraints {
            if matches!(self.fix, Fix::None) {
                self.fix = must.fix();
            }
            if let (true, Some(params)) = (self.params.is_empty(), must.params()) {
                self.params = params;
            }
        }
        self
    }

    /// Whether it belongs to an operation that this build knows.
    pub(crate) const fn is_known(&self) -> bool {
        self.on.intersects(Operations::KNOWN)
    }

    /// The family: the part of the name before the dot.
    pub fn family(&self) -> &'a str {
        family(self.name)
    }

    /// The statement that the rule checks, in one line; for a policy rule, its requirement in words. Empty for a
    /// custom rule.
    pub fn summary(&self) -> Cow<'a, str> {
        #[cfg(feature = "prose")]
        let summary = self.docs.summary;
        #[cfg(not(feature = "prose"))]
        let summary = "";
        self.entry.map_or(Cow::Borrowed(summary), |entry| Cow::Owned(entry.in_words()))
    }

    /// A policy rule's note for people.
    pub fn about(&self) -> Option<&'a str> {
        self.entry.map(|entry| &*entry.about).filter(|about| !about.is_empty())
    }

    /// The messages of a policy rule in other languages than the report's, by language.
    pub fn translations(&self) -> impl Iterator<Item = (&'a str, &'a str)> + use<'a> {
        self.entry.into_iter().flat_map(PolicyRule::translations)
    }

    /// Whether its findings say that a member is missing.
    pub fn asks_for_a_member(&self) -> bool {
        matches!(self.fix, Fix::Add | Fix::AddOrRemoveBody)
    }

    /// Whether shoppers who fill in a checkout can violate the rule and fix its findings.
    pub fn is_for_shoppers(&self) -> bool {
        FOR_SHOPPERS.split_ascii_whitespace().any(|name| name == self.name)
    }

    /// Its old names. A policy can still use them; [`Policy::notes`](crate::Policy::notes) reports them.
    pub fn old_names(&self) -> impl Iterator<Item = &'a str> + use<'a> {
        self.renamed_from.split_ascii_whitespace()
    }
}

/// Names of the rules about input in a checkout.
const FOR_SHOPPERS: &str = "field.number_as_string field.type number.out_of_range number.binary_tail field.null \
    field.blank field.control_characters text.card_number order.client_required \
    order.products_required order.email_missing order.total_out_of_range product.title_required \
    product.price_required product.price_minimum product.quantity_positive \
    saving.setup_future_use_value avs.address_required avs.zip_code_required \
    avs.later_charge_without_address funding.recipient_required funding.recipient_field_required \
    funding.recipient_address_required funding.same_as_client_missing \
    funding.same_as_client_mismatch funding.account_type_format funding.client_field_required \
    funding.client_state_required funding.client_advised payment.field_required \
    payment.csc_required payment.csc_with_moto payment.card_number_format \
    payment.card_number_checksum payment.card_number_length payment.csc_format payment.csc_length \
    payment.exp_year_digits payment.card_expired card.exp_month_range client.email_required \
    date.format date.birth_in_future code.currency code.country code.region code.state \
    code.language amount.minor_units contact.email_format payment.cardholder_name_format \
    payment.exp_year_far payment.card_number_zero payment.card_number_brand \
    payment.card_number_unusual contact.email_undeliverable contact.email_typo";

pub(crate) fn family(name: &str) -> &str {
    cut(name, b'.').0
}

/// The body as a whole, as the place of a finding.
impl<'a> From<&Context<'a>> for Place<'a> {
    #[cold]
    #[inline(never)]
    fn from(context: &Context<'a>) -> Place<'a> {
        context.request.place()
    }
}

debug_as! { Rule<'_>: |rule| rule.name; }

/// The view of a rule: the request, the features and the facts, but neither levels nor other findings.
pub struct Context<'a> {
    /// The operation.
    pub operation: Operation,
    /// The body, as read.
    pub request: &'a Request<'a>,
    /// The facts.
    pub facts: &'a Facts<'a>,
    /// The scenario, if the operation has one.
    pub scenario: Option<Feature>,
    /// The active capabilities.
    pub capabilities: FeatureSet,
    pub(crate) products: Products,
    /// The typed body, and the parts of it that several rules look at.
    pub(crate) order: Option<Order<'a>>,
    pub(crate) payout: Option<Payout<'a>>,
    pub(crate) client: Option<Client<'a>>,
    pub(crate) recipient: Option<Recipient<'a>>,
    pub(crate) service_location: Option<ServiceLocation<'a>>,
    pub(crate) travel: Option<TravelData<'a>>,
    pub(crate) airline: Option<Airline<'a>>,
    /// The request's currency, if ISO 4217 lists it.
    pub(crate) currency: Option<Currency>,
}

/// Shows no value of the body or of a fact.
impl fmt::Debug for Context<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Context")
            .field("operation", &self.operation)
            .field("scenario", &self.scenario)
            .field("capabilities", &self.capabilities)
            .field("facts", self.facts)
            .finish_non_exhaustive()
    }
}

/// Whether a card post belongs to a payout. The source document shows no such card post.
pub(crate) fn is_of_payout(facts: &Facts<'_>) -> bool {
    facts.order_scenario().is_ok_and(Feature::is_payout)
}

impl<'a> Context<'a> {
    pub(crate) fn new(
        request: &'a Request<'a>,
        facts: &'a Facts<'a>,
        declared: &DeclaredMembers,
    ) -> Context<'a> {
        let Class { scenario, capabilities, products } = classify(request, facts, declared);
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

    /// An order's total: the sum of price × quantity over its products, where an absent quantity counts as 1, after
    /// changes by declared members. `None` if there are no products, a price is absent, a price or quantity is
    /// invalid, a tax or a declared member hides it, or it isn't under 10¹².
    pub fn total(&self) -> Option<Total> {
        self.products.total
    }

    /// Whether this is a card post that belongs to a payout, by the facts.
    #[inline]
    pub(crate) fn is_card_post_of_payout(&self) -> bool {
        self.operation == Operation::Payment && is_of_payout(self.facts)
    }

    /// The capabilities that missing facts could activate in an order, and these facts.
    pub(crate) fn possible_capabilities(&self) -> [(FeatureSet, FactSet); 2] {
        const BY_TERMINAL: FeatureSet = FeatureSet::of(&[Feature::Qcash, Feature::SdwoFunding]);
        const BY_PERMISSION: FeatureSet = FeatureSet::of(&[Feature::Avs]);
        let if_order = |features, is_unknown| match self.operation {
            Operation::Order if is_unknown => features,
            _ => FeatureSet::EMPTY,
        };
        let Facts { terminal, subsequent, .. } = self.facts;
        let may_have_avs = self.facts.avs_permission().is_err() && subsequent.is_none();
        [
            (if_order(BY_TERMINAL, terminal.is_none()), const { FactSet::of(&[Fact::Terminal]) }),
            (
                if_order(BY_PERMISSION, may_have_avs),
                const { FactSet::of(&[Fact::MerchantAvsPermission]) },
            ),
        ]
    }

    /// Whether a feature is active, as the scenario or a capability.
    pub fn is(&self, feature: Feature) -> bool {
        if feature.is_scenario() {
            self.scenario == Some(feature)
        } else {
            self.capabilities.contains(feature)
        }
    }
}
