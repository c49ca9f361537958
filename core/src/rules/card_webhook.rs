//! The payload of a card webhook.

use super::all_but;
use super::http::EVENT;
use super::prelude::*;
use crate::document::View;
use crate::schema::CARD_WEBHOOK;

section! {
    [
        WEBHOOK_FIELD_MISSING,
        PAN_NOT_MASKED,
    ],
}

const WEBHOOK_FIELD_MISSING: Rule = Rule {
    number: 118,
    name: "webhook.field_missing",
    on: Operations::of(&[Operation::CardWebhook]),
    level: Warn,
    basis: Inferred,
    source: Some("§2"),
    message: "{member} is missing from the card webhook",
    docs: Docs::new(
        "a card webhook carries all the members that the interface shows",
        "the document lists the payload without saying that every member is always there; know \
         about a missing one before a program relies on it",
        Example::new(
            "card_webhook",
            concat!(
                r#"{"id":"W-1","transaction_type":"payment","client":"C-1001","#,
                r#""merchant":"M-1","masked_pan":"411111******1111","exp_month":12,"#,
                r#""exp_year":29,"is_default":true,"cardholder_name":"ADA BERG","#,
                r#""product_type":"credit","issuer_country":"LV","#,
                r#""region_card_issuer":"Europe"}"#
            ),
        ),
        Example::new("card_webhook", EVENT),
    ),
    check: webhook_field_missing,
    ..Rule::DEFAULT
};

fn webhook_field_missing(c: &Context<'_>, findings: &mut Findings<'_>) -> Outcome {
    let Some(webhook) = c.request.card_webhook() else { return HOLDS };
    const EXPECTED: u32 = all_but(&CARD_WEBHOOK, &["signature"]);
    require_all(findings, webhook.object(), EXPECTED);
    HOLDS
}

const PAN_NOT_MASKED: Rule = Rule {
    number: 119,
    name: "webhook.pan_not_masked",
    on: Operations::of(&[Operation::CardWebhook]),
    level: Deny,
    basis: Convention,
    source: Some("PCI DSS"),
    message: "{member} shows more than {maximum_digits} digits, so the card number isn't masked",
    params: &["maximum_digits"],
    constants: &[Param::Integer(12)],
    docs: Docs::new(
        "a webhook's card number is masked",
        "PCI DSS lets at most the first digits and the last four show; a full number in a webhook \
         brings the receiver's logs and databases into the scope of the rules on card data",
        Example::new(
            "card_webhook",
            concat!(
                r#"{"id":"W-1","transaction_type":"payment","client":"C-1001","#,
                r#""merchant":"M-1","masked_pan":"4111111111111111","exp_month":12,"#,
                r#""exp_year":29,"is_default":true,"cardholder_name":"ADA BERG","#,
                r#""product_type":"credit","issuer_country":"LV","#,
                r#""region_card_issuer":"Europe","card_type":"visa"}"#
            ),
        ),
        Example::new("card_webhook", EVENT),
    ),
    check: pan_not_masked,
    ..Rule::DEFAULT
};

fn pan_not_masked(c: &Context<'_>, findings: &mut Findings<'_>) -> Outcome {
    let Some(webhook) = c.request.card_webhook() else { return HOLDS };
    must(findings, webhook.masked_pan(), |text| {
        text.iter().filter(|byte| byte.is_ascii_digit()).count() <= 12
    });
    HOLDS
}
