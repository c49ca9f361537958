//! Writes JSON objects member by member.

use super::{put_comma, put_escaped, put_name};
use crate::base::append::text_of;
use crate::base::decimal::put_integer;
use alloc::string::String;

/// A JSON object that is being written.
pub(crate) struct ObjectWriter<'o>(&'o mut String);

impl ObjectWriter<'_> {
    pub(crate) fn write(out: &mut String, members: impl FnOnce(&mut ObjectWriter<'_>)) {
        out.push('{');
        members(&mut ObjectWriter(out));
        out.push('}');
    }

    /// The text of an object.
    pub(crate) fn text_of(members: impl FnOnce(&mut ObjectWriter<'_>)) -> String {
        text_of(|out| ObjectWriter::write(out, members))
    }

    /// Adds a member whose value is already JSON.
    pub(crate) fn json(&mut self, name: &str, json: &str) {
        self.value(name, |out| out.push_str(json));
    }

    pub(crate) fn text(&mut self, name: &str, text: &str) {
        self.value(name, |out| put_text(out, text));
    }

    /// Adds a member that is a string or null.
    pub(crate) fn maybe_text(&mut self, name: &str, text: Option<&str>) {
        match text {
            Some(text) => self.text(name, text),
            None => self.json(name, "null"),
        }
    }

    pub(crate) fn integer(&mut self, name: &str, count: usize) {
        self.value(name, |out| put_integer(out, count as i64));
    }

    pub(crate) fn texts<'t>(&mut self, name: &str, texts: impl IntoIterator<Item = &'t str>) {
        self.array(name, |array| texts.into_iter().for_each(|text| array.text(text)));
    }

    pub(crate) fn array(&mut self, name: &str, elements: impl FnOnce(&mut Array<'_>)) {
        self.value(name, |out| {
            out.push('[');
            elements(&mut Array(out));
            out.push(']');
        });
    }

    fn value(&mut self, name: &str, write: impl FnOnce(&mut String)) {
        put_comma(self.0);
        put_name(self.0, Some(name));
        self.0.push(':');
        write(self.0);
    }
}

/// Functions that only schemas need.
#[cfg(feature = "prose")]
impl ObjectWriter<'_> {
    /// Writes members without the braces of an object.
    pub(crate) fn inside(members: impl FnOnce(&mut ObjectWriter<'_>)) -> String {
        let object = ObjectWriter::text_of(members);
        object.get(1..object.len() - 1).unwrap_or_default().into()
    }

    /// Adds members that are already JSON.
    pub(crate) fn rest(&mut self, members: &str) {
        if !members.is_empty() {
            put_comma(self.0);
            self.0.push_str(members);
        }
    }

    pub(crate) fn object(&mut self, name: &str, members: impl FnOnce(&mut ObjectWriter<'_>)) {
        self.value(name, |out| ObjectWriter::write(out, members));
    }
}

/// A JSON array that is being written.
pub(crate) struct Array<'o>(&'o mut String);

impl Array<'_> {
    #[cfg(feature = "prose")]
    pub(crate) fn json(&mut self, json: &str) {
        put_comma(self.0);
        self.0.push_str(json);
    }

    pub(crate) fn text(&mut self, text: &str) {
        put_comma(self.0);
        put_text(self.0, text);
    }

    pub(crate) fn object(&mut self, members: impl FnOnce(&mut ObjectWriter<'_>)) {
        put_comma(self.0);
        ObjectWriter::write(self.0, members);
    }
}

fn put_text(out: &mut String, text: &str) {
    out.push('"');
    put_escaped(out, text);
    out.push('"');
}
