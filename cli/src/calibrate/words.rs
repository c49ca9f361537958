//! Sentences about figures, rules and members, for the terminal and for the page.

use crate::names::counted;
use paylint::Level;
use paylint_traffic::calibration::{
    Calibration, Missed, Prevented, Reason, RuleRow, Stopped, Terms,
};
use std::fmt::Write;

/// `6 of 51 (11.76 %, at most 21.54 %)`
pub(super) fn stopped(Stopped { count, of, most }: Stopped) -> String {
    share(count, of, "accepted", "at most", most)
}

/// `6 of 12 (50.00 %, at least 28.12 %)`
pub(super) fn prevented(Prevented { count, of, least }: Prevented) -> String {
    share(count, of, "refused", "at least", least)
}

fn share(count: u64, of: u64, answer: &str, words: &str, bound: f64) -> String {
    if of == 0 {
        return format!("none: no request was {answer}");
    }
    let share = percent(count as f64 / of as f64);
    format!("{count} of {of} ({share}, {words} {})", percent(bound))
}

fn percent(share: f64) -> String {
    format!("{:.2} %", share * 100.0)
}

/// `field.blank@/client/email`
pub(super) fn selector(row: &RuleRow) -> String {
    match row.member.as_str() {
        "" => row.rule.clone(),
        member => format!("{}@{member}", row.rule),
    }
}

pub(super) fn part(by: Option<&str>) -> String {
    match by {
        None => String::new(),
        Some("*") => " (all other parts)".to_owned(),
        Some(by) => format!(" ({by})"),
    }
}

/// Customers by answer, and their requests where they sent more than one each.
pub(super) fn counts(RuleRow { attempts, customers, .. }: &RuleRow) -> String {
    let counts = [
        ("accepted", attempts.accepted, customers.accepted),
        ("refused for it", attempts.here, customers.here),
        ("for something else", attempts.elsewhere, customers.elsewhere),
        ("without a name", attempts.unnamed, customers.unnamed),
        ("unauthorised", attempts.unauthorised, customers.unauthorised),
        ("no answer", attempts.no_answer, customers.no_answer),
    ];
    let shown = counts.into_iter().enumerate();
    let shown = shown.filter(|(index, (_, attempts, _))| *index < 2 || *attempts > 0);
    let shown = shown.map(|(_, (words, attempts, customers))| match attempts == customers {
        true => format!("{words} {customers}"),
        false => format!("{words} {customers} ({attempts} requests)"),
    });
    shown.collect::<Vec<_>>().join(", ")
}

/// Sentence about what follows from a rule's answers, or why nothing does.
pub(super) fn said(row: &RuleRow, calibration: &Calibration) -> String {
    let terms = calibration.terms;
    let share = format!("{} to {} are refused for it", percent(row.low), percent(row.high));
    let since = row.since.as_ref().map_or(String::new(), |day| format!(", counted since {day}"));
    let answered = row.customers.accepted + row.customers.here;
    let reason = match (row.follows, row.reason) {
        (Some(level), _) => return format!("→ {level}: {share}{since}"),
        (None, None) => return format!("stays as it is: {share}{since}{}", though(row, terms)),
        (None, Some(reason)) => reason,
    };
    let why = match reason {
        Reason::TooFew => format!(
            "{} answered, {} are asked for",
            counted(answered, "customer was", "customers were"),
            terms.at_least
        ),
        Reason::OneCustomer => format!(
            "all {} answers came from one customer",
            row.attempts.accepted + row.attempts.here
        ),
        Reason::OneDay => "all answers for it came on one day".to_owned(),
        Reason::NotSure => format!(
            "{share}{since}; {} refusals without an acceptance would do",
            terms.refusals_needed()
        ),
        Reason::DoesNotHold => "the last third of the days says otherwise".to_owned(),
        Reason::DiffersByOperation => "operations differ, and a level holds for all".to_owned(),
        Reason::ValuesDiffer => format!(
            "{share}{since}: some values are refused here, and a level can't tell them apart"
        ),
        Reason::NoTime => "without a time (--at) nothing is proposed".to_owned(),
        Reason::Masked => "its values are masked".to_owned(),
        Reason::NothingTellsIt | Reason::NoName => String::new(),
    };
    format!("nothing follows ({}): {why}", reason.words())
}

/// Why a level stays, although the answers ask for the other.
fn though(row: &RuleRow, terms: Terms) -> String {
    let asks = match row.level {
        Level::Deny => row.high < terms.worth(),
        _ => row.low > terms.worth(),
    };
    let why = row.closed.unwrap_or("other levels that follow stop all of these");
    if asks { format!("; {why}") } else { String::new() }
}

pub(super) fn missed_name(missed: &Missed) -> String {
    let member = if missed.member.is_empty() { "(no member)" } else { &missed.member };
    let code = missed.code.as_ref().map_or(String::new(), |code| format!(" {code}"));
    format!("{} {member}{code}{}", missed.operation, part(missed.by.as_deref()))
}

pub(super) fn missed_said(missed: &Missed, calibration: &Calibration) -> String {
    let terms = calibration.terms;
    let customers = counted(missed.customers, "customer", "customers");
    let reason = match (&missed.follows, missed.reason) {
        (Some(rule), _) if missed.stopped < missed.attempts => {
            return format!("{customers} → {rule}, which stops {} of these", missed.stopped);
        }
        (Some(rule), _) => return format!("{customers} → {rule}"),
        (None, reason) => reason.unwrap_or(Reason::NothingTellsIt),
    };
    let why = match reason {
        Reason::TooFew => format!(": {} are asked for", terms.at_least),
        Reason::NotSure => {
            format!(": {} refusals without an acceptance would do", terms.refusals_needed())
        }
        Reason::ValuesDiffer => ": a policy rule of your own may tell them apart".to_owned(),
        Reason::NothingTellsIt => {
            ": presence, length and size are as in accepted requests".to_owned()
        }
        Reason::NoName => ": the answers name no member".to_owned(),
        Reason::NoTime => ": without a time (--at) nothing is proposed".to_owned(),
        _ => String::new(),
    };
    format!("{customers}, nothing follows ({}){why}", reason.words())
}

/// `custom.amount_minimum: payout_og /amount minimum 1`
pub(super) fn rule_in_words(rule: &serde_json::Value) -> String {
    let word = |name: &str| rule[name].as_str().unwrap_or_default();
    let mut text = format!(
        "{}: {} {}",
        word("name"),
        rule["on"][0].as_str().unwrap_or_default(),
        word("member")
    );
    let constraints = ["required", "forbidden", "max_length", "none_of", "minimum", "maximum"];
    for name in constraints.into_iter().filter(|name| !rule[*name].is_null()) {
        let value = Some(&rule[name]).filter(|value| !value.is_boolean());
        _ = write!(text, " {name}{}", value.map_or(String::new(), |value| format!(" {value}")));
    }
    if let Some(when) = rule["when"].as_object().and_then(|when| when.values().next()) {
        _ = write!(text, ", when {}", when.as_str().unwrap_or_default());
    }
    text
}
