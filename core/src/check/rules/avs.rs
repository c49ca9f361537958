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

/// A merchant with AVS.
const UNDER_AVS: &str = r#"{"merchant":{"avs_permission":true}}"#;

/// An order with a billing address.
const WITH_ADDRESS: &str = concat!(
    r#"{"client":{"email":"ada@mail.example","address":"77 Pine Street","#,
    r#""zip_code":"98101"},"products":[{"title":"Mug","price":12}]}"#
);

const ADDRESS_REQUIRED: Rule = Rule {
    number: 33,
    name: "avs.address_required",
    on: Operations::ORDER,
    fix: Fix::Add,
    level: Deny,
    basis: Stated,
    source: Some("§2, §4.7, §7"),
    needs: &[Fact::Subsequent, Fact::MerchantAvsPermission],
    undecided: &["/client/address"],
    message: "{member} is missing; AVS {deny:needs|should have} the billing address",
    docs: Docs::new(
        "an order with AVS carries the payer's billing address",
        "if AVS is enabled for the merchant and no billing address is sent, the order fails \
         (§4.7); a charge of a method saved earlier isn't checked again, because the table keeps \
         AVS apart from those",
        Example::new(
            "order",
            concat!(
                r#"{"client":{"email":"ada@mail.example","zip_code":"98101"},"#,
                r#""products":[{"title":"Mug","price":12}]}"#
            ),
        )
        .facts(UNDER_AVS),
        Example::new("order", WITH_ADDRESS).facts(UNDER_AVS),
    ),
    check: address_required,
    ..Rule::DEFAULT
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
    name: "avs.zip_code_required",
    on: Operations::ORDER,
    fix: Fix::Add,
    level: Deny,
    basis: Stated,
    source: Some("§2, §4.7"),
    needs: &[Fact::Subsequent, Fact::MerchantAvsPermission],
    undecided: &["/client/zip_code"],
    message: "{member} is missing; AVS {deny:needs|should have} the zip code of the billing address",
    docs: Docs::new(
        "an order with AVS carries the payer's zip code",
        "AVS requires the zip code: without it the issuer has only half of an address to compare",
        Example::new(
            "order",
            concat!(
                r#"{"client":{"email":"ada@mail.example","address":"77 Pine Street"},"#,
                r#""products":[{"title":"Mug","price":12}]}"#
            ),
        )
        .facts(UNDER_AVS),
        Example::new("order", WITH_ADDRESS).facts(UNDER_AVS),
    ),
    check: zip_code_required,
    ..Rule::DEFAULT
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
    name: "avs.issuer_support",
    on: Operations::ORDER,
    level: Allow,
    basis: Stated,
    source: Some("§4.7"),
    needs: &[Fact::Subsequent, Fact::MerchantAvsPermission, Fact::CardIssuerCountry],
    message: "the card was issued in {issuer_country}; only issuers in the US, Canada and the UK \
              must support AVS",
    params: &["issuer_country"],
    docs: Docs::new(
        "with AVS, the card's issuer is in a country where issuers must support it",
        "only issuers in the US, Canada and the UK must answer AVS requests; elsewhere an order \
         goes through anyway, so this rule is off unless a policy turns it on",
        Example::new("order", WITH_ADDRESS)
            .facts(r#"{"merchant":{"avs_permission":true},"card":{"issuer_country":"DE"}}"#)
            .policy(r#"{"levels":{"avs.issuer_support":"warn"}}"#),
        Example::new("order", WITH_ADDRESS)
            .facts(r#"{"merchant":{"avs_permission":true},"card":{"issuer_country":"US"}}"#)
            .policy(r#"{"levels":{"avs.issuer_support":"warn"}}"#),
    ),
    check: issuer_support,
    ..Rule::DEFAULT
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
    name: "avs.later_charge_without_address",
    on: Operations::ORDER,
    level: Warn,
    basis: Stated,
    source: Some("§7"),
    needs: &[Fact::Subsequent, Fact::MerchantAvsPermission],
    undecided: &["/client/address"],
    message: "{member} is missing; with AVS enabled, an order without a billing address may fail, \
              even if it charges a saved method",
    docs: Docs::new(
        "a charge of a saved method under AVS carries the payer's billing address",
        "every order without a billing address fails while AVS is enabled (§7); that charges of saved \
         methods are spared, because the table keeps AVS apart from them, is only the reading taken \
         here, so this warns",
        Example::new("order", ORDER)
            .facts(r#"{"subsequent":"recurring","merchant":{"avs_permission":true}}"#),
        Example::new("order", WITH_ADDRESS)
            .facts(r#"{"subsequent":"recurring","merchant":{"avs_permission":true}}"#),
    ),
    check: later_charge_without_address,
    ..Rule::DEFAULT
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
