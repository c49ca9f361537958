//! The payload of a card webhook.

use super::prelude::*;
use crate::request::{Field, Present};
use crate::schema::CardWebhook;

family! {
    super::http::END;
    WEBHOOK_FIELD_MISSING,
    PAN_NOT_MASKED,
}

fn members(webhook: CardWebhook<'_>) -> [Field<'_, Present>; 13] {
    [
        webhook.id().any(),
        webhook.transaction_type().any(),
        webhook.client().any(),
        webhook.merchant().any(),
        webhook.masked_pan().any(),
        webhook.exp_month().any(),
        webhook.exp_year().any(),
        webhook.is_default().any(),
        webhook.cardholder_name().any(),
        webhook.product_type().any(),
        webhook.issuer_country().any(),
        webhook.region_card_issuer().any(),
        webhook.card_type().any(),
    ]
}

const WEBHOOK_FIELD_MISSING: Rule = Rule {
    number: 118,
    name: "webhook.field_missing",
    on: Operations::of(&[Operation::CardWebhook]),
    level: Warn,
    locked: false,
    basis: Inferred,
    source: Some("§2"),
    needs: &[],
    message: "a card webhook carries it",
    params: &[],
    docs: Docs::NONE,
    check: Check::Function(|c, found| {
        let Some(webhook) = c.request.card_webhook() else { return HOLDS };
        for field in members(webhook) {
            require(found, field);
        }
        HOLDS
    }),
};

const PAN_NOT_MASKED: Rule = Rule {
    number: 119,
    name: "webhook.pan_not_masked",
    on: Operations::of(&[Operation::CardWebhook]),
    level: Deny,
    locked: false,
    basis: Convention,
    source: Some("PCI DSS"),
    needs: &[],
    message: "the card number is not masked: at most the first digits and the last four may show",
    params: &[],
    docs: Docs::NONE,
    check: Check::Function(|c, found| {
        let Some(webhook) = c.request.card_webhook() else { return HOLDS };
        let digits = |text: &[u8]| text.iter().filter(|byte| byte.is_ascii_digit()).count();
        if webhook.masked_pan().valid().is_some_and(|text| digits(text.bytes()) > 12) {
            found.at(webhook.masked_pan());
        }
        HOLDS
    }),
};
