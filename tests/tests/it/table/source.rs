//! The table of the source document, read naively.

use paylint::compatibility::{Compatibility, ROWS};
use paylint::{Feature, FeatureSet};

const SOURCE: &str = include_str!("../../../data/compatibility.md");

/// A row of the document.
pub(crate) struct SourceRow {
    pub(crate) title: String,
    pub(crate) items: Vec<Feature>,
    pub(crate) lists: Vec<Feature>,
}

/// The feature with a name in the document: `Recurring (Automatic)`, or for a payout `SDWO payout`.
fn feature(words: &str) -> Feature {
    let short = words.trim().trim_end_matches(" Payment").to_lowercase();
    let name = short.replace(['-', ' '], "_").replace(['(', ')'], "");
    let payout = format!("payout_{}", name.trim_end_matches("_payout"));
    let feature = Feature::from_name(&name).or_else(|| Feature::from_name(&payout));
    feature.unwrap_or_else(|| panic!("the table names {words:?}"))
}

/// Removes the remarks in parentheses. A remark begins with a small letter; "Recurring (Automatic)" is a name.
fn without_remarks(cell: &str) -> String {
    let mut out = String::new();
    let mut rest = cell;
    while let Some(at) = rest.find('(') {
        let is_remark = rest[at + 1..].starts_with(|c: char| c.is_lowercase());
        let mut depth = 0;
        let close = rest[at..].find(|c: char| {
            depth += i32::from(c == '(') - i32::from(c == ')');
            depth == 0
        });
        let end = at + close.expect("a closing parenthesis") + 1;
        out.push_str(if is_remark { rest[..at].trim_end() } else { &rest[..end] });
        rest = &rest[end..];
    }
    out + rest
}

fn listed(cell: &str) -> Vec<Feature> {
    let cell = without_remarks(cell);
    let words = cell.split([',', ';']).map(|words| words.trim().trim_end_matches(" only"));
    words.map(feature).collect()
}

/// The rows of the document, with the payouts' last.
pub(crate) fn source() -> Vec<SourceRow> {
    let cells = SOURCE.lines().filter(|line| line.starts_with('|')).skip(2).map(|line| {
        let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
        <[&str; 2]>::try_from(cells).expect("two cells")
    });
    let cells: Vec<[&str; 2]> = cells.collect();
    let mut rows: Vec<SourceRow> = Vec::new();
    for [title, lists] in &cells {
        let lists = if let Some(other) = lists.strip_prefix("the same as ") {
            let (other, except) = other.split_once(" except ").expect("an exception");
            let (other, except) = (feature(other), feature(except));
            let row = rows.iter().find(|row| row.items == [other]).expect("the other row");
            row.lists.iter().copied().filter(|listed| *listed != except).collect()
        } else if *lists == "every scenario and capability listed in this table" {
            let is_list =
                |cell: &&&str| !cell.starts_with("the same") && !cell.starts_with("every");
            let all: FeatureSet =
                cells.iter().flatten().filter(is_list).flat_map(|cell| listed(cell)).collect();
            all.iter().collect()
        } else {
            listed(lists)
        };
        rows.push(SourceRow { title: (*title).to_owned(), items: listed(title), lists });
    }
    rows.push(payouts());
    rows
}

/// "Payouts (…) are compatible only with the … scenario."
fn payouts() -> SourceRow {
    let (_, sentence) = SOURCE.split_once("Payouts (").expect("the sentence on payouts");
    let (items, rest) = sentence.split_once(") are compatible only with the ").expect("its items");
    let (lists, _) = rest.split_once(" scenario.").expect("what they are compatible with");
    SourceRow { title: "Payouts".to_owned(), items: listed(items), lists: listed(lists) }
}

/// The relation of a pair by the document's rows; `None` for pairs that can't arise.
pub(crate) fn relation(a: Feature, b: Feature) -> Option<Compatibility> {
    let kind = |feature: Feature| match feature.name() {
        name if name.starts_with("payout_") => "payout",
        "recurring" | "recurring_automatic" | "one_click" => "subsequent",
        _ => "",
    };
    if a == b || (kind(a) == kind(b) && !kind(a).is_empty()) {
        return None;
    }
    let row = |of: Feature| ROWS.iter().find(|row| row.items.contains(&of));
    let says = [(a, b), (b, a)].map(|(one, other)| Some(row(one)?.lists.contains(other)));
    Some(match (says.contains(&Some(true)), says.contains(&Some(false))) {
        (true, false) => Compatibility::Compatible,
        (true, true) => Compatibility::Disputed,
        _ => Compatibility::Incompatible,
    })
}
