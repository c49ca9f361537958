//! Keys that weren't predicted: they are looked up, or skipped with their values.

use super::cursor::{Key, Open};
use super::{IssueKind, Read, Reader, Stop};
use crate::json::decode;
use crate::json::scan::{self, StringEnd, byte_at, skip_white_space};
use crate::path::Path;
use crate::schema::Shape;

/// The longest a known key can be if each of its letters is an escape. A longer one is unknown.
const MAX_ESCAPED: usize = 6 * 32;

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
        Ok(Some(Key { index, start: at, end: after, value }))
    }

    /// Reports a key that is unknown or repeated, and skips its value.
    #[inline(never)]
    pub(super) fn other_key(&mut self, key: Key) -> Read<()> {
        let is_unknown = key.index == Path::UNKNOWN;
        let kind = if is_unknown { IssueKind::UnknownMember } else { IssueKind::DuplicateKey };
        let path = self.member_path(key.index);
        self.issue(kind, path, key.start, key.end)?;
        self.at = skip_white_space(self.text, key.value);
        self.skip(path)
    }

    /// The member with the key whose content begins at `start`.
    fn member_named(&mut self, shape: &Shape, start: usize, end: StringEnd) -> Option<u8> {
        let name = invariant!(self.text.get(start..end.quote))?;
        if !end.escaped {
            return shape.position(name);
        }
        if name.len() > MAX_ESCAPED {
            return None;
        }
        // Decode it at the end of the side buffer, for the moment.
        let bytes = &mut self.decoded.bytes;
        let kept = bytes.len();
        decode(name, bytes);
        let index = shape.position(invariant!(bytes.get(kept..)).unwrap_or_default());
        bytes.truncate(kept);
        index
    }
}
