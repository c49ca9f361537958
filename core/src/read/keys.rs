//! Keys that are not as expected: looked up, or passed over with their values.

use super::place::{Key, Open};
use super::scan::{self, StringEnd, byte_at, skip_white_space};
use super::{JsonType, Read, Reader, Stop, decode};
use crate::report::Path;
use crate::rules::reading;
use crate::schema::{self, Shape};

/// As long as a known key can be if each of its letters is an escape: a longer one is unknown.
const MOST_ESCAPED: usize = 6 * 32;

impl Reader<'_> {
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
            self.habits.learn(shape, position, index);
        }
        let behind = end.quote.wrapping_add(1);
        let value = scan::colon(text, behind)?;
        Ok(Some(Key { index, start: at, behind, value }))
    }

    /// A key that is not known, or known and given again: its value is passed over.
    #[inline(never)]
    pub(super) fn other_key(&mut self, key: Key) -> Read<()> {
        let is_unknown = key.index == Path::UNKNOWN;
        let rule = if is_unknown { reading::UNKNOWN } else { reading::DUPLICATE_KEY };
        let path = self.member_path(key.index);
        self.note(rule, path, key.start, key.behind, JsonType::String)?;
        self.at = skip_white_space(self.text, key.value);
        self.skip(path)
    }

    /// Whether the `length` bytes at `start` are the name of a member.
    fn is_member(&self, shape: &Shape, index: u8, start: usize, length: usize) -> bool {
        let name = shape.member(index).map(|member| member.name.as_bytes());
        self.text.get(start..start.wrapping_add(length)) == name
    }

    /// The member of that key, whose content begins at `start`.
    fn member_named(&mut self, shape: &Shape, start: usize, end: StringEnd) -> Option<u8> {
        if end.escaped {
            return self.member_named_with_escapes(shape, start, end);
        }
        let length = end.quote.wrapping_sub(start);
        let index = shape.keys.candidate(schema::Key::at(self.text, start, length));
        self.is_member(shape, index, start, length).then_some(index)
    }

    #[cold]
    fn member_named_with_escapes(
        &mut self,
        shape: &Shape,
        start: usize,
        end: StringEnd,
    ) -> Option<u8> {
        let raw = self.text.get(start..end.quote)?;
        if raw.len() > MOST_ESCAPED {
            return None;
        }
        let name = &mut self.decoded.bytes;
        let kept = name.len();
        decode(raw, name);
        let known = |member: &schema::Member| name.get(kept..) == Some(member.name.as_bytes());
        let index = shape.members.iter().position(known);
        name.truncate(kept);
        index.map(|index| index as u8)
    }
}
