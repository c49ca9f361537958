//! The form: a walk through the members that a request has or could have.

use super::{Field, Fields, State};
use crate::ask::inquiry::{Baseline, Bound, Inquiry, MemberPath};
use crate::base::append::text_of;
use crate::base::json::is_white_space;
use crate::base::level::Level;
use crate::check::engine::Engine;
use crate::check::findings::{Collected, Entry, UncheckedRule};
use crate::check::policy::{Added, Policy};
use crate::check::read::{self, Extras, Issue, Scratch};
use crate::model::document::{MemberRef, Object, Slot, Tag, Tape};
use crate::model::facts::{FactSet, Facts};
use crate::model::operation::Operation;
use crate::model::path::Path;
use crate::model::schema::{self, Candidate, DeclaredMembers, Kind, Shape, example_of};
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::{ControlFlow, Range};

const MAX_FIELDS: usize = 1 << 16;

const BOUND: Bound = Bound { members: 1 << 24, bytes: Policy::MAX_BODY_BYTES };

pub(super) fn fields<'e>(
    engine: &'e Engine,
    operation: Operation,
    body: &[u8],
    facts: &Facts<'_>,
) -> Fields<'e> {
    if body.len() > Policy::MAX_BODY_BYTES {
        return Fields::of_too_large(operation);
    }
    let mut answer = Fields { operation, fields: Vec::new(), complete: true, checks: 0, work: 0 };
    let Some(shape) = schema::body(operation) else { return answer };
    let declared = Added::declared_by(engine.added(), operation);
    let read = |tape: &mut Tape<'_>, extras: &mut Extras, (): &mut ()| {
        let form = read::BodyShape { shape, declared, is_open: false };
        // The checks report the issues.
        let issues = &mut |_: &Issue<'_>| ControlFlow::Continue(());
        Some(match read::read(body, form, tape, extras, issues) {
            Ok(root) if root.is(Tag::Object) => (body, root),
            _ => {
                // The body isn't an object, so its members don't count as given.
                extras.clear();
                (b"{}".as_slice(), Slot::empty_object(0, 2))
            }
        })
    };
    let unlimited = engine.with_limits(Policy::MAX_FINDINGS, Policy::MAX_BODY_BYTES);
    let mut scratch = Scratch::NONE;
    _ = scratch.request(operation, &mut (), read, |request, ()| {
        let text = request.body;
        let mut form = Walk {
            inquiry: Inquiry::new(engine, unlimited, operation, facts, text, BOUND),
            body: text,
            declared,
            needs_none: operation.needs_no_body() && is_white_space(body),
            changed: Vec::new(),
            fields: Vec::new(),
            sees_warnings: true,
        };
        answer.complete = form.of_body(request.whole(), shape).is_some() && form.sees_warnings;
        answer.fields = form.fields;
        answer.checks = form.inquiry.checks();
        answer.work = form.inquiry.work();
    });
    answer
}

struct Walk<'e, 'r> {
    inquiry: Inquiry<'e, 'r>,
    body: &'r [u8],
    declared: &'e DeclaredMembers,
    /// There is no body, and none is needed, so no member is required.
    needs_none: bool,
    /// The body with a member added.
    changed: Vec<u8>,
    fields: Vec<Field<'e>>,
    /// Whether all checks had room for all warnings.
    sees_warnings: bool,
}

/// An absent member, and how to insert it: its value replaces a range of the body, between two texts that open and
/// close the absent objects and arrays around it.
struct Absent {
    place: MemberPath,
    part: Range<usize>,
    before: String,
    after: String,
    /// The outermost absent object or array that it is in.
    under: Option<MemberPath>,
}

/// `None` from any of these means that a bound is reached, or that there are too many findings at level deny to
/// compare. The recursion is as deep as the schema.
impl<'e> Walk<'e, '_> {
    fn of_body(&mut self, body: Object<'_>, shape: &'static Shape) -> Option<()> {
        let found = self.inquiry.check(self.body)?;
        if found.truncated.deny {
            return None;
        }
        self.sees_warnings = !found.truncated.warn;
        let now = Baseline::of(found);
        self.object(body, Path::BODY, shape, &now)
    }

    /// Adds the members of an object. `now` has the body's findings.
    fn object(
        &mut self,
        object: Object<'_>,
        path: Path,
        shape: &'static Shape,
        now: &Baseline,
    ) -> Option<()> {
        let declared = self.declared;
        for Candidate { member, name, kind, .. } in declared.and_own(shape) {
            let (place, value) = (MemberPath::of_member(path, member), object.value(member));
            if value.is_absent() {
                let absent = self.absent_from(object, member, place, name);
                self.absent(&absent, shape, member, kind, now)?;
                continue;
            }
            let rules = now.at(place).map(|entry| entry.rule).collect();
            self.add(place, kind, State::Given, None, rules, FactSet::EMPTY)?;
            let Some(inner) = kind.inner() else { continue };
            let value = Object { slot: value.slot, ..object };
            match value.slot.tag() {
                Tag::Object => self.object(value, place.path, inner, now)?,
                Tag::Array => {
                    for (at, element) in (0..).zip(value.elements(inner.members.len())) {
                        if let Some(element) = element {
                            self.object(element, place.path.element(at), inner, now)?;
                        }
                    }
                }
                _ => {}
            }
        }
        Some(())
    }

    fn absent_from(
        &self,
        object: Object<'_>,
        member: MemberRef,
        place: MemberPath,
        name: &str,
    ) -> Absent {
        let slot = object.value(member).slot;
        let absent =
            |part, before| Absent { place, part, before, after: String::new(), under: None };
        if !slot.is_unseen() {
            // A null, or a blank string.
            return absent(slot.start() as usize..slot.end() as usize, String::new());
        }
        let end = (object.slot.end() as usize).saturating_sub(1);
        let others = self.body.get(..end).unwrap_or_default();
        let comma = if others.trim_ascii_end().ends_with(b"{") { "" } else { "," };
        absent(end..end, [comma, "\"", name, "\":"].concat())
    }

    /// Adds an absent member, and the members that it would have; those of a declared member aren't known. `now` has
    /// the findings when its object is there and empty.
    fn absent(
        &mut self,
        absent: &Absent,
        shape: &'static Shape,
        member: MemberRef,
        kind: Kind,
        now: &Baseline,
    ) -> Option<()> {
        let example = match member {
            MemberRef::Own(index) => text_of(|out| shape.put_example(index, out)),
            MemberRef::Declared(_) => example_of(kind).into(),
        };
        let needs_none = self.needs_none;
        let found = self.found_with(absent, &example)?;
        let (state, rules) = state(now, found, absent.place, needs_none);
        let needs = needs(now, &found.unchecked);
        self.add(absent.place, kind, state, absent.under, rules, needs)?;
        // A form has no fields inside a forbidden member.
        let inner = kind.inner().filter(|_| state != State::Forbidden);
        let Some(inner) = inner else { return Some(()) };
        let (opening, closing, path) = match kind {
            Kind::Array(_) => ("[{", "}]", absent.place.path.element(0)),
            _ => ("{", "}", absent.place.path),
        };
        let now = Baseline::of(self.found_with(absent, &[opening, closing].concat())?);
        let inside = |place, name: &str| Absent {
            place,
            part: absent.part.clone(),
            before: [&absent.before, opening, "\"", name, "\":"].concat(),
            after: [closing, &absent.after].concat(),
            under: absent.under.or(Some(absent.place)),
        };
        let declared = self.declared;
        for Candidate { member, name, kind, .. } in declared.and_own(inner) {
            let absent = inside(MemberPath::of_member(path, member), name);
            self.absent(&absent, inner, member, kind, &now)?;
        }
        Some(())
    }

    /// Findings if an absent member has this value.
    fn found_with(&mut self, absent: &Absent, value: &str) -> Option<&Collected> {
        let Absent { part, before, after, .. } = absent;
        self.changed.clear();
        for piece in [
            self.body.get(..part.start).unwrap_or_default(),
            before.as_bytes(),
            value.as_bytes(),
            after.as_bytes(),
            self.body.get(part.end..).unwrap_or_default(),
        ] {
            self.changed.extend_from_slice(piece);
        }
        let found = self.inquiry.check(&self.changed)?;
        self.sees_warnings &= !found.truncated.warn;
        (!found.truncated.deny).then_some(found)
    }

    fn add(
        &mut self,
        place: MemberPath,
        kind: Kind,
        state: State,
        under: Option<MemberPath>,
        mut rules: Vec<u16>,
        needs: FactSet,
    ) -> Option<()> {
        if self.fields.len() >= MAX_FIELDS {
            return None;
        }
        rules.dedup();
        self.fields.push(Field {
            path: self.inquiry.pointer(place),
            json_type: kind.expected(),
            state,
            under: under.map(|under| self.inquiry.pointer(under)),
            rules: rules.iter().map(|rule| self.inquiry.rule_name(*rule)).collect(),
            needs,
        });
        Some(())
    }
}

/// The state of an absent member, and the rules that cause it, in order: from the findings without it (`now`) and with
/// it (`found`).
fn state(
    now: &Baseline,
    found: &Collected,
    place: MemberPath,
    needs_none: bool,
) -> (State, Vec<u16>) {
    for (level, asked, refused) in [
        (Level::Deny, State::Required, State::Forbidden),
        (Level::Warn, State::Advised, State::Discouraged),
    ] {
        if level == Level::Warn && (now.truncated.warn || found.truncated.warn) {
            break;
        }
        // The findings are in this order.
        let key = |entry: &Entry| (entry.rule, MemberPath::of_entry(entry));
        let is_gone = |rule: u16| found.entries.binary_search_by_key(&(rule, place), key).is_err();
        let asking = now.at(place).filter(|entry| entry.level == level).map(|entry| entry.rule);
        let rules: Vec<u16> = asking.filter(|rule| is_gone(*rule)).collect();
        let may_be_asked = level != Level::Deny || !needs_none;
        if may_be_asked && !rules.is_empty() {
            return (asked, rules);
        }
        let is_inside = |path: Path| path != place.path && path.is_within(place.path);
        let added = found.entries.iter().filter(|entry| {
            entry.level == level && !is_inside(entry.path) && !now.has(&found.details, entry)
        });
        let rules: Vec<u16> = added.map(|entry| entry.rule).collect();
        if !rules.is_empty() {
            return (refused, rules);
        }
    }
    (State::Optional, Vec::new())
}

/// The facts that rules at level deny need only with the member, or only without it.
fn needs(without: &Baseline, with: &[UncheckedRule]) -> FactSet {
    let only = |of: &[UncheckedRule], other: &[UncheckedRule]| {
        let denying = of.iter().filter(|finding| finding.level == Level::Deny);
        // Both are in the order of the rules.
        let is_in = |rule: &u16| other.binary_search_by_key(rule, |other| other.rule).is_ok();
        let alone = denying.filter(|finding| !is_in(&finding.rule));
        alone.fold(FactSet::EMPTY, |needs, alone| needs.union(alone.needs))
    };
    only(&without.unchecked, with).union(only(with, &without.unchecked))
}
