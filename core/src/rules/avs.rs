//! Address verification (AVS): what an order must carry where the merchant has it.

use super::prelude::*;
use super::saving::is_in;
use crate::facts::all;

family! {
    super::saving::END;
    ADDRESS_REQUIRED,
    ZIP_CODE_REQUIRED,
    ISSUER_SUPPORT,
}

/// Where issuers must support AVS (§4.7).
const ISSUERS: &str = "US CA GB";

const ADDRESS_REQUIRED: Rule = Rule {
    number: 33,
    name: "avs.address_required",
    on: Operations::ORDER,
    level: Deny,
    locked: false,
    basis: Stated,
    source: Some("§2, §4.7, §7"),
    needs: &[Fact::MerchantAvsPermission],
    message: "AVS needs client.address, the billing address",
    params: &[],
    docs: Docs::NONE,
    check: Check::Function(|c, found| {
        let Some(order) = c.request.order() else { return HOLDS };
        if c.facts.subsequent.is_none()
            && let Some(client) = order.client().valid()
            && client.address().is_absent()
            && c.facts.avs_permission()?
        {
            found.at(client.address());
        }
        HOLDS
    }),
};

const ZIP_CODE_REQUIRED: Rule = Rule {
    number: 34,
    name: "avs.zip_code_required",
    on: Operations::ORDER,
    level: Deny,
    locked: false,
    basis: Stated,
    source: Some("§2, §4.7"),
    needs: &[Fact::MerchantAvsPermission],
    message: "AVS needs client.zip_code",
    params: &[],
    docs: Docs::NONE,
    check: Check::Function(|c, found| {
        let Some(order) = c.request.order() else { return HOLDS };
        if c.facts.subsequent.is_none()
            && let Some(client) = order.client().valid()
            && client.zip_code().is_absent()
            && c.facts.avs_permission()?
        {
            found.at(client.zip_code());
        }
        HOLDS
    }),
};

const ISSUER_SUPPORT: Rule = Rule {
    number: 35,
    name: "avs.issuer_support",
    on: Operations::ORDER,
    level: Allow,
    locked: false,
    basis: Stated,
    source: Some("§4.7"),
    needs: &[Fact::MerchantAvsPermission, Fact::CardIssuerCountry],
    message: "issuers outside the US, Canada and the UK need not support AVS",
    params: &[],
    docs: Docs::NONE,
    check: Check::Function(|c, found| {
        let unsupported = c.facts.issuer_country().map(|country| !is_in(country, ISSUERS));
        if c.facts.subsequent.is_none() && all([c.facts.avs_permission(), unsupported])? {
            found.at_body(c);
        }
        HOLDS
    }),
};
