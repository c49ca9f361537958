//! Keys that weren't predicted: they are looked up, or skipped with their values.

use super::cursor::{Key, Open};
use super::{IssueKind, Read, Reader, Stop, UnknownKey};
use crate::base::json::decode;
use crate::base::json::scan::{self, StringEnd, byte_at, skip_white_space};
use crate::base::shown::LONGEST;
use crate::model::document::DeclaredValue;
use crate::model::path::Path;
use crate::model::schema::Shape;

/// Greatest length of a known key, with an escape for each letter. Longer keys are unknown.
const MAX_ESCAPED: usize = 6 * LONGEST;

/// Declared members that an open object has, as bits: at most 256 are declared.
#[derive(Clone, Copy, Default)]
pub(super) struct SeenDeclared {
    object: Option<u32>,
    members: [u64; 4],
}

impl Reader<'_, '_> {
    /// The next key after a bracket or comma. `None` after the bracket of an empty object.
    #[inline(never)]
    pub(super) fn any_key(&mut self) -> Read<Option<Key>> {
        let (text, before) = (self.text, self.at);
        let at = skip_white_space(text, before + 1);
        if byte_at(text, at) == b'}' && byte_at(text, before) == b'{' {
            self.at = at;
            return Ok(None);
        }
        if byte_at(text, at) != b'"' {
            return Err(Stop::Malformed(at));
        }
        let start = at + 1;
        let end = scan::string(text, start)?;
        self.beyond_print |= end.beyond_print;
        let Open { shape, position, .. } = *self.open.innermost();
        let index = self.member_named(shape, start, end).unwrap_or(Path::UNKNOWN);
        if index != Path::UNKNOWN {
            self.predictor.learn(shape, position, index);
        }
        let after = end.quote + 1;
        let value = scan::colon(text, after)?;
        Ok(Some(Key { index, start: at, end: after, value, is_escaped: end.escaped }))
    }

    /// Reads the member of a key that isn't in the tables, or is repeated.
    #[inline(never)]
    pub(super) fn other_key(&mut self, key: Key) -> Read<()> {
        if key.index != Path::UNKNOWN {
            return self.repeated(key, self.member_path(key.index));
        }
        if !self.members.is_empty()
            && let Some(position) = self.declared_named(key)
        {
            self.reading = Some(position);
            let read = self.declared(key, position);
            self.reading = None;
            return read;
        }
        let Open { place, .. } = *self.open.innermost();
        let (object, start, end) = (self.open.path(), key.start as u32, key.end as u32);
        let is_escaped = key.is_escaped;
        self.unknown_keys.push(UnknownKey { object, place, start, end, is_escaped });
        self.pass_over(key, object.member(Path::UNKNOWN))
    }

    fn declared(&mut self, key: Key, position: u16) -> Read<()> {
        if self.was_seen(position) {
            return self.repeated(key, self.member_path(Path::DECLARED));
        }
        let Some(kind) = self.members.get(position).map(|declared| declared.kind) else {
            return self.pass_over(key, self.member_path(Path::DECLARED)); // not covered: the position is valid
        };
        let object = self.open.innermost().start;
        self.at = skip_white_space(self.text, key.value);
        let slot = self.value(kind, Path::DECLARED)?;
        self.declared.push(DeclaredValue { object, position, slot });
        Ok(())
    }

    /// Marks a declared member of the innermost object as seen. Returns whether it was already.
    fn was_seen(&mut self, position: u16) -> bool {
        let (depth, object) = (self.open.depth(), self.open.innermost().start);
        if self.seen.len() <= depth {
            self.seen.resize(depth + 1, SeenDeclared::default());
        }
        let Some(seen) = self.seen.get_mut(depth) else { return false };
        // The next element of an array has the same depth.
        if seen.object != Some(object) {
            *seen = SeenDeclared { object: Some(object), members: [0; 4] };
        }
        let Some(word) = seen.members.get_mut(usize::from(position >> 6)) else { return false };
        let (before, bit) = (*word, 1u64 << (position & 63));
        *word |= bit;
        before & bit != 0
    }

    fn repeated(&mut self, key: Key, path: Path) -> Read<()> {
        self.issue(IssueKind::DuplicateKey, path, key.start, key.end)?;
        self.pass_over(key, path)
    }

    fn pass_over(&mut self, key: Key, path: Path) -> Read<()> {
        self.at = skip_white_space(self.text, key.value);
        self.skip(path)
    }

    /// The declared member of the innermost object with this key.
    fn declared_named(&mut self, key: Key) -> Option<u16> {
        let (shape, members) = (self.open.innermost().shape, self.members);
        let name = self.text.get(key.start + 1..key.end - 1)?;
        self.look_up(name, key.is_escaped, |name| members.position(shape, name))
    }

    /// The member with the key whose content begins at `start`.
    fn member_named(&mut self, shape: &Shape, start: usize, end: StringEnd) -> Option<u8> {
        let name = invariant!(self.text.get(start..end.quote))?;
        self.look_up(name, end.escaped, |name| shape.position(name))
    }

    /// Looks a key up, decoded if it has escapes.
    #[inline(always)]
    fn look_up<T>(
        &mut self,
        name: &[u8],
        is_escaped: bool,
        position: impl Fn(&[u8]) -> Option<T>,
    ) -> Option<T> {
        if !is_escaped {
            return position(name);
        }
        if name.len() > MAX_ESCAPED {
            return None;
        }
        // Decodes the key at the end of the side buffer, temporarily.
        let bytes = &mut self.decoded.bytes;
        let kept = bytes.len();
        decode(name, bytes);
        let found = position(bytes.get(kept..).unwrap_or_default());
        bytes.truncate(kept);
        found
    }
}
