//! A calibration for people.

use super::Answered;
use super::words::{
    counts, missed_name, missed_said, part, prevented, rule_in_words, said, selector, stopped,
};
use crate::names::{counted, level_style as style};
use crate::page::{decided_by, period};
use anstyle::Style;
use paylint::Level;
use paylint::facts::Fact;
use paylint_traffic::calibration::{
    Answer, ByAnswer, Calibration, Figures, LayerOf, LineCounts, Outcome, Reason, RuleRow,
};
use std::fmt::Write;

const BOLD: Style = Style::new().bold();

/// The summary, then the tables.
pub(super) fn human(answered: &Answered<'_>) -> String {
    let Answered { calibration, policy, name, .. } = answered;
    let mut text = String::new();
    for line in summary(calibration) {
        _ = writeln!(text, "{line}");
    }
    for figures in &calibration.of {
        table(&mut text, figures);
    }
    let seen: Vec<&RuleRow> = in_order(calibration);
    if !seen.is_empty() {
        _ = writeln!(
            text,
            "\n{BOLD}what fired, and what the gateway says of it{BOLD:#} (customers)"
        );
    }
    for row in seen {
        let (level, by) = (row.level, part(row.by.as_deref()));
        _ = writeln!(text, "{}{level:5}{:#} {}{by}", style(level), style(level), selector(row));
        _ = writeln!(text, "      {}", counts(row));
        _ = writeln!(text, "      {}", said(row, calibration));
        _ = writeln!(text, "      {}", row.ids.join(", "));
    }
    if !calibration.missed.is_empty() {
        _ = writeln!(text, "\n{BOLD}missed{BOLD:#}: refused, and nothing found there");
    }
    for missed in &calibration.missed {
        _ = writeln!(text, "{:>6} {}", missed.attempts, missed_name(missed));
        _ = writeln!(text, "       {}", missed_said(missed, calibration));
        _ = writeln!(text, "       {}", missed.ids.join(", "));
    }
    _ = writeln!(text, "\n{BOLD}what follows{BOLD:#}");
    for layer in &calibration.layers {
        follows(&mut text, layer, calibration);
    }
    let unseen = unseen(answered);
    if !unseen.is_empty() {
        _ = writeln!(text, "\n{BOLD}what can't be seen{BOLD:#}");
    }
    for line in unseen {
        _ = writeln!(text, "{line}");
    }
    _ = writeln!(text, "\n{}", decided_by(name, policy));
    text
}

/// The period, good requests stopped, refusals prevented, what follows, and what to do.
pub(super) fn summary(calibration: &Calibration) -> Vec<String> {
    let days = calibration.days.as_ref();
    let days = days.map_or("no time is known".to_owned(), period);
    let mut lines = vec![format!("{days}: {}", read(calibration.read))];
    let now = calibration.of.first().map(|all| all.outcome);
    let then = calibration.layer(None).filter(|_| anything_follows(calibration));
    let held = then.and_then(|then| then.check.as_ref());
    type Shown = fn(Outcome) -> String;
    let of_each: [(&str, Shown); 2] = [
        ("good requests stopped:", |outcome| stopped(outcome.stopped)),
        ("refusals prevented:", |outcome| prevented(outcome.prevented)),
    ];
    for (title, shown) in of_each {
        let mut line = format!("{title:22} {}", now.map(shown).unwrap_or_default());
        if let Some(then) = then {
            let outcome = held.map_or(then.whole, |held| held.outcome);
            line += &format!("; then {}", shown(outcome));
        }
        lines.push(line);
    }
    let on = held.map_or("", |_| "; \"then\" is on days that it wasn't learnt on");
    lines.push(format!("{:22} {}{on}", "what follows:", in_short(calibration)));
    let first = calibration.changed.first();
    let changed = first
        .map(|change| format!("the gateway changed on {}: {} rules", change.day, change.count));
    let has_accepted = now.is_some_and(|now| now.stopped.of > 0);
    let to_do = match changed {
        _ if !has_accepted => {
            "log what is accepted, too: without it nothing shows what must not be stopped"
        }
        Some(changed) => &format!("{changed}; look at these first"),
        None if costs_too_much(calibration) => {
            "look at what follows first: on all days it stops more good requests than it is worth"
        }
        None if then.is_some_and(|then| !then.layer.is_empty()) => {
            "write it with --format policy, replay it, and lay it over your policy"
        }
        None if then.is_some() => {
            "write each part's layer with --format policy --for PART, and replay it"
        }
        None if calibration.rules.iter().any(|row| row.reason == Some(Reason::NoTime)) => {
            "say where each line has its time, with --at: without it nothing is proposed"
        }
        None if now.is_some_and(|now| now.stopped.count > 0) => {
            "look at what fired, and calibrate on more days"
        }
        None if !calibration.missed.is_empty() => {
            "look at what was missed; if a rule of yours could find it, write it"
        }
        None => "keep the policy; calibrate again next month",
    };
    lines.push(format!("{:22} {to_do}", "what to do:"));
    lines
}

fn read(read: LineCounts) -> String {
    let aside = [
        (read.twice, "logged twice"),
        (read.retries, "sent again"),
        (read.passed_over, "passed over"),
        (read.unreadable, "unreadable"),
        (read.cut, "cut"),
        (read.masked, "masked"),
    ];
    let aside = aside.iter().filter(|(count, _)| *count > 0);
    let aside: Vec<String> = aside.map(|(count, words)| format!("{count} {words}")).collect();
    let aside = if aside.is_empty() { aside.concat() } else { format!(" ({})", aside.join(", ")) };
    format!(
        "{} of {}{aside}",
        counted(read.attempts, "request", "requests"),
        counted(read.lines, "line", "lines")
    )
}

/// Whether a layer stops more good requests than the refusals that it prevents are worth, on the days that it was
/// learnt on: one customer's many requests can do that, since levels are decided by customers.
fn costs_too_much(calibration: &Calibration) -> bool {
    let costs_too_much = |layer: &LayerOf| {
        let is_of_layer =
            |figures: &&Figures| figures.by == layer.by && figures.operation.is_none();
        let Some(now) = calibration.of.iter().find(is_of_layer) else { return false };
        let Outcome { stopped, prevented } = now.outcome;
        let stopped = layer.whole.stopped.count.saturating_sub(stopped.count);
        let prevented = layer.whole.prevented.count.saturating_sub(prevented.count);
        (prevented as f64) < calibration.terms.worth() * (stopped + prevented) as f64
    };
    let mut layers = calibration.layers.iter().filter(|layer| !layer.layer.is_empty());
    layers.any(costs_too_much)
}

fn anything_follows(calibration: &Calibration) -> bool {
    calibration.layers.iter().any(|layer| !layer.layer.is_empty())
}

fn in_short(calibration: &Calibration) -> String {
    let layers = || calibration.layers.iter().filter(|layer| !layer.layer.is_empty());
    let levels = layers().map(|layer| layer.layer.levels.len() as u64).sum();
    let rules = layers().map(|layer| layer.layer.rules.len() as u64).sum();
    if levels + rules == 0 {
        return "nothing".to_owned();
    }
    let of_parts = match layers().filter(|layer| layer.by.is_some()).count() as u64 {
        0 => String::new(),
        parts => format!("; {}", counted(parts, "part differs", "parts differ")),
    };
    format!(
        "{} and {}{of_parts}",
        counted(levels, "level", "levels"),
        counted(rules, "policy rule", "policy rules")
    )
}

/// Verdicts by answer.
fn table(text: &mut String, figures: &Figures) {
    let title = figures.by.as_deref().or(figures.operation).unwrap_or("all requests");
    _ = writeln!(
        text,
        "\n{title:20}{:>12}{:>12}{:>14}{:>12}",
        "accepted", "refused", "unauthorised", "no answer"
    );
    let counts = figures.counts;
    for (verdict, by_answer) in
        [("accepted by paylint", counts.accept), ("rejected by paylint", counts.reject)]
    {
        let [accepted, refused, unauthorised, none] =
            Answer::ALL.map(|answer| ByAnswer::of(by_answer, answer));
        _ = writeln!(text, "{verdict:20}{accepted:>12}{refused:>12}{unauthorised:>14}{none:>12}");
    }
}

/// Rules with an answer on either side: first those from which something follows, then the most frequent.
pub(super) fn in_order(calibration: &Calibration) -> Vec<&RuleRow> {
    let answered = |row: &&RuleRow| {
        let attempts = row.attempts;
        let judged = attempts.accepted + attempts.here + attempts.elsewhere + attempts.unnamed;
        judged > 0 || row.reason == Some(Reason::Masked)
    };
    let mut rows: Vec<&RuleRow> = calibration.rules.iter().filter(answered).collect();
    rows.sort_by_key(|row| {
        std::cmp::Reverse((row.follows.is_some(), row.customers.accepted + row.customers.here))
    });
    rows
}

/// The entries of a layer, and what it would do.
fn follows(
    text: &mut String,
    LayerOf { by, layer, check, whole }: &LayerOf,
    calibration: &Calibration,
) {
    if let Some(by) = by {
        _ = writeln!(text, "{BOLD}{by}{BOLD:#} (--for {by})");
    }
    if layer.is_empty() {
        _ = writeln!(text, "nothing for all");
        return;
    }
    for (selector, level) in &layer.levels {
        _ = writeln!(text, "{}{level:5}{:#} {selector}", style(*level), style(*level));
    }
    for rule in &layer.rules {
        let level = Level::Deny;
        _ = writeln!(text, "{}{level:5}{:#} {}", style(level), style(level), rule_in_words(rule));
    }
    if let Some(check) = check {
        let [learnt_on, held_on] = [&check.learnt_on, &check.held_on].map(period);
        _ = writeln!(text, "      learnt on {learnt_on}, tested on {held_on}:");
        outcome(text, check.outcome);
    }
    let mut learnt = calibration.rules.iter().filter(|row| row.by == *by && row.follows.is_some());
    let days = match learnt.any(|row| row.since.is_some()) {
        true => ", also those before the gateway changed",
        false => "",
    };
    _ = writeln!(text, "      learnt and tested on all days{days}:");
    outcome(text, *whole);
}

fn outcome(text: &mut String, outcome: Outcome) {
    _ = writeln!(
        text,
        "      stopped {}, prevented {}",
        stopped(outcome.stopped),
        prevented(outcome.prevented)
    );
}

/// Lines about what the log can't show.
pub(super) fn unseen(answered: &Answered<'_>) -> Vec<String> {
    let Answered { calibration, counts, cut_at, outcome, .. } = answered;
    let mut lines = Vec::new();
    let LineCounts { cut, masked, .. } = calibration.read;
    if cut > 0 {
        let ends = match cut_at {
            Some((least, most)) if least == most => format!("ending at {least} bytes"),
            _ => "ending before their JSON does".to_owned(),
        };
        let bodies = counted(cut, "cut body", "cut bodies");
        lines.push(format!("{bodies}, {ends}: judged by nobody; log bodies whole"));
    }
    if masked > 0 {
        let requests = counted(masked, "request", "requests");
        lines.push(format!("masked values in {requests}: what is found there isn't counted"));
    }
    let mut needs: Vec<(&Fact, &u64)> = counts.needs.iter().collect();
    needs.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    let needs: Vec<String> =
        needs.iter().take(4).map(|(fact, count)| format!("{} ({count})", fact.name())).collect();
    if !needs.is_empty() {
        lines.push(format!(
            "rules that need facts: {}; give them with --fact or --facts",
            needs.join(", ")
        ));
    }
    if let Some(ignored_policies) = outcome.problems.ignored_policies() {
        lines.push(ignored_policies);
    }
    lines
}
