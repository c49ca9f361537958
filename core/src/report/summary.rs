//! What a report says beside its findings: what the request is, what must be done, and until when the verdict lasts.

use crate::decimal::Total;
use crate::facts::{HoldDays, Known};
use crate::feature::{Feature, FeatureSet};
use crate::findings::Findings;
use crate::operation::Operation;
use crate::rule::Context;
use crate::rule_set::Levels;
use crate::rules::{capture, position_of, refund, saving};
use crate::time::Timestamp;

/// What must be done beside sending the request.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Obligation {
    /// 3-D Secure authentication (§4.6).
    ThreeDs,
    /// The order must be captured later: by this instant, if it is known.
    Capture(Option<Timestamp>),
}

impl Obligation {
    /// `three_ds` or `capture`.
    #[must_use]
    pub const fn kind(self) -> &'static str {
        match self {
            Obligation::ThreeDs => "three_ds",
            Obligation::Capture(_) => "capture",
        }
    }

    /// Until when, if that is known.
    #[must_use]
    pub const fn by(self) -> Option<Timestamp> {
        match self {
            Obligation::ThreeDs => None,
            Obligation::Capture(by) => by,
        }
    }
}

/// All that a report says beside its findings.
#[derive(Clone, Copy)]
pub(crate) struct Summary {
    pub(super) scenario: Option<Feature>,
    pub(super) capabilities: FeatureSet,
    pub(super) total: Option<Total>,
    /// The authorization is wrong, and that rejects.
    pub(super) forbidden: bool,
    /// As many as there are kinds of them, and how many they are.
    obligations: [Obligation; 2],
    obligation_count: u8,
    pub(super) valid_until: Option<Timestamp>,
}

impl Summary {
    /// Of a request that was not looked at.
    pub(crate) const NONE: Summary = Summary {
        scenario: None,
        capabilities: FeatureSet::EMPTY,
        total: None,
        forbidden: false,
        obligations: [Obligation::ThreeDs; 2],
        obligation_count: 0,
        valid_until: None,
    };

    /// Of a request over which the rules have run.
    pub(crate) fn of(context: &Context<'_>, findings: &Findings<'_>) -> Summary {
        let mut summary = Summary {
            scenario: context.scenario,
            capabilities: context.capabilities,
            total: context.total(),
            ..Summary::NONE
        };
        if saving::needs_three_ds(context) == Ok(true) {
            summary.oblige(Obligation::ThreeDs);
        }
        if findings.rejected() {
            summary.forbidden = findings.denied_by(const { position_of("http.authorization") });
            return summary;
        }
        if context.scenario == Some(Feature::TwoStep) {
            let (now, hold) = (context.facts.now(), context.facts.hold_days());
            let by = now.ok().zip(hold.ok()).map(|(now, hold)| now.plus_days(hold.get()));
            summary.oblige(Obligation::Capture(by));
        }
        summary.valid_until = valid_until(context, findings.levels);
        summary
    }

    pub(super) fn obligations(&self) -> &[Obligation] {
        self.obligations.get(..usize::from(self.obligation_count)).unwrap_or_default()
    }

    fn oblige(&mut self, obligation: Obligation) {
        if let Some(place) = self.obligations.get_mut(usize::from(self.obligation_count)) {
            *place = obligation;
            self.obligation_count = self.obligation_count.wrapping_add(1);
        }
    }
}

/// The last instant at which the operation's time rule still holds, if it is at level deny and holds now.
fn valid_until(context: &Context<'_>, levels: Levels<'_>) -> Option<Timestamp> {
    let paid_at = context.facts.paid_at().ok()?;
    let holds = |position: u16, violated: fn(&Context<'_>) -> Known<bool>| {
        levels.denies(position) && violated(context) == Ok(false)
    };
    match context.operation {
        Operation::Capture
            if holds(const { position_of("capture.hold_expired") }, capture::is_hold_over) =>
        {
            let days = context.facts.hold_days().unwrap_or(HoldDays::MIN);
            Some(paid_at.plus_days(days.get()))
        }
        Operation::Refund if holds(const { position_of("refund.too_old") }, refund::is_too_old) => {
            paid_at.plus_two_years()
        }
        Operation::Reversal
            if holds(const { position_of("reversal.same_day") }, refund::is_another_day) =>
        {
            Some(paid_at.end_of_local_day(context.facts.utc_offset().ok()?))
        }
        _ => None,
    }
}
