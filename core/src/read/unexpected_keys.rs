//! Keys that are not as expected: looked up, or passed over with their values.

use super::cursor::{Key, Open};
use super::{IssueKind, Read, Reader, Stop};
use crate::json::decode;
use crate::json::scan::{self, StringEnd, byte_at, skip_white_space};
use crate::path::Path;
use crate::schema::Shape;

/// As long as a known key can be if each of its letters is an escape: a longer one is unknown.
const MAX_ESCAPED: usize = 6 * 32;

impl Reader<'_, '_> {
    /// The next key behind a bracket or comma; none if it is the bracket of an object that ends at once.
    #[inline(never)]
    pub(super) fn any_key(&mut self) -> Read<Option<Key>> {
        let (text, before) = (self.text, self.at);
        let at = skip_white_space(text, before.wrapping_add(1));
        if byte_at(text, at) == b'}' && byte_at(text, before) == b'{' {
            self.at = at;
            return Ok(None);
        }
        if byte_at(text, at) != b'"' {
            return Err(Stop::Malformed(at));
        }
        let start = at.wrapping_add(1);
        let end = scan::string(text, start)?;
        self.beyond_print |= end.beyond_print;
        let Open { shape, position, .. } = *self.open.innermost();
        let index = self.member_named(shape, start, end).unwrap_or(Path::UNKNOWN);
        if index != Path::UNKNOWN {
            self.predictor.learn(shape, position, index);
        }
        let behind = end.quote.wrapping_add(1);
        let value = scan::colon(text, behind)?;
        Ok(Some(Key { index, start: at, behind, value }))
    }

    /// A key that is not known, or known and given again: its value is passed over.
    #[inline(never)]
    pub(super) fn other_key(&mut self, key: Key) -> Read<()> {
        let is_unknown = key.index == Path::UNKNOWN;
        let kind = if is_unknown { IssueKind::UnknownMember } else { IssueKind::DuplicateKey };
        let path = self.member_path(key.index);
        self.issue(kind, path, key.start, key.behind)?;
        self.at = skip_white_space(self.text, key.value);
        self.skip(path)
    }

    /// The member of that key, whose content begins at `start`.
    fn member_named(&mut self, shape: &Shape, start: usize, end: StringEnd) -> Option<u8> {
        let name = self.text.get(start..end.quote)?;
        if !end.escaped {
            return shape.position(name);
        }
        if name.len() > MAX_ESCAPED {
            return None;
        }
        // In the side buffer, for as long as it takes.
        let bytes = &mut self.decoded.bytes;
        let kept = bytes.len();
        decode(name, bytes);
        let index = shape.position(bytes.get(kept..).unwrap_or_default());
        bytes.truncate(kept);
        index
    }
}
