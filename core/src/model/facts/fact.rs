//! The facts, one row each. A row gives the fact's member of [`Facts`], its name, its kind, its
//! getter and its documentation. Reports list facts in the order of the rows.

use super::kind::FactPlace;
use super::{
    AccountFunding, Country, Environment, FactKind, FactSet, Headers, HoldDays, Known, Missing,
    SavingSide, Subsequent, Terminal, Texts,
};
use crate::base::decimal::Decimal;
use crate::base::text::cut;
use crate::base::time::{Timestamp, UtcOffset};
use crate::model::feature::{Feature, FeatureSet};
use core::any::Any;
use core::fmt;
use core::net::IpAddr;

/// The type of a value that facts carry for the host's own rules.
pub type HostValue = dyn Any + Send + Sync;

/// A row has the fact's documentation; its name as a variant and as a member; its type; its kind;
/// and its getter, if rules are unchecked without the fact.
macro_rules! facts {
    (
        {
            $(
                $(#[doc = $doc:literal])+
                $fact:ident $member:ident: $type:ty = $kind:ident $(, ask $ask:ident)?;
            )*
        }
        $(
            $(#[doc = $group_doc:literal])+
            $(#[derive($($derive:ident),*)])?
            $group:ident: $Group:ident $(<$lifetime:lifetime>)? {
                $(
                    $(#[doc = $of_doc:literal])+
                    $of_fact:ident $of_member:ident: $of_type:ty = $of_kind:ident $(, ask $of_ask:ident)?;
                )*
            }
        )*
    ) => {
        /// Facts: what you know about a request beyond its body. Every member is optional at every level:
        /// a rule whose outcome depends on a missing fact is reported as unchecked.
        #[derive(Clone, Copy, Default)]
        pub struct Facts<'a> {
            $($(#[doc = $doc])+ pub $member: Option<$type>,)*
            $($(#[doc = $group_doc])+ pub $group: Option<$Group $(<$lifetime>)?>,)*
            /// A value for your own rules: see [`Facts::host`]. No other rule sees it.
            pub host: Option<&'a HostValue>,
        }

        $(
            $(#[doc = $group_doc])+
            #[derive(Clone, Copy, Default $(, $($derive),*)?)]
            pub struct $Group $(<$lifetime>)? {
                $($(#[doc = $of_doc])+ pub $of_member: Option<$of_type>,)*
            }

            /// Shows which facts are set, but not their values.
            impl $(<$lifetime>)? fmt::Debug for $Group $(<$lifetime>)? {
                fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                    let is_set = [$((stringify!($of_member), self.$of_member.is_some())),*];
                    show_set(f, stringify!($Group), is_set)
                }
            }
        )*

        /// A fact that rules can need. The order of the variants is the order in reports.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[repr(u8)]
        #[non_exhaustive]
        pub enum Fact {
            $($(#[doc = $doc])+ $fact,)*
            $($($(#[doc = $of_doc])+ $of_fact,)*)*
        }

        impl Fact {
            /// Every fact, in order.
            pub const ALL: &'static [Fact] = &[$(Fact::$fact,)* $($(Fact::$of_fact,)*)*];

            /// The name in reports: `merchant.avs_permission`.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Fact::$fact => stringify!($member),)*
                    $($(Fact::$of_fact => concat!(stringify!($group), ".", stringify!($of_member)),)*)*
                }
            }

            /// Kind of its value.
            pub const fn kind(self) -> FactKind {
                match self {
                    $(Fact::$fact => FactKind::$kind,)*
                    $($(Fact::$of_fact => FactKind::$of_kind,)*)*
                }
            }

            /// Its description in a sentence.
            #[cfg(feature = "prose")]
            pub const fn doc(self) -> &'static str {
                match self {
                    $(Fact::$fact => concat!($($doc),+).trim_ascii(),)*
                    $($(Fact::$of_fact => concat!($($of_doc),+).trim_ascii(),)*)*
                }
            }

            /// The groups of facts, each with its description in a sentence.
            #[cfg(feature = "prose")]
            pub(crate) const GROUPS: &[(&str, &str)] =
                &[$((stringify!($group), concat!($($group_doc),+).trim_ascii())),*];

            pub(crate) fn is_missing_in(self, facts: &Facts<'_>) -> bool {
                match self {
                    $(Fact::$fact => facts.$member.is_none(),)*
                    $($(
                        Fact::$of_fact => {
                            facts.$group.as_ref().and_then(|group| group.$of_member).is_none()
                        }
                    )*)*
                }
            }
        }

        impl<'a> Facts<'a> {
            pub(crate) const NONE: Facts<'a> = Facts { $($member: None,)* $($group: None,)* host: None };

            /// Replaces top-level members by those that are set in `changing`, as
            /// [`Facts::overlaid`] does.
            pub fn overlay(&mut self, changing: &Facts<'a>) {
                $(overlay(&mut self.$member, &changing.$member);)*
                $(overlay(&mut self.$group, &changing.$group);)*
                overlay(&mut self.host, &changing.host);
            }

            /// Lays `changing` over these facts, member by member: members of a group that `changing` doesn't have
            /// stay.
            pub fn overlay_members(&mut self, changing: &Facts<'a>) {
                $(overlay(&mut self.$member, &changing.$member);)*
                $(
                    if let Some(changing) = &changing.$group {
                        let standing = group(&mut self.$group);
                        $(overlay(&mut standing.$of_member, &changing.$of_member);)*
                    }
                )*
                overlay(&mut self.host, &changing.host);
            }

            /// The place where a fact is stored. Creates its group if necessary.
            pub(crate) fn place(&mut self, fact: Fact) -> FactPlace<'_, 'a> {
                match fact {
                    $(Fact::$fact => FactPlace::$kind(&mut self.$member),)*
                    $($(Fact::$of_fact => FactPlace::$of_kind(&mut group(&mut self.$group).$of_member),)*)*
                }
            }

            $($(
                #[doc = concat!("The fact `", stringify!($member), "`.")]
                ///
                /// # Errors
                /// If the fact is missing.
                #[inline]
                pub fn $ask(&self) -> Known<$type> {
                    self.$member.ok_or(Missing(FactSet::of(&[Fact::$fact])))
                }
            )?)*
            $($($(
                #[doc = concat!("The fact `", stringify!($group), ".", stringify!($of_member), "`.")]
                ///
                /// # Errors
                /// If the fact is missing.
                #[inline]
                pub fn $of_ask(&self) -> Known<$of_type> {
                    let member = self.$group.as_ref().and_then(|group| group.$of_member);
                    member.ok_or(Missing(FactSet::of(&[Fact::$of_fact])))
                }
            )?)*)*
        }
    };
}

facts! {
    {
        /// The current time, RFC 3339. paylint has no clock.
        Now now: Timestamp = Time, ask now;
        /// Whether the request goes to the live system or the sandbox.
        Environment environment: Environment = Environment, ask environment;
        /// The website that the payment is made on.
        Website website: &'a str = Text, ask website;
        /// The kind of terminal that the payment runs over.
        Terminal terminal: Terminal = Terminal, ask terminal;
        /// The processor of the account funding. Set it only for account funding.
        AccountFunding account_funding: AccountFunding = AccountFunding, ask account_funding;
        /// The side that keeps the saved payment method.
        SavingSide saving_side: SavingSide = SavingSide, ask saving_side;
        /// How the order charges a payment method that was saved earlier.
        Subsequent subsequent: Subsequent = Subsequent;
    }

    /// The merchant.
    #[derive(PartialEq, Eq)]
    merchant: Merchant {
        /// Where the merchant is: ISO 3166-1 alpha-2.
        MerchantCountry country: Country = Country, ask merchant_country;
        /// The offset of the processing day from UTC: `±HH:MM`.
        MerchantUtcOffset utc_offset: UtcOffset = UtcOffset, ask utc_offset;
        /// AVS is enabled for the merchant.
        MerchantAvsPermission avs_permission: bool = Flag, ask avs_permission;
        /// The merchant is an IPSP partner.
        MerchantIpspPartner ipsp_partner: bool = Flag, ask ipsp_partner;
        /// How long a Two-Step payment is held: 6 to 28 days.
        MerchantHoldDays hold_days: HoldDays = Days, ask hold_days;
    }

    /// The acquirer.
    #[derive(PartialEq, Eq)]
    acquirer: Acquirer {
        /// The connection requires a recurring number.
        AcquirerRequiresRecurringNumber requires_recurring_number: bool = Flag,
            ask requires_recurring_number;
    }

    /// The card.
    #[derive(PartialEq, Eq)]
    card: Card<'a> {
        /// Where the issuer is: ISO 3166-1 alpha-2.
        CardIssuerCountry issuer_country: Country = Country, ask issuer_country;
        /// The brand.
        CardBrand brand: &'a str = Text, ask brand;
    }

    /// The key set that the request is sent with.
    key: Key<'a> {
        /// The key is only for test requests.
        KeyTest test: bool = Flag;
        /// 3-D Secure is on; absent counts as on.
        KeyThreeDs three_ds: bool = Flag;
        /// The brands that the key is for; absent means all.
        KeyBrands brands: Texts<'a> = Texts;
        /// The websites that the key is for; absent means all.
        KeyWebsites websites: Texts<'a> = Texts;
    }

    /// The payment that a capture, refund, reversal or card post acts on.
    order: Order<'a> {
        /// The scenario of the payment.
        OrderScenario scenario: Feature = Scenario, ask order_scenario;
        /// The capabilities of the payment. An empty list means that it had none.
        OrderCapabilities capabilities: FeatureSet = Capabilities, ask order_capabilities;
        /// The amount of the payment, 0 or more.
        OrderAmount amount: Decimal = Amount, ask order_amount;
        /// How much was captured: 0 if nothing was captured yet.
        OrderCaptured captured: Decimal = Amount, ask order_captured;
        /// How much was refunded.
        OrderRefunded refunded: Decimal = Amount, ask order_refunded;
        /// The amount of the last Partial Refund before this request.
        OrderLastRefund last_refund: Decimal = Amount;
        /// The currency of the amounts.
        OrderCurrency currency: &'a str = Text, ask order_currency;
        /// When it was paid or, if it is Two-Step, authorised: RFC 3339.
        OrderPaidAt paid_at: Timestamp = Time, ask paid_at;
        /// The card was charged or, if it is Two-Step, the amount held. If not, nobody has paid yet, or it was declined.
        OrderPaid paid: bool = Flag;
        /// The payment was reversed.
        OrderReversed reversed: bool = Flag, ask order_reversed;
        /// A chargeback was received.
        OrderChargeback chargeback: bool = Flag, ask order_chargeback;
        /// The order had both `client.address` and `client.zip_code`.
        OrderBillingAddress billing_address: bool = Flag, ask billing_address;
    }

    /// The HTTP request that carried the body.
    request: HttpRequest<'a> {
        /// The method, as sent.
        RequestMethod method: &'a str = Text, ask request_method;
        /// The path, with the query if there is one.
        RequestPath path: &'a str = Text, ask request_path;
        /// The address it came from: IPv4 or IPv6.
        RequestSourceAddress source_address: IpAddr = Address, ask source_address;
        /// The headers. paylint never shows them.
        RequestHeaders headers: Headers<'a> = Headers, ask request_headers;
    }

    /// The merchant's webhook endpoint.
    webhook: Webhook<'a> {
        /// The domain of the receiving service.
        WebhookHost host: &'a str = Text, ask webhook_host;
        /// The addresses that webhooks come from.
        WebhookAllowedSources allowed_sources: &'a [IpAddr] = Addresses, ask allowed_sources;
    }
}

impl Fact {
    /// The group that the fact belongs to, if any, and its name in it.
    pub(crate) fn path(self) -> (Option<&'static str>, &'static str) {
        match cut(self.name(), b'.') {
            (group, Some(member)) => (Some(group), member),
            (name, None) => (None, name),
        }
    }
}

impl<'a> Facts<'a> {
    /// Replaces each top-level member that is set in `changing`. A group is replaced as a whole. Copies references and
    /// doesn't allocate.
    pub fn overlaid(mut self, changing: &Facts<'a>) -> Facts<'a> {
        self.overlay(changing);
        self
    }

    /// The value that you passed for your own rules, if it is of this type.
    pub fn host<T: 'static>(&self) -> Option<&'a T> {
        self.host?.downcast_ref()
    }

    /// Whether a fact is there.
    pub fn has(&self, fact: Fact) -> bool {
        !fact.is_missing_in(self)
    }
}

fn overlay<T: Copy>(standing: &mut Option<T>, changing: &Option<T>) {
    if changing.is_some() {
        *standing = *changing;
    }
}

/// The group, created if necessary. Not inlined, because it is used for many facts.
#[inline(never)]
fn group<T: Default>(group: &mut Option<T>) -> &mut T {
    group.get_or_insert_default()
}

/// Shows which facts are set, but not their values: a bearer token and addresses are among them.
impl fmt::Debug for Facts<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        show_set(f, "Facts", Fact::ALL.iter().map(|fact| (fact.name(), self.has(*fact))))
    }
}

/// Shows the names of the set ones.
fn show_set<'n>(
    f: &mut fmt::Formatter<'_>,
    of: &str,
    is_set: impl IntoIterator<Item = (&'n str, bool)>,
) -> fmt::Result {
    write!(f, "{of} ")?;
    let set = is_set.into_iter().filter(|(_, is_set)| *is_set);
    f.debug_set().entries(set.map(|(name, _)| name)).finish()
}
