//! What can be wrong with the value of a fact.

use super::{AccountFunding, Environment, SavingSide, Subsequent, Terminal};
use crate::config::NO_AMOUNT;
use crate::time::{InvalidTimestamp, InvalidUtcOffset};

/// What is wrong with a value: a byte, where its text would be two words in every result.
#[derive(Clone, Copy)]
pub(super) enum Problem {
    Blank,
    EmptyList,
    NoText,
    NoFlag,
    NoInteger,
    NoAmount,
    NoTime,
    NoList,
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
            Problem::NoText => "is no text",
            Problem::NoFlag => "is no flag",
            Problem::NoInteger => "is no integer",
            Problem::NoAmount => "is no amount",
            Problem::NoTime => "is no time",
            Problem::NoList => "is no list of texts",
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
