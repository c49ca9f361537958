#![doc = include_str!("../README.md")]

mod body;
mod declared;
mod edges;
mod facts;
mod keys;
mod mistakes;
mod mutate;
pub mod node;
mod policy;
mod policy_rules;
mod rng;
mod sample;
mod times;
mod when;
mod world;

pub use rng::Rng;
pub use sample::{Mistake, Sample, Samples};

use std::sync::LazyLock;

use paylint::{Engine, FactsBuf, Operation};

use body::{Draw, Schema};
use facts::Odds;
use node::{Node, Style};
use world::World;

/// A case; the same sequence of random numbers makes the same case.
#[derive(Clone, PartialEq, Eq)]
pub struct Generated {
    /// The operation's name.
    pub operation: String,
    /// The body, perhaps empty.
    pub body: Vec<u8>,
    /// The facts, as JSON text.
    pub facts: Option<Vec<u8>>,
    /// The policy, as JSON text.
    pub policy: Option<Vec<u8>>,
}

/// Shows only the operation, as every type with a body does.
impl std::fmt::Debug for Generated {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.debug_struct("Generated").field("operation", &self.operation).finish_non_exhaustive()
    }
}

/// The next random case: a request that is nearly valid.
pub fn case(rng: &mut Rng) -> Generated {
    // Most rules are about orders.
    let operation = if rng.chance(35) { Operation::Order } else { rng.pick(Operation::ALL) };
    let mut case = with_policy(rng, operation, None);
    if rng.chance(25) {
        let has_rules = rng.chance(50);
        let mut policy = policy::policy(rng, operation.name(), case.body.len(), has_rules);
        if rng.chance(5) {
            mutate::mutate(rng, None, &mut policy);
        }
        case.policy = Some(policy.write(rng, Style::PLAIN).into_bytes());
    }
    case
}

/// The next case whose policy has rules, sometimes with an error. The policy is drawn first, so that few
/// choices determine it.
pub fn case_with_rules(rng: &mut Rng) -> Generated {
    let operation = rng.pick(Operation::ALL);
    // About the length of a body, so that the limit has an effect.
    let body_bytes = rng.below(1000);
    let mut policy = policy::policy(rng, operation.name(), body_bytes, true);
    if rng.chance(10) {
        mutate::mutate(rng, None, &mut policy);
    }
    let mut policy = policy.write(rng, Style::PLAIN).into_bytes();
    if rng.chance(10) {
        mutate::damage(rng, &mut policy);
    }
    with_policy(rng, operation, Some(policy))
}

fn with_policy(rng: &mut Rng, operation: Operation, policy: Option<Vec<u8>>) -> Generated {
    let world = World::any(rng, operation, &[], true);
    let (body, facts) = (body(rng, &world), facts(rng, &world));
    Generated { operation: operation.name().to_owned(), body, facts, policy }
}

fn body(rng: &mut Rng, world: &World) -> Vec<u8> {
    static SCHEMAS: LazyLock<(Engine, Vec<Schema>)> = LazyLock::new(|| {
        let engine = Engine::default();
        let schemas = Operation::ALL.iter().map(|operation| Schema::of(&engine, *operation));
        let schemas = schemas.collect();
        (engine, schemas)
    });
    let without = match world.operation {
        Operation::Refund | Operation::Reversal => 50,
        Operation::Capture => 5,
        _ => 1,
    };
    if rng.chance(without) {
        return rng.pick(&["", "", "", " ", "\r\n\t ", "\u{a0}", "\u{c}"]).into();
    }
    let (engine, schemas) = &*SCHEMAS;
    let density = rng.pick(&[10, 30, 60, 95]);
    let draw = Draw { schema: &schemas[world.operation as usize], world, density };
    let mut body = draw.object(rng, "");
    if rng.chance(70) {
        let facts = facts::facts(rng, world, Odds::CALM).write(rng, Style::PLAIN);
        let facts = FactsBuf::from_json(facts.as_bytes()).expect("usable facts");
        body = draw.repaired(rng, engine, &facts, Some(body)).0.unwrap_or(Node::Null);
    }
    if let Node::Object(members) = &mut body
        && rng.chance(15)
    {
        declared::add_extras(rng, members);
    }
    for _ in 0..rng.pick(&[0, 0, 0, 1, 1, 1, 2, 2, 3, 4, 8]) {
        mutate::mutate(rng, Some(draw), &mut body);
    }
    if rng.chance(15) {
        mutate::shuffle(rng, &mut body);
    }
    if rng.chance(1) {
        body = Node::any(rng);
    }
    let style = Style::any(rng);
    let mut bytes = body.write(rng, style).into_bytes();
    if rng.chance(3) {
        mutate::damage(rng, &mut bytes);
    }
    bytes
}

fn facts(rng: &mut Rng, world: &World) -> Option<Vec<u8>> {
    let given = rng.pick(&[0, 30, 60, 85, 85, 95, 100, 100]);
    if given == 0 && rng.chance(80) {
        return None;
    }
    let calm = rng.pick(&[0, 70, 90, 97, 97, 100]);
    let mut facts = facts::facts(rng, world, Odds { given, calm });
    if rng.chance(2) {
        mutate::mutate(rng, None, &mut facts);
    }
    let style = if rng.chance(10) { Style::any(rng) } else { Style::PLAIN };
    let mut bytes = facts.write(rng, style).into_bytes();
    if rng.chance(1) && rng.chance(20) {
        mutate::damage(rng, &mut bytes);
    }
    Some(bytes)
}

/// Accepted requests of an operation, as strategies of proptest. Only with the feature `proptest`.
#[cfg(feature = "proptest")]
pub mod strategy {
    use proptest::arbitrary::any;
    use proptest::strategy::Strategy;

    use super::{Engine, Operation, Sample, Samples};

    /// Requests accepted under the default policy. A failing test shows the sample's name, with its seed.
    pub fn samples(operation: Operation) -> impl Strategy<Value = Sample> {
        let of = move |seed| Samples::new(&Engine::default(), operation, seed).next();
        any::<u64>().prop_filter_map("no sample", of)
    }
}
