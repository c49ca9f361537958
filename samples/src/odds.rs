//! How often a fact is there, and how often it is the usual one.

use crate::node::Node;
use crate::rng::Rng;

/// How the facts of one case are drawn.
#[derive(Clone, Copy)]
pub(crate) struct Odds {
    /// How many times in a hundred a fact is present.
    pub(crate) given: usize,
    /// How many times in a hundred it has the value with which most requests are accepted.
    pub(crate) calm: usize,
}

/// The members of an object, each present this many times in a hundred.
pub(crate) struct Group {
    odds: Odds,
    pub(crate) members: Vec<(String, Node)>,
}

impl Group {
    pub(crate) fn new(odds: Odds) -> Group {
        Group { odds, members: Vec::new() }
    }

    pub(crate) fn put(&mut self, rng: &mut Rng, name: &str, node: Node) {
        if rng.chance(self.odds.given) {
            self.members.push((name.to_owned(), node));
        }
    }

    /// One of these, of which the first is the calm one.
    pub(crate) fn text(&mut self, rng: &mut Rng, name: &str, from: &[&str]) {
        let node = Node::text(calm_or_any(rng, self.odds, from));
        self.put(rng, name, node);
    }

    pub(crate) fn flag(&mut self, rng: &mut Rng, name: &str, calm: bool) {
        let node = Node::Bool(if rng.chance(self.odds.calm) { calm } else { rng.chance(50) });
        self.put(rng, name, node);
    }

    /// For the one member that follows.
    pub(crate) fn seldom(&mut self, percent: usize) -> Seldom<'_> {
        Seldom { group: self, percent }
    }

    /// An object within: there if it has members, and rarely if it has none.
    pub(crate) fn group(&mut self, rng: &mut Rng, name: &str, inner: Group) {
        if !inner.members.is_empty() || rng.chance(3) {
            self.members.push((name.to_owned(), Node::Object(inner.members)));
        }
    }
}

/// The first of these, or at the odds any.
pub(crate) fn calm_or_any<'a>(rng: &mut Rng, odds: Odds, from: &[&'a str]) -> &'a str {
    if rng.chance(odds.calm) { from[0] } else { rng.pick(from) }
}

pub(crate) struct Seldom<'a> {
    group: &'a mut Group,
    percent: usize,
}

impl Seldom<'_> {
    pub(crate) fn text(self, rng: &mut Rng, name: &str, from: &[&str]) {
        if rng.chance(self.percent) {
            self.group.text(rng, name, from);
        }
    }
}
