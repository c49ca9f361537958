//! The JSON form of the answer: the same bytes in every binding.

use super::Fields;
use crate::base::json::ObjectWriter;
use crate::model::facts::Fact;
use alloc::string::String;

impl Fields<'_> {
    /// The answer as JSON.
    pub fn to_json(&self) -> String {
        ObjectWriter::text_of(|answer| {
            answer.text("operation", self.operation.name());
            answer.array("fields", |fields| {
                for field in &self.fields {
                    fields.object(|object| {
                        object.text("path", &field.path);
                        object.text("type", field.json_type);
                        object.text("state", field.state.name());
                        object.maybe_text("under", field.under.as_deref());
                        object.texts("rules", field.rules.iter().copied());
                        object.texts("needs", field.needs().map(Fact::name));
                    });
                }
            });
            answer.json("complete", if self.complete { "true" } else { "false" });
        })
    }
}
