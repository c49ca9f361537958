//! What the gateway answers: templates, one for each operation.

use crate::Error;
use minijinja::value::Serde;
use minijinja::{AutoEscape, Environment, UndefinedBehavior, Value as Shown};
use paylint::Operation;
use serde::Serialize;
use std::fs;
use std::path::Path;

/// The templates that are built in. Where an operation has none of its own, it is answered with the order.
const BUILT_IN: [(&str, &str); 4] = [
    ("order", include_str!("../answers/order.json")),
    ("client", include_str!("../answers/client.json")),
    ("tax", include_str!("../answers/tax.json")),
    ("card_webhook", include_str!("../answers/card_webhook.json")),
];

pub(crate) struct Answers(Environment<'static>);

impl Answers {
    /// The built-in templates, and over them those of a folder.
    pub(crate) fn new(folder: Option<&Path>) -> Result<Answers, Error> {
        let mut templates = Environment::new();
        // A value is written as JSON, and one that isn't there as null.
        templates.set_auto_escape_callback(|_| AutoEscape::Json);
        templates.set_undefined_behavior(UndefinedBehavior::Chainable);
        templates.add_filter("number", |amount: Shown| -> Shown {
            let number = amount.as_str().and_then(|text| text.parse::<f64>().ok());
            number.map_or(Shown::from(()), Shown::from)
        });
        for operation in Operation::ALL {
            let name = operation.name();
            let file = folder.map(|folder| folder.join(name).with_extension("json"));
            let built_in = BUILT_IN.iter().find(|(known, _)| *known == name).map(|(_, text)| *text);
            let text = match file.as_deref().filter(|file| file.exists()) {
                Some(file) => fs::read_to_string(file).map_err(|error| wrong(file, &error))?,
                None => built_in.unwrap_or(BUILT_IN[0].1).to_owned(),
            };
            let added = templates.add_template_owned(name, text);
            added.map_err(|error| wrong(&file.unwrap_or_default(), &error))?;
        }
        Ok(Answers(templates))
    }

    /// The answer to an operation.
    ///
    /// # Errors
    /// If the template fails with these values, says how.
    pub(crate) fn render(
        &self,
        operation: Operation,
        values: impl Serialize,
    ) -> Result<String, String> {
        let template = self.0.get_template(operation.name());
        template
            .and_then(|template| template.render(Serde(values)))
            .map_err(|error| format!("the template {operation}.json: {error:#}"))
    }
}

fn wrong(file: &Path, error: &dyn std::fmt::Display) -> Error {
    Error::Answer(file.to_owned(), error.to_string())
}
