//! What a choice of a fix does, in words: no value of the body, and always whether it is safe.

use paylint::fixes::{Applicability, Change, Choice, Fixes};

/// The choices of the finding at a place in the report, the best first.
pub(super) fn choices<'f>(fixes: &'f Fixes<'_>, finding: usize) -> &'f [Choice] {
    let of_finding = fixes.fixes.binary_search_by_key(&finding, |fix| fix.finding);
    of_finding.ok().and_then(|at| fixes.fixes.get(at)).map_or(&[], |fix| &fix.choices)
}

/// What a choice does: "remove `/skip_capture` (unsafe: only if you mean it)".
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
            let [old, new] = [from, path].map(|it| it.rsplit_once('/').map(|(around, _)| around));
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_choice_is_said_in_words() {
        use Applicability::{Placeholder, Safe, Unsafe};
        let [at, b] = ["/client/a", "/b"].map(str::to_owned);
        let value = || "\"secret\"".to_owned();
        let remove = |path: &str| Change::Remove { path: path.to_owned() };
        for (applicability, patch, expected) in [
            (Safe, vec![remove("/b")], "remove `/b` (safe)"),
            (Unsafe, vec![remove("")], "send no body (unsafe: only if you mean it)"),
            (
                Unsafe,
                vec![remove("/a"), remove("/b"), remove("/c")],
                "remove `/a`, `/b` and `/c` (unsafe: only if you mean it)",
            ),
            (
                Placeholder,
                vec![Change::Add { path: at.clone(), value: value() }],
                "add `/client/a` (with your own value)",
            ),
            (
                Placeholder,
                vec![Change::Add { path: String::new(), value: value() }],
                "add a body (with your own value)",
            ),
            (
                Safe,
                vec![Change::Replace { path: b.clone(), value: value() }],
                "replace `/b` (safe)",
            ),
            (
                Unsafe,
                vec![Change::Move { from: at.clone(), path: b }],
                "move `/client/a` to `/b` (unsafe: only if you mean it)",
            ),
            (
                Unsafe,
                vec![Change::Move { from: at, path: "/client/b".to_owned() }],
                "rename `/client/a` to `/client/b` (unsafe: only if you mean it)",
            ),
        ] {
            let choice = Choice { applicability, patch, edits: Vec::new() };
            assert_eq!(text(&choice), expected);
        }
    }
}
