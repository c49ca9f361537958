//! The members of a case, as text.

use crate::{members, names};
use serde::de::{Deserialize, Deserializer, Error, IgnoredAny, MapAccess, Visitor};
use serde_json::value::RawValue;
use std::fmt;

/// What to do with lines that are bodies.
const BARE_BODY: &str =
    "a case has its body in the member body; lines that are bodies need --bodies";

/// A member that a case may have.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Member {
    Id,
    Operation,
    Http,
    Body,
    Raw,
    RawBase64,
    Facts,
    Policy,
    History,
    /// What the gateway answered; `calibrate` alone looks at it.
    Answer,
    Expect,
    /// What tests of fixes and of histories have in the place of `expect`.
    Fixes,
    Order,
}

impl Member {
    const ALL: [Member; 13] = [
        Member::Id,
        Member::Operation,
        Member::Http,
        Member::Body,
        Member::Raw,
        Member::RawBase64,
        Member::Facts,
        Member::Policy,
        Member::History,
        Member::Answer,
        Member::Expect,
        Member::Fixes,
        Member::Order,
    ];

    pub(super) const fn name(self) -> &'static str {
        match self {
            Member::Id => "id",
            Member::Operation => "operation",
            Member::Http => "http",
            Member::Body => "body",
            Member::Raw => "raw",
            Member::RawBase64 => "raw_base64",
            Member::Facts => "facts",
            Member::Policy => "policy",
            Member::History => "history",
            Member::Answer => "answer",
            Member::Expect => "expect",
            Member::Fixes => "fixes",
            Member::Order => "order",
        }
    }
}

/// The members of a case. A line that has more than a case may have is read to its end all the
/// same, for the sake of its `id`.
#[derive(Default)]
pub(super) struct Members<'a> {
    values: [Option<&'a RawValue>; Member::ALL.len()],
    /// The first thing that is wrong.
    pub(super) problem: Option<String>,
}

impl<'a> Members<'a> {
    /// The member's value, `null` too.
    pub(super) fn get(&self, member: Member) -> Option<&'a RawValue> {
        self.values[member as usize]
    }
}

impl<'de: 'a, 'a> Deserialize<'de> for Members<'a> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Members<'a>, D::Error> {
        from.deserialize_map(Object).map(|members: Members<'de>| members)
    }
}

struct Object;

impl<'de> Visitor<'de> for Object {
    type Value = Members<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Members<'de>, A::Error> {
        let mut members = Members::default();
        while let Some(Key(key)) = map.next_key()? {
            match key {
                Ok(member) => {
                    let value = &mut members.values[member as usize];
                    if value.replace(map.next_value()?).is_some() {
                        let twice = || format!("the member {} is given twice", member.name());
                        members.problem.get_or_insert_with(twice);
                    }
                }
                Err(problem) => {
                    map.next_value::<IgnoredAny>()?;
                    members.problem.get_or_insert(problem);
                }
            }
        }
        Ok(members)
    }
}

/// A key: the member, or why there is none of that name.
struct Key(Result<Member, String>);

impl<'de> Deserialize<'de> for Key {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Key, D::Error> {
        struct Name;

        impl Visitor<'_> for Name {
            type Value = Key;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a key")
            }

            fn visit_str<E: Error>(self, name: &str) -> Result<Key, E> {
                let member = Member::ALL.into_iter().find(|member| member.name() == name);
                let known = Member::ALL.into_iter().map(Member::name);
                Ok(Key(member.ok_or_else(|| match members::is_of_a_body(name) {
                    true => format!("unknown member \"{name}\": {BARE_BODY}"),
                    false => names::unknown("member", name, known),
                })))
            }
        }

        from.deserialize_str(Name)
    }
}
