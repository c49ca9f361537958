//! `paylint matrix`: which features go together.

mod grid;
mod html;
mod json;
mod pairs;
mod svg;

use crate::args::{MatrixArguments, MatrixFormat};
use crate::exit::{Error, Exit, Result};
use crate::output::print;
use paylint::compatibility::{Compatibility, Pair, compatibility, compatible_with, row_of};
use paylint::{Feature, FeatureSet};

/// Runs `paylint matrix`.
pub(crate) fn run(arguments: &MatrixArguments) -> Result<Exit> {
    let features = arguments.features.iter().copied().collect::<FeatureSet>();
    let text = match arguments.format {
        MatrixFormat::Json => json::pairs(features),
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

/// What can still be added to features that were named; nothing to features that clash.
struct Additions {
    /// Two of the features named are incompatible, or can't arise together.
    clash: bool,
    /// What every row allows.
    allowed: FeatureSet,
    /// What the rows disagree on with one of the features.
    disputed: FeatureSet,
}

impl Additions {
    fn to(named: FeatureSet) -> Additions {
        let verdict = |a, b| compatibility(a, b).map(|pair| pair.compatibility);
        let clash = named.iter().any(|a| {
            let mut others = named.iter().filter(|b| *b != a);
            others.any(|b| matches!(verdict(a, b), None | Some(Compatibility::Incompatible)))
        });
        if clash {
            return Additions { clash, allowed: FeatureSet::EMPTY, disputed: FeatureSet::EMPTY };
        }
        let all = compatible_with(named);
        let is_disputed = |added: &Feature| {
            named.iter().any(|a| verdict(a, *added) == Some(Compatibility::Disputed))
        };
        let disputed: FeatureSet = all.iter().filter(is_disputed).collect();
        Additions { clash, allowed: all.difference(disputed), disputed }
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
