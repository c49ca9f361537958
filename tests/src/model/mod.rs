//! A second implementation of the rules, as plain as possible, to compare the engine with. It is
//! written to be read, rule by rule, and shares no code with the engine.

mod address;
mod basis;
mod body;
mod capture;
mod catalogue;
mod codes;
mod compat;
mod decimal;
mod declared;
mod facts;
mod feature_names;
mod features;
mod funding;
mod history;
mod http;
pub(crate) mod json;
mod known;
mod ledger;
mod misspelt;
mod order;
mod payment;
mod payout;
mod policy;
mod policy_rules;
mod reading;
mod refund;
mod report;
mod request;
mod saving;
mod shapes;
mod small;
mod strict;
mod table;
mod time;
mod total;
mod travel;
mod when;

pub use catalogue::{Level, OPERATIONS, RULES, Rule};
pub use history::{Sent, order_facts};
pub use report::{Finding, Obligation, Outcome, Unchecked, judge, judge_in_layers};
