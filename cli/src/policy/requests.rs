//! Requests that between them have every pair of features that a request can have: the engine says
//! which features each has. Only what triggers features is varied; nothing else in them counts.

use paylint::facts::{Merchant, Order, Subsequent, Terminal};
use paylint::schema::Kind;
use paylint::{Facts, Feature, FeatureSet, KnownMember, Operation};
use serde_json::{Value, json};

/// What gives an order its scenario.
const SCENARIO: &[Trigger] = &[
    ("products", r#"[{"title":"Cup","price":1}]"#),
    ("skip_capture", "true"),
    ("payment_system", "\"AUTH\""),
];

/// What gives an order, or a payout, a capability. The products may be there already.
const TRIGGERS: &[Trigger] = &[
    ("setup_future_use", "\"one-click\""),
    ("force_save_method", "true"),
    ("travel_data", r#"{"lodging":{}}"#),
    ("recipient_client", "{}"),
    ("dynamic_descriptor", "\"x\""),
    ("service_location", "{}"),
    ("is_moto", "true"),
    ("sdwo_merchant_id", "\"x\""),
    ("products", r#"[{"title":"Cup","price":1,"tax":{}}]"#),
];

/// Other ways to the same, which only matter to policy rules about a member: which begin with this.
const OTHER_WAYS: &[(&str, &[Trigger])] = &[
    (
        "/travel_data/",
        &[
            ("travel_data", r#"{"airline_addendum":{}}"#),
            ("travel_data", r#"{"car_rental":{}}"#),
            ("travel_data", r#"{"cruise":{}}"#),
            ("travel_data", r#"{"ground_transportation":{}}"#),
        ],
    ),
    ("/recurring_number", &[("setup_future_use", "\"recurring\"")]),
];

/// The member that a finding asks for, if it asks for one.
pub(super) fn asked_for<'p>(rule: &str, path: &'p str) -> &'p str {
    // The one rule that asks for any of several.
    if rule == "funding.client_advised" { "/client/country" } else { path }
}

type Trigger = (&'static str, &'static str);

/// A request.
#[derive(Clone)]
pub(super) struct Request {
    pub(super) operation: Operation,
    body: Option<Value>,
    /// How many members it has to trigger capabilities.
    triggers: usize,
}

impl Request {
    /// The body; nothing for none.
    pub(super) fn text(&self) -> String {
        self.body.as_ref().map_or(String::new(), Value::to_string)
    }

    /// Whether the member at a path is absent.
    pub(super) fn lacks(&self, path: &str) -> bool {
        self.body.as_ref().is_some_and(|body| !path.is_empty() && body.pointer(path).is_none())
    }

    /// Gives the object around a path the member, whose value means as little as it can.
    pub(super) fn give(&mut self, path: &str, known: &[KnownMember]) -> bool {
        let member = known.iter().find(|member| is_at(&member.path, path));
        let (Some(body), Some(member)) = (&mut self.body, member) else { return false };
        let Some((around, name)) = path.rsplit_once('/') else { return false };
        let Some(Value::Object(object)) = body.pointer_mut(around) else { return false };
        let is_new = !object.contains_key(name);
        object.entry(name).or_insert_with(|| ordinary(name, member));
        is_new
    }

    /// Whether a request with these facts can be in a cell that the others aren't in: a cell has two features at most,
    /// and others only stand in the way.
    pub(super) fn needs(&self, facts: &Facts<'_>, given: &Facts<'_>) -> bool {
        let permission = |facts: &Facts<'_>| facts.merchant.and_then(|it| it.avs_permission);
        let from_facts = [
            facts.subsequent != given.subsequent,
            facts.terminal != given.terminal && facts.terminal != Some(Terminal::Standard),
            permission(facts) != permission(given) && permission(facts) == Some(true),
        ];
        self.triggers + from_facts.into_iter().filter(|it| *it).count() <= 2
    }
}

/// Whether a path is one of those that a member can have: `/products/0/price` of `/products/*/price`.
fn is_at(member: &str, path: &str) -> bool {
    let is_number = |step: &str| step.bytes().all(|byte| byte.is_ascii_digit());
    let is_step = |(known, step): (&str, &str)| known == step || known == "*" && is_number(step);
    member.split('/').count() == path.split('/').count()
        && member.split('/').zip(path.split('/')).all(is_step)
}

/// The requests of an operation, with what triggers features and nothing else. `named` are the members that policy
/// rules name.
pub(super) fn of(operation: Operation, named: &[&str]) -> Vec<Request> {
    let is_named = |start: &str| named.iter().any(|member| member.starts_with(start));
    let others = OTHER_WAYS.iter().filter(|(start, _)| is_named(start));
    let others: Vec<Trigger> = others.flat_map(|(_, triggers)| triggers.iter().copied()).collect();
    let request = |body, triggers| Request { operation, body, triggers };
    let with = |scenario: &[Trigger], triggers: Vec<Trigger>| {
        let count = triggers.len();
        request(Some(body(&[scenario, &triggers].concat())), count)
    };
    match operation {
        Operation::Order => {
            let triggers = pairs(&[TRIGGERS, &others].concat());
            let all = scenarios().into_iter().flat_map(|scenario| {
                triggers.iter().map(move |triggers| with(&scenario, triggers.clone()))
            });
            all.collect()
        }
        Operation::Refund => vec![request(None, 0), request(Some(json!({})), 0)],
        Operation::Reversal => vec![request(None, 0)],
        operation if paylint::Operations::PAYOUTS.contains(operation) => {
            let no_products = &TRIGGERS[..TRIGGERS.len() - 1];
            pairs(no_products).into_iter().map(|triggers| with(&[], triggers)).collect()
        }
        _ => vec![request(Some(json!({})), 0)],
    }
}

/// Every choice of what gives an order its scenario.
fn scenarios() -> Vec<Vec<Trigger>> {
    let choices = (0..1 << SCENARIO.len()).map(|bits: usize| {
        let members = SCENARIO.iter().enumerate();
        members.filter(|(index, _)| bits >> index & 1 == 1).map(|(_, member)| *member).collect()
    });
    choices.collect()
}

/// No member, each, and each two.
fn pairs(members: &[Trigger]) -> Vec<Vec<Trigger>> {
    let mut pairs = vec![Vec::new()];
    for (index, member) in members.iter().enumerate() {
        pairs.push(vec![*member]);
        pairs.extend(members[index + 1..].iter().map(|other| vec![*member, *other]));
    }
    pairs
}

fn body(members: &[Trigger]) -> Value {
    members.iter().map(|(name, text)| ((*name).to_owned(), value(text))).collect()
}

fn value(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or(Value::Null)
}

/// A value that is valid, and means as little as it can.
fn ordinary(name: &str, member: &KnownMember) -> Value {
    match member.kind() {
        // Its example makes an order one of amount zero.
        Kind::String if name == "payment_system" => json!("x"),
        Kind::String | Kind::Integer => value(&member.example()),
        Kind::Number | Kind::NumberOrText => json!(0.01),
        Kind::Bool | Kind::Any | Kind::Recognised => json!(false),
        Kind::Object(_) | Kind::Opaque => {
            let trigger = TRIGGERS.iter().find(|(trigger, _)| *trigger == name);
            trigger.map_or(json!({}), |(_, text)| value(text))
        }
        Kind::Array(_) => json!([{}]),
        Kind::OpaqueArray => json!([]),
    }
}

/// The facts given, with every combination of those that are absent and give features.
pub(super) fn facts<'a>(operation: Operation, given: &Facts<'a>) -> Vec<Facts<'a>> {
    match operation {
        Operation::Order => vary(vary(subsequent(given), terminal), avs),
        Operation::Refund | Operation::Reversal => vary(vary(vec![*given], scenario), capabilities),
        _ => subsequent(given),
    }
}

fn vary<'a>(all: Vec<Facts<'a>>, by: fn(&Facts<'a>) -> Vec<Facts<'a>>) -> Vec<Facts<'a>> {
    all.iter().flat_map(by).collect()
}

fn subsequent<'a>(facts: &Facts<'a>) -> Vec<Facts<'a>> {
    let charges =
        Subsequent::ALL.iter().map(|charge| Facts { subsequent: Some(*charge), ..*facts });
    let others = charges.filter(|_| facts.subsequent.is_none());
    std::iter::once(*facts).chain(others).collect()
}

fn terminal<'a>(facts: &Facts<'a>) -> Vec<Facts<'a>> {
    match facts.terminal {
        Some(_) => vec![*facts],
        None => {
            Terminal::ALL.iter().map(|kind| Facts { terminal: Some(*kind), ..*facts }).collect()
        }
    }
}

fn avs<'a>(facts: &Facts<'a>) -> Vec<Facts<'a>> {
    let merchant = facts.merchant.unwrap_or_default();
    if merchant.avs_permission.is_some() {
        return vec![*facts];
    }
    let with = |permission| Facts {
        merchant: Some(Merchant { avs_permission: Some(permission), ..merchant }),
        ..*facts
    };
    [false, true].map(with).into()
}

/// The scenario of the payment that is acted on.
fn scenario<'a>(facts: &Facts<'a>) -> Vec<Facts<'a>> {
    let order = facts.order.unwrap_or_default();
    if order.scenario.is_some() {
        return vec![*facts];
    }
    let payments = [Feature::OneStep, Feature::TwoStep, Feature::ZeroAmount].into_iter();
    let payments = payments.chain(FeatureSet::PAYOUTS.iter());
    payments
        .map(|scenario| Facts {
            order: Some(Order { scenario: Some(scenario), ..order }),
            ..*facts
        })
        .collect()
}

/// The capabilities of the payment that is acted on: none, or one.
fn capabilities<'a>(facts: &Facts<'a>) -> Vec<Facts<'a>> {
    let order = facts.order.unwrap_or_default();
    if order.capabilities.is_some() {
        return vec![*facts];
    }
    let with = |capabilities| Facts {
        order: Some(Order { capabilities: Some(capabilities), ..order }),
        ..*facts
    };
    let one = FeatureSet::ALL.difference(FeatureSet::SCENARIOS).iter();
    let one = one.map(|capability| FeatureSet::of(&[capability]));
    std::iter::once(FeatureSet::EMPTY).chain(one).map(with).collect()
}
