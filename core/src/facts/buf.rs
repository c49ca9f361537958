//! Facts that own their texts: read from JSON, or filled one by one and refilled without allocating.

use super::fact_error::Problem;
use super::{
    AccountFunding, Acquirer, Card, Country, Environment, Fact, Facts, FactsError, Headers,
    HoldDays, HttpRequest, Key, Merchant, Order, SavingSide, Subsequent, Terminal, Texts, Webhook,
};
use crate::append::joined;
use crate::config;
use crate::decimal::Decimal;
use crate::feature::{Feature, FeatureSet};
use crate::text::is_blank;
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
    #[cfg_attr(feature = "small", inline(never))]
    pub fn clear(&mut self) {
        self.plain = Facts::default();
        self.text.clear();
        self.pieces.clear();
        self.allowed_sources.clear();
    }

    /// The facts, borrowed from this buffer.
    #[cfg_attr(feature = "small", inline(never))]
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

    /// Says that the group that a fact belongs to is there, though nothing in it may be known.
    pub fn open_group(&mut self, fact: Fact) {
        // The facts of a group stand together.
        match fact {
            _ if fact < Fact::MerchantCountry => {}
            _ if fact < Fact::AcquirerRequiresRecurringNumber => _ = self.merchant(),
            _ if fact < Fact::CardIssuerCountry => _ = self.acquirer(),
            _ if fact < Fact::KeyTest => _ = self.card(),
            _ if fact < Fact::OrderScenario => _ = self.key(),
            _ if fact < Fact::RequestMethod => _ = self.order(),
            _ if fact < Fact::WebhookHost => _ = self.request(),
            _ => _ = self.webhook(),
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
    pub(super) fn order(&mut self) -> &mut Order<'static> {
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

    pub(super) fn text(&mut self, fact: Fact, text: &str) -> Result<(), Problem> {
        if is_blank(text) {
            return Err(Problem::Blank);
        }
        match fact {
            Fact::Now | Fact::OrderPaidAt => {
                let time: Timestamp =
                    text.parse().map_err(|InvalidTimestamp| Problem::Timestamp)?;
                return self.time(fact, time);
            }
            Fact::Environment => {
                self.plain.environment =
                    Some(Environment::from_name(text).ok_or(Problem::Environment)?);
            }
            Fact::Terminal => {
                self.plain.terminal = Some(Terminal::from_name(text).ok_or(Problem::Terminal)?);
            }
            Fact::AccountFunding => {
                self.plain.account_funding =
                    Some(AccountFunding::from_name(text).ok_or(Problem::AccountFunding)?);
            }
            Fact::SavingSide => {
                self.plain.saving_side =
                    Some(SavingSide::from_name(text).ok_or(Problem::SavingSide)?);
            }
            Fact::Subsequent => {
                self.plain.subsequent =
                    Some(Subsequent::from_name(text).ok_or(Problem::Subsequent)?);
            }
            Fact::MerchantCountry => self.merchant().country = Some(country(text)?),
            Fact::CardIssuerCountry => self.card().issuer_country = Some(country(text)?),
            Fact::MerchantUtcOffset => {
                let offset: UtcOffset =
                    text.parse().map_err(|InvalidUtcOffset| Problem::UtcOffset)?;
                self.merchant().utc_offset = Some(offset);
            }
            Fact::OrderScenario => self.order().scenario = Some(scenario(text)?),
            Fact::OrderAmount | Fact::OrderCaptured | Fact::OrderRefunded => {
                let decimal = text.parse().ok().filter(|_| !text.starts_with('-'));
                return self.decimal(fact, decimal.ok_or(Problem::Amount)?);
            }
            Fact::RequestSourceAddress => self.request().source_address = Some(address(text)?),
            Fact::Website
            | Fact::CardBrand
            | Fact::OrderCurrency
            | Fact::RequestMethod
            | Fact::RequestPath
            | Fact::WebhookHost => {
                self.open_group(fact);
                self.replace(fact, text);
            }
            _ => return Err(Problem::NoText),
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

    pub(super) fn flag(&mut self, fact: Fact, value: bool) -> Result<(), Problem> {
        let flag = match fact {
            Fact::MerchantAvsPermission => &mut self.merchant().avs_permission,
            Fact::MerchantIpspPartner => &mut self.merchant().ipsp_partner,
            Fact::AcquirerRequiresRecurringNumber => &mut self.acquirer().requires_recurring_number,
            Fact::KeyTest => &mut self.key().test,
            Fact::KeyThreeDs => &mut self.key().three_ds,
            Fact::OrderReversed => &mut self.order().reversed,
            Fact::OrderChargeback => &mut self.order().chargeback,
            Fact::OrderBillingAddress => &mut self.order().billing_address,
            _ => return Err(Problem::NoFlag),
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
            return of(fact, Err(Problem::NoInteger));
        }
        self.hold_days(value).map_err(|problem| FactsError::new(fact.name(), problem))
    }

    pub(super) fn hold_days(&mut self, value: i64) -> Result<(), String> {
        let [least, most] = [HoldDays::MIN, HoldDays::MAX].map(|days| i64::from(days.get()));
        let days = config::within(value, least, most)?;
        self.merchant().hold_days = HoldDays::new(days as u8);
        Ok(())
    }

    /// Sets a fact that is an amount.
    ///
    /// # Errors
    /// The amount is under 0, or the fact is no amount.
    pub fn set_decimal(&mut self, fact: Fact, value: Decimal) -> Result<(), FactsError> {
        of(fact, self.decimal(fact, value))
    }

    pub(super) fn decimal(&mut self, fact: Fact, value: Decimal) -> Result<(), Problem> {
        if value < Decimal::ZERO {
            return Err(Problem::Amount);
        }
        match fact {
            Fact::OrderAmount => self.order().amount = Some(value),
            Fact::OrderCaptured => self.order().captured = Some(value),
            Fact::OrderRefunded => self.order().refunded = Some(value),
            _ => return Err(Problem::NoAmount),
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

    fn time(&mut self, fact: Fact, value: Timestamp) -> Result<(), Problem> {
        match fact {
            Fact::Now => self.plain.now = Some(value),
            Fact::OrderPaidAt => self.order().paid_at = Some(value),
            _ => return Err(Problem::NoTime),
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

    pub(super) fn add_capability(&mut self, name: &str) -> Result<(), Problem> {
        let capability = Feature::from_name(name).filter(|feature| !feature.is_scenario());
        let capability = capability.ok_or(Problem::Capability)?;
        let before = self.order().capabilities.unwrap_or_default();
        self.order().capabilities = Some(before.with(capability));
        Ok(())
    }

    /// Adds to a fact that is a list of texts: brands, websites, allowed source addresses.
    ///
    /// # Errors
    /// The text is blank, or not what the list may hold; or the fact is no list.
    pub fn add_text(&mut self, fact: Fact, text: &str) -> Result<(), FactsError> {
        of(fact, self.list_item(fact, text))
    }

    pub(super) fn list_item(&mut self, fact: Fact, text: &str) -> Result<(), Problem> {
        if is_blank(text) {
            return Err(Problem::Blank);
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
            _ => return Err(Problem::NoList),
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

fn country(text: &str) -> Result<Country, Problem> {
    Country::new(text).ok_or(Problem::Country)
}

fn address(text: &str) -> Result<IpAddr, Problem> {
    crate::address::address(text.as_bytes()).ok_or(Problem::Address)
}

fn scenario(text: &str) -> Result<Feature, Problem> {
    let originals = FeatureSet::PAYOUTS.union(FeatureSet::of(&[
        Feature::OneStep,
        Feature::TwoStep,
        Feature::ZeroAmount,
    ]));
    Feature::from_name(text).filter(|feature| originals.contains(*feature)).ok_or(Problem::Scenario)
}

/// Says of which fact something is wrong. Out of line, because all setters end here.
#[inline(never)]
fn of(fact: Fact, set: Result<(), Problem>) -> Result<(), FactsError> {
    set.map_err(|problem| FactsError::new(fact.name(), problem.text()))
}
