//! `paylint matrix`: which features go together.

mod grid;
mod html;
mod pairs;
mod svg;

use crate::args::{MatrixArguments, MatrixFormat};
use crate::exit::{Error, Exit, Result};
use crate::output::print;
use crate::schema::indented;
use paylint::compatibility::{Compatibility, Pair, compatibility, row_of};
use paylint::{Engine, Feature, FeatureSet, door};

/// Runs `paylint matrix`.
pub(crate) fn run(arguments: &MatrixArguments) -> Result<Exit> {
    let features = arguments.features.iter().copied().collect::<FeatureSet>();
    let text = match arguments.format {
        MatrixFormat::Json => json(features),
        MatrixFormat::Human if features.is_empty() => grid::grid(),
        MatrixFormat::Human => pairs::pairs(features),
        _ if !features.is_empty() => {
            let problem = "a picture is of the whole table: leave the features out, or --format";
            return Err(Error::unusable(problem));
        }
        MatrixFormat::Html => html::page(),
        MatrixFormat::Svg => svg::picture(),
    };
    print(&text)?;
    Ok(Exit::Accepted)
}

/// The table for programs: what the question `matrix` answers.
fn json(features: FeatureSet) -> String {
    let question = serde_json::json!({ "ask": "matrix", "features": features }).to_string();
    indented(&door::ask(&Engine::default(), question.as_bytes()).unwrap_or_default()) + "\n"
}

/// What a picture shows where two features meet.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Cell {
    Compatible,
    Incompatible,
    Disputed,
    /// The table does not speak of the pair.
    None,
}

impl Cell {
    fn of(pair: Option<&Pair>) -> Cell {
        match pair.map(|pair| pair.compatibility) {
            None => Cell::None,
            Some(Compatibility::Compatible) => Cell::Compatible,
            Some(Compatibility::Incompatible) => Cell::Incompatible,
            Some(Compatibility::Disputed) => Cell::Disputed,
        }
    }
}

/// What the table says of a pair, and which row says it.
fn what_rows_say(pair: &Pair) -> Vec<String> {
    let Pair { a, b, row_of_a_lists_b, row_of_b_lists_a, .. } = *pair;
    [(a, b, row_of_a_lists_b), (b, a, row_of_b_lists_a)]
        .into_iter()
        .map(|(of, other, lists)| match (row_of(of), lists) {
            (Some(row), Some(true)) => format!("the row \"{}\" lists {other}", row.title),
            (Some(row), _) => format!("the row \"{}\" does not list {other}", row.title),
            (None, _) => format!("{of} has no row of its own"),
        })
        .collect()
}

/// A pair in one line, for those who point at it.
fn in_one_line(a: Feature, b: Feature) -> String {
    match compatibility(a, b) {
        None if a == b => a.name().to_owned(),
        None => format!("{a} × {b}: cannot arise"),
        Some(pair) => {
            format!("{a} × {b}: {}; {}", pair.compatibility.name(), what_rows_say(&pair).join("; "))
        }
    }
}

/// The first feature of each group of the order: scenarios, charges of a saved method, other
/// capabilities, payouts.
const GROUPS: [Feature; 3] = [Feature::Recurring, Feature::PaymentMethodSaving, Feature::PayoutA2a];
