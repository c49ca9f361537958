//! Facts that own their texts: read from JSON, or filled one by one and refilled without allocating.

use super::{
    AccountFunding, Acquirer, Card, Country, Environment, Fact, Facts, FactsError, Headers,
    HoldDays, HttpRequest, Key, Merchant, Order, SavingSide, Subsequent, Terminal, Texts, Webhook,
};
use crate::decimal::Decimal;
use crate::feature::{Feature, FeatureSet};
use crate::host;
use crate::output::joined;
use crate::time::{InvalidTimestamp, InvalidUtcOffset, Timestamp, UtcOffset};
use core::fmt;
use core::mem;
use core::net::IpAddr;

/// A text that is kept: which fact it belongs to, and where it stands. A header's name comes before its value.
#[derive(Clone, Copy)]
struct Piece {
    fact: Fact,
    name: usize,
    value: usize,
    end: usize,
}

/// Facts that own their texts. Fill it from JSON or with the setters, then take [`FactsBuf::as_facts`].
///
/// Setting a fact replaces it; [`FactsBuf::clear`] forgets all but keeps the memory, so that a host that
/// fills the same buffer for every request soon allocates no more.
#[derive(Clone, Default)]
pub struct FactsBuf {
    /// All that holds no text. Its texts and lists stay empty.
    plain: Facts<'static>,
    /// All texts, one behind the other.
    text: String,
    /// What the texts are, in the order they came.
    pieces: Vec<Piece>,
    allowed_sources: Vec<IpAddr>,
}

impl FactsBuf {
    /// No facts.
    #[must_use]
    pub const fn new() -> FactsBuf {
        FactsBuf {
            plain: Facts::NONE,
            text: String::new(),
            pieces: Vec::new(),
            allowed_sources: Vec::new(),
        }
    }

    /// Forgets all facts; keeps the memory.
    #[cfg_attr(target_family = "wasm", inline(never))]
    pub fn clear(&mut self) {
        self.plain = Facts::default();
        self.text.clear();
        self.pieces.clear();
        self.allowed_sources.clear();
    }

    /// The facts, borrowed from this buffer.
    #[cfg_attr(target_family = "wasm", inline(never))]
    #[must_use]
    pub fn as_facts(&self) -> Facts<'_> {
        let mut facts: Facts<'_> = self.plain;
        for piece in &self.pieces {
            self.lend(*piece, &mut facts);
        }
        if let Some(webhook) = &mut facts.webhook
            && !self.allowed_sources.is_empty()
        {
            webhook.allowed_sources = Some(&self.allowed_sources);
        }
        facts
    }

    /// Puts a text into the facts. Its group is there. Out of line, so that all other facts are copied at once.
    #[inline(never)]
    fn lend<'a>(&'a self, piece: Piece, facts: &mut Facts<'a>) {
        let Facts { website, card, key, order, request, webhook, .. } = facts;
        let text = Some(self.value(piece));
        match (piece.fact, card, key, order, request, webhook) {
            (Fact::Website, ..) => *website = text,
            (Fact::CardBrand, Some(card), ..) => card.brand = text,
            (Fact::KeyBrands, _, Some(key), ..) => key.brands = Some(Texts::kept(self, piece.fact)),
            (Fact::KeyWebsites, _, Some(key), ..) => {
                key.websites = Some(Texts::kept(self, piece.fact));
            }
            (Fact::OrderCurrency, _, _, Some(order), ..) => order.currency = text,
            (Fact::RequestMethod, _, _, _, Some(request), _) => request.method = text,
            (Fact::RequestPath, _, _, _, Some(request), _) => request.path = text,
            (Fact::RequestHeaders, _, _, _, Some(request), _) => {
                request.headers = Some(Headers::kept(self));
            }
            (Fact::WebhookHost, .., Some(webhook)) => webhook.host = text,
            _ => {}
        }
    }

    fn value(&self, piece: Piece) -> &str {
        self.text.get(piece.value..piece.end).unwrap_or_default()
    }

    /// The texts of a fact, in the order they came.
    pub(super) fn texts(&self, fact: Fact) -> impl Iterator<Item = &str> {
        let pieces = self.pieces.iter().filter(move |piece| piece.fact == fact);
        pieces.map(|piece| self.value(*piece))
    }

    /// The value of the first header that has a name for which `is_sought` holds.
    pub(super) fn header(&self, is_sought: impl Fn(&str) -> bool) -> Option<&str> {
        let is_sought = |piece: &&Piece| {
            let name = self.text.get(piece.name..piece.value).unwrap_or_default();
            piece.fact == Fact::RequestHeaders && is_sought(name)
        };
        self.pieces.iter().find(is_sought).map(|piece| self.value(*piece))
    }

    /// Keeps a text behind the others.
    fn keep(&mut self, fact: Fact, name: &str, value: &str) {
        let at = self.text.len();
        self.text.push_str(name);
        let behind = self.text.len();
        self.text.push_str(value);
        self.pieces.push(Piece { fact, name: at, value: behind, end: self.text.len() });
    }

    /// Keeps the text of a fact that is no list.
    fn replace(&mut self, fact: Fact, value: &str) {
        if self.pieces.iter().any(|piece| piece.fact == fact) {
            let text = mem::take(&mut self.text);
            for piece in mem::take(&mut self.pieces) {
                let part = |from, to| text.get(from..to).unwrap_or_default();
                if piece.fact != fact {
                    let name = part(piece.name, piece.value);
                    self.keep(piece.fact, name, part(piece.value, piece.end));
                }
            }
        }
        self.keep(fact, "", value);
    }

    /// Says that the group of which this is the first fact is there, though nothing in it may be known.
    pub(super) fn open(&mut self, first: Fact) {
        match first {
            Fact::MerchantCountry => _ = self.merchant(),
            Fact::AcquirerRequiresRecurringNumber => _ = self.acquirer(),
            Fact::CardIssuerCountry => _ = self.card(),
            Fact::KeyTest => _ = self.key(),
            Fact::OrderScenario => _ = self.order(),
            Fact::RequestMethod => _ = self.request(),
            Fact::WebhookHost => _ = self.webhook(),
            _ => {}
        }
    }

    // The groups, out of line, because many setters ask for them.

    #[inline(never)]
    fn merchant(&mut self) -> &mut Merchant {
        self.plain.merchant.get_or_insert_default()
    }

    #[inline(never)]
    fn acquirer(&mut self) -> &mut Acquirer {
        self.plain.acquirer.get_or_insert_default()
    }

    #[inline(never)]
    fn card(&mut self) -> &mut Card<'static> {
        self.plain.card.get_or_insert_default()
    }

    #[inline(never)]
    fn key(&mut self) -> &mut Key<'static> {
        self.plain.key.get_or_insert_default()
    }

    #[inline(never)]
    fn order(&mut self) -> &mut Order<'static> {
        self.plain.order.get_or_insert_default()
    }

    #[inline(never)]
    fn request(&mut self) -> &mut HttpRequest<'static> {
        self.plain.request.get_or_insert_default()
    }

    #[inline(never)]
    fn webhook(&mut self) -> &mut Webhook<'static> {
        self.plain.webhook.get_or_insert_default()
    }

    /// Sets a fact from its text: what would stand as a string in the JSON form. An amount may be given as
    /// text, too.
    ///
    /// # Errors
    /// The text is blank, or not what the fact may hold; or the fact is no text.
    pub fn set_text(&mut self, fact: Fact, text: &str) -> Result<(), FactsError> {
        of(fact, self.text(fact, text))
    }

    pub(super) fn text(&mut self, fact: Fact, text: &str) -> Result<(), &'static str> {
        if host::is_blank(text) {
            return Err("is blank");
        }
        match fact {
            Fact::Now | Fact::OrderPaidAt => {
                let time: Timestamp =
                    text.parse().map_err(|InvalidTimestamp| InvalidTimestamp::TEXT)?;
                return self.time(fact, time);
            }
            Fact::Environment => {
                self.plain.environment =
                    Some(Environment::from_name(text).ok_or(Environment::NONE)?);
            }
            Fact::Terminal => {
                self.plain.terminal = Some(Terminal::from_name(text).ok_or(Terminal::NONE)?);
            }
            Fact::AccountFunding => {
                self.plain.account_funding =
                    Some(AccountFunding::from_name(text).ok_or(AccountFunding::NONE)?);
            }
            Fact::SavingSide => {
                self.plain.saving_side = Some(SavingSide::from_name(text).ok_or(SavingSide::NONE)?);
            }
            Fact::Subsequent => {
                self.plain.subsequent = Some(Subsequent::from_name(text).ok_or(Subsequent::NONE)?);
            }
            Fact::MerchantCountry => self.merchant().country = Some(country(text)?),
            Fact::CardIssuerCountry => self.card().issuer_country = Some(country(text)?),
            Fact::MerchantUtcOffset => {
                let offset: UtcOffset =
                    text.parse().map_err(|InvalidUtcOffset| InvalidUtcOffset::TEXT)?;
                self.merchant().utc_offset = Some(offset);
            }
            Fact::OrderScenario => self.order().scenario = Some(scenario(text)?),
            Fact::OrderAmount | Fact::OrderCaptured | Fact::OrderRefunded => {
                let decimal = text.parse().ok().filter(|_| !text.starts_with('-'));
                return self.decimal(fact, decimal.ok_or(AMOUNT)?);
            }
            Fact::RequestSourceAddress => self.request().source_address = Some(address(text)?),
            Fact::Website => self.replace(fact, text),
            Fact::CardBrand => {
                self.card();
                self.replace(fact, text);
            }
            Fact::OrderCurrency => {
                self.order();
                self.replace(fact, text);
            }
            Fact::RequestMethod | Fact::RequestPath => {
                self.request();
                self.replace(fact, text);
            }
            Fact::WebhookHost => {
                self.webhook();
                self.replace(fact, text);
            }
            _ => return Err("is no text"),
        }
        Ok(())
    }

    /// Sets a fact that is true or false.
    ///
    /// # Errors
    /// The fact is no flag.
    pub fn set_bool(&mut self, fact: Fact, value: bool) -> Result<(), FactsError> {
        of(fact, self.flag(fact, value))
    }

    pub(super) fn flag(&mut self, fact: Fact, value: bool) -> Result<(), &'static str> {
        let flag = match fact {
            Fact::MerchantAvsPermission => &mut self.merchant().avs_permission,
            Fact::MerchantIpspPartner => &mut self.merchant().ipsp_partner,
            Fact::AcquirerRequiresRecurringNumber => &mut self.acquirer().requires_recurring_number,
            Fact::KeyTest => &mut self.key().test,
            Fact::KeyThreeDs => &mut self.key().three_ds,
            Fact::OrderReversed => &mut self.order().reversed,
            Fact::OrderChargeback => &mut self.order().chargeback,
            Fact::OrderBillingAddress => &mut self.order().billing_address,
            _ => return Err("is no flag"),
        };
        *flag = Some(value);
        Ok(())
    }

    /// Sets a fact that is an integer: `merchant.hold_days`, in days.
    ///
    /// # Errors
    /// The number is out of the fact's range, or the fact is no integer.
    pub fn set_integer(&mut self, fact: Fact, value: i64) -> Result<(), FactsError> {
        if fact != Fact::MerchantHoldDays {
            return of(fact, Err("is no integer"));
        }
        self.set_hold_days(value).map_err(|problem| FactsError::new(fact.name(), problem))
    }

    pub(super) fn set_hold_days(&mut self, value: i64) -> Result<(), String> {
        let days = u8::try_from(value).ok().and_then(HoldDays::new);
        self.merchant().hold_days = Some(days.ok_or_else(|| host::not_in(value, 6, 28))?);
        Ok(())
    }

    /// Sets a fact that is an amount.
    ///
    /// # Errors
    /// The amount is under 0, or the fact is no amount.
    pub fn set_decimal(&mut self, fact: Fact, value: Decimal) -> Result<(), FactsError> {
        of(fact, self.decimal(fact, value))
    }

    pub(super) fn decimal(&mut self, fact: Fact, value: Decimal) -> Result<(), &'static str> {
        if value < Decimal::ZERO {
            return Err(AMOUNT);
        }
        match fact {
            Fact::OrderAmount => self.order().amount = Some(value),
            Fact::OrderCaptured => self.order().captured = Some(value),
            Fact::OrderRefunded => self.order().refunded = Some(value),
            _ => return Err("is no amount"),
        }
        Ok(())
    }

    /// Sets a fact that is an instant.
    ///
    /// # Errors
    /// The fact is no instant.
    pub fn set_time(&mut self, fact: Fact, value: Timestamp) -> Result<(), FactsError> {
        of(fact, self.time(fact, value))
    }

    fn time(&mut self, fact: Fact, value: Timestamp) -> Result<(), &'static str> {
        match fact {
            Fact::Now => self.plain.now = Some(value),
            Fact::OrderPaidAt => self.order().paid_at = Some(value),
            _ => return Err("is no time"),
        }
        Ok(())
    }

    /// Sets the capabilities of the payment acted on: features that are no scenarios; none is a fact, too.
    ///
    /// # Errors
    /// A feature is a scenario.
    pub fn set_capabilities(&mut self, capabilities: FeatureSet) -> Result<(), FactsError> {
        let scenarios = capabilities.intersection(FeatureSet::SCENARIOS);
        if let Some(scenario) = scenarios.iter().next() {
            let problem = joined(&[scenario.name(), " is a scenario, no capability"]);
            return Err(FactsError::new(Fact::OrderCapabilities.name(), problem));
        }
        self.order().capabilities = Some(capabilities);
        Ok(())
    }

    /// Adds to a fact that is a list of texts: brands, websites, allowed source addresses.
    ///
    /// # Errors
    /// The text is blank, or not what the list may hold; or the fact is no list.
    pub fn add_text(&mut self, fact: Fact, text: &str) -> Result<(), FactsError> {
        of(fact, self.list_item(fact, text))
    }

    pub(super) fn list_item(&mut self, fact: Fact, text: &str) -> Result<(), &'static str> {
        if host::is_blank(text) {
            return Err("is blank");
        }
        match fact {
            Fact::KeyBrands | Fact::KeyWebsites => {
                self.key();
                self.keep(fact, "", text);
            }
            Fact::WebhookAllowedSources => {
                let address = address(text)?;
                self.webhook();
                self.allowed_sources.push(address);
            }
            _ => return Err("is no list of texts"),
        }
        Ok(())
    }

    /// Adds a header of the HTTP request.
    pub fn add_header(&mut self, name: &str, value: &str) {
        self.request();
        self.keep(Fact::RequestHeaders, name, value);
    }

    /// Says that the headers are known, though there may be none.
    pub fn open_headers(&mut self) {
        self.request().headers = Some(Headers::from(&[][..]));
    }
}

/// Says which members are given, never what they hold.
impl fmt::Debug for FactsBuf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.as_facts().fmt(f)
    }
}

pub(crate) const AMOUNT: &str =
    "not an amount: digits with at most 15 before and 8 after the point, 0 or more";

fn country(text: &str) -> Result<Country, &'static str> {
    Country::new(text).ok_or("not a country code of two capitals")
}

fn address(text: &str) -> Result<IpAddr, &'static str> {
    crate::address::address(text.as_bytes()).ok_or("not an IPv4 or IPv6 address")
}

fn scenario(text: &str) -> Result<Feature, &'static str> {
    let originals = FeatureSet::PAYOUTS.union(FeatureSet::of(&[
        Feature::OneStep,
        Feature::TwoStep,
        Feature::ZeroAmount,
    ]));
    Feature::from_name(text)
        .filter(|feature| originals.contains(*feature))
        .ok_or("not one_step, two_step, zero_amount or a payout")
}

/// Says of which fact something is wrong. Out of line, because all setters end here.
#[inline(never)]
fn of(fact: Fact, set: Result<(), &'static str>) -> Result<(), FactsError> {
    set.map_err(|problem| FactsError::new(fact.name(), problem))
}

/// The capability of that name.
pub(crate) fn capability(name: &str) -> Result<Feature, &'static str> {
    Feature::from_name(name)
        .filter(|feature| !feature.is_scenario())
        .ok_or("not the name of a capability")
}
