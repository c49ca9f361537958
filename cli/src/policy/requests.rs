//! Requests that between them have every pair of features that a request can have: the engine says
//! which features each has. Only what triggers features is varied; nothing else in them counts.

use crate::members::{Place, Step};
use paylint::facts::{Merchant, Order, Subsequent, Terminal};
use paylint::schema::Kind;
use paylint::{Facts, Feature, FeatureSet, Operation};
use serde_json::{Value, json};

/// What gives an order its scenario.
const SCENARIO: &[(&str, &str)] = &[
    ("products", r#"[{"title":"Cup","price":1}]"#),
    ("skip_capture", "true"),
    ("payment_system", "\"AUTH\""),
];

/// What gives an order, or a payout, a capability. The products may be there already.
const TRIGGERS: &[(&str, &str)] = &[
    ("setup_future_use", "\"one-click\""),
    ("force_save_method", "true"),
    ("travel_data", "{}"),
    ("recipient_client", "{}"),
    ("dynamic_descriptor", "\"x\""),
    ("service_location", "{}"),
    ("is_moto", "true"),
    ("sdwo_merchant_id", "\"x\""),
    ("products", r#"[{"title":"Cup","price":1,"tax":{}}]"#),
];

/// The bodies of an operation; nothing for none. Where members are required, also each with them,
/// wherever there is an object to have them.
pub(super) fn bodies(operation: Operation, required: &[Place<'_>]) -> Vec<String> {
    let bodies = match operation {
        Operation::Order => orders(),
        Operation::Refund => vec![None, Some(json!({ "amount": 1 }))],
        Operation::Reversal => vec![None],
        operation if paylint::Operations::PAYOUTS.contains(operation) => {
            let no_products = &TRIGGERS[..TRIGGERS.len() - 1];
            pairs(no_products).into_iter().map(|triggers| Some(body(&triggers))).collect()
        }
        _ => Vec::new(),
    };
    let text = |body: &Option<Value>| body.as_ref().map_or(String::new(), Value::to_string);
    let mut texts: Vec<String> = bodies.iter().map(text).collect();
    let required: Vec<_> = required.iter().filter(|place| place.operation == operation).collect();
    if !required.is_empty() {
        let with = |mut body: Value| {
            for place in &required {
                give(&mut body, place.steps, place.kind);
            }
            body.to_string()
        };
        texts.extend(bodies.into_iter().flatten().map(with));
    }
    texts
}

fn orders() -> Vec<Option<Value>> {
    let scenarios = (0..1 << SCENARIO.len()).map(|bits: usize| {
        let members = SCENARIO.iter().enumerate();
        members.filter(move |(index, _)| bits >> index & 1 == 1).map(|(_, member)| *member)
    });
    let with = |scenario: Vec<_>| {
        pairs(TRIGGERS).into_iter().map(move |triggers| {
            Some(body(&scenario.iter().copied().chain(triggers).collect::<Vec<_>>()))
        })
    };
    scenarios.flat_map(|scenario| with(scenario.collect())).collect()
}

/// No member, each, and each two.
fn pairs(members: &[(&'static str, &'static str)]) -> Vec<Vec<(&'static str, &'static str)>> {
    let mut pairs = vec![Vec::new()];
    for (index, member) in members.iter().enumerate() {
        pairs.push(vec![*member]);
        pairs.extend(members[index + 1..].iter().map(|other| vec![*member, *other]));
    }
    pairs
}

fn body(members: &[(&str, &str)]) -> Value {
    let value = |text: &str| serde_json::from_str(text).unwrap_or(Value::Null);
    members.iter().map(|(name, text)| ((*name).to_owned(), value(text))).collect()
}

/// Gives every object at a path the member, unless it has it.
fn give(value: &mut Value, steps: &[Step<'_>], kind: Kind) {
    match steps {
        [Step::Member(name)] => {
            if let Some(object) = value.as_object_mut() {
                object.entry(*name).or_insert_with(|| ordinary(kind));
            }
        }
        [Step::Member(name), rest @ ..] => {
            if let Some(inner) = value.get_mut(name) {
                give(inner, rest, kind);
            }
        }
        [Step::Element, rest @ ..] => {
            for element in value.as_array_mut().into_iter().flatten() {
                give(element, rest, kind);
            }
        }
        [] => {}
    }
}

/// A value that is there and means as little as it can.
fn ordinary(kind: Kind) -> Value {
    match kind {
        Kind::String => json!("x"),
        Kind::Number | Kind::Integer | Kind::NumberOrText => json!(1),
        Kind::Bool | Kind::Any | Kind::Recognised => json!(false),
        Kind::Object(_) | Kind::Opaque => json!({}),
        Kind::Array(_) | Kind::OpaqueArray => json!([]),
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
