//! Answers of the gateway: templates, one for each operation, and one for refusals.

use crate::created::total_of;
use crate::in_file;
use crate::router::id_of;
use minijinja::value::Serde;
use minijinja::{AutoEscape, Environment, UndefinedBehavior, Value as Shown};
use paylint::Operation;
use serde::de::IgnoredAny;
use serde_json::{Value, json};
use std::fs;
use std::path::Path;

/// The built-in templates. An operation without one is answered with the order.
const BUILT_IN: [(&str, &str); 5] = [
    ("order", include_str!("../answers/order.json")),
    ("client", include_str!("../answers/client.json")),
    ("tax", include_str!("../answers/tax.json")),
    ("card_webhook", include_str!("../answers/card_webhook.json")),
    (REFUSAL, include_str!("../answers/refusal.json")),
];

/// Name of the template for refusals.
pub(crate) const REFUSAL: &str = "refusal";

pub(crate) struct Answers(Environment<'static>);

impl Answers {
    /// The built-in templates, overridden by those of a folder.
    ///
    /// # Errors
    /// If the folder or a file can't be read; a file isn't named after an operation, isn't a template, uses an unknown value,
    /// or doesn't render to JSON.
    pub(crate) fn new(folder: Option<&Path>) -> Result<Answers, String> {
        let mut templates = Environment::new();
        // Values are written as JSON, and undefined ones as null.
        templates.set_auto_escape_callback(|_| AutoEscape::Json);
        templates.set_undefined_behavior(UndefinedBehavior::Chainable);
        // An amount's digits, as a number.
        templates.add_filter("number", |amount: Shown| match amount.as_str() {
            Some(digits) => Shown::from_safe_string(digits.to_owned()),
            None => Shown::from(()),
        });
        templates.add_filter("total", |Serde(product): Serde<Value>| {
            Shown::from(Serde(total_of(&product)))
        });
        let names = Operation::ALL.iter().map(|operation| operation.name()).chain([REFUSAL]);
        for name in names.clone() {
            let built_in = BUILT_IN.iter().find(|(known, _)| *known == name);
            let text = built_in.unwrap_or(&BUILT_IN[0]).1;
            let added = templates.add_template(name, text);
            added.map_err(|error| in_file(Path::new(name), &error))?;
        }
        let mut answers = Answers(templates);
        let Some(folder) = folder else { return Ok(answers) };
        let example = example();
        let files = fs::read_dir(folder).map_err(|error| in_file(folder, &error))?;
        for file in files {
            let file = file.map_err(|error| in_file(folder, &error))?.path();
            let stem = file.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
            if file.extension().is_none_or(|extension| extension != "json") {
                return Err(in_file(&file, &"the name of a template ends with .json"));
            }
            if !names.clone().any(|name| name == stem) {
                let unknown = paylint::unknown_name("template", stem, names);
                return Err(in_file(&file, &unknown));
            }
            let text = fs::read_to_string(&file).map_err(|error| in_file(&file, &error))?;
            let added = answers.0.add_template_owned(stem.to_owned(), text);
            added.map_err(|error| in_file(&file, &error))?;
            answers.check(stem, &example).map_err(|problem| in_file(&file, &problem))?;
        }
        Ok(answers)
    }

    /// Renders a template with example values.
    fn check(&self, name: &str, example: &Value) -> Result<(), String> {
        let template = self.0.get_template(name).map_err(|error| error.to_string())?;
        let is_function = |name: &str| self.0.globals().any(|(global, _)| global == name);
        for value in template.undeclared_variables(false) {
            if example.get(&value).is_none() && !is_function(&value) {
                let known = example.as_object().into_iter().flat_map(|values| values.keys());
                return Err(paylint::unknown_name("value", &value, known.map(|name| &**name)));
            }
        }
        // It may need members that the example lacks.
        let Ok(answer) = self.render(name, Serde(example).into()) else { return Ok(()) };
        let json = serde_json::from_str::<IgnoredAny>(&answer);
        json.map(drop).map_err(|error| format!("its output isn't JSON: {error}"))
    }

    /// Renders the template of this name.
    ///
    /// # Errors
    /// If the template fails with these values.
    pub(crate) fn render(&self, name: &str, values: Shown) -> Result<String, String> {
        let rendered = self.0.get_template(name).and_then(|template| template.render(values));
        rendered.map_err(|error| format!("the template {name}.json: {error:#}"))
    }
}

/// Example values, with every name that templates can use.
fn example() -> Value {
    let at = "2026-11-28T10:00:00Z";
    json!({
        "id": id_of(1),
        "number": "1",
        "operation": "order",
        "pay": "http://127.0.0.1/pay/",
        "checkout": "http://127.0.0.1/checkout/",
        "client": id_of(1),
        "request": {},
        "capabilities": [],
        "card": { "masked_pan": "************1111", "brand": "visa" },
        "saved": [],
        "order": {
            "status": "issued", "scenario": "one_step", "amount": "1", "captured": "0", "refunded": "0",
            "currency": "EUR", "issued": at, "modified": at, "changes": [["issued", at]], "permitted": ["pay"],
        },
        "post": { "exp_month": 1, "exp_year": 39, "cardholder_name": "A B" },
        "problem": { "type": "about:blank", "status": 400, "detail": "refused", "errors": [] },
        "is_json": true,
    })
}
