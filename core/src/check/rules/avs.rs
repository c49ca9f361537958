//! Address verification (AVS): what an order must carry if the merchant has it.

use super::prelude::*;
use crate::model::facts::{Countries, all};

section! {
    [
        ADDRESS_REQUIRED,
        ZIP_CODE_REQUIRED,
        ISSUER_SUPPORT,
        LATER_CHARGE_WITHOUT_ADDRESS,
    ],
}

/// The countries whose issuers must support AVS (§4.7).
const ISSUERS: Countries = Countries::of("US CA GB");

const ADDRESS_REQUIRED: Rule = Rule {
    number: 33,
    on: Operations::ORDER,
    fix: Fix::Add,
    level: Deny,
    basis: Stated,
    needs: &[Fact::Subsequent, Fact::MerchantAvsPermission],
    undecided: &["/client/address"],
    message: "{member} is missing; AVS {deny:needs|should have} the billing address",
    check: address_required,
    ..page!("avs.address_required")
};

fn address_required(c: &Context<'_>, findings: &mut Findings<'_>) -> Outcome {
    if c.facts.subsequent.is_none()
        && let Some(client) = c.client
        && client.address().is_absent()
        && c.facts.avs_permission()?
    {
        findings.at(client.address());
    }
    HOLDS
}

const ZIP_CODE_REQUIRED: Rule = Rule {
    number: 34,
    on: Operations::ORDER,
    fix: Fix::Add,
    level: Deny,
    basis: Stated,
    needs: &[Fact::Subsequent, Fact::MerchantAvsPermission],
    undecided: &["/client/zip_code"],
    message: "{member} is missing; AVS {deny:needs|should have} the zip code of the billing address",
    check: zip_code_required,
    ..page!("avs.zip_code_required")
};

fn zip_code_required(c: &Context<'_>, findings: &mut Findings<'_>) -> Outcome {
    if c.facts.subsequent.is_none()
        && let Some(client) = c.client
        && client.zip_code().is_absent()
        && c.facts.avs_permission()?
    {
        findings.at(client.zip_code());
    }
    HOLDS
}

const ISSUER_SUPPORT: Rule = Rule {
    number: 35,
    on: Operations::ORDER,
    level: Allow,
    basis: Stated,
    needs: &[Fact::Subsequent, Fact::MerchantAvsPermission, Fact::CardIssuerCountry],
    message: "the card was issued in {issuer_country}; only issuers in the US, Canada and the UK \
              must support AVS",
    params: &["issuer_country"],
    check: issuer_support,
    ..page!("avs.issuer_support")
};

fn issuer_support(c: &Context<'_>, findings: &mut Findings<'_>) -> Outcome {
    let issuer = c.facts.issuer_country();
    let unsupported = issuer.map(|country| !ISSUERS.contains(country));
    if c.facts.subsequent.is_none() && all([c.facts.avs_permission(), unsupported])? {
        findings.with(c.request.place(), [Param::code(issuer?.code())]);
    }
    HOLDS
}

const LATER_CHARGE_WITHOUT_ADDRESS: Rule = Rule {
    number: 126,
    on: Operations::ORDER,
    level: Warn,
    basis: Stated,
    needs: &[Fact::Subsequent, Fact::MerchantAvsPermission],
    undecided: &["/client/address"],
    message: "{member} is missing; with AVS enabled, an order without a billing address may fail, \
              even if it charges a saved method",
    check: later_charge_without_address,
    ..page!("avs.later_charge_without_address")
};

fn later_charge_without_address(c: &Context<'_>, findings: &mut Findings<'_>) -> Outcome {
    if c.facts.subsequent.is_some()
        && let Some(client) = c.client
        && client.address().is_absent()
        && c.facts.avs_permission()?
    {
        findings.at(client.address());
    }
    HOLDS
}
