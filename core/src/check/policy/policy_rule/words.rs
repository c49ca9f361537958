//! Describes policy rules in words.

use super::PolicyRule;
use super::constraint::{Constraint, Operand, label};
use super::values::Scalar;
use super::when::Subject;
use crate::base::append::text_of;
use crate::base::decimal::put_integer;
use crate::base::level::Level;
use crate::base::time::Timestamp;
use crate::model::operation::Operation;
use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;
use core::mem;

impl PolicyRule {
    /// Its requirement, conditions and times: `the total of an order in EUR must be at most 5000, from 2027-04-01`.
    pub(crate) fn in_words(&self) -> String {
        let mut text = label(&self.member);
        text.push_str(" of ");
        put_list(&mut text, self.on.iter().map(with_article));
        self.put_when(&mut text);
        let is_deny = self.level.unwrap_or(Level::Deny) == Level::Deny;
        text.push_str(if is_deny { " must " } else { " should " });
        self.constraint.put_words(&mut text);
        for (word, time) in [(", from ", self.when.from), (", until ", self.when.until)] {
            if let Some(time) = time {
                text.push_str(word);
                text.push_str(&day_or_time(time));
            }
        }
        text
    }

    fn put_when(&self, text: &mut String) {
        let mut word = " where ";
        for (subject, values) in &self.when.conditions {
            let name = match subject {
                Subject::Given => {
                    let members: Vec<String> = values.texts().map(label).collect();
                    text.push_str(" with ");
                    text.push_str(&members.join(" and "));
                    continue;
                }
                Subject::Absent => {
                    text.push_str(" without ");
                    put_list(text, values.texts().map(label));
                    continue;
                }
                Subject::Currency => " in ".to_owned(),
                Subject::Scenario => " that is ".to_owned(),
                Subject::Capability => " with ".to_owned(),
                Subject::Fact(fact) => {
                    [mem::replace(&mut word, " and "), fact.name(), " is "].concat()
                }
                Subject::Member(path) => {
                    [mem::replace(&mut word, " and "), &label(path), " is "].concat()
                }
            };
            text.push_str(&name);
            put_list(text, values.all.iter().map(Scalar::in_words));
        }
    }
}

impl Constraint {
    fn put_words(&self, text: &mut String) {
        text.push_str(self.word.verb());
        match &self.operand {
            Operand::True => {}
            Operand::Limit(limit) => limit.write(text),
            Operand::Count(count) => {
                put_integer(text, *count);
                text.push(' ');
                text.push_str(self.word.unit());
                text.push_str(if *count == 1 { "" } else { "s" });
            }
            Operand::Values(values) => put_list(text, values.all.iter().map(Scalar::in_words)),
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
