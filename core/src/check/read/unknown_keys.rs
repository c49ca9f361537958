//! Classifies unknown keys once the body is read: another spelling of a member that the object has, or of one that it
//! lacks; a member that another object lacks; or none of these.

use super::negative_cache::NegativeCache;
use super::{BodyShape, Extras, Issue, IssueKind, Issues, Read, Stop};
use crate::base::distance::{distance_of_similar, distance_within, letters, may_be_near};
use crate::base::json::decode;
use crate::base::shown::{LONGEST, is_shown};
use crate::model::document::{DeclaredValue, MemberRef, Slot, Tag, slot_of};
use crate::model::path::Path;
use crate::model::schema::{
    Candidate, DeclaredMembers, Kind, Member, Shape, is_known_elsewhere, is_name_of_member,
    is_same_writing, other_names,
};
use core::ops::ControlFlow;
use smallvec::SmallVec;

/// An unknown key: the path and the slot of the object that it is in, and where it is in the text.
pub(super) struct UnknownKey {
    pub(super) object: Path,
    pub(super) place: u32,
    pub(super) start: u32,
    pub(super) end: u32,
    pub(super) is_escaped: bool,
}

/// Reports the unknown keys of a body, in the order of the text.
#[cold]
#[inline(never)]
pub(super) fn report(
    text: &[u8],
    body: BodyShape<'_>,
    tape: &[Slot],
    extras: &mut Extras,
    issues: Issues<'_>,
) -> Read<()> {
    let Extras { unknown_keys, declared: values, decoded, negative_cache, .. } = extras;
    let inserts = negative_cache.begin();
    let mut path_before = None;
    let mut shape = Some(body.shape);
    for key in unknown_keys.iter() {
        // Most keys are in the object of the one before.
        if path_before != Some(key.object) {
            shape = key.object.shape_around(body.shape);
            path_before = Some(key.object);
        }
        let slot = tape.get(key.place as usize);
        let (Some(shape), Some(slot)) = (shape, slot) else { continue };
        let object = ObjectView { shape, slot, tape, declared: body.declared, values };
        let raw = text.get(key.start as usize..key.end as usize).unwrap_or_default();
        let raw = raw.get(1..raw.len().saturating_sub(1)).unwrap_or_default();
        let is_plain = !key.is_escaped && !body.is_open && body.declared.is_empty();
        let cached = if is_plain { negative_cache.find(shape, raw) } else { None };
        let kept = decoded.bytes.len();
        let (kind, name) = if let Some(is_elsewhere) = cached {
            let kind = if is_elsewhere { misplaced(raw, key.object, object, body) } else { None };
            (kind, raw)
        } else {
            // Longer keys have too many characters to be shown.
            if key.is_escaped && raw.len() <= 6 * LONGEST {
                decode(raw, &mut decoded.bytes);
            }
            let unescaped = decoded.bytes.get(kept..).unwrap_or_default();
            let name = if key.is_escaped { unescaped } else { raw };
            let shown = is_shown(name).then_some(name);
            let kind = shown.and_then(|name| kind(name, key.object, object, body));
            if inserts
                && shown.is_some()
                && is_plain
                && raw.len() <= NegativeCache::LONGEST
                && matches!(kind, None | Some(IssueKind::MisplacedMember(_)))
                && resembles_no_member(shape, raw)
            {
                negative_cache.insert(shape, raw, is_name_of_member(raw));
            }
            (kind, shown.unwrap_or_default())
        };
        let unknown = (!body.is_open).then_some(IssueKind::UnknownMember);
        if let Some(kind) = kind.or(unknown) {
            let path = key.object.member(Path::UNKNOWN);
            let issue = Issue { kind, path, declared: None, name, start: key.start, end: key.end };
            if issues(&issue) == ControlFlow::Break(()) {
                return Err(Stop::Enough);
            }
        }
        decoded.bytes.truncate(kept);
    }
    Ok(())
}

/// The issue with an unknown key that may be shown, if it is more than unknown. All known keys may be shown, and so
/// may keys that differ from them only in case.
fn kind(name: &[u8], at: Path, object: ObjectView<'_>, body: BodyShape<'_>) -> Option<IssueKind> {
    let letters = letters(name);
    let is_known = is_known_elsewhere(letters);
    if (is_known || !body.declared.is_empty()) && object.has_in_other_case(name, letters) {
        return Some(IssueKind::AmbiguousKey);
    }
    if body.is_open {
        return None;
    }
    let misspelt = object.meant_by(name, letters).map(IssueKind::MisspeltMember);
    misspelt.or_else(|| if is_known { misplaced(name, at, object, body) } else { None })
}

/// The issue with a key that names a member of another object, if that object lacks it.
fn misplaced(
    name: &[u8],
    at: Path,
    object: ObjectView<'_>,
    body: BodyShape<'_>,
) -> Option<IssueKind> {
    place_of(name, at, body.shape, object.tape).map(IssueKind::MisplacedMember)
}

/// Whether a key that may be shown resembles no member of an object type, absent or not.
fn resembles_no_member(shape: &'static Shape, key: &[u8]) -> bool {
    let is_written_so = |member: &Member| member.key().eq_ignore_ascii_case(key);
    ObjectView::empty(shape).meant_by(key, letters(key)).is_none()
        && !shape.members.iter().any(is_written_so)
}

/// The member of an empty object that a key names, or was likely meant to name.
#[cfg(feature = "door")]
pub(crate) fn meant_in(shape: &'static Shape, key: &[u8]) -> Option<&'static str> {
    let meant = || match ObjectView::empty(shape).meant_by(key, letters(key))? {
        MemberRef::Own(index) => Some(index),
        MemberRef::Declared(_) => None,
    };
    let index = if is_shown(key) { shape.position(key).or_else(meant) } else { None };
    index.and_then(|index| shape.member(index)).map(|member| member.name())
}

/// The first place in document order where a member of that name is missing, in an object around the one at `own` or
/// inside it, but not inside an array in it.
fn place_of(name: &[u8], own: Path, root: &'static Shape, tape: &[Slot]) -> Option<Path> {
    let letters = letters(name);
    // An object in an array is always an element itself, so all objects around it are found, too.
    let mut objects = SmallVec::<[_; 16]>::from_slice(&[(Path::BODY, root, *tape.first()?)]);
    let (mut next, mut place) = (0, None);
    while let Some((path, shape, object)) = objects.get(next).copied() {
        for (index, member) in (0u8..).zip(shape.members) {
            let at = path.member(index);
            if member.letters == letters
                && member.name().as_bytes() == name
                && object.present() >> index & 1 == 0
                && !matches!(member.kind, Kind::Recognised)
                && !member.is_signature()
            {
                place = place.into_iter().chain([at]).min();
            }
            if let Kind::Object(inner) = member.kind
                && object.has_members()
                && let Some(slot) = tape.get(object.low() as usize + usize::from(index))
                && slot.is(Tag::Object)
                && (own.is_within(at) || at.is_within(own))
            {
                objects.push((at, inner, *slot));
            }
        }
        next += 1;
    }
    place
}

#[derive(Clone, Copy)]
struct ObjectView<'a> {
    shape: &'static Shape,
    slot: &'a Slot,
    tape: &'a [Slot],
    declared: &'a DeclaredMembers,
    values: &'a [DeclaredValue],
}

impl<'a> ObjectView<'a> {
    fn empty(shape: &'static Shape) -> ObjectView<'a> {
        let (declared, values) = (DeclaredMembers::NONE, &[]);
        ObjectView { shape, slot: &Slot::UNSEEN, tape: &[], declared, values }
    }

    fn members(self) -> impl Iterator<Item = Candidate<'a>> + Clone {
        self.declared.and_own(self.shape)
    }

    /// The slot that was read for a member.
    fn slot_of(self, member: MemberRef) -> &'a Slot {
        match member {
            MemberRef::Own(_) if !self.slot.has_members() => &Slot::UNSEEN,
            MemberRef::Own(index) => {
                let at = self.slot.low() as usize + usize::from(index);
                self.tape.get(at).unwrap_or(&Slot::UNSEEN)
            }
            MemberRef::Declared(position) => slot_of(self.values, self.slot.start(), position),
        }
    }

    /// Whether it has a member whose key differs only in the case of letters.
    fn has_in_other_case(self, name: &[u8], letters: u32) -> bool {
        self.members().any(|member| {
            member.letters == letters
                && member.name.as_bytes().eq_ignore_ascii_case(name)
                && !matches!(member.kind, Kind::Recognised)
                && !self.slot_of(member.member).is_unseen()
        })
    }

    /// The absent member that a key was likely meant to name: by another name or spelling, or the nearest.
    fn meant_by(self, name: &[u8], letters: u32) -> Option<MemberRef> {
        let is_known = is_known_elsewhere(letters);
        let by_other_name = match is_known || !self.declared.is_empty() {
            true => self.named_otherwise(name, letters, is_known),
            false => None,
        };
        by_other_name.or_else(|| self.nearest(name, letters))
    }

    /// The absent member that has `name` as another name or spelling.
    fn named_otherwise(self, name: &[u8], letters: u32, is_known: bool) -> Option<MemberRef> {
        let others = if is_known { other_names(name, self.shape) } else { SmallVec::new() };
        let mut nearest = None;
        for member in self.members().filter(|member| may_be_meant(member.kind)) {
            let is_written_so =
                member.letters == letters && is_same_writing(name, member.name.as_bytes());
            let is_other_name = others.contains(&member.name) && !self.lists(name, letters);
            if (is_written_so || is_other_name) && self.lacks(member.member) {
                keep_nearer(
                    &mut nearest,
                    member.member,
                    distance_within(name, member.name.as_bytes(), 64),
                );
            }
        }
        nearest.map(|(member, _)| member)
    }

    /// The absent member with the nearest name, if that is near enough.
    fn nearest(self, name: &[u8], letters: u32) -> Option<MemberRef> {
        let max = match name.len() {
            0..4 => return None,
            4..8 => 1,
            _ => 2,
        };
        let is_near = |key: &[u8], member_letters: u32| {
            key.len().abs_diff(name.len()) <= max && may_be_near(member_letters, letters, max)
        };
        let mut nearest = None;
        let mut consider = |member: MemberRef, kind: Kind, key: &[u8]| {
            if may_be_meant(kind) && self.lacks(member) {
                keep_nearer(&mut nearest, member, distance_of_similar(name, key, max));
            }
        };
        for (index, member) in (0..).zip(self.shape.members) {
            if is_near(member.key(), member.letters) {
                consider(MemberRef::Own(index), member.kind, member.key());
            }
        }
        for (position, declared) in self.declared.of(self.shape) {
            if is_near(declared.name.as_bytes(), declared.letters) {
                consider(MemberRef::Declared(position), declared.kind, declared.name.as_bytes());
            }
        }
        nearest.map(|(member, _)| member)
    }

    fn lacks(self, member: MemberRef) -> bool {
        match member {
            MemberRef::Own(index) => self.slot.present() >> index & 1 == 0,
            MemberRef::Declared(_) => !self.slot_of(member).reaches(Tag::Invalid),
        }
    }

    /// Whether its type has a member of that name in any spelling.
    fn lists(self, name: &[u8], letters: u32) -> bool {
        self.members().any(|member| {
            member.letters == letters && is_same_writing(name, member.name.as_bytes())
        })
    }
}

/// Whether a misspelt key may be meant for a member of this kind. Members of any type are never missed.
fn may_be_meant(kind: Kind) -> bool {
    !matches!(kind, Kind::Recognised | Kind::Any)
}

/// Replaces the nearest member if another is nearer.
fn keep_nearer(
    nearest: &mut Option<(MemberRef, usize)>,
    member: MemberRef,
    distance: Option<usize>,
) {
    if let Some(distance) = distance
        && nearest.is_none_or(|(_, least)| distance < least)
    {
        *nearest = Some((member, distance));
    }
}
