//! Constraints: what a member must be, declared once. The check, the JSON Schema and the fix follow from it.

use super::{Context, Fix, Param};
use crate::base::decimal::Decimal;
use crate::base::time::are_eight_digits;
use crate::check::findings::Findings;
use crate::model::document::{Object, Present, Text, View};
use crate::model::schema::{
    AIRLINE, CAPTURE, CAR_RENTAL, CARD_WEBHOOK, CLIENT, CRUISE, GROUND_TRANSPORTATION, LEG,
    LODGING, NEW_CLIENT, ORDER, PAYMENT, PAYOUT, PRODUCT, RECIPIENT, REFUND, Shape, TAX,
};

/// What some members of objects must be.
#[derive(Clone, Copy)]
pub(crate) struct Constraint {
    pub(crate) of: Objects,
    /// The members, as bits by position.
    pub(crate) members: u32,
    pub(crate) must: Must,
}

/// What a member must be. What is absent or invalid satisfies all but [`Must::BePresent`].
#[derive(Clone, Copy)]
pub(crate) enum Must {
    /// Not absent.
    BePresent,
    /// A number that isn't less.
    BeAtLeast(Decimal),
    /// A number that is more.
    BeMoreThan(Decimal),
    /// A number from the first to the second.
    BeWithin(Decimal, Decimal),
    /// A text of exactly so many digits.
    HaveDigits(u8),
    /// One of these texts.
    BeOneOf(&'static [&'static str]),
    /// A text of a format.
    Match(Format),
}

/// A format of texts.
#[derive(Clone, Copy)]
#[cfg_attr(
    not(feature = "prose"),
    allow(dead_code, reason = "builds without prose have no schemas")
)]
pub(crate) struct Format {
    pub(crate) test: fn(&[u8]) -> bool,
    /// Whether a text that fails the test can still pass it by typing on: the finding's param.
    pub(crate) is_incomplete: Option<fn(&[u8]) -> bool>,
    /// Regular expression for what `test` accepts; `name` is its format in JSON Schema, if there is one. Only rules
    /// at level deny need it.
    pub(crate) pattern: &'static str,
    pub(crate) name: &'static str,
}

impl Format {
    pub(crate) const NONE: Format =
        Format { test: |_| true, is_incomplete: None, pattern: "", name: "" };
}

impl Constraint {
    /// A constraint on members, by their names. A name that the type doesn't have doesn't compile.
    pub(crate) const fn new(of: Objects, names: &[&str], must: Must) -> Constraint {
        Constraint { of, members: positions(of.shape(), names), must }
    }

    /// Reports the members that violate the constraint.
    // Closures wouldn't be inlined, and the compiler wouldn't see that the constraint is a constant.
    #[inline(always)]
    pub(crate) fn check(self, c: &Context<'_>, findings: &mut Findings<'_>) {
        match self.of {
            Objects::Legs => {
                let Some(airline) = c.airline else { return };
                for leg in airline.legs().objects() {
                    self.check_object(leg.object(), findings);
                }
            }
            Objects::Products => {
                let Some(order) = c.order else { return };
                for product in order.products().objects() {
                    self.check_object(product.object(), findings);
                }
            }
            of => {
                if let Some(object) = of.only(c) {
                    self.check_object(object, findings);
                }
            }
        }
    }

    #[inline(always)]
    fn check_object(self, object: Object<'_>, findings: &mut Findings<'_>) {
        let mut rest = self.members;
        if let Must::BePresent = self.must {
            rest = object.absent_of(rest);
            if rest != 0 {
                report_all(findings, object, rest);
            }
            return;
        }
        while let Some(index) = next_position(&mut rest) {
            self.must.check(object, index, findings);
        }
    }
}

#[cold]
#[inline(never)]
fn report_all(findings: &mut Findings<'_>, object: Object<'_>, members: u32) {
    let mut rest = members;
    while let Some(index) = next_position(&mut rest) {
        findings.at(object.field::<Present>(index));
    }
}

impl Must {
    #[inline(always)]
    fn check(self, object: Object<'_>, index: u8, findings: &mut Findings<'_>) {
        let place = object.field::<Present>(index);
        match self {
            Must::BePresent => {} // not covered: all at once
            Must::BeAtLeast(limit) => {
                if let Some(number) = object.field::<Decimal>(index).valid()
                    && number < limit
                {
                    findings.with(place, [Param::Limit(limit), Param::Decimal(number)]);
                }
            }
            Must::BeMoreThan(limit) => {
                if let Some(number) = object.field::<Decimal>(index).valid()
                    && number <= limit
                {
                    findings.with(place, [Param::Limit(limit), Param::Decimal(number)]);
                }
            }
            Must::BeWithin(least, most) => {
                if let Some(number) = object.field::<Decimal>(index).valid()
                    && !(least..=most).contains(&number)
                {
                    let params = [Param::Limit(least), Param::Limit(most), Param::Decimal(number)];
                    findings.with(place, params);
                }
            }
            Must::HaveDigits(count) => {
                if let Some(text) = object.field::<Text<'_>>(index).valid()
                    && !is_digits(text.bytes(), count.into(), count.into())
                {
                    findings.with(place, [Param::Integer(count.into())]);
                }
            }
            Must::BeOneOf(texts) => {
                if let Some(text) = object.field::<Text<'_>>(index).valid()
                    && !texts.iter().any(|one| one.as_bytes() == text.bytes())
                {
                    findings.with(place, [Param::Words(texts)]);
                }
            }
            Must::Match(Format { test, is_incomplete, .. }) => {
                if let Some(text) = object.field::<Text<'_>>(index).valid()
                    && !test(text.bytes())
                {
                    match is_incomplete {
                        Some(is_incomplete) => {
                            findings.with(place, [Param::Is(is_incomplete(text.bytes()))]);
                        }
                        None => findings.at(place),
                    }
                }
            }
        }
    }

    /// The params of its findings; `None` if the rule names them itself.
    pub(crate) const fn params(self) -> Option<&'static [&'static str]> {
        Some(match self {
            Must::BePresent => &[],
            Must::BeAtLeast(_) => &["minimum", "actual"],
            Must::BeMoreThan(_) => &["above", "actual"],
            Must::BeWithin(..) => &["minimum", "maximum", "actual"],
            Must::HaveDigits(_) => &["digits"],
            Must::BeOneOf(_) => &["one_of"],
            Must::Match(_) => return None,
        })
    }

    /// The change that fixes its findings.
    pub(crate) const fn fix(self) -> Fix {
        match self {
            Must::BePresent => Fix::Add,
            _ => Fix::None,
        }
    }
}

/// The objects that a constraint is about.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Objects {
    Airline,
    Capture,
    CarRental,
    CardWebhook,
    Client,
    Cruise,
    GroundTransportation,
    Legs,
    Lodging,
    NewClient,
    Order,
    Payment,
    Payout,
    Products,
    Recipient,
    Refund,
    Tax,
}

impl Objects {
    /// Their type.
    pub(crate) const fn shape(self) -> &'static Shape {
        match self {
            Objects::Airline => &AIRLINE,
            Objects::Capture => &CAPTURE,
            Objects::CarRental => &CAR_RENTAL,
            Objects::CardWebhook => &CARD_WEBHOOK,
            Objects::Client => &CLIENT,
            Objects::Cruise => &CRUISE,
            Objects::GroundTransportation => &GROUND_TRANSPORTATION,
            Objects::Legs => &LEG,
            Objects::Lodging => &LODGING,
            Objects::NewClient => &NEW_CLIENT,
            Objects::Order => &ORDER,
            Objects::Payment => &PAYMENT,
            Objects::Payout => &PAYOUT,
            Objects::Products => &PRODUCT,
            Objects::Recipient => &RECIPIENT,
            Objects::Refund => &REFUND,
            Objects::Tax => &TAX,
        }
    }

    /// The object, unless there can be several.
    #[inline(always)]
    fn only<'c>(self, c: &'c Context<'_>) -> Option<Object<'c>> {
        match self {
            Objects::Airline => c.airline.map(View::object),
            Objects::Capture => c.request.capture().map(View::object),
            Objects::CarRental => c.travel?.car_rental().valid().map(View::object),
            Objects::CardWebhook => c.request.card_webhook().map(View::object),
            Objects::Client => c.client.map(View::object),
            Objects::Cruise => c.travel?.cruise().valid().map(View::object),
            Objects::GroundTransportation => {
                c.travel?.ground_transportation().valid().map(View::object)
            }
            Objects::Lodging => c.travel?.lodging().valid().map(View::object),
            Objects::NewClient => c.request.new_client().map(View::object),
            Objects::Order => c.order.map(View::object),
            Objects::Payment => c.request.payment().map(View::object),
            Objects::Payout => c.payout.map(View::object),
            Objects::Recipient => c.recipient.map(View::object),
            Objects::Refund => c.request.refund().map(View::object),
            Objects::Tax => c.request.tax().map(View::object),
            Objects::Legs | Objects::Products => None,
        }
    }
}

/// The members with these names, as bits by position. A name that the type doesn't have doesn't compile.
#[allow(clippy::indexing_slicing, reason = "at compile time")]
pub(crate) const fn positions(shape: &Shape, names: &[&str]) -> u32 {
    let mut bits = 0;
    let mut n = 0;
    while n < names.len() {
        bits |= 1 << shape.index_of(names[n]);
        n += 1;
    }
    bits
}

/// Takes the lowest position.
pub(crate) fn next_position(positions: &mut u32) -> Option<u8> {
    let lowest = positions.trailing_zeros();
    *positions &= positions.wrapping_sub(1);
    (lowest < u32::BITS).then_some(lowest as u8)
}

/// Whether the text is ASCII digits only, `least` to `most` of them.
pub(crate) fn is_digits(text: &[u8], least: usize, most: usize) -> bool {
    (least..=most).contains(&text.len())
        && match text.first_chunk() {
            // Numbers of eight digits are the commonest.
            Some(eight) if text.len() == 8 => are_eight_digits(*eight),
            _ => text.iter().all(u8::is_ascii_digit),
        }
}
