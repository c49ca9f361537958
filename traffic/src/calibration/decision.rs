//! Decisions: a pure function of answers.

use super::evidence::{Count, Customers, Mixed};
use paylint::Level;
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// Terms of a decision.
#[derive(Clone, Copy, Debug)]
pub struct Terms {
    /// Prevented refusals that are worth one good request stopped.
    pub cost: u32,
    /// Customers who must have had an answer.
    pub at_least: u64,
}

impl Default for Terms {
    fn default() -> Terms {
        Terms { cost: 10, at_least: 5 }
    }
}

impl Terms {
    /// The share of refusals over which stopping a request is worth it.
    #[must_use]
    pub fn worth(self) -> f64 {
        let cost = f64::from(self.cost);
        cost / (cost + 1.0)
    }

    /// The fewest refusals, without an acceptance, that would be enough.
    #[must_use]
    pub fn refusals_needed(self) -> u64 {
        let is_enough = |count: u64| bounds(count, count).0 > self.worth();
        // Bit by bit: a cost of 1000 needs some 1900, and the greatest less than 2³³.
        let add = |few: u64, more: u64| if is_enough(few + more) { few } else { few + more };
        (0..33).rev().fold(0, |few, bit| add(few, 1 << bit)) + 1
    }
}

/// The two ends of Jeffreys' 90 % interval of a share: each holds with 95 %.
#[must_use]
pub fn bounds(part: u64, of: u64) -> (f64, f64) {
    let (a, b) = (part as f64 + 0.5, of.saturating_sub(part) as f64 + 0.5);
    let low = if part == 0 { 0.0 } else { quantile(0.05, a, b) };
    let high = if part == of { 1.0 } else { quantile(0.95, a, b) };
    (low, high)
}

/// The point below which so much of Beta(a, b) lies, by bisection.
fn quantile(share: f64, a: f64, b: f64) -> f64 {
    let (mut low, mut high) = (0.0, 1.0);
    for _ in 0..40 {
        let middle = f64::midpoint(low, high);
        *(if beta_below(middle, a, b) < share { &mut low } else { &mut high }) = middle;
    }
    high
}

/// The regularized incomplete beta function, by Lentz's continued fraction.
fn beta_below(x: f64, a: f64, b: f64) -> f64 {
    if x > (a + 1.0) / (a + b + 2.0) {
        return 1.0 - beta_below(1.0 - x, b, a);
    }
    let scale = ln_gamma(a + b) - ln_gamma(a) - ln_gamma(b);
    let scale = (scale + a * x.ln() + b * (-x).ln_1p()).exp() / a;
    let (mut fraction, mut c, mut d) = (1.0, 1.0, 0.0);
    // It converges within some roots of the greater of a and b.
    for step in 0..100_000 {
        let m = f64::from(step / 2);
        let term = match step {
            0 => 1.0,
            _ if step % 2 == 0 => m * (b - m) * x / ((a + 2.0 * m - 1.0) * (a + 2.0 * m)),
            _ => -(a + m) * (a + b + m) * x / ((a + 2.0 * m) * (a + 2.0 * m + 1.0)),
        };
        let not_zero = |number: f64| if number.abs() < 1e-300 { 1e-300 } else { number };
        d = 1.0 / not_zero(1.0 + term * d);
        c = not_zero(1.0 + term / c);
        fraction *= c * d;
        if (1.0 - c * d).abs() < 1e-10 {
            break;
        }
    }
    scale * (fraction - 1.0)
}

/// The logarithm of the gamma function of a positive number, by Stirling's series.
fn ln_gamma(mut x: f64) -> f64 {
    let mut ln = 0.0;
    while x < 10.0 {
        ln -= x.ln();
        x += 1.0;
    }
    let square = x * x;
    let series = (1.0 / 12.0 - (1.0 / 360.0 - 1.0 / 1260.0 / square) / square) / x;
    ln + (x - 0.5) * x.ln() - x + 0.5 * std::f64::consts::TAU.ln() + series
}

/// Why nothing follows.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
#[allow(missing_docs, reason = "their words say it")]
pub enum Reason {
    TooFew,
    OneCustomer,
    OneDay,
    NotSure,
    DoesNotHold,
    DiffersByOperation,
    ValuesDiffer,
    NothingTellsIt,
    NoName,
    NoTime,
    Masked,
}

impl Reason {
    /// The reason in a few words: `too few`.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Reason::TooFew => "too few",
            Reason::OneCustomer => "one customer",
            Reason::OneDay => "one day",
            Reason::NotSure => "not sure",
            Reason::DoesNotHold => "does not hold",
            Reason::DiffersByOperation => "differs by operation",
            Reason::ValuesDiffer => "values differ",
            Reason::NothingTellsIt => "nothing in the request tells it",
            Reason::NoName => "no name",
            Reason::NoTime => "no time",
            Reason::Masked => "masked",
        }
    }
}

/// Answers of one kind on one day, about one thing.
#[derive(Clone, Debug, Default)]
pub(super) struct Answers<'e> {
    pub(super) is_here: bool,
    pub(super) by: u32,
    pub(super) day: Option<u32>,
    pub(super) attempts: u64,
    /// The customers, counted or listed.
    pub(super) customers: Option<&'e Customers>,
    pub(super) listed: &'e [u64],
    /// Answers to further customers.
    pub(super) more: u64,
}

impl<'e> Answers<'e> {
    pub(super) fn of(is_here: bool, by: u32, day: Option<u32>, count: &'e Count) -> Answers<'e> {
        let Count { attempts, ref customers, more, .. } = *count;
        Answers { is_here, by, day, attempts, customers: Some(customers), listed: &[], more }
    }
}

/// Decision about one thing.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(super) struct Decision {
    /// Customers who were refused for it, and who were accepted with it.
    pub(super) here: u64,
    pub(super) accepted: u64,
    pub(super) low: f64,
    pub(super) high: f64,
    /// The first day that counts, if an earlier one doesn't.
    pub(super) since: Option<u32>,
    pub(super) level: Option<Level>,
    pub(super) reason: Option<Reason>,
}

/// The days on which somebody was answered, first and last.
#[derive(Default)]
struct Side {
    customers: HashMap<u64, (u32, u32), Mixed>,
    more: BTreeMap<u32, u64>,
    /// All days with an answer.
    days: BTreeSet<u32>,
}

impl Side {
    /// The side of the refused, and that of the accepted.
    fn both(answers: &[Answers<'_>]) -> [Side; 2] {
        let mut sides = <[Side; 2]>::default();
        for answers in answers {
            let side = &mut sides[usize::from(!answers.is_here)];
            let day = answers.day.unwrap_or_default();
            side.days.insert(day);
            let counted = answers.customers.into_iter().flat_map(Customers::keys);
            for who in counted.chain(answers.listed) {
                let (first, last) = side.customers.entry(*who).or_insert((day, day));
                (*first, *last) = ((*first).min(day), (*last).max(day));
            }
            if answers.more > 0 {
                *side.more.entry(day).or_default() += answers.more;
            }
        }
        sides
    }

    /// Customers who were answered on this day or later.
    fn since(&self, first: u32) -> u64 {
        let known = self.customers.values().filter(|(_, last)| *last >= first).count();
        known as u64 + self.more.range(first..).map(|(_, more)| more).sum::<u64>()
    }

    /// Customers before each day, and from it on.
    fn around(&self, days: &BTreeSet<u32>) -> BTreeMap<u32, (u64, u64)> {
        let (mut firsts, mut lasts) = (self.more.clone(), self.more.clone());
        for (first, last) in self.customers.values() {
            *firsts.entry(*first).or_default() += 1;
            *lasts.entry(*last).or_default() += 1;
        }
        let count = |days: &BTreeMap<u32, u64>| days.values().sum::<u64>();
        let (mut before, mut after) = (0, count(&lasts));
        let mut around = BTreeMap::new();
        for day in days {
            around.insert(*day, (before, after));
            before += firsts.get(day).copied().unwrap_or_default();
            after -= lasts.get(day).copied().unwrap_or_default();
        }
        around
    }
}

/// The logarithm of how likely so many of so many are, at their own share.
fn likelihood(part: u64, of: u64) -> f64 {
    let term = |count: u64| match count {
        0 => 0.0,
        count => count as f64 * (count as f64 / of as f64).ln(),
    };
    term(part) + term(of - part)
}

/// Twice the gain in log-likelihood of a share for each part over one share for all.
fn gain(parts: &[(u64, u64)]) -> f64 {
    let (part, of) = parts.iter().fold((0, 0), |(part, of), (k, n)| (part + k, of + n));
    let apart: f64 = parts.iter().map(|(part, of)| likelihood(*part, *of)).sum();
    2.0 * (apart - likelihood(part, of))
}

/// The first day that counts, if the gateway changed.
fn change(sides: &[Side; 2]) -> Option<u32> {
    if sides.iter().any(|side| side.since(0) == 0) {
        return None;
    }
    let all: BTreeSet<u32> = sides.iter().flat_map(|side| &side.days).copied().collect();
    let [here, accepted] = sides.each_ref().map(|side| side.around(&all));
    let changes = all.iter().filter_map(|day| {
        let ((here_before, here_after), (before, after)) = (*here.get(day)?, *accepted.get(day)?);
        let parts = [(here_before, here_before + before), (here_after, here_after + after)];
        let [before, after] = parts.map(|(part, of)| part as f64 / of.max(1) as f64);
        let gain = gain(&parts);
        let is_change = parts.iter().all(|(_, of)| *of >= 5) && (before - after).abs() >= 0.4;
        (is_change && gain > 18.0).then_some((*day, gain))
    });
    let (day, _) = changes.max_by(|(_, one), (_, other)| one.total_cmp(other))?;
    let is_mixed = sides.iter().all(|side| side.days.contains(&day));
    Some(all.range(day + u32::from(is_mixed)..).next().copied().unwrap_or(day))
}

/// Decides by answers. `last_third` begins on this day.
pub(super) fn decide(answers: &[Answers<'_>], terms: Terms, last_third: Option<u32>) -> Decision {
    let has_time = answers.iter().all(|answers| answers.day.is_some());
    let sides = Side::both(answers);
    let since = if has_time { change(&sides) } else { None };
    let first = since.unwrap_or_default();
    let [here, accepted] = sides.each_ref().map(|side| side.since(first));
    let (low, high) = if here + accepted > 0 { bounds(here, here + accepted) } else { (0.0, 1.0) };
    let undecided = Decision { here, accepted, low, high, since, ..Decision::default() };
    let because = |reason| Decision { reason: Some(reason), ..undecided };
    if !has_time {
        return because(Reason::NoTime);
    }
    if here + accepted < terms.at_least {
        let counted = answers.iter().filter(|answers| answers.day.unwrap_or_default() >= first);
        let is_often = counted.map(|answers| answers.attempts).sum::<u64>() >= terms.at_least;
        let is_one = here + accepted == 1;
        return because(if is_one && is_often { Reason::OneCustomer } else { Reason::TooFew });
    }
    let level = match () {
        () if low > terms.worth() => Level::Deny,
        () if high < terms.worth() && accepted >= 3 => Level::Warn,
        () => return because(Reason::NotSure),
    };
    let for_it = &sides[usize::from(level != Level::Deny)].days;
    if for_it.range(first..).count() < 2 {
        return because(Reason::OneDay);
    }
    let last_third = last_third.map(|day| sides.each_ref().map(|side| side.since(day.max(first))));
    if let Some([here, accepted]) = last_third {
        let (low, high) = bounds(here, here + accepted);
        let is_other_side = match level {
            Level::Deny => high < terms.worth(),
            _ => low > terms.worth(),
        };
        if here + accepted > 0 && is_other_side {
            return because(Reason::DoesNotHold);
        }
    }
    Decision { level: Some(level), ..undecided }
}

/// The decision for all parts of a log, or, where they differ, those for each.
pub(super) fn decide_apart(
    answers: Vec<Answers<'_>>,
    terms: Terms,
    last_third: Option<u32>,
) -> BTreeMap<Option<u32>, Decision> {
    let mut parts: BTreeMap<u32, Vec<Answers<'_>>> = BTreeMap::new();
    for answers in &answers {
        parts.entry(answers.by).or_default().push(answers.clone());
    }
    let shares = || {
        let sides = parts.values().map(|answers| Side::both(answers).map(|side| side.since(0)));
        sides.map(|[here, accepted]| (here, here + accepted)).collect::<Vec<_>>()
    };
    if parts.len() > 1 && gain(&shares()) > 12.0 {
        let decided =
            parts.into_iter().map(|(by, answers)| (Some(by), decide(&answers, terms, last_third)));
        let decided: BTreeMap<_, _> = decided.collect();
        let certain = decided
            .values()
            .filter(|decision| decision.here + decision.accepted >= 5)
            .map(|decision| decision.level);
        if certain.collect::<std::collections::HashSet<_>>().len() > 1 {
            return decided;
        }
    }
    BTreeMap::from([(None, decide(&answers, terms, last_third))])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_are_those_of_jeffreys() {
        let round =
            |(low, high): (f64, f64)| ((low * 1e4).round() / 1e4, (high * 1e4).round() / 1e4);
        // Figures by bisection of the incomplete beta function.
        assert_eq!(round(bounds(50, 51)), (0.9259, 0.9965));
        assert_eq!(round(bounds(0, 5)), (0.0, 0.3057));
        assert_eq!(round(bounds(1, 10)), (0.0179, 0.3306));
        assert_eq!(round(bounds(1_000, 1_000_000)), (0.0009, 0.0011));
        assert_eq!(round(bounds(250_000, 500_000)), (0.4988, 0.5012));
        assert_eq!(round(bounds(6_999_000, 7_000_000)), (0.9998, 0.9999));
        let worth = Terms::default().worth();
        for (refused, accepted) in [(20, 0), (41, 1), (57, 2)] {
            assert!(bounds(refused, refused + accepted).0 > worth);
            assert!(bounds(refused - 1, refused - 1 + accepted).0 < worth);
        }
        assert_eq!(Terms::default().refusals_needed(), 20);
        let needed = Terms { cost: 1000, ..Terms::default() }.refusals_needed();
        assert!((1_900..1_940).contains(&needed), "{needed}");
        let most = Terms { cost: u32::MAX, ..Terms::default() };
        assert!((1 << 32..1 << 33).contains(&most.refusals_needed()));
    }
}
