//! A report without its findings: the features, the total, the obligations, and how long the verdict is valid.

use crate::base::decimal::Total;
use crate::base::time::Timestamp;
use crate::check::findings::Findings;
use crate::check::rule::Context;
use crate::check::rule_set::Levels;
use crate::check::rules::{capture, position_of, refund, saving};
use crate::model::facts::{Fact, FactSet, HoldDays, Known, Missing};
use crate::model::feature::{Feature, FeatureSet};
use crate::model::operation::Operation;
use smallvec::SmallVec;

/// Something you must do besides sending the request.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Obligation {
    /// 3-D Secure authentication (§4.6), with the missing facts that decide whether it is needed.
    ThreeDs(FactSet),
    /// The order must be captured later, by this time if it is known.
    Capture(Option<Timestamp>),
}

impl Obligation {
    /// `three_ds` or `capture`.
    pub const fn kind(self) -> &'static str {
        match self {
            Obligation::ThreeDs(_) => "three_ds",
            Obligation::Capture(_) => "capture",
        }
    }

    /// The deadline, if there is one and it is known.
    pub const fn by(self) -> Option<Timestamp> {
        match self {
            Obligation::ThreeDs(_) => None,
            Obligation::Capture(by) => by,
        }
    }

    /// The missing facts that it depends on, in the order of [`Fact::ALL`]. Empty if it is certain.
    pub fn needs(self) -> impl Iterator<Item = Fact> + Clone {
        let needs = match self {
            Obligation::ThreeDs(needs) => needs,
            Obligation::Capture(_) => FactSet::EMPTY,
        };
        needs.iter()
    }
}

#[derive(Clone)]
pub(crate) struct Summary {
    pub(super) scenario: Option<Feature>,
    pub(super) capabilities: FeatureSet,
    pub(super) total: Option<Total>,
    /// At most one of each kind.
    pub(super) obligations: SmallVec<[Obligation; 2]>,
    pub(super) valid_until: Option<Timestamp>,
}

impl Summary {
    /// Empty, for a request whose rules didn't run, or if only the verdict is needed.
    pub(crate) const NONE: Summary = Summary {
        scenario: None,
        capabilities: FeatureSet::EMPTY,
        total: None,
        obligations: SmallVec::new_const(),
        valid_until: None,
    };

    pub(crate) fn of(context: &Context<'_>, findings: &Findings<'_>) -> Summary {
        let mut summary = Summary {
            scenario: context.scenario,
            capabilities: context.capabilities,
            total: context.total(),
            ..Summary::NONE
        };
        match saving::needs_three_ds(context) {
            Ok(false) => {}
            Ok(true) => summary.obligations.push(Obligation::ThreeDs(FactSet::EMPTY)),
            Err(Missing(needs)) => summary.obligations.push(Obligation::ThreeDs(needs)),
        }
        if findings.rejected() {
            return summary;
        }
        if context.scenario == Some(Feature::TwoStep) {
            let (now, hold) = (context.facts.now(), context.facts.hold_days());
            let by = now.ok().zip(hold.ok()).map(|(now, hold)| now.plus_days(hold.get()));
            summary.obligations.push(Obligation::Capture(by));
        }
        summary.valid_until = valid_until(context, findings.levels);
        summary
    }
}

/// The time until which the operation's time rule holds, if it is at level deny and holds now.
fn valid_until(context: &Context<'_>, levels: Levels<'_>) -> Option<Timestamp> {
    let paid_at = context.facts.paid_at().ok()?;
    let holds = |position: u16, violated: fn(&Context<'_>) -> Known<bool>| {
        levels.denies_body(position) && violated(context) == Ok(false)
    };
    match context.operation {
        Operation::Capture
            if holds(const { position_of("capture.hold_expired") }, capture::is_hold_over) =>
        {
            let days = context.facts.hold_days().unwrap_or(HoldDays::MIN);
            Some(paid_at.plus_days(days.get()))
        }
        Operation::Refund if holds(const { position_of("refund.too_old") }, refund::is_too_old) => {
            Some(paid_at.plus_two_years())
        }
        Operation::Reversal
            if holds(const { position_of("reversal.same_day") }, refund::is_another_day) =>
        {
            Some(paid_at.end_of_local_day(context.facts.utc_offset().ok()?))
        }
        _ => None,
    }
}
