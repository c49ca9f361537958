//! Describes policy rules in words.

use super::PolicyRule;
use super::constraint::{Constraint, Operand, label};
use super::values::in_words;
use crate::base::append::text_of;
use crate::base::decimal::put_integer;
use crate::base::level::Level;
use crate::base::time::Timestamp;
use crate::model::feature::FeatureSet;
use crate::model::operation::Operation;
use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;

impl PolicyRule {
    /// Its requirement, conditions and times: `the total of an order in EUR must be at most 5000, from 2027-04-01`.
    pub(crate) fn in_words(&self) -> String {
        let mut text = label(&self.member);
        text.push_str(" of ");
        put_list(&mut text, self.on.iter().map(with_article));
        self.put_when(&mut text);
        text.push_str(if self.level.unwrap_or(Level::Deny) == Level::Deny {
            " must "
        } else {
            " should "
        });
        if let Some(constraint) = &self.constraint {
            constraint.put_words(&mut text);
        }
        for (word, time) in [(", from ", self.when.from), (", until ", self.when.until)] {
            if let Some(time) = time {
                text.push_str(word);
                text.push_str(&day_or_time(time));
            }
        }
        text
    }

    fn put_when(&self, text: &mut String) {
        let when = &self.when;
        let names = |set: FeatureSet| set.iter().map(|feature| String::from(feature.name()));
        put_all(text, " in ", &mut when.currency.iter().cloned());
        put_all(text, " that is ", &mut names(when.scenario));
        put_all(text, " with ", &mut names(when.capability));
        if !when.given.is_empty() {
            text.push_str(" with ");
            let members: Vec<String> = when.given.iter().map(|path| label(path)).collect();
            text.push_str(&members.join(" and "));
        }
        put_all(text, " without ", &mut when.absent.iter().map(|path| label(path)));
        let mut word = " where ";
        for (fact, values) in &when.facts {
            put_all(
                text,
                &[word, fact.name(), " is "].concat(),
                &mut values.iter().map(|text| in_words(text)),
            );
            word = " and ";
        }
        for (path, values) in &when.members {
            put_all(
                text,
                &[word, &label(path), " is "].concat(),
                &mut values.in_words().into_iter(),
            );
            word = " and ";
        }
    }
}

/// Appends a word and a list, unless it is empty.
fn put_all(text: &mut String, word: &str, values: &mut dyn Iterator<Item = String>) {
    let mut values = values.peekable();
    if values.peek().is_some() {
        text.push_str(word);
        put_list(text, values);
    }
}

impl Constraint {
    fn put_words(&self, text: &mut String) {
        text.push_str(self.verb());
        match &self.operand {
            Operand::True => {}
            Operand::Limit(limit) => limit.write(text),
            Operand::Count(count) => {
                put_integer(text, *count);
                text.push(' ');
                text.push_str(self.unit());
                text.push_str(if *count == 1 { "" } else { "s" });
            }
            Operand::Values(values) => put_list(text, values.in_words().into_iter()),
            Operand::Prefixes(prefixes) => {
                put_list(text, prefixes.iter().map(|prefix| in_words(prefix)));
            }
            Operand::Member(path) => text.push_str(&label(path)),
        }
    }
}

/// Appends a list, `a, b or c`, cut short if it is long.
fn put_list(text: &mut String, list: impl Iterator<Item = String>) {
    let mut list = list.peekable();
    let mut count = 0;
    while let Some(item) = list.next() {
        if count > 0 {
            text.push_str(if list.peek().is_some() { ", " } else { " or " });
        }
        if count == 8 && list.peek().is_some() {
            text.push_str("or one of ");
            put_integer(text, list.count() as i64 + 1);
            return text.push_str(" more");
        }
        text.push_str(&item);
        count += 1;
    }
}

fn with_article(operation: Operation) -> String {
    match operation {
        Operation::Order => "an order".to_owned(),
        Operation::Payment => "a card post".to_owned(),
        _ => ["a ", &operation.name().replace('_', " ")].concat(),
    }
}

/// A time, or only its day at midnight UTC.
fn day_or_time(time: Timestamp) -> String {
    let text = text_of(|out| time.write(out));
    text.strip_suffix("T00:00:00Z").map_or_else(|| text.clone(), str::to_owned)
}
