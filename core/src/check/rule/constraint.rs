//! Constraints on members, declared once: a rule's check, params, fix and JSON Schema follow from them.

use super::{Applicability, Condition, Context, Fix, HOLDS, Outcome, Param};
use crate::base::decimal::Decimal;
use crate::base::text::characters;
use crate::base::time::are_eight_digits;
use crate::check::findings::Findings;
use crate::model::document::{List, Marks, Object, Present, Tag, Text, View};
use crate::model::facts::Missing;
use crate::model::schema::{
    AIRLINE, CAPTURE, CAR_RENTAL, CARD_WEBHOOK, CLIENT, CRUISE, GROUND_TRANSPORTATION, LEG,
    LODGING, NEW_CLIENT, ORDER, PAYMENT, PAYOUT, PRODUCT, Product, RECIPIENT, REFUND,
    SERVICE_LOCATION, Shape, TAX,
};

/// A constraint on some members of objects.
#[derive(Clone, Copy)]
pub(crate) struct Constraint {
    pub(crate) of: Objects,
    /// The members, as bits by position.
    pub(crate) members: u32,
    pub(crate) must: Must,
}

/// A requirement on a member. An invalid member satisfies every one, an absent member all but [`Must::BePresent`].
#[derive(Clone, Copy)]
pub(crate) enum Must {
    BePresent,
    NotBeTrue,
    BeAtLeast(Decimal),
    BeMoreThan(Decimal),
    BeWithin(Decimal, Decimal),
    /// A text of exactly this many digits.
    HaveDigits(u8),
    /// A text of at most this many characters.
    BeNoLongerThan(i64),
    /// An array that isn't empty.
    HaveElements,
    BeOneOf(&'static [&'static str]),
    Match(Format),
}

#[derive(Clone, Copy)]
#[cfg_attr(
    not(feature = "prose"),
    allow(dead_code, reason = "builds without prose have no schemas")
)]
pub(crate) struct Format {
    pub(crate) test: fn(&[u8]) -> bool,
    /// Only texts with one of these marks are tested; if there are none, all texts are.
    pub(crate) marks: Marks,
    /// Whether a text that fails the test could pass it as more is typed: the finding's param.
    pub(crate) is_incomplete: Option<fn(&[u8]) -> bool>,
    /// Regular expression for what `test` accepts; `name` is its format in JSON Schema, if there is one. Only rules
    /// at level deny need it.
    pub(crate) pattern: &'static str,
    pub(crate) name: &'static str,
}

impl Format {
    pub(crate) const NONE: Format =
        Format { test: |_| true, marks: Marks::NONE, is_incomplete: None, pattern: "", name: "" };
}

impl Must {
    /// A text that passes a test.
    pub(crate) const fn pass(test: fn(&[u8]) -> bool) -> Must {
        Must::Match(Format { test, ..Format::NONE })
    }

    /// A text that passes a test or has none of these marks.
    pub(crate) const fn pass_if_marked(marks: Marks, test: fn(&[u8]) -> bool) -> Must {
        Must::Match(Format { test, marks, ..Format::NONE })
    }

    /// A text that passes a test; one that fails may be incomplete.
    pub(crate) const fn pass_typed(
        test: fn(&[u8]) -> bool,
        is_incomplete: fn(&[u8]) -> bool,
    ) -> Must {
        Must::Match(Format { test, is_incomplete: Some(is_incomplete), ..Format::NONE })
    }
}

impl Constraint {
    /// Reports the members that violate the constraint, if the condition holds. It is only evaluated if there are
    /// any.
    // Closures wouldn't be inlined, and the compiler wouldn't see that the constraint is a constant.
    #[inline(always)]
    pub(crate) fn check(
        self,
        when: Option<Condition>,
        c: &Context<'_>,
        findings: &mut Findings<'_>,
    ) -> Outcome {
        match self.of {
            Objects::Legs => {
                let Some(airline) = c.airline else { return HOLDS };
                for leg in airline.legs().objects() {
                    self.check_object(leg.object(), when, c, findings)?;
                }
            }
            Objects::Products => {
                let Some(order) = c.order else { return HOLDS };
                for product in order.products().objects() {
                    self.check_object(product.object(), when, c, findings)?;
                }
            }
            of => {
                if let Some(object) = of.only(c) {
                    self.check_object(object, when, c, findings)?;
                }
            }
        }
        HOLDS
    }

    #[inline(always)]
    fn check_object(
        self,
        object: Object<'_>,
        when: Option<Condition>,
        c: &Context<'_>,
        findings: &mut Findings<'_>,
    ) -> Outcome {
        let applies = || when.map_or(Ok(true), |when| when(c));
        let mut rest = self.members;
        if let Must::BePresent = self.must {
            rest = object.absent_of(rest);
            return match if rest == 0 { Ok(false) } else { applies() } {
                Ok(true) => report_all(findings, object, rest),
                Ok(false) => HOLDS,
                Err(missing) => unless_ignored(findings, object, rest, missing),
            };
        }
        let mut outcome = HOLDS;
        while let Some(index) = next_position(&mut rest) {
            self.must.check(object, index, |params| match applies() {
                Ok(true) => findings.add(object.field::<Present>(index).place(), params),
                Ok(false) => {}
                Err(missing) if !findings.ignores(object.field::<Present>(index)) => {
                    outcome = Err(missing);
                }
                Err(_) => {}
            });
        }
        outcome
    }
}

#[cold]
#[inline(never)]
fn report_all(findings: &mut Findings<'_>, object: Object<'_>, members: u32) -> Outcome {
    let mut rest = members;
    while let Some(index) = next_position(&mut rest) {
        findings.at(object.field::<Present>(index));
    }
    HOLDS
}

/// The outcome if missing facts decide whether members violate a constraint.
#[cold]
#[inline(never)]
fn unless_ignored(
    findings: &mut Findings<'_>,
    object: Object<'_>,
    members: u32,
    missing: Missing,
) -> Outcome {
    let mut rest = members;
    while let Some(index) = next_position(&mut rest) {
        if !findings.ignores(object.field::<Present>(index)) {
            return Err(missing);
        }
    }
    HOLDS
}

/// A member's text, if it is valid.
#[inline(always)]
fn text_of(object: Object<'_>, member: u8) -> Option<Text<'_>> {
    object.field::<Text<'_>>(member).valid()
}

impl Must {
    /// Calls `report` with the params of a violation, if the member violates it.
    #[inline(always)]
    pub(crate) fn check(&self, object: Object<'_>, member: u8, report: impl FnOnce(&[Param])) {
        match self {
            Must::BePresent => {
                if object.absent_of(1 << member) != 0 {
                    report(&[]);
                }
            }
            Must::NotBeTrue => {
                if object.member(member).is(Tag::True) {
                    report(&[]);
                }
            }
            Must::BeAtLeast(limit) | Must::BeMoreThan(limit) => {
                if let Some(number) = object.field::<Decimal>(member).valid()
                    && (number < *limit || number == *limit && matches!(self, Must::BeMoreThan(_)))
                {
                    report(&[Param::Limit(*limit), Param::Decimal(number)]);
                }
            }
            Must::BeWithin(least, most) => {
                if let Some(number) = object.field::<Decimal>(member).valid()
                    && !(*least..=*most).contains(&number)
                {
                    report(&[Param::Limit(*least), Param::Limit(*most), Param::Decimal(number)]);
                }
            }
            Must::HaveDigits(count) => {
                if let Some(text) = text_of(object, member)
                    && !is_digits(text.bytes(), (*count).into(), (*count).into())
                {
                    report(&[Param::Integer((*count).into())]);
                }
            }
            Must::BeNoLongerThan(limit) => {
                // A text has at least as many bytes as characters.
                if let Some(text) = text_of(object, member)
                    && text.bytes().len() as i64 > *limit
                    && let length = characters(text.as_str()) as i64
                    && length > *limit
                {
                    report(&[*limit, length].map(Param::Integer));
                }
            }
            Must::HaveElements => {
                let list = object.field::<List<'_, Product<'_>>>(member);
                if list.valid().is_some_and(List::is_empty) {
                    report(&[]);
                }
            }
            Must::BeOneOf(texts) => {
                if let Some(text) = text_of(object, member)
                    && !texts.iter().any(|known| known.as_bytes() == text.bytes())
                {
                    report(&[Param::Words(texts)]);
                }
            }
            Must::Match(Format { test, marks, is_incomplete, .. }) => {
                if let Some(text) = text_of(object, member)
                    && (*marks == Marks::NONE || object.member(member).marks().intersects(*marks))
                    && !test(text.bytes())
                {
                    let incomplete = is_incomplete.map(|decide| Param::Is(decide(text.bytes())));
                    report(incomplete.as_slice());
                }
            }
        }
    }

    /// The params of its findings; `None` if the rule names them itself.
    pub(crate) const fn params(&self) -> Option<&'static [&'static str]> {
        Some(match self {
            Must::BePresent | Must::NotBeTrue | Must::HaveElements => &[],
            Must::BeAtLeast(_) => &["minimum", "actual"],
            Must::BeNoLongerThan(_) => &["maximum", "actual"],
            Must::BeMoreThan(_) => &["above", "actual"],
            Must::BeWithin(..) => &["minimum", "maximum", "actual"],
            Must::HaveDigits(_) => &["digits"],
            Must::BeOneOf(_) => &["one_of"],
            Must::Match(_) => return None,
        })
    }

    /// The kind of change that fixes its findings.
    pub(crate) const fn fix(&self) -> Fix {
        match self {
            Must::BePresent => Fix::Add,
            Must::NotBeTrue => Fix::Remove(Applicability::Unsafe),
            _ => Fix::None,
        }
    }
}

/// Lists the objects that constraints are about: their type, and the object in a context, unless there can be several.
macro_rules! objects {
    ($($name:ident: $shape:ident, $c:ident => $only:expr;)*) => {
        /// The objects that a constraint is about.
        #[derive(Clone, Copy, PartialEq, Eq)]
        pub(crate) enum Objects {
            $($name),*
        }

        impl Objects {
            pub(crate) const fn shape(self) -> &'static Shape {
                match self {
                    $(Objects::$name => &$shape),*
                }
            }

            /// The object, unless there can be several.
            #[inline(always)]
            fn only<'c>(self, context: &'c Context<'_>) -> Option<Object<'c>> {
                match self {
                    $(Objects::$name => {
                        let $c = context;
                        $only
                    })*
                }
            }
        }
    };
}

objects! {
    Airline: AIRLINE, c => c.airline.map(View::object);
    Capture: CAPTURE, c => c.request.capture().map(View::object);
    CarRental: CAR_RENTAL, c => c.travel?.car_rental().valid().map(View::object);
    CardWebhook: CARD_WEBHOOK, c => c.request.card_webhook().map(View::object);
    Client: CLIENT, c => c.client.map(View::object);
    Cruise: CRUISE, c => c.travel?.cruise().valid().map(View::object);
    GroundTransportation: GROUND_TRANSPORTATION,
        c => c.travel?.ground_transportation().valid().map(View::object);
    Legs: LEG, _c => None;
    Lodging: LODGING, c => c.travel?.lodging().valid().map(View::object);
    NewClient: NEW_CLIENT, c => c.request.new_client().map(View::object);
    Order: ORDER, c => c.order.map(View::object);
    Payment: PAYMENT, c => c.request.payment().map(View::object);
    Payout: PAYOUT, c => c.payout.map(View::object);
    Products: PRODUCT, _c => None;
    Recipient: RECIPIENT, c => c.recipient.map(View::object);
    Refund: REFUND, c => c.request.refund().map(View::object);
    ServiceLocation: SERVICE_LOCATION, c => c.service_location.map(View::object);
    Tax: TAX, c => c.request.tax().map(View::object);
}

impl Objects {
    /// The constraint on members, by their names. A name that the type doesn't have doesn't compile.
    pub(crate) const fn must(self, names: &[&str], must: Must) -> Constraint {
        Constraint { of: self, members: positions(self.shape(), names), must }
    }

    /// The constraint that all members except these must be present.
    pub(crate) const fn all_but(self, names: &[&str]) -> Constraint {
        let all = (1 << self.shape().members.len()) - 1;
        let members = all & !positions(self.shape(), names);
        Constraint { of: self, members, must: Must::BePresent }
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

/// Removes and returns the lowest position.
pub(crate) fn next_position(positions: &mut u32) -> Option<u8> {
    let lowest = positions.trailing_zeros();
    *positions &= positions.wrapping_sub(1);
    (lowest < u32::BITS).then_some(lowest as u8)
}

/// Whether the text is only ASCII digits, `least` to `most` of them.
pub(crate) fn is_digits(text: &[u8], least: usize, most: usize) -> bool {
    (least..=most).contains(&text.len())
        && match text.first_chunk() {
            // Eight digits are the most common.
            Some(eight) if text.len() == 8 => are_eight_digits(*eight),
            _ => text.iter().all(u8::is_ascii_digit),
        }
}
