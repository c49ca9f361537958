//! Facts that own their texts: read from JSON, or filled one by one and refilled without allocating.

use super::{
    AccountFunding, Acquirer, Card, Country, Environment, Fact, Facts, FactsError, HoldDays,
    HttpRequest, Key, Merchant, Order, SavingSide, Subsequent, Terminal, Webhook,
};
use crate::decimal::Decimal;
use crate::feature::{Feature, FeatureSet};
use crate::host;
use crate::output::joined;
use crate::time::{InvalidTimestamp, InvalidUtcOffset, Timestamp, UtcOffset};
use core::fmt;
use core::net::IpAddr;

/// A text whose memory is kept when it is cleared.
#[derive(Clone, Default)]
struct Text {
    given: bool,
    text: String,
}

impl Text {
    fn get(&self) -> Option<&str> {
        self.given.then_some(self.text.as_str())
    }

    fn set(&mut self, text: &str) {
        self.given = true;
        self.text.clear();
        self.text.push_str(text);
    }
}

/// A list whose items' memory is kept when it is cleared.
#[derive(Clone, Default)]
struct List<T> {
    given: bool,
    count: usize,
    items: Vec<T>,
}

impl<T: Default> List<T> {
    fn get(&self) -> Option<&[T]> {
        if self.given { self.items.get(..self.count) } else { None }
    }

    fn clear(&mut self) {
        self.given = false;
        self.count = 0;
    }

    /// The next item, to be filled.
    fn push(&mut self) -> Option<&mut T> {
        self.given = true;
        if self.count == self.items.len() {
            self.items.push(T::default());
        }
        self.count = self.count.saturating_add(1);
        self.items.get_mut(self.count.saturating_sub(1))
    }
}

/// Facts that own their texts. Fill it from JSON or with the setters, then take [`FactsBuf::as_facts`].
///
/// Setting a fact replaces it; [`FactsBuf::clear`] forgets all but keeps the memory, so that a host that
/// fills the same buffer for every request soon allocates no more.
#[derive(Clone, Default)]
pub struct FactsBuf {
    /// All that holds no text. Its texts and lists stay empty.
    plain: Facts<'static>,
    website: Text,
    brand: Text,
    brands: List<String>,
    websites: List<String>,
    currency: Text,
    method: Text,
    path: Text,
    headers: List<(String, String)>,
    host: Text,
    allowed_sources: Vec<IpAddr>,
}

impl FactsBuf {
    /// No facts.
    #[must_use]
    pub fn new() -> FactsBuf {
        FactsBuf::default()
    }

    /// Forgets all facts; keeps the memory.
    pub fn clear(&mut self) {
        self.plain = Facts::default();
        for text in [
            &mut self.website,
            &mut self.brand,
            &mut self.currency,
            &mut self.method,
            &mut self.path,
            &mut self.host,
        ] {
            text.given = false;
        }
        self.brands.clear();
        self.websites.clear();
        self.headers.clear();
        self.allowed_sources.clear();
    }

    /// The facts, borrowed from this buffer.
    #[must_use]
    pub fn as_facts(&self) -> Facts<'_> {
        let plain = &self.plain;
        Facts {
            website: self.website.get(),
            card: plain.card.map(|card| Card { brand: self.brand.get(), ..card }),
            key: plain.key.map(|key| Key {
                brands: self.brands.get().map(Into::into),
                websites: self.websites.get().map(Into::into),
                ..key
            }),
            order: plain.order.map(|order| Order { currency: self.currency.get(), ..order }),
            request: plain.request.map(|request| HttpRequest {
                method: self.method.get(),
                path: self.path.get(),
                headers: self.headers.get().map(Into::into),
                ..request
            }),
            webhook: plain.webhook.map(|_| Webhook {
                host: self.host.get(),
                allowed_sources: (!self.allowed_sources.is_empty())
                    .then_some(self.allowed_sources.as_slice()),
            }),
            ..*plain
        }
    }

    /// Says that a group is there, though nothing in it may be known.
    pub(super) fn open(&mut self, group: &str) {
        match group {
            "merchant" => _ = self.merchant(),
            "acquirer" => _ = self.acquirer(),
            "card" => _ = self.card(),
            "key" => _ = self.key(),
            "order" => _ = self.order(),
            "request" => _ = self.request(),
            "webhook" => _ = self.webhook(),
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
        self.text(fact, text).map_err(|problem| FactsError::new(fact.name(), problem))
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
            Fact::Website => self.website.set(text),
            Fact::CardBrand => {
                self.card();
                self.brand.set(text);
            }
            Fact::OrderCurrency => {
                self.order();
                self.currency.set(text);
            }
            Fact::RequestMethod => {
                self.request();
                self.method.set(text);
            }
            Fact::RequestPath => {
                self.request();
                self.path.set(text);
            }
            Fact::WebhookHost => {
                self.webhook();
                self.host.set(text);
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
        self.flag(fact, value).map_err(|problem| FactsError::new(fact.name(), problem))
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
            return Err(FactsError::new(fact.name(), "is no integer"));
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
        self.decimal(fact, value).map_err(|problem| FactsError::new(fact.name(), problem))
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
        self.time(fact, value).map_err(|problem| FactsError::new(fact.name(), problem))
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
        self.list_item(fact, text).map_err(|problem| FactsError::new(fact.name(), problem))
    }

    pub(super) fn list_item(&mut self, fact: Fact, text: &str) -> Result<(), &'static str> {
        if host::is_blank(text) {
            return Err("is blank");
        }
        let list = match fact {
            Fact::KeyBrands => &mut self.brands,
            Fact::KeyWebsites => &mut self.websites,
            Fact::WebhookAllowedSources => {
                let address = address(text)?;
                self.webhook();
                self.allowed_sources.push(address);
                return Ok(());
            }
            _ => return Err("is no list of texts"),
        };
        if let Some(item) = list.push() {
            item.clear();
            item.push_str(text);
        }
        self.key();
        Ok(())
    }

    /// Adds a header of the HTTP request.
    pub fn add_header(&mut self, name: &str, value: &str) {
        self.open_headers();
        if let Some((known_name, known_value)) = self.headers.push() {
            known_name.clear();
            known_name.push_str(name);
            known_value.clear();
            known_value.push_str(value);
        }
    }

    /// Says that the headers are known, though there may be none.
    pub fn open_headers(&mut self) {
        self.request();
        self.headers.given = true;
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

/// The capability of that name.
pub(crate) fn capability(name: &str) -> Result<Feature, &'static str> {
    Feature::from_name(name)
        .filter(|feature| !feature.is_scenario())
        .ok_or("not the name of a capability")
}
