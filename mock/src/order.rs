//! The state machine of an order or a payout.

use crate::fault::Declined;
use minijinja::value::Serde;
use minijinja::{Value as Shown, context};
use paylint::history::Event;
use paylint::{Decimal, Facts, Feature, History, Operation, Operations, Timestamp, facts};
use serde::Serialize;

/// State of an order. The document doesn't list them: the names are those that public clients read, or our own.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Status {
    Issued,
    Failed,
    Hold,
    Expired,
    /// A Zero-Amount order whose card is saved.
    Saved,
    Paid,
    PartiallyRefunded,
    Refunded,
    Reversed,
    ChargedBack,
}

pub(crate) struct Order {
    history: History,
    status: Status,
    /// Each status with its start.
    changes: Vec<(Status, Timestamp)>,
    /// The time of the last event; later events can't precede it.
    last: Timestamp,
    hold_days: i64,
    /// The reason why the last attempt failed.
    pub(crate) declined: Option<Declined>,
}

impl Order {
    /// A new order, or a payout, which is paid at once.
    pub(crate) fn new(history: History, at: Timestamp, hold_days: Option<i64>) -> Order {
        let mut order = Order {
            history,
            status: Status::Issued,
            changes: vec![(Status::Issued, at)],
            last: at,
            // Without the fact, use the longest hold: after it, the rules know that the hold has ended.
            hold_days: hold_days.unwrap_or(28),
            declined: None,
        };
        if order.is_payout() {
            order.enter(Status::Paid, at);
        } else {
            // The mock knows that nobody has paid yet.
            order.history = history.with(Event::Payment(false), at).unwrap_or(history);
        }
        order
    }

    /// The facts for the order's next request.
    pub(crate) fn facts(&self) -> facts::Order<'static> {
        let Facts { order, .. } = self.history.facts();
        order.unwrap_or_default()
    }

    fn is_payout(&self) -> bool {
        self.facts().scenario.is_some_and(|scenario| scenario.name().starts_with("payout"))
    }

    /// The time when the hold ends.
    fn expiry(&self) -> Option<Timestamp> {
        let nanos = self.hold_days * 24 * 3600 * 1_000_000_000;
        let paid_at = self.facts().paid_at.filter(|_| self.status == Status::Hold)?;
        Timestamp::from_unix_nanos(paid_at.unix_nanos().checked_add(nanos)?)
    }

    /// The status at this time.
    pub(crate) fn status(&self, now: Timestamp) -> Status {
        let is_over = self.expiry().is_some_and(|end| now > end);
        if is_over { Status::Expired } else { self.status }
    }

    /// Applies an accepted event.
    ///
    /// # Errors
    /// If the order's status doesn't allow it, although the policy turns off the rule that would say so.
    pub(crate) fn apply(&mut self, event: Event, at: Timestamp) -> Result<(), String> {
        use Status::*;
        let at = at.max(self.last);
        let from: &[Status] = match event {
            Event::Payment(_) => &[Issued, Failed],
            Event::Capture(_) => &[Hold],
            Event::Refund(_) => &[Hold, Paid, PartiallyRefunded, Refunded, ChargedBack],
            Event::Reversal => &[Hold, Paid],
            Event::Chargeback => &[Hold, Paid, PartiallyRefunded, Refunded, Reversed],
        };
        let status = self.status(at);
        if !from.contains(&status) {
            let status = serde_json::to_string(&status).unwrap_or_default();
            return Err(format!("this isn't possible for an order that is {status}"));
        }
        let history = self.history.with(event, at);
        self.history = history.map_err(|error| error.problem().to_owned())?;
        self.declined = None;
        let order = self.facts();
        let next = match event {
            Event::Payment(false) => Failed,
            Event::Payment(true) => match order.scenario {
                Some(Feature::TwoStep) => Hold,
                Some(Feature::ZeroAmount) => Saved,
                _ => Paid,
            },
            Event::Capture(_) => Paid,
            Event::Refund(None) => Refunded,
            Event::Refund(_) => {
                let captured = order.captured.filter(|captured| *captured > Decimal::ZERO);
                let paid = captured.or(order.amount);
                let is_all = paid.zip(order.refunded).is_some_and(|(paid, sum)| sum >= paid);
                if is_all { Refunded } else { PartiallyRefunded }
            }
            Event::Reversal => Reversed,
            Event::Chargeback => ChargedBack,
        };
        self.enter(next, at);
        Ok(())
    }

    /// Records that an attempt was declined. Only a payment's decline changes the order.
    ///
    /// # Errors
    /// If the order's status doesn't allow a payment.
    pub(crate) fn decline(&mut self, declined: Declined, at: Timestamp) -> Result<(), String> {
        if declined.on == Operation::Payment {
            self.apply(Event::Payment(false), at)?;
        } else if Operations::PAYOUTS.contains(declined.on) {
            self.enter(Status::Failed, at.max(self.last));
        }
        self.declined = Some(declined);
        Ok(())
    }

    fn enter(&mut self, status: Status, at: Timestamp) {
        self.last = at;
        if self.status != status {
            self.status = status;
            self.changes.push((status, at));
        }
    }

    /// The time when the order first reached one of these statuses.
    fn since(&self, of: &[Status]) -> Option<Timestamp> {
        self.changes.iter().find(|(status, _)| of.contains(status)).map(|(_, at)| *at)
    }

    /// The order's members in answers.
    pub(crate) fn shown(&self, now: Timestamp) -> Shown {
        let order = self.facts();
        let status = self.status(now);
        let captured_at = self.since(&[Status::Paid]);
        let captured = order.captured.or(order.amount.filter(|_| captured_at.is_some()));
        let ended = self.expiry().filter(|_| status == Status::Expired).map(|end| (status, end));
        let permitted: &[&str] = match status {
            _ if self.is_payout() => &[],
            Status::Issued | Status::Failed => &["pay"],
            Status::Hold => &["capture", "reverse"],
            Status::Paid => &["refund", "reverse"],
            Status::PartiallyRefunded => &["refund"],
            _ => &[],
        };
        context! {
            status => Serde(status),
            scenario => Serde(order.scenario),
            amount => Serde(order.amount),
            captured => Serde(captured.unwrap_or(Decimal::ZERO)),
            refunded => Serde(order.refunded),
            currency => order.currency,
            issued => Serde(self.changes[0].1),
            modified => Serde(self.last),
            paid_at => Serde(self.since(&[Status::Paid, Status::Hold, Status::Saved])),
            captured_at => Serde(captured_at),
            changes => Serde(Vec::from_iter(self.changes.iter().chain(&ended))),
            permitted => Serde(permitted),
            declined => Serde(&self.declined),
        }
    }
}
