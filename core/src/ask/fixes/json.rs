//! The JSON form of the answer: the same bytes in every binding.

use super::{Change, Choice, Fixable, Fixes, Unfixable};
use crate::base::json::ObjectWriter;
use alloc::string::String;

impl Fixes<'_> {
    /// The answer as JSON.
    pub fn to_json(&self) -> String {
        ObjectWriter::text_of(|answer| {
            answer.array("fixes", |fixes| {
                for Fixable { finding, rule, path, choices } in &self.fixes {
                    fixes.object(|fix| {
                        fix.integer("finding", *finding);
                        fix.text("rule", rule);
                        fix.text("path", path);
                        fix.array("choices", |all| {
                            choices
                                .iter()
                                .for_each(|choice| all.object(|object| put_choice(object, choice)));
                        });
                    });
                }
            });
            answer.array("unfixable", |unfixable| {
                for Unfixable { rule, path } in &self.unfixable {
                    unfixable.object(|object| {
                        object.text("rule", rule);
                        object.text("path", path);
                    });
                }
            });
            if !self.complete {
                answer.json("complete", "false");
            }
        })
    }
}

fn put_choice(out: &mut ObjectWriter<'_>, Choice { applicability, patch, .. }: &Choice) {
    out.text("applicability", applicability.name());
    out.array("patch", |changes| {
        patch.iter().for_each(|change| changes.object(|object| put_change(object, change)));
    });
}

fn put_change(out: &mut ObjectWriter<'_>, change: &Change) {
    let (op, path) = match change {
        Change::Add { path, .. } => ("add", path),
        Change::Replace { path, .. } => ("replace", path),
        Change::Remove { path } => ("remove", path),
        Change::Move { path, .. } => ("move", path),
    };
    out.text("op", op);
    if let Change::Move { from, .. } = change {
        out.text("from", from);
    }
    out.text("path", path);
    if let Some(value) = change.value() {
        out.json("value", value);
    }
}
