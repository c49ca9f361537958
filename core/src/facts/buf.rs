//! Facts that own their texts: read from JSON, or filled one by one and refilled without allocating.

use super::{
    AccountFunding, Acquirer, Card, Country, Environment, Fact, Facts, FactsError, HoldDays,
    HttpRequest, Key, Merchant, Order, SavingSide, Subsequent, Terminal, Webhook,
};
use crate::decimal::Decimal;
use crate::feature::{Feature, FeatureSet};
use crate::host;
use crate::time::{Timestamp, UtcOffset};
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

/// A top-level member of the facts that has members of its own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Group {
    Merchant,
    Acquirer,
    Card,
    Key,
    Order,
    Request,
    Webhook,
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
    pub(crate) fn open(&mut self, group: Group) {
        match group {
            Group::Merchant => _ = self.merchant(),
            Group::Acquirer => _ = self.plain.acquirer.get_or_insert_default(),
            Group::Card => _ = self.card(),
            Group::Key => _ = self.key(),
            Group::Order => _ = self.order(),
            Group::Request => _ = self.request(),
            Group::Webhook => _ = self.plain.webhook.get_or_insert_default(),
        }
    }

    fn merchant(&mut self) -> &mut Merchant {
        self.plain.merchant.get_or_insert_default()
    }

    fn card(&mut self) -> &mut Card<'static> {
        self.plain.card.get_or_insert_default()
    }

    fn key(&mut self) -> &mut Key<'static> {
        self.plain.key.get_or_insert_default()
    }

    fn order(&mut self) -> &mut Order<'static> {
        self.plain.order.get_or_insert_default()
    }

    fn request(&mut self) -> &mut HttpRequest<'static> {
        self.plain.request.get_or_insert_default()
    }

    /// Sets a fact from its text: what would stand as a string in the JSON form. An amount may be given as
    /// text, too.
    ///
    /// # Errors
    /// The text is blank, or not what the fact may hold; or the fact is no text.
    pub fn set_text(&mut self, fact: Fact, text: &str) -> Result<(), FactsError> {
        self.set_text_inner(fact, text).map_err(|problem| FactsError::new(fact.name(), problem))
    }

    fn set_text_inner(&mut self, fact: Fact, text: &str) -> Result<(), String> {
        if text.trim().is_empty() {
            return Err("is blank".to_owned());
        }
        match fact {
            Fact::Now | Fact::OrderPaidAt => {
                let time: Timestamp = text.parse().map_err(|error| format!("{error}"))?;
                return self.set_time_inner(fact, time);
            }
            Fact::Environment => {
                self.plain.environment =
                    Some(choice(Environment::from_name(text), Environment::NAMES)?);
            }
            Fact::Terminal => {
                self.plain.terminal = Some(choice(Terminal::from_name(text), Terminal::NAMES)?);
            }
            Fact::AccountFunding => {
                self.plain.account_funding =
                    Some(choice(AccountFunding::from_name(text), AccountFunding::NAMES)?);
            }
            Fact::SavingSide => {
                self.plain.saving_side =
                    Some(choice(SavingSide::from_name(text), SavingSide::NAMES)?);
            }
            Fact::Subsequent => {
                self.plain.subsequent =
                    Some(choice(Subsequent::from_name(text), Subsequent::NAMES)?);
            }
            Fact::MerchantCountry => self.merchant().country = Some(country(text)?),
            Fact::CardIssuerCountry => self.card().issuer_country = Some(country(text)?),
            Fact::MerchantUtcOffset => {
                let offset: UtcOffset = text.parse().map_err(|error| format!("{error}"))?;
                self.merchant().utc_offset = Some(offset);
            }
            Fact::OrderScenario => self.order().scenario = Some(scenario(text)?),
            Fact::OrderAmount | Fact::OrderCaptured | Fact::OrderRefunded => {
                let decimal = text.parse().ok().filter(|_| !text.starts_with('-'));
                return self.set_decimal_inner(fact, decimal.ok_or(AMOUNT)?);
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
                self.open(Group::Webhook);
                self.host.set(text);
            }
            _ => return Err("is no text".to_owned()),
        }
        Ok(())
    }

    /// Sets a fact that is true or false.
    ///
    /// # Errors
    /// The fact is no flag.
    pub fn set_bool(&mut self, fact: Fact, value: bool) -> Result<(), FactsError> {
        match fact {
            Fact::MerchantAvsPermission => self.merchant().avs_permission = Some(value),
            Fact::MerchantIpspPartner => self.merchant().ipsp_partner = Some(value),
            Fact::AcquirerRequiresRecurringNumber => {
                self.plain.acquirer = Some(Acquirer { requires_recurring_number: Some(value) });
            }
            Fact::KeyTest => self.key().test = Some(value),
            Fact::KeyThreeDs => self.key().three_ds = Some(value),
            Fact::OrderReversed => self.order().reversed = Some(value),
            Fact::OrderChargeback => self.order().chargeback = Some(value),
            Fact::OrderBillingAddress => self.order().billing_address = Some(value),
            _ => return Err(FactsError::new(fact.name(), "is no flag")),
        }
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
        let days = u8::try_from(value).ok().and_then(HoldDays::new);
        let problem = || FactsError::new(fact.name(), host::not_in(value, 6, 28));
        self.merchant().hold_days = Some(days.ok_or_else(problem)?);
        Ok(())
    }

    /// Sets a fact that is an amount.
    ///
    /// # Errors
    /// The amount is under 0, or the fact is no amount.
    pub fn set_decimal(&mut self, fact: Fact, value: Decimal) -> Result<(), FactsError> {
        self.set_decimal_inner(fact, value).map_err(|problem| FactsError::new(fact.name(), problem))
    }

    fn set_decimal_inner(&mut self, fact: Fact, value: Decimal) -> Result<(), String> {
        if value < Decimal::ZERO {
            return Err(AMOUNT.to_owned());
        }
        match fact {
            Fact::OrderAmount => self.order().amount = Some(value),
            Fact::OrderCaptured => self.order().captured = Some(value),
            Fact::OrderRefunded => self.order().refunded = Some(value),
            _ => return Err("is no amount".to_owned()),
        }
        Ok(())
    }

    /// Sets a fact that is an instant.
    ///
    /// # Errors
    /// The fact is no instant.
    pub fn set_time(&mut self, fact: Fact, value: Timestamp) -> Result<(), FactsError> {
        self.set_time_inner(fact, value).map_err(|problem| FactsError::new(fact.name(), problem))
    }

    fn set_time_inner(&mut self, fact: Fact, value: Timestamp) -> Result<(), String> {
        match fact {
            Fact::Now => self.plain.now = Some(value),
            Fact::OrderPaidAt => self.order().paid_at = Some(value),
            _ => return Err("is no time".to_owned()),
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
            let problem = format!("{scenario} is a scenario, no capability");
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
        self.add_text_inner(fact, text).map_err(|problem| FactsError::new(fact.name(), problem))
    }

    fn add_text_inner(&mut self, fact: Fact, text: &str) -> Result<(), String> {
        if text.trim().is_empty() {
            return Err("is blank".to_owned());
        }
        let list = match fact {
            Fact::KeyBrands => &mut self.brands,
            Fact::KeyWebsites => &mut self.websites,
            Fact::WebhookAllowedSources => {
                let address = address(text)?;
                self.open(Group::Webhook);
                self.allowed_sources.push(address);
                return Ok(());
            }
            _ => return Err("is no list of texts".to_owned()),
        };
        if let Some(item) = list.push() {
            item.clear();
            item.push_str(text);
        }
        self.open(Group::Key);
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
        self.open(Group::Request);
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

fn choice<T>(choice: Option<T>, names: &[&str]) -> Result<T, String> {
    choice.ok_or_else(|| format!("not {}", host::one_of(names)))
}

fn country(text: &str) -> Result<Country, String> {
    Country::new(text).ok_or_else(|| "not a country code of two capitals".to_owned())
}

fn address(text: &str) -> Result<IpAddr, String> {
    text.parse().map_err(|_| "not an IPv4 or IPv6 address".to_owned())
}

fn scenario(text: &str) -> Result<Feature, String> {
    let originals = FeatureSet::PAYOUTS.union(FeatureSet::of(&[
        Feature::OneStep,
        Feature::TwoStep,
        Feature::ZeroAmount,
    ]));
    Feature::from_name(text)
        .filter(|feature| originals.contains(*feature))
        .ok_or_else(|| "not one_step, two_step, zero_amount or a payout".to_owned())
}

/// The capability of that name.
pub(crate) fn capability(name: &str) -> Result<Feature, String> {
    Feature::from_name(name)
        .filter(|feature| !feature.is_scenario())
        .ok_or_else(|| "not the name of a capability".to_owned())
}
