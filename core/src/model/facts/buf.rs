//! Facts that own their texts: read from JSON or set one by one, and reusable without allocating.

use super::kind::FactPlace;
use super::{
    AccountFunding, Country, Environment, Fact, FactKind, Facts, FactsError, Headers, HoldDays,
    SavingSide, Subsequent, Terminal, Texts,
};
use crate::base::decimal::Decimal;
use crate::base::text::is_blank;
use crate::base::time::{InvalidTimestamp, InvalidUtcOffset, Timestamp};
use crate::model::config::NO_AMOUNT;
use crate::model::feature::{Feature, FeatureSet};
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::mem;
use core::net::IpAddr;

/// A stored text: its fact and its range. A header's name is stored before its value.
#[derive(Clone, Copy)]
struct Piece {
    fact: Fact,
    name: usize,
    value: usize,
    end: usize,
}

/// Sets a fact of a kind.
macro_rules! put {
    ($facts:ident, $fact:expr, $kind:ident($value:expr)) => {{
        let value = $value;
        match $facts.plain.place($fact) {
            FactPlace::$kind(place) => *place = Some(value),
            _ => debug_assert!(false, "a fact of another kind"),
        }
    }};
}

/// Facts that own their texts. Fill it from JSON or with the setters, then pass
/// [`FactsBuf::as_facts`] to the engine.
///
/// Setting a fact again replaces it, but [`FactsBuf::add_text`] and [`FactsBuf::add_header`] append.
/// [`FactsBuf::clear`] removes all facts but keeps the memory: if you fill the same buffer for every request, it soon
/// stops allocating.
#[derive(Clone, Default)]
pub struct FactsBuf {
    /// The facts that aren't texts or lists. Its texts and lists stay empty.
    plain: Facts<'static>,
    /// All texts, one after the other.
    text: String,
    /// The texts' facts, in the order in which they were set.
    pieces: Vec<Piece>,
    allowed_sources: Vec<IpAddr>,
}

impl FactsBuf {
    /// Creates an empty buffer. Doesn't allocate.
    pub const fn new() -> FactsBuf {
        FactsBuf {
            plain: Facts::NONE,
            text: String::new(),
            pieces: Vec::new(),
            allowed_sources: Vec::new(),
        }
    }

    /// Removes all facts, but keeps the memory.
    pub fn clear(&mut self) {
        self.plain = Facts::default();
        self.text.clear();
        self.pieces.clear();
        self.allowed_sources.clear();
    }

    /// The facts, borrowed from this buffer.
    pub fn as_facts(&self) -> Facts<'_> {
        let mut facts: Facts<'_> = self.plain;
        let texts = self.pieces.iter().filter(|piece| piece.fact != Fact::RequestHeaders);
        for piece in texts {
            self.lend(*piece, &mut facts);
        }
        if let Some(headers) = facts.request.as_mut().and_then(|request| request.headers.as_mut()) {
            *headers = headers.kept(self);
        }
        if !self.allowed_sources.is_empty()
            && let FactPlace::Addresses(place) = facts.place(Fact::WebhookAllowedSources)
        {
            *place = Some(&self.allowed_sources);
        }
        facts
    }

    /// Puts a text into the facts. Not inlined, so that `as_facts` copies all other facts at once.
    #[inline(never)]
    fn lend<'a>(&'a self, piece: Piece, facts: &mut Facts<'a>) {
        match facts.place(piece.fact) {
            FactPlace::Text(place) => *place = Some(self.value(piece)),
            FactPlace::Texts(place) => *place = Some(Texts::kept(self, piece.fact)),
            // not covered: pieces belong only to texts and lists of texts
            _ => debug_assert!(false, "a piece of another kind"),
        }
    }

    fn value(&self, piece: Piece) -> &str {
        invariant!(self.text.get(piece.value..piece.end)).unwrap_or_default()
    }

    /// The texts of a fact, in the order in which they were added.
    pub(super) fn texts(&self, fact: Fact) -> impl Iterator<Item = &str> {
        let pieces = self.pieces.iter().filter(move |piece| piece.fact == fact);
        pieces.map(|piece| self.value(*piece))
    }

    /// The headers, in the order in which they were added.
    pub(super) fn headers(&self) -> impl Iterator<Item = (&str, &str)> {
        let is_header = |at: &usize| {
            self.pieces.get(*at).is_some_and(|piece| piece.fact == Fact::RequestHeaders)
        };
        (0..self.pieces.len()).filter(is_header).filter_map(|at| self.name_and_value(at))
    }

    /// The header at a position among all texts.
    pub(super) fn name_and_value(&self, at: usize) -> Option<(&str, &str)> {
        let piece = *invariant!(self.pieces.get(at))?;
        let name = invariant!(self.text.get(piece.name..piece.value)).unwrap_or_default();
        Some((name, self.value(piece)))
    }

    fn keep(&mut self, fact: Fact, name: &str, value: &str) {
        let (start, at) = (self.text.len(), self.pieces.len());
        self.text.push_str(name);
        let middle = self.text.len();
        self.text.push_str(value);
        self.pieces.push(Piece { fact, name: start, value: middle, end: self.text.len() });
        if fact == Fact::RequestHeaders {
            let headers = self.plain.request_headers().unwrap_or(Headers::NONE).with(self, at);
            put!(self, fact, Headers(headers));
        }
    }

    fn replace(&mut self, fact: Fact, value: &str) {
        self.remove_texts(fact);
        self.keep(fact, "", value);
    }

    fn remove_texts(&mut self, fact: Fact) {
        if self.pieces.iter().any(|piece| piece.fact == fact) {
            let text = mem::take(&mut self.text);
            // Adding them to the buffer classifies them again.
            if self.plain.has(Fact::RequestHeaders) {
                self.open_headers();
            }
            for piece in mem::take(&mut self.pieces) {
                let part = |from, to| invariant!(text.get(from..to)).unwrap_or_default();
                if piece.fact != fact {
                    let name = part(piece.name, piece.value);
                    self.keep(piece.fact, name, part(piece.value, piece.end));
                }
            }
        }
    }

    /// Creates the group that a fact belongs to, even if it stays empty.
    pub(super) fn open_group(&mut self, fact: Fact) {
        _ = self.plain.place(fact);
    }

    /// Sets a fact from the text of a JSON string. An amount can be text, too.
    ///
    /// # Errors
    /// If the text is blank or isn't a valid value of the fact, or if the fact can't be set from
    /// text.
    pub fn set_text(&mut self, fact: Fact, text: &str) -> Result<(), FactsError> {
        of(fact, self.text(fact, text))
    }

    pub(super) fn text(&mut self, fact: Fact, text: &str) -> Result<(), &'static str> {
        if is_blank(text) {
            return Err("is blank");
        }
        // Nothing changes unless the text is valid.
        match fact.kind() {
            FactKind::Text => {
                self.open_group(fact);
                self.replace(fact, text);
            }
            FactKind::Time => {
                let time = text.parse().map_err(|InvalidTimestamp| InvalidTimestamp::why(text))?;
                put!(self, fact, Time(time));
            }
            FactKind::Amount => {
                let decimal = text.parse().ok().filter(|_| !text.starts_with('-'));
                put!(self, fact, Amount(decimal.ok_or(NO_AMOUNT)?));
            }
            FactKind::Country => {
                let country = Country::new(text).ok_or("not a country code of two capitals")?;
                put!(self, fact, Country(country));
            }
            FactKind::UtcOffset => {
                let offset = text.parse().map_err(|InvalidUtcOffset| InvalidUtcOffset::TEXT)?;
                put!(self, fact, UtcOffset(offset));
            }
            FactKind::Environment => put!(self, fact, Environment(Environment::named(text)?)),
            FactKind::Terminal => put!(self, fact, Terminal(Terminal::named(text)?)),
            FactKind::AccountFunding => {
                put!(self, fact, AccountFunding(AccountFunding::named(text)?))
            }
            FactKind::SavingSide => put!(self, fact, SavingSide(SavingSide::named(text)?)),
            FactKind::Subsequent => put!(self, fact, Subsequent(Subsequent::named(text)?)),
            FactKind::Scenario => {
                let known = Feature::from_name(text)
                    .filter(|feature| FeatureSet::ORIGINALS.contains(*feature));
                let scenario = known.ok_or("not one_step, two_step, zero_amount or a payout")?;
                put!(self, fact, Scenario(scenario));
            }
            FactKind::Address => put!(self, fact, Address(address(text)?)),
            _ => return Err("isn't a text"),
        }
        Ok(())
    }

    /// Sets a fact that is a flag.
    ///
    /// # Errors
    /// If the fact isn't a flag.
    pub fn set_bool(&mut self, fact: Fact, value: bool) -> Result<(), FactsError> {
        if fact.kind() != FactKind::Flag {
            return of(fact, Err("isn't a flag"));
        }
        put!(self, fact, Flag(value));
        Ok(())
    }

    /// Sets a fact that is an integer: `merchant.hold_days`, in days.
    ///
    /// # Errors
    /// If the number is out of the fact's range, or the fact isn't an integer.
    pub fn set_integer(&mut self, fact: Fact, value: i64) -> Result<(), FactsError> {
        if fact.kind() != FactKind::Days {
            return of(fact, Err("isn't an integer"));
        }
        let days =
            HoldDays::checked(value).map_err(|problem| FactsError::new(fact.name(), problem))?;
        put!(self, fact, Days(days));
        Ok(())
    }

    /// Sets a fact that is an amount.
    ///
    /// # Errors
    /// If the amount is negative, or the fact isn't an amount.
    pub fn set_decimal(&mut self, fact: Fact, value: Decimal) -> Result<(), FactsError> {
        if value < Decimal::ZERO {
            return of(fact, Err(NO_AMOUNT));
        }
        if fact.kind() != FactKind::Amount {
            return of(fact, Err("isn't an amount"));
        }
        put!(self, fact, Amount(value));
        Ok(())
    }

    /// Sets a fact that is a time.
    ///
    /// # Errors
    /// If the fact isn't a time.
    pub fn set_time(&mut self, fact: Fact, value: Timestamp) -> Result<(), FactsError> {
        if fact.kind() != FactKind::Time {
            return of(fact, Err("isn't a time"));
        }
        put!(self, fact, Time(value));
        Ok(())
    }

    /// Begins a list, or the headers, anew.
    pub(super) fn begin(&mut self, fact: Fact) {
        match fact.kind() {
            FactKind::Capabilities => put!(self, fact, Capabilities(FeatureSet::EMPTY)),
            FactKind::Addresses => self.allowed_sources.clear(),
            _ => self.remove_texts(fact),
        }
    }

    /// Adds to a fact that is a list: brands, websites, capabilities, or allowed source addresses. To
    /// start a list again, [`clear`](FactsBuf::clear) the facts.
    ///
    /// # Errors
    /// If the text is blank or isn't a valid element, or if the fact isn't a list of texts.
    pub fn add_text(&mut self, fact: Fact, text: &str) -> Result<(), FactsError> {
        of(fact, self.list_item(fact, text))
    }

    pub(super) fn list_item(&mut self, fact: Fact, text: &str) -> Result<(), &'static str> {
        if is_blank(text) && fact.kind() != FactKind::Capabilities {
            return Err("is blank");
        }
        match fact.kind() {
            FactKind::Capabilities => {
                let known = Feature::from_name(text).filter(|feature| !feature.is_scenario());
                let capability = known.ok_or("not the name of a capability")?;
                if let FactPlace::Capabilities(place) = self.plain.place(fact) {
                    *place = Some(place.unwrap_or_default().with(capability));
                }
            }
            FactKind::Texts => {
                self.open_group(fact);
                self.keep(fact, "", text);
            }
            FactKind::Addresses => {
                let address = address(text)?;
                self.open_group(fact);
                self.allowed_sources.push(address);
            }
            _ => return Err("isn't a list of texts"),
        }
        Ok(())
    }

    /// Adds a header of the HTTP request. If several headers have the same name, the first one counts; those named
    /// `Authorization` must all have the same value.
    pub fn add_header(&mut self, name: &str, value: &str) {
        self.keep(Fact::RequestHeaders, name, value);
    }

    /// Makes a list known, even if nothing is added to it: the headers, or `order.capabilities`.
    ///
    /// # Errors
    /// If the fact is neither.
    pub fn open_list(&mut self, fact: Fact) -> Result<(), FactsError> {
        match fact.kind() {
            FactKind::Headers => self.open_headers(),
            FactKind::Capabilities => self.begin(fact),
            _ => return of(fact, Err("not a list that may be empty")),
        }
        Ok(())
    }

    pub(super) fn open_headers(&mut self) {
        put!(self, Fact::RequestHeaders, Headers(Headers::NONE));
    }
}

/// Shows which facts are set, but not their values.
impl fmt::Debug for FactsBuf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.as_facts().fmt(f)
    }
}

/// IPv4 with dots and without leading zeros, or IPv6 as in RFC 4291, without a zone or a prefix length.
fn address(text: &str) -> Result<IpAddr, &'static str> {
    text.parse().map_err(|_| "not an IPv4 or IPv6 address")
}

/// Adds the fact's name to an error. Not inlined, because all setters end here.
#[inline(never)]
fn of(fact: Fact, set: Result<(), &'static str>) -> Result<(), FactsError> {
    set.map_err(|problem| FactsError::new(fact.name(), problem))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_set_again_replaces_the_first() {
        let mut facts = FactsBuf::new();
        for website in ["a.example", "much.longer.example", "b"] {
            facts.set_text(Fact::Website, website).unwrap();
            assert_eq!((&facts.text[..], facts.pieces.len()), (website, 1));
        }
    }
}
