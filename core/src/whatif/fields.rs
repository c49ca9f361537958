//! Fields: of every known member, may it be given, and must it be?

use super::edit::{Change, Op, spliced};
use super::inquiry::{Inquiry, Seen};
use super::outline::{NONE, Outline};
use crate::append::{put, text_of};
use crate::engine::Engine;
use crate::facts::{Fact, FactSet, Facts};
use crate::findings::{Collected as Found, Undecided};
use crate::json::is_white_space;
use crate::level::Level;
use crate::operation::Operation;
use crate::path::Path;
use crate::schema::{self, Kind, Shape};
use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;

/// Whether a member may be given, and whether it must be.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum State {
    /// It isn't absent.
    Given,
    /// It is absent, and findings at level deny ask for it.
    Required,
    /// It is absent, and giving it adds a finding at level deny.
    Forbidden,
    /// It is absent, and warnings ask for it.
    Advised,
    /// It is absent, and giving it adds a warning.
    Discouraged,
    /// It is absent, and may be.
    Optional,
}

impl State {
    /// Every state, in order.
    pub const ALL: &'static [State] = &[
        State::Given,
        State::Required,
        State::Forbidden,
        State::Advised,
        State::Discouraged,
        State::Optional,
    ];

    /// The name in answers: `required`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            State::Given => "given",
            State::Required => "required",
            State::Forbidden => "forbidden",
            State::Advised => "advised",
            State::Discouraged => "discouraged",
            State::Optional => "optional",
        }
    }
}

/// The answer to [`Engine::fields`].
#[derive(Clone, Debug)]
pub struct Fields<'e> {
    /// The operation.
    pub operation: Operation,
    /// One for each member of every object that is valid, and for those that an absent object or
    /// array would have, in document order.
    pub fields: Vec<Field<'e>>,
    /// Whether all members were looked at, and all that is found with them. If not, these are the first members,
    /// because the body is too long or has too many findings at level deny; or it has so many warnings that what
    /// only they say can be missing (that a member is advised or discouraged, and rules of one that is given).
    pub complete: bool,
    /// How many bodies were checked for the answer.
    pub checks: u32,
}

/// A member, and whether it may or must be given.
#[derive(Clone, Debug)]
pub struct Field<'e> {
    /// Where it is or would be, as a JSON Pointer.
    pub path: String,
    /// The expected JSON type, as reports name it.
    pub json_type: &'static str,
    /// Whether it may or must be given.
    pub state: State,
    /// The outermost absent object or array that it would be in.
    pub under: Option<String>,
    /// The rules that make it so, by name and in order; those with findings at it if it is given.
    pub rules: Vec<&'e str>,
    needs: FactSet,
}

impl Field<'_> {
    /// The absent facts on which the state depends, in the order of [`Fact::ALL`].
    pub fn needs(&self) -> impl Iterator<Item = Fact> + Clone {
        self.needs.iter()
    }
}

pub(super) fn fields<'a>(
    engine: &'a Engine,
    operation: Operation,
    body: &[u8],
    facts: &Facts<'_>,
) -> Fields<'a> {
    let mut answer = Fields { operation, fields: Vec::new(), complete: true, checks: 0 };
    let Some(shape) = schema::body(operation) else { return answer };
    let is_read = body.len() <= engine.max_body_bytes();
    let outline = if is_read { Outline::of(body, shape) } else { Ok(None) };
    let outline = match outline {
        Ok(Some(outline)) => Some(outline),
        Ok(None) => Outline::of(b"{}", shape).ok().flatten(),
        Err(_) => None,
    };
    answer.complete = false;
    let Some(outline) = outline else { return answer };
    let mut inquiry = Inquiry::new(engine, operation, facts);
    let now = inquiry.look(outline.text);
    answer.checks = inquiry.checks();
    let Some(now) = now.filter(|now| !now.truncated.deny) else { return answer };
    let mut form = Form {
        inquiry,
        outline: &outline,
        needs_none: operation.takes_no_body() && is_white_space(body),
        text: Vec::new(),
        fields: Vec::new(),
        sees_warnings: !now.truncated.warn,
    };
    answer.complete = form.object(0, &now).is_some() && form.sees_warnings;
    answer.fields = form.fields;
    answer.checks = form.inquiry.checks();
    answer
}

struct Form<'a, 'o> {
    inquiry: Inquiry<'a, 'o>,
    outline: &'o Outline<'o>,
    /// There is no body, and none is needed: so no member is.
    needs_none: bool,
    text: Vec<u8>,
    fields: Vec<Field<'a>>,
    /// Whether no check found more warnings than are kept.
    sees_warnings: bool,
}

/// An absent member of an object that is there, with the text of what is put into it: objects and
/// arrays that would be there and empty.
struct Absent {
    node: u32,
    path: Path,
    before: String,
    after: String,
}

/// `None` from any of these means that the bound is reached, or that there are more findings at level deny
/// than can be compared. They call each other as deep as the schema nests.
impl Form<'_, '_> {
    /// Adds the members of an object.
    fn object(&mut self, at: u32, now: &Seen) -> Option<()> {
        let outline = self.outline;
        let node = outline.nodes.get(at as usize)?;
        for (index, member) in (0..).zip(node.shape.members) {
            let path = node.path.member(index);
            let entry = outline.member(at, index).filter(|(_, entry)| !entry.is_absent);
            let Some((_, entry)) = entry else {
                let absent = Absent { node: at, path, before: String::new(), after: String::new() };
                self.absent(&absent, path, node.shape, index, now)?;
                continue;
            };
            let rules = now.at(path).map(|entry| entry.rule).collect();
            self.add(path, member.kind, State::Given, None, rules, FactSet::EMPTY);
            match outline.nodes.get(entry.child as usize) {
                Some(array) if array.is_array => {
                    for (_, element) in outline.entries_of(entry.child) {
                        if element.child != NONE {
                            self.object(element.child, now)?;
                        }
                    }
                }
                Some(_) => self.object(entry.child, now)?,
                None => {}
            }
        }
        Some(())
    }

    /// Adds an absent member of a type, and the members that it would have. It is at `path`, in or
    /// at the absent member of the body. `now` is what is found if what it is in is there and empty.
    fn absent(
        &mut self,
        around: &Absent,
        path: Path,
        shape: &'static Shape,
        index: u8,
        now: &Seen,
    ) -> Option<()> {
        let member = shape.member(index)?;
        let is_outermost = around.path == path;
        let key = if is_outermost { String::new() } else { key(member.name()) };
        let value = text_of(|out| {
            put(out, &around.before);
            put(out, &key);
            shape.put_example(index, out);
            put(out, &around.after);
        });
        let needs_none = self.needs_none;
        let found = self.given(around, value)?;
        let (state, rules) = state(now, found, path, needs_none);
        let needs = needs(&now.undecided, &found.undecided);
        let under = (!is_outermost).then_some(around.path);
        self.add(path, member.kind, state, under, rules, needs);
        let Some(inner) = member.kind.inner() else { return Some(()) };
        let (opening, closing, path) = match member.kind {
            Kind::Array(_) => ("[{", "}]", path.element(0)),
            _ => ("{", "}", path),
        };
        let mut before = around.before.clone();
        put(&mut before, &key);
        put(&mut before, opening);
        let mut after = closing.to_owned();
        put(&mut after, &around.after);
        let within = Absent { before, after, ..*around };
        self.given(
            &within,
            text_of(|out| {
                put(out, &within.before);
                put(out, &within.after);
            }),
        )?;
        let now = Seen::of(self.inquiry.last());
        for (index, _) in (0..).zip(inner.members) {
            self.absent(&within, path.member(index), inner, index, &now)?;
        }
        Some(())
    }

    /// What is found if an absent member of the body has this value.
    fn given(&mut self, absent: &Absent, value: String) -> Option<&Found> {
        let Absent { node, path, .. } = *absent;
        let entry = self.outline.member(node, path.last_member()?).map_or(NONE, |(at, _)| at);
        let rank = Change::EXAMPLE;
        let change = Change { op: Op::Add, path, node, entry, value, rank };
        let splices = self.outline.splices(core::iter::once(&change));
        spliced(self.outline.text, &splices, &mut self.text);
        let found = self.inquiry.ask(&self.text)?;
        self.sees_warnings &= !found.truncated.warn;
        (!found.truncated.deny).then_some(found)
    }

    fn add(
        &mut self,
        path: Path,
        kind: Kind,
        state: State,
        under: Option<Path>,
        mut rules: Vec<u16>,
        needs: FactSet,
    ) {
        rules.dedup();
        self.fields.push(Field {
            path: self.inquiry.pointer(path, ""),
            json_type: kind.expected(),
            state,
            under: under.map(|under| self.inquiry.pointer(under, "")),
            rules: rules.iter().map(|rule| self.inquiry.rule_name(*rule)).collect(),
            needs,
        });
    }
}

/// A member's beginning: its name and a colon.
fn key(name: &str) -> String {
    crate::append::joined(&["\"", name, "\":"])
}

/// The state of an absent member, from what is found without it and with it, and the rules that make
/// it so, in order.
fn state(now: &Seen, found: &Found, path: Path, needs_none: bool) -> (State, Vec<u16>) {
    for (level, asked, refused) in [
        (Level::Deny, State::Required, State::Forbidden),
        (Level::Warn, State::Advised, State::Discouraged),
    ] {
        if level == Level::Warn && (now.truncated.warn || found.truncated.warn) {
            break;
        }
        let is_gone =
            |rule: u16| !found.entries.iter().any(|it| (it.rule, it.path) == (rule, path));
        let asking = now.at(path).filter(|entry| entry.level == level).map(|entry| entry.rule);
        let rules: Vec<u16> = asking.filter(|rule| is_gone(*rule)).collect();
        let may_be_asked = level != Level::Deny || !needs_none;
        if may_be_asked && !rules.is_empty() {
            return (asked, rules);
        }
        let is_inside = |it: Path| it != path && it.is_within(path);
        let added = found.entries.iter().filter(|entry| {
            entry.level == level && !is_inside(entry.path) && now.position(found, entry).is_none()
        });
        let rules: Vec<u16> = added.map(|entry| entry.rule).collect();
        if !rules.is_empty() {
            return (refused, rules);
        }
    }
    (State::Optional, Vec::new())
}

/// The facts that rules at level deny need with the member and not without it, or the other way
/// round.
fn needs(without: &[Undecided], with: &[Undecided]) -> FactSet {
    let only = |of: &[Undecided], other: &[Undecided]| {
        let denying = of.iter().filter(|it| it.level == Level::Deny);
        let alone = denying.filter(|it| !other.iter().any(|other| other.rule == it.rule));
        alone.fold(FactSet::EMPTY, |needs, it| needs.union(it.needs))
    };
    only(without, with).union(only(with, without))
}
