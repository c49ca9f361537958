//! Random requests: realistic ones, mostly nearly right, with facts and policies.
//!
//! A case is a function of a seed, or of a fuzzer's bytes: tests, the fuzzer and the other languages try the same cases, on
//! any machine. [`Samples`] iterates over them; the feature `proptest` has a strategy of them.

mod bodies;
mod codes;
mod declared;
mod extras;
mod facts;
mod http;
mod keys;
mod known;
mod members;
mod mutate;
pub mod node;
mod odds;
mod policy;
mod policy_rules;
mod rng;
mod spoil;
mod times;
mod values;
mod when;

pub use rng::Rng;

use paylint::Operation;

use node::{Node, Style};

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

/// Names the operation alone, as every type that carries a body does.
impl std::fmt::Debug for Generated {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.debug_struct("Generated").field("operation", &self.operation).finish_non_exhaustive()
    }
}

/// Cases without end, from a seed on.
#[derive(Clone, Debug)]
pub struct Samples {
    seed: u64,
}

impl Samples {
    /// The cases of this seed and of those after it.
    #[must_use]
    pub fn from(seed: u64) -> Samples {
        Samples { seed }
    }
}

impl Iterator for Samples {
    type Item = Generated;

    fn next(&mut self) -> Option<Generated> {
        let sample = case(&mut Rng::new(self.seed));
        self.seed = self.seed.wrapping_add(1);
        Some(sample)
    }
}

/// Cases as a strategy: a failing test reports the case's seed. Only with the feature `proptest`.
#[cfg(feature = "proptest")]
pub fn samples() -> impl proptest::strategy::Strategy<Value = Generated> {
    use proptest::strategy::Strategy;
    proptest::arbitrary::any::<u64>().prop_map(|seed| case(&mut Rng::new(seed)))
}

/// The next case.
pub fn case(rng: &mut Rng) -> Generated {
    // Orders have most of the rules.
    let operation = if rng.chance(35) { "order" } else { rng.pick(Operation::ALL).name() };
    let body = body(rng, operation);
    let facts = facts(rng, operation);
    let policy = if rng.chance(25) {
        let mut policy = policy::policy(rng, operation, body.len());
        if rng.chance(5) {
            policy::spoil(rng, &mut policy);
        }
        Some(policy.write(rng, Style::PLAIN).into_bytes())
    } else {
        None
    };
    Generated { operation: operation.to_owned(), body, facts, policy }
}

/// The next case whose policy has rules, now and then with an error. The policy comes first, so that
/// few choices make it.
pub fn case_with_rules(rng: &mut Rng) -> Generated {
    let operation = rng.pick(Operation::ALL).name();
    // About the length of a body, so that the limit matters.
    let body_bytes = rng.below(1000);
    let mut policy = policy::with_rules(rng, operation, body_bytes, true);
    if rng.chance(10) {
        policy::spoil(rng, &mut policy);
    }
    let mut policy = policy.write(rng, Style::PLAIN).into_bytes();
    if rng.chance(10) {
        mutate::damage(rng, &mut policy);
    }
    let body = body(rng, operation);
    let facts = facts(rng, operation);
    Generated { operation: operation.to_owned(), body, facts, policy: Some(policy) }
}

fn body(rng: &mut Rng, operation: &str) -> Vec<u8> {
    let without = match operation {
        "refund" | "reversal" => 50,
        "capture" => 5,
        _ => 1,
    };
    if rng.chance(without) {
        return rng.pick(&["", "", "", " ", "\r\n\t ", "\u{a0}", "\u{c}"]).into();
    }
    let mut body = bodies::body(rng, operation);
    for _ in 0..rng.pick(&[0, 0, 0, 1, 1, 1, 1, 2, 2, 3, 4]) {
        mutate::mutate(rng, bodies::kind(operation), &mut body);
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

fn facts(rng: &mut Rng, operation: &str) -> Option<Vec<u8>> {
    let given = rng.pick(&[0, 30, 60, 85, 85, 95, 100, 100]);
    if given == 0 && rng.chance(80) {
        return None;
    }
    let calm = rng.pick(&[0, 70, 90, 97, 97, 100]);
    let mut facts = facts::facts(rng, operation, odds::Odds { given, calm });
    if rng.chance(2) {
        spoil::facts(rng, &mut facts);
    }
    let style = if rng.chance(10) { Style::any(rng) } else { Style::PLAIN };
    let mut bytes = facts.write(rng, style).into_bytes();
    if rng.chance(1) && rng.chance(20) {
        mutate::damage(rng, &mut bytes);
    }
    Some(bytes)
}
