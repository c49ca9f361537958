//! Random bodies: their members and values.

use paylint::schema::Kind;
use paylint::{Engine, FactsBuf, KnownMember, Operation, Report};

use crate::node::{Node, Style};
use crate::rng::Rng;
use crate::world::World;

/// The members of an operation's body, including those that a policy declares.
#[derive(Debug)]
pub(crate) struct Schema(Vec<KnownMember>);

impl Schema {
    pub(crate) fn of(engine: &Engine, operation: Operation) -> Schema {
        Schema(engine.members(operation))
    }

    /// Every member, in document order.
    pub(crate) fn all(&self) -> &[KnownMember] {
        &self.0
    }

    /// The members of an object, by name; the object's path has `*` for each index.
    pub(crate) fn within<'s>(
        &'s self,
        object: &'s str,
    ) -> impl Iterator<Item = (&'s str, &'s KnownMember)> {
        self.0.iter().filter_map(move |known| {
            let name = known.path.strip_prefix(object)?.strip_prefix('/')?;
            (!name.contains('/')).then_some((name, known))
        })
    }

    /// The member at a path that has `*` for each index.
    pub(crate) fn member(&self, path: &str) -> Option<&KnownMember> {
        self.0.iter().find(|known| known.path == path)
    }
}

/// A path with `*` for each index.
fn general(path: &str) -> String {
    let step =
        |step: &str| if step.parse::<usize>().is_ok() { "*".to_owned() } else { step.to_owned() };
    path.split('/').map(step).collect::<Vec<_>>().join("/")
}

pub(crate) type Members = Vec<(String, Node)>;

/// Draws bodies of one operation.
#[derive(Clone, Copy)]
pub(crate) struct Draw<'a> {
    pub(crate) schema: &'a Schema,
    pub(crate) world: &'a World,
    /// Percentage of optional members to include.
    pub(crate) density: usize,
}

impl Draw<'_> {
    /// An object with some of its members.
    pub(crate) fn object(&self, rng: &mut Rng, path: &str) -> Node {
        // Travel data has one mode: the wanted one, or a random one.
        let modes: Vec<&str> = match path {
            "/travel_data" => self.schema.within(path).map(|(name, _)| name).collect(),
            _ => Vec::new(),
        };
        let wanted = |name: &&str| self.world.wants_member(&format!("{path}/{name}"));
        let drawn = if modes.is_empty() { "" } else { rng.pick(&modes) };
        let mode = modes.iter().copied().find(wanted).unwrap_or(drawn);
        let mut members = Vec::new();
        for (name, known) in self.schema.within(path) {
            let percent = match (known.kind(), name) {
                _ if name == mode => 100,
                _ if !modes.is_empty() => 0,
                // A sample always has an e-mail address.
                (_, "email") if self.world.is_sample => 100,
                (Kind::Opaque, _) if self.world.is_sample => self.density / 9,
                (Kind::Recognised, _) => 1,
                (_, "signature") => 6,
                (Kind::Object(_), _) => self.density / 3,
                // Otherwise nearly every order would save a payment method.
                (_, "setup_future_use" | "is_moto" | "sdwo_merchant_id") => self.density / 4,
                (_, "force_save_method") if self.world.wants_member("/payment_system") => 50,
                _ => self.density,
            };
            if self.world.wants_member(&known.path) || rng.chance(percent) {
                members.push((name.to_owned(), self.usual(rng, known)));
            }
        }
        if members.is_empty() && path == "/service_location" && self.world.is_sample {
            let all: Vec<_> = self.schema.within(path).collect();
            let (name, known) = all[rng.below(all.len())];
            members.push((name.to_owned(), self.usual(rng, known)));
        }
        Node::Object(members)
    }

    /// A member's usual value.
    pub(crate) fn usual(&self, rng: &mut Rng, known: &KnownMember) -> Node {
        let path = known.path.as_str();
        let (around, name) = path.rsplit_once('/').unwrap_or(("", path));
        let object = around.trim_end_matches("/*").rsplit('/').next().unwrap_or_default();
        match known.kind() {
            Kind::Object(_) => self.object(rng, path),
            Kind::Array(_) => {
                let most = if name == "legs" { 3 } else { rng.pick(&[1, 2, 3, 8]) };
                let count = 1 + rng.below(most);
                let element = |index| {
                    self.world.element.set(index);
                    self.object(rng, &format!("{path}/*"))
                };
                Node::List((0..count).map(element).collect())
            }
            // The member is declared by a policy, or the document doesn't show its shape.
            _ if known.member().is_none() || name == "tax" => {
                let example = known.example();
                serde_json::from_str(&example).and_then(Node::from_json).unwrap_or(Node::Null)
            }
            Kind::Recognised if !name.starts_with("is_") && !name.starts_with("force_") => {
                Node::any(rng)
            }
            Kind::Recognised => Node::Bool(rng.chance(50)),
            _ => self.world.value(rng, object, name),
        }
    }

    /// Repairs a body: adds missing members, and redraws or, unless they are wanted, removes members with findings.
    /// Returns it with its last report, which can still have findings.
    pub(crate) fn repaired(
        &self,
        rng: &mut Rng,
        engine: &Engine,
        facts: &FactsBuf,
        mut body: Option<Node>,
    ) -> (Option<Node>, Report) {
        let mut report = Report::new();
        for _ in 0..10 {
            let text = written(body.as_ref());
            let (operation, facts) = (self.world.operation, facts.as_facts());
            engine.check_into(operation, text.as_bytes(), &facts, &mut report);
            let mut paths: Vec<String> = report.findings().map(|finding| finding.path()).collect();
            paths.dedup();
            let Some(tree) = body.as_mut().filter(|_| !paths.is_empty()) else { break };
            if !paths.iter().all(|path| self.repair(rng, tree, path)) {
                break;
            }
        }
        (body, report)
    }

    /// Repairs the member at a path; false if that is impossible.
    fn repair(&self, rng: &mut Rng, body: &mut Node, path: &str) -> bool {
        let steps: Vec<&str> = path.split('/').skip(1).collect();
        let Some((name, around)) = steps.split_last() else { return false };
        let general = general(path);
        let Some(Node::Object(members)) = body.at(around) else { return true };
        let index = steps.iter().find_map(|step| step.parse().ok());
        self.world.element.set(index.unwrap_or_default());
        let place = members.iter().position(|(key, _)| key == name);
        let Some(known) = self.schema.member(&general) else {
            place.into_iter().for_each(|place| _ = members.remove(place));
            return true;
        };
        let Some(place) = place else {
            let value = self.usual(rng, known);
            let before = |(key, _): &(String, Node)| {
                let object = general.strip_suffix(name).unwrap_or_default().trim_end_matches('/');
                self.schema
                    .within(object)
                    .take_while(|(member, _)| member != name)
                    .any(|(member, _)| member == key)
            };
            let at = members.iter().rposition(before).map_or(0, |at| at + 1);
            members.insert(at, ((*name).to_owned(), value));
            return true;
        };
        if self.world.wants_member(&general) || rng.chance(50) {
            members[place].1 = self.usual(rng, known);
        } else {
            members.remove(place);
        }
        true
    }
}

/// The text of a body; empty without one.
pub(crate) fn written(body: Option<&Node>) -> String {
    body.map_or(String::new(), |body| body.write(&mut Rng::new(0), Style::PLAIN))
}
