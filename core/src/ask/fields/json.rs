//! The JSON form of the answer: the same bytes in every binding.

use super::Fields;
use crate::base::append::{put, text_of};
use crate::base::json::{put_comma, put_name, put_names};
use crate::model::facts::Fact;
use alloc::string::String;

impl Fields<'_> {
    /// The answer as JSON.
    #[must_use]
    pub fn to_json(&self) -> String {
        text_of(|out| self.write_json(out))
    }

    /// Appends the answer as JSON.
    pub fn write_json(&self, out: &mut String) {
        put(out, r#"{"operation":""#);
        put(out, self.operation.name());
        put(out, r#"","fields":["#);
        for field in &self.fields {
            put_comma(out);
            put(out, r#"{"path":""#);
            put(out, &field.path);
            put(out, r#"","type":""#);
            put(out, field.json_type);
            put(out, r#"","state":""#);
            put(out, field.state.name());
            put(out, r#"","under":"#);
            put_name(out, field.under.as_deref());
            put(out, r#","rules":"#);
            put_names(out, field.rules.iter().copied());
            put(out, r#","needs":"#);
            put_names(out, field.needs().map(Fact::name));
            put(out, "}");
        }
        put(out, if self.complete { r#"],"complete":true}"# } else { r#"],"complete":false}"# });
    }
}
