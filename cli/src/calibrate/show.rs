//! A calibration for people, for programs, and as the layer of a policy.

use super::Answered;
use crate::names::{counted, level_style as style, places};
use crate::output::pretty;
use crate::page::{DecidedBy, decided_by};
use anstyle::Style;
use paylint::Level;
use paylint_traffic::Place;
use paylint_traffic::calibration::{
    Answer, ByAnswer, Counts, Missed, Proposal, RuleCounts, Share, Summary,
};
use serde::Serialize;
use std::fmt::Write;

/// Where verdict and answer disagree, rule by rule, and what follows.
pub(super) fn human(answered: &Answered<'_>) -> String {
    let Answered { counts: total, policy, name, at_least, .. } = answered;
    let calibration = &total.calibration;
    let mut text = String::new();
    let counts = calibration.total();
    table(&mut text, "all requests", &counts);
    let operations: Vec<_> = calibration.operations().collect();
    if operations.len() > 1 {
        for (operation, counts) in operations {
            table(&mut text, operation.name(), counts);
        }
    }
    let bold = Style::new().bold();
    for (words, share, of) in [
        ("would have been stopped", counts.would_have_been_stopped(), "accepted requests"),
        ("would have been prevented", counts.would_have_been_prevented(), "refusals"),
    ] {
        _ = writeln!(text, "{bold}{words:26}{bold:#}{}", shared(share, of));
    }
    rules(&mut text, answered);
    missed(&mut text, answered);
    _ = writeln!(text, "\n{bold}what follows{bold:#}");
    let mut proposals = calibration.proposals(*at_least).peekable();
    if proposals.peek().is_none() {
        let answers = counted(*at_least, "answer speaks", "answers speak");
        _ = writeln!(
            text,
            "nothing: of no rule at least {answers} for another level, and none against it"
        );
    }
    for proposal in proposals {
        let Proposal { rule, to, .. } = proposal;
        _ = writeln!(text, "{}{rule}: {to}{:#}  {}", style(to), style(to), reason(&proposal));
    }
    if calibration.proposals(*at_least).next().is_some() {
        text.push_str("with --format policy this is a layer to lay over the policy\n");
    }
    if let Some(put_aside) = answered.outcome.problems.put_aside() {
        _ = writeln!(text, "\nnote: {put_aside}");
    }
    _ = writeln!(text, "\n{}", decided_by(name, policy));
    text
}

/// Verdicts by answer.
fn table(text: &mut String, title: &str, counts: &Counts) {
    _ = writeln!(
        text,
        "{title:20}{:>12}{:>12}{:>14}{:>12}",
        "accepted", "refused", "unauthorised", "no answer"
    );
    for (verdict, by_answer) in
        [("accepted by paylint", counts.accept), ("rejected by paylint", counts.reject)]
    {
        let [accepted, refused, unauthorised, none] =
            Answer::ALL.map(|answer| by_answer.of(answer));
        _ = writeln!(text, "{verdict:20}{accepted:>12}{refused:>12}{unauthorised:>14}{none:>12}");
    }
    text.push('\n');
}

/// `40 of 9,840 accepted requests (0.41 %, at most 0.55 %)`.
pub(super) fn shared(share: Share, of: &str) -> String {
    let Share { count, of: whole } = share;
    match (share.share(), share.at_most()) {
        (Some(share), Some(at_most)) => {
            let [share, at_most] = [share, at_most].map(|part| format!("{:.2} %", part * 100.0));
            format!("{count} of {whole} {of}: {share}, and at most {at_most} with 95 % confidence")
        }
        _ => format!("there are no {of}"),
    }
}

/// The rules that fired, those that stop most accepted requests first.
fn rules(text: &mut String, answered: &Answered<'_>) {
    let rules = in_order(answered);
    if rules.is_empty() {
        return;
    }
    let width = rules.iter().map(|(name, _)| name.len()).max().unwrap_or_default();
    _ = writeln!(
        text,
        "\n{:width$}  level{:>10}{:>10}{:>14}{:>11}{:>16}",
        "rule", "accepted", "refused", "unauthorised", "no answer", "alone, of these"
    );
    for (name, counts) in rules {
        let [accepted, refused, unauthorised, none] =
            Answer::ALL.map(|answer| counts.fired.of(answer));
        let (style, level) = (style(counts.level), counts.level.name());
        _ = writeln!(
            text,
            "{name:width$}  {style}{level:5}{style:#}{accepted:>10}{refused:>10}{unauthorised:>14}{none:>11}{:>16}",
            alone(counts.alone)
        );
        let looked_at: Vec<Place> = counts.places().cloned().collect();
        _ = writeln!(text, "{:width$}  {}", "", places(&looked_at, counts.fired.sum()));
    }
}

/// `3 + 0`: alone on accepted, and on refused requests.
fn alone(counts: ByAnswer) -> String {
    format!(
        "{} + {}",
        counts.of(Answer::Accepted),
        counts.of(Answer::Refused) + counts.of(Answer::Unauthorised)
    )
}

/// The rules, those first that were alone on most accepted requests.
pub(super) fn in_order<'a>(answered: &'a Answered<'_>) -> Vec<(&'a str, &'a RuleCounts)> {
    let mut rules = answered.counts.calibration.rules();
    rules.sort_by_key(|(_, counts)| {
        let of = |counts: ByAnswer| counts.of(Answer::Accepted);
        std::cmp::Reverse((counts.level, of(counts.alone), of(counts.fired)))
    });
    rules
}

/// Refusals that nothing explains.
fn missed(text: &mut String, answered: &Answered<'_>) {
    let missed = missed_in_order(answered);
    if missed.is_empty() {
        return;
    }
    let bold = Style::new().bold();
    let requests =
        counted(answered.counts.calibration.total().missed, "refused request", "refused requests");
    _ = writeln!(text, "\n{bold}missed{bold:#}: {requests} without a finding; the answers named");
    for (path, missed) in missed {
        _ = writeln!(
            text,
            "{:>8}  {}  {}",
            missed.count,
            member(path),
            places(&missed.places, missed.count)
        );
    }
}

/// The members that answers of missed requests named, the most frequent first.
pub(super) fn missed_in_order<'a>(answered: &'a Answered<'_>) -> Vec<(&'a str, &'a Missed)> {
    let mut missed: Vec<_> = answered.counts.calibration.missed().collect();
    missed.sort_by_key(|(_, missed)| std::cmp::Reverse(missed.count));
    missed
}

/// What answers named.
pub(super) fn member(path: &str) -> &str {
    if path.is_empty() { "no member" } else { path }
}

/// Why a level is proposed.
pub(super) fn reason(proposal: &Proposal<'_>) -> String {
    let Proposal { requests, to, .. } = proposal;
    if *to == Level::Deny {
        let refusals = counted(*requests, "refusal", "refusals");
        format!(
            "it would have prevented {refusals} that nothing else does, and fired on no accepted request"
        )
    } else {
        let accepted = counted(*requests, "accepted request", "accepted requests");
        format!("it alone would have stopped {accepted}, and prevented no refusal alone")
    }
}

/// The layer of a policy: the levels that follow.
pub(super) fn policy(answered: &Answered<'_>) -> String {
    pretty(&answered.counts.calibration.layer(answered.at_least))
}

/// All of it as JSON.
pub(super) fn json(answered: &Answered<'_>) -> String {
    #[derive(Serialize)]
    struct Json<'a> {
        lines: u64,
        error: u64,
        own_policies: u64,
        #[serde(flatten)]
        summary: Summary<'a>,
        decided_by: DecidedBy,
    }
    pretty(&Json {
        lines: answered.outcome.lines,
        error: answered.outcome.problems.count,
        own_policies: answered.outcome.problems.own_policies,
        summary: answered.counts.calibration.summary(answered.at_least),
        decided_by: DecidedBy::of(answered.policy),
    })
}
