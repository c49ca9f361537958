//! Choices of fixes in words, which always say whether the choice is safe and show no value of the body.

use paylint::fixes::{Applicability, Change, Choice, Fixes};

/// The choices for the finding at a position in the report, the best first.
pub(super) fn choices<'f>(fixes: &'f Fixes<'_>, finding: usize) -> &'f [Choice] {
    let of_finding = fixes.fixes.binary_search_by_key(&finding, |fix| fix.finding);
    of_finding.ok().and_then(|at| fixes.fixes.get(at)).map_or(&[], |fix| &fix.choices)
}

/// A choice in words: "remove `/skip_capture` (unsafe: only if you mean it)".
pub(super) fn text(choice: &Choice) -> String {
    let paths: Vec<String> = choice.patch.iter().map(place).collect();
    let places = match &paths[..] {
        [] => String::new(),
        [one] => one.clone(),
        [before @ .., last] => format!("{} and {last}", before.join(", ")),
    };
    let what = match choice.patch.first() {
        Some(Change::Remove { path }) if path.is_empty() => "send no body".to_owned(),
        Some(Change::Add { .. }) => format!("add {places}"),
        Some(Change::Replace { .. }) => format!("replace {places}"),
        Some(Change::Move { from, path }) => {
            let [old, new] =
                [from, path].map(|path| path.rsplit_once('/').map(|(around, _)| around));
            let stays = old == new;
            format!("{} {places}", if stays { "rename" } else { "move" })
        }
        Some(Change::Remove { .. }) | None => format!("remove {places}"),
    };
    let safety = match choice.applicability {
        Applicability::Safe => "safe",
        Applicability::Unsafe => "unsafe: only if you mean it",
        Applicability::Placeholder => "with your own value",
    };
    format!("{what} ({safety})")
}

fn place(change: &Change) -> String {
    match change {
        Change::Add { path, .. } if path.is_empty() => "a body".to_owned(),
        Change::Add { path, .. } | Change::Replace { path, .. } | Change::Remove { path } => {
            format!("`{path}`")
        }
        Change::Move { from, path } => format!("`{from}` to `{path}`"),
    }
}
