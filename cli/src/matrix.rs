//! `paylint matrix`: which features go together.

use crate::args::{Format, MatrixArguments};
use crate::output::WIDTH;
use crate::schema::indented;
use anstyle::{AnsiColor, Style};
use paylint::compatibility::{Additions, Compatibility, Pair, compatibility, row_of};
use paylint::{Engine, Feature, FeatureSet, door};
use std::fmt::Write;

/// Runs `paylint matrix`.
pub(crate) fn run(arguments: &MatrixArguments) -> String {
    let features = arguments.features.iter().copied().collect::<FeatureSet>();
    match arguments.format {
        Format::Json => json(features),
        Format::Human if features.is_empty() => grid(),
        Format::Human => pairs(features),
    }
}

/// The table as JSON: the answer to the question `matrix`.
fn json(features: FeatureSet) -> String {
    let question = serde_json::json!({ "ask": "matrix", "features": features }).to_string();
    indented(&door::ask(&Engine::default(), question.as_bytes()).unwrap_or_default()) + "\n"
}

/// The sign and the colour of a compatibility.
fn mark(compatibility: Compatibility) -> (char, Style) {
    match compatibility {
        Compatibility::Compatible => ('+', AnsiColor::BrightGreen.on_default()),
        Compatibility::Incompatible => ('-', AnsiColor::BrightRed.on_default()),
        Compatibility::Disputed => ('?', AnsiColor::Yellow.on_default().bold()),
    }
}

/// The table as a grid of characters, with its legend.
fn grid() -> String {
    let width = Feature::ALL.iter().map(|feature| feature.name().len()).max().unwrap_or_default();
    let mut text = String::new();
    // Column names are written vertically.
    for letter in 0..width {
        _ = write!(text, "{:width$}", "");
        for feature in Feature::ALL {
            let above = width - feature.name().len();
            let letter = letter.checked_sub(above).and_then(|at| feature.name().chars().nth(at));
            _ = write!(text, " {}", letter.unwrap_or(' '));
        }
        text = text.trim_end_matches(' ').to_owned() + "\n";
    }
    for a in Feature::ALL {
        _ = write!(text, "{:width$}", a.name());
        for b in Feature::ALL {
            let (mark, style) =
                compatibility(*a, *b).map_or((' ', Style::new()), |pair| mark(pair.compatibility));
            _ = write!(text, " {style}{mark}{style:#}");
        }
        text = text.trim_end_matches(' ').to_owned() + "\n";
    }
    let [(_, yes), (_, no), (_, disputed)] =
        [Compatibility::Compatible, Compatibility::Incompatible, Compatibility::Disputed].map(mark);
    _ = write!(
        text,
        "\n{yes}+{yes:#} compatible   {no}-{no:#} incompatible   \
         {disputed}?{disputed:#} disputed: the rows of the two disagree\n\
         blank: can't occur together\n\n\
         `paylint matrix {} {}` shows what each row says\n",
        Feature::ZeroAmount,
        Feature::Avs
    );
    text
}

/// Every pair of the features, with what each row says about it, and the features that can still be added.
pub(crate) fn pairs(features: FeatureSet) -> String {
    let mut text = String::new();
    for (index, a) in features.iter().enumerate() {
        for b in features.iter().skip(index + 1) {
            pair(&mut text, a, b);
        }
    }
    let additions = Additions::to(features);
    if additions.clash {
        text.push_str("these can't all go together, so nothing can be added\n");
        return text;
    }
    let given: Vec<&str> = features.iter().map(Feature::name).collect();
    list(&mut text, &format!("can be added to {}: ", given.join(" + ")), additions.allowed);
    if !additions.disputed.is_empty() {
        list(&mut text, "can be added, but the rows disagree: ", additions.disputed);
    }
    text
}

fn list(text: &mut String, words: &str, features: FeatureSet) {
    let names: Vec<&str> = features.iter().map(Feature::name).collect();
    let names = if names.is_empty() { "nothing".to_owned() } else { names.join(", ") };
    let options = textwrap::Options::new(WIDTH).subsequent_indent("  ");
    _ = writeln!(text, "{}", textwrap::fill(&format!("{words}{names}"), options));
}

fn pair(text: &mut String, a: Feature, b: Feature) {
    let Some(pair) = compatibility(a, b) else {
        _ = writeln!(text, "{a} × {b}: can't occur together, so the table has no entry\n");
        return;
    };
    let (_, style) = mark(pair.compatibility);
    _ = writeln!(text, "{a} × {b}: {style}{}{style:#}", pair.compatibility.name());
    for said in what_rows_say(&pair) {
        _ = writeln!(text, "  {said}");
    }
    text.push('\n');
}

/// Statements of the table's rows about a pair.
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
