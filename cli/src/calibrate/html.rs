//! A calibration as a page.

use super::Answered;
use super::show::{in_order, member, missed_in_order, reason, shared};
use crate::names::{counted, places};
use crate::page::{Page, Row};
use paylint::Level;
use paylint_traffic::Place;
use paylint_traffic::calibration::{Answer, Counts};

/// The page.
pub(super) fn page(answered: &Answered<'_>) -> String {
    let Answered { counts: total, policy, name, at_least, .. } = answered;
    let calibration = &total.calibration;
    let counts = calibration.total();
    let lines = counted(answered.outcome.lines, "line", "lines");
    let mut page =
        Page::new("Verdicts and the gateway's answers", &format!("{lines}, checked with {name}"));
    let (stopped, prevented) =
        (counts.would_have_been_stopped(), counts.would_have_been_prevented());
    page.tiles(&[
        (stopped.count, "accepted by the gateway, would have been stopped", "no"),
        (prevented.count, "refused by the gateway, would have been prevented", "yes"),
        (counts.missed, "refused, and nothing found", "warn"),
        (
            counts.accept.of(Answer::None) + counts.reject.of(Answer::None),
            "without an answer that says something",
            "",
        ),
    ]);
    page.paragraph(&format!("Would have been stopped: {}.", shared(stopped, "accepted requests")));
    page.paragraph(&format!("Would have been prevented: {}.", shared(prevented, "refusals")));

    let operations: Vec<Row> = calibration
        .operations()
        .map(|(operation, counts)| of_operation(operation.name(), counts))
        .collect();
    let head =
        ["operation", "accepted", "of these rejected here", "refused", "of these rejected here"];
    page.table(
        "By operation",
        "What the gateway answered, and what paylint says of the same requests.",
        &head,
        &operations,
    );

    let proposals: Vec<Row> = calibration
        .proposals(*at_least)
        .map(|proposal| {
            let words = format!("{}, not {}: {}.", proposal.to, proposal.from, reason(&proposal));
            Row::named(proposal.rule, &[proposal.requests]).with_line(&words)
        })
        .collect();
    let said = format!(
        "Levels for which at least {} and against which none does. `paylint calibrate --format policy` writes them as a layer.",
        counted(*at_least, "answer speaks", "answers speak")
    );
    page.table("What follows", &said, &["rule", "answers"], &proposals);

    let rules: Vec<Row> = in_order(answered)
        .into_iter()
        .map(|(rule, counts)| {
            let [accepted, refused, unauthorised, none] =
                Answer::ALL.map(|answer| counts.fired.of(answer));
            let alone = counts.alone.of(Answer::Accepted);
            let looked_at: Vec<Place> = counts.places().cloned().collect();
            let class = if counts.level == Level::Deny { "no" } else { "warn" };
            Row::named(rule, &[accepted, alone, refused, unauthorised, none])
                .with_line(&format!(
                    "At level {}; for example {}",
                    counts.level,
                    places(&looked_at, counts.fired.sum())
                ))
                .with_bar(&[(accepted, class), (refused + unauthorised, "yes")], counts.fired.sum())
        })
        .collect();
    let said = "How often each rule fired, by what the gateway answered; alone: no other rule would have stopped the request, or, for a warning, none fired.";
    let head = ["rule", "accepted", "alone", "refused", "unauthorised", "no answer", ""];
    page.table("Rules", said, &head, &rules);

    let missed: Vec<Row> = missed_in_order(answered)
        .into_iter()
        .map(|(path, missed)| {
            let line = format!("For example {}", places(&missed.places, missed.count));
            Row::named(member(path), &[missed.count]).with_line(&line)
        })
        .collect();
    let said = "Requests that the gateway refused and of which there is no finding, by the members that its answers named.";
    page.table("Missed", said, &["member", "requests"], &missed);
    if let Some(put_aside) = answered.outcome.problems.put_aside() {
        page.paragraph(&(put_aside + "."));
    }
    if let Some(first) = answered.outcome.problems.first.first() {
        page.paragraph(&format!("The first line that can't be read: {first}"));
    }
    page.finish(name, policy)
}

fn of_operation(name: &str, counts: &Counts) -> Row {
    let (stopped, prevented) =
        (counts.would_have_been_stopped(), counts.would_have_been_prevented());
    Row::named(name, &[stopped.of, stopped.count, prevented.of, prevented.count])
}
