//! Answers of the gateway: templates, one for each operation, and one for refusals.

use crate::Error;
use minijinja::value::{Enumerator, Object, Serde};
use minijinja::{AutoEscape, Environment, UndefinedBehavior, Value as Shown};
use paylint::Operation;
use serde::Serialize;
use serde_json::Value;
use std::fs;
use std::path::Path;
use std::sync::Arc;

/// The templates that are built in. Where an operation has none of its own, it is answered with the order.
const BUILT_IN: [(&str, &str); 5] = [
    ("order", include_str!("../answers/order.json")),
    ("client", include_str!("../answers/client.json")),
    ("tax", include_str!("../answers/tax.json")),
    ("card_webhook", include_str!("../answers/card_webhook.json")),
    (REFUSAL, include_str!("../answers/refusal.json")),
];

/// The name of the template for what is refused.
pub(crate) const REFUSAL: &str = "refusal";

pub(crate) struct Answers(Environment<'static>);

impl Answers {
    /// The built-in templates, and over them those of a folder.
    ///
    /// # Errors
    /// If the folder or a file can't be read, a file has another name than an operation, or isn't a template.
    pub(crate) fn new(folder: Option<&Path>) -> Result<Answers, Error> {
        let mut templates = Environment::new();
        // A value is written as JSON, and one that isn't there as null.
        templates.set_auto_escape_callback(|_| AutoEscape::Json);
        templates.set_undefined_behavior(UndefinedBehavior::Chainable);
        // An amount's digits, as a number.
        templates.add_filter("number", |amount: Shown| match amount.as_str() {
            Some(digits) => Shown::from_safe_string(digits.to_owned()),
            None => Shown::from(()),
        });
        let names = Operation::ALL.iter().map(|operation| operation.name()).chain([REFUSAL]);
        for name in names.clone() {
            let built_in = BUILT_IN.iter().find(|(known, _)| *known == name);
            let text = built_in.unwrap_or(&BUILT_IN[0]).1;
            let added = templates.add_template(name, text);
            added.map_err(|error| wrong(Path::new(name), &error))?;
        }
        let Some(folder) = folder else { return Ok(Answers(templates)) };
        let files = fs::read_dir(folder).map_err(|error| wrong(folder, &error))?;
        for file in files {
            let file = file.map_err(|error| wrong(folder, &error))?.path();
            let stem = file.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
            if !names.clone().any(|name| name == stem)
                || file.extension().is_none_or(|extension| extension != "json")
            {
                let unknown = paylint::unknown_name("template", stem, names);
                return Err(wrong(&file, &unknown));
            }
            let text = fs::read_to_string(&file).map_err(|error| wrong(&file, &error))?;
            let added = templates.add_template_owned(stem.to_owned(), text);
            added.map_err(|error| wrong(&file, &error))?;
        }
        Ok(Answers(templates))
    }

    /// The answer of this name.
    ///
    /// # Errors
    /// If the template fails with these values, says how.
    pub(crate) fn render(&self, name: &str, values: impl Serialize) -> Result<String, String> {
        let template = self.0.get_template(name);
        template
            .and_then(|template| template.render(Serde(values)))
            .map_err(|error| format!("the template {name}.json: {error:#}"))
    }
}

/// A body, of which templates read few members: each is converted when it is read.
#[derive(Debug)]
struct Body(Arc<Value>);

impl Object for Body {
    fn get_value(self: &Arc<Body>, name: &Shown) -> Option<Shown> {
        self.0.get(name.as_str()?).map(|member| Serde(member).into())
    }

    fn enumerate(self: &Arc<Body>) -> Enumerator {
        let names = self.0.as_object().into_iter().flat_map(|members| members.keys());
        Enumerator::Values(names.map(|name| Shown::from(&**name)).collect())
    }
}

/// A body as a value of templates.
pub(crate) fn read_late(body: &Arc<Value>) -> Shown {
    Shown::from_object(Body(Arc::clone(body)))
}

fn wrong(file: &Path, error: &dyn std::fmt::Display) -> Error {
    Error::Answer(file.to_owned(), error.to_string())
}
