//! Columns of requests are counted as the command counts lines.

#[path = "../../arrow/tests/common/mod.rs"]
mod columns;
mod common;

use arrow_array::StructArray;
use columns::{Columns, Group, groups, rows};
use common::{run, scratch, text};
use paylint::{Engine, Policy};
use paylint_arrow::{Tally, replay};
use paylint_tests::cases::{Case, to_base64};
use serde_json::{Value, json};
use std::collections::BTreeMap;

type Counts = BTreeMap<String, i64>;

/// A case as a line, all of it but what is expected.
fn line(case: &Case) -> String {
    let mut line = format!("{{\"operation\":{}", json!(case.operation));
    if let Some(body) = &case.body {
        line += &format!(",\"raw_base64\":{}", json!(to_base64(body)));
    }
    for (name, json) in [("facts", &case.facts), ("policy", &case.policy)] {
        if let Some(json) = json {
            line += &format!(",\"{name}\":{json}");
        }
    }
    line + "}\n"
}

fn lines(groups: &[Group]) -> String {
    groups.iter().flat_map(|group| &group.cases).map(line).collect()
}

/// The sums of a table's counts, by what `name` makes of each row; where it makes nothing of it,
/// the row is left out.
fn sums(table: &StructArray, name: impl Fn(&Value) -> Option<String>) -> Counts {
    let mut sums = Counts::new();
    for row in rows(table) {
        if let Some(name) = name(&row) {
            *sums.entry(name).or_default() += row["count"].as_i64().unwrap();
        }
    }
    sums
}

/// The sums of the rows of a kind, by some of their columns.
fn by(table: &StructArray, kind: &str, columns: &[&str]) -> Counts {
    sums(table, |row| {
        let names = columns.iter().map(|column| row[*column].as_str().unwrap_or_default());
        (row["kind"] == kind).then(|| names.collect::<Vec<_>>().join(" "))
    })
}

/// The same of what the command says: a count of each entry of a list.
fn listed(list: &Value, columns: &[&str], count: &str) -> Counts {
    let entries = list.as_array().unwrap().iter().map(|entry| {
        let names: Vec<_> = columns.iter().map(|column| entry[*column].as_str().unwrap()).collect();
        (names.join(" "), entry[count].as_i64().unwrap())
    });
    entries.filter(|(_, count)| *count > 0).collect()
}

#[test]
fn a_tally_tells_what_the_summary_of_a_batch_tells() {
    let groups = groups();
    let mut tally = Tally::default();
    for group in &groups {
        let columns = Columns::of(&group.cases);
        tally.add(&group.engine, columns.operation(), &columns.bodies, columns.facts()).unwrap();
    }
    let tally = tally.table().unwrap();
    let summary = run(&["batch", "--summary", "--format", "json"], lines(&groups).as_bytes()).out;
    let summary: Value = serde_json::from_str(&summary).unwrap();

    let total = |kind: &str, name: &str| by(&tally, kind, &["name"]).get(name).copied();
    assert_eq!(summary["accept"].as_i64(), total("verdict", "accept"));
    assert_eq!(summary["reject"].as_i64(), total("verdict", "reject"));
    assert_eq!(summary["truncated"].as_i64(), total("truncated", ""));
    assert_eq!(summary["error"].as_i64(), by(&tally, "error", &[]).get("").copied());
    let all = sums(&tally, |row| {
        ["verdict", "error"].iter().any(|kind| row["kind"] == *kind).then(String::new)
    });
    assert_eq!(summary["lines"].as_i64(), all.get("").copied());
    for verdict in ["accept", "reject"] {
        let ours = sums(&tally, |row| {
            let operation = row["operation"].as_str().filter(|_| row["name"] == verdict);
            operation.map(str::to_owned)
        });
        assert_eq!(listed(&summary["operations"], &["operation"], verdict), ours);
    }
    let findings = |count| listed(&summary["findings"], &["rule", "level"], count);
    assert_eq!(findings("findings"), by(&tally, "finding", &["name", "level"]));
    assert_eq!(findings("cases"), by(&tally, "rule", &["name", "level"]));
    let unchecked = listed(&summary["unchecked"], &["rule"], "cases");
    assert_eq!(unchecked, by(&tally, "unchecked", &["name"]));
    assert!(unchecked.len() > 20 && findings("cases").len() > 100);
}

/// What a page says of why requests are rejected: of each rule, how many now and how many then.
fn rejections(page: &str) -> [Counts; 2] {
    let (_, table) = page.split_once("Why requests are rejected").unwrap();
    let (table, _) = table.split_once("</table>").unwrap();
    let mut counts = [Counts::new(), Counts::new()];
    for row in table.split("<tr>").skip(2) {
        let (_, name) = row.split_once("<code>").unwrap();
        let (name, rest) = name.split_once("</code>").unwrap();
        let cells = rest.split("<td class=\"count\">").skip(1);
        let cells = cells.map(|cell| cell.split('<').next().unwrap().parse::<i64>().unwrap());
        for (counts, count) in counts.iter_mut().zip(cells).filter(|(_, count)| *count > 0) {
            counts.insert(name.to_owned(), count);
        }
    }
    counts
}

#[test]
fn a_replay_tells_what_the_command_tells() {
    let groups = groups();
    let cases: Vec<_> = groups.iter().flat_map(|group| group.cases.clone()).collect();
    let columns = Columns::of(&cases);
    let policies = [
        "{}",
        r#"{"levels":{"*":"warn"}}"#,
        r#"{"levels":{"field.*":"allow","compat.disputed":"deny","basis.convention":"deny"}}"#,
        r#"{"unchecked":"reject","max_findings":1}"#,
    ];
    for (at, [before, after]) in [[0, 1], [1, 2], [0, 3], [3, 2]].into_iter().enumerate() {
        let files = [("before", before), ("after", after)].map(|(name, policy)| {
            scratch(&format!("arrow-{at}-{name}.json"), policies[policy].as_bytes())
        });
        let arguments = ["replay", "--policy", text(&files[0]), "--against", text(&files[1])];
        let command = |format| {
            let arguments = [&arguments[..], &["--format", format]].concat();
            run(&arguments, lines(&groups).as_bytes()).out
        };
        let told: Value = serde_json::from_str(&command("json")).unwrap();
        let [before, after] = [before, after]
            .map(|policy| Engine::new(&Policy::from_json(policies[policy].as_bytes()).unwrap()));
        let changes =
            replay(&before, &after, columns.operation(), &columns.bodies, columns.facts()).unwrap();

        let verdicts = by(&changes, "verdict", &["name"]);
        let count = |name| verdicts.get(name).copied().unwrap_or(0);
        assert_eq!(told["same"], count("same"));
        assert_eq!(told["differ"]["cases"], count("differ"));
        assert_eq!(told["error"], by(&changes, "error", &[])[""]);
        let causes = by(&changes, "cause", &["before", "after", "name"]);
        for (kind, verdicts) in
            [("accept_to_reject", "accept reject "), ("reject_to_accept", "reject accept ")]
        {
            assert_eq!(told[kind]["cases"], count(kind));
            let rules = told[kind]["rules"].as_object().into_iter().flatten();
            let rules =
                rules.map(|(rule, change)| (rule.clone(), change["cases"].as_i64().unwrap()));
            let ours = causes.iter().filter_map(|(names, count)| {
                Some((names.strip_prefix(verdicts)?.to_owned(), *count))
            });
            assert_eq!(rules.collect::<Counts>(), ours.collect());
        }
        let page = rejections(&command("html"));
        for (column, theirs) in ["before", "after"].into_iter().zip(page) {
            let ours = sums(&changes, |row| {
                let is_counted = row["kind"] == "rejection" && row[column] == "reject";
                row["name"].as_str().filter(|_| is_counted).map(str::to_owned)
            });
            assert_eq!(theirs, ours);
        }
        assert!(count("accept_to_reject") + count("reject_to_accept") > 50, "{at}");
    }
}
