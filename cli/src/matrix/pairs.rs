//! What the table says of a few features.

use super::what_rows_say;
use anstyle::{AnsiColor, Style};
use paylint::compatibility::Additions;
use paylint::compatibility::{Compatibility, compatibility};
use paylint::{Feature, FeatureSet};
use std::fmt::Write;

/// How wide lists are set.
const WIDTH: usize = 88;

/// Every pair of the features, which row says what of it, and what can still be added.
pub(super) fn pairs(features: FeatureSet) -> String {
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
        _ = writeln!(text, "{a} × {b}: cannot arise, so the table does not speak of it\n");
        return;
    };
    let style: Style = match pair.compatibility {
        Compatibility::Compatible => AnsiColor::BrightGreen.on_default(),
        Compatibility::Incompatible => AnsiColor::BrightRed.on_default(),
        Compatibility::Disputed => AnsiColor::Yellow.on_default(),
    }
    .bold();
    _ = writeln!(text, "{a} × {b}: {style}{}{style:#}", pair.compatibility.name());
    for said in what_rows_say(&pair) {
        _ = writeln!(text, "  {said}");
    }
    text.push('\n');
}
