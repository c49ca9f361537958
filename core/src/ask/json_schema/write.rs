//! Writing the JSON of a schema, member by member.

use crate::base::append::{put, text_of};
use crate::base::json::{put_comma, put_escaped, put_name};
use alloc::string::String;

/// A JSON object that is being written.
pub(super) struct Object<'o>(&'o mut String);

impl Object<'_> {
    /// Writes an object.
    pub(super) fn write(out: &mut String, members: impl FnOnce(&mut Object<'_>)) {
        put(out, "{");
        members(&mut Object(out));
        put(out, "}");
    }

    /// The members that are written, without the braces of an object.
    pub(super) fn inside(members: impl FnOnce(&mut Object<'_>)) -> String {
        let object = text_of(|out| Object::write(out, members));
        object.get(1..object.len() - 1).unwrap_or_default().into()
    }

    /// Members that are JSON already.
    pub(super) fn rest(&mut self, members: &str) {
        if !members.is_empty() {
            put_comma(self.0);
            put(self.0, members);
        }
    }

    /// A member whose value is JSON already.
    pub(super) fn json(&mut self, name: &str, json: &str) {
        self.value(name, |out| put(out, json));
    }

    /// A member that is a string.
    pub(super) fn text(&mut self, name: &str, text: &str) {
        self.value(name, |out| put_text(out, text));
    }

    /// A member that is an array of strings.
    pub(super) fn texts<'t>(&mut self, name: &str, texts: impl IntoIterator<Item = &'t str>) {
        self.array(name, |array| texts.into_iter().for_each(|text| array.text(text)));
    }

    /// A member that is an object.
    pub(super) fn object(&mut self, name: &str, members: impl FnOnce(&mut Object<'_>)) {
        self.value(name, |out| Object::write(out, members));
    }

    /// A member that is an array.
    pub(super) fn array(&mut self, name: &str, elements: impl FnOnce(&mut Array<'_>)) {
        self.value(name, |out| {
            put(out, "[");
            elements(&mut Array(out));
            put(out, "]");
        });
    }

    fn value(&mut self, name: &str, write: impl FnOnce(&mut String)) {
        put_comma(self.0);
        put_name(self.0, Some(name));
        put(self.0, ":");
        write(self.0);
    }
}

/// A JSON array that is being written.
pub(super) struct Array<'o>(&'o mut String);

impl Array<'_> {
    pub(super) fn json(&mut self, json: &str) {
        put_comma(self.0);
        put(self.0, json);
    }

    pub(super) fn text(&mut self, text: &str) {
        put_comma(self.0);
        put_text(self.0, text);
    }

    pub(super) fn object(&mut self, members: impl FnOnce(&mut Object<'_>)) {
        put_comma(self.0);
        Object::write(self.0, members);
    }
}

fn put_text(out: &mut String, text: &str) {
    put(out, "\"");
    put_escaped(out, text);
    put(out, "\"");
}
