//! Address verification (AVS): what an order must carry if the merchant has it.

use super::prelude::*;
use crate::base::codes::Pairs;
use crate::model::facts::{Known, all};

section! {
    [ADDRESS_REQUIRED, ZIP_CODE_REQUIRED, ISSUER_SUPPORT, LATER_CHARGE_WITHOUT_ADDRESS],
}

/// The countries whose issuers must support AVS (§4.7).
static ISSUERS: Pairs = Pairs::new(b'A', "US CA GB");

/// Whether the order asks for a check of the address.
fn has_avs(c: &Context<'_>) -> Known<bool> {
    Ok(c.facts.subsequent.is_none() && c.facts.avs_permission()?)
}

const ADDRESS_REQUIRED: Rule = Rule {
    needs: &[Fact::Subsequent, Fact::MerchantAvsPermission],
    unchecked_members: &["/client/address"],
    message: "{member} is missing; AVS {deny:needs|should have} the billing address",
    constraints: &[Objects::Client.must(&["address"], Must::BePresent)],
    when: Some(has_avs),
    ..rule!(33, "avs.address_required", Deny, Stated, Operations::ORDER)
};

const ZIP_CODE_REQUIRED: Rule = Rule {
    needs: &[Fact::Subsequent, Fact::MerchantAvsPermission],
    unchecked_members: &["/client/zip_code"],
    message: "{member} is missing; AVS {deny:needs|should have} the zip code of the billing address",
    constraints: &[Objects::Client.must(&["zip_code"], Must::BePresent)],
    when: Some(has_avs),
    ..rule!(34, "avs.zip_code_required", Deny, Stated, Operations::ORDER)
};

const ISSUER_SUPPORT: Rule = Rule {
    needs: &[Fact::Subsequent, Fact::MerchantAvsPermission, Fact::CardIssuerCountry],
    message: "the card was issued in {issuer_country}; only issuers in the US, Canada and the UK \
              must support AVS",
    params: &["issuer_country"],
    check: |c, findings| {
        let issuer = c.facts.issuer_country();
        let unsupported = issuer.map(|country| !country.is_in(&ISSUERS));
        if c.facts.subsequent.is_none() && all([c.facts.avs_permission(), unsupported])? {
            findings.with(c, [Param::code(issuer?.code())]);
        }
        HOLDS
    },
    ..rule!(35, "avs.issuer_support", Allow, Stated, Operations::ORDER)
};

const LATER_CHARGE_WITHOUT_ADDRESS: Rule = Rule {
    needs: &[Fact::Subsequent, Fact::MerchantAvsPermission],
    unchecked_members: &["/client/address"],
    message: "{member} is missing; with AVS enabled, an order without a billing address may fail, \
              even if it charges a saved method",
    constraints: &[Objects::Client.must(&["address"], Must::BePresent)],
    when: Some(|c| Ok(c.facts.subsequent.is_some() && c.facts.avs_permission()?)),
    ..rule!(126, "avs.later_charge_without_address", Warn, Stated, Operations::ORDER)
};
