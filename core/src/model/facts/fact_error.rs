//! What can be wrong with the value of a fact.

use super::{AccountFunding, Environment, SavingSide, Subsequent, Terminal};
use crate::base::time::{InvalidTimestamp, InvalidUtcOffset};
use crate::model::config::NO_AMOUNT;

/// What is wrong with a value. A byte rather than a text, so that results stay small.
#[derive(Clone, Copy)]
pub(super) enum Problem {
    Blank,
    EmptyList,
    NotText,
    NotFlag,
    NotInteger,
    NotAmount,
    NotTime,
    NotList,
    NoMembers,
    Environment,
    Terminal,
    AccountFunding,
    SavingSide,
    Subsequent,
    Timestamp,
    UtcOffset,
    Country,
    Address,
    Scenario,
    Capability,
    Amount,
}

impl Problem {
    pub(super) const fn text(self) -> &'static str {
        match self {
            Problem::Blank => "is blank",
            Problem::EmptyList => "is an empty list: leave it out instead",
            Problem::NotText => "isn't a text",
            Problem::NotFlag => "isn't a flag",
            Problem::NotInteger => "isn't an integer",
            Problem::NotAmount => "isn't an amount",
            Problem::NotTime => "isn't a time",
            Problem::NotList => "isn't a list of texts",
            Problem::NoMembers => "has no members",
            Problem::Environment => Environment::NONE,
            Problem::Terminal => Terminal::NONE,
            Problem::AccountFunding => AccountFunding::NONE,
            Problem::SavingSide => SavingSide::NONE,
            Problem::Subsequent => Subsequent::NONE,
            Problem::Timestamp => InvalidTimestamp::TEXT,
            Problem::UtcOffset => InvalidUtcOffset::TEXT,
            Problem::Country => "not a country code of two capitals",
            Problem::Address => "not an IPv4 or IPv6 address",
            Problem::Scenario => "not one_step, two_step, zero_amount or a payout",
            Problem::Capability => "not the name of a capability",
            Problem::Amount => NO_AMOUNT,
        }
    }
}
