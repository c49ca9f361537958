//! The payload of a card webhook.

use super::all_but;
use super::http::{EVENT, RECEIVED};
use super::prelude::*;
use crate::base::text::is_blank;
use crate::model::document::View;
use crate::model::facts::{Facts, is_same};
use crate::model::schema::CARD_WEBHOOK;

section! {
    [
        EVENT_NOT_SHOWN,
        WEBHOOK_FIELD_MISSING,
        PAN_NOT_MASKED,
    ],
}

/// Whether the facts say that the webhook is about something else than a card. The document shows
/// the payload of card events alone.
pub(crate) fn is_of_another_event(facts: &Facts<'_>) -> bool {
    let event = facts.request_headers().ok().and_then(|headers| headers.get("X-Webhook-Event"));
    event.is_some_and(|event| {
        let is_of_card = event.get(..5).is_some_and(|family| is_same(family, "card."));
        !is_blank(event) && !is_of_card
    })
}

const EVENT_NOT_SHOWN: Rule = Rule {
    number: 137,
    name: "webhook.event_not_shown",
    on: Operations::of(&[Operation::CardWebhook]),
    level: Warn,
    basis: Inferred,
    source: Some("§6"),
    needs: &[Fact::RequestHeaders],
    message: "the gateway's interface description shows the payload of card events only, so the members of this event's \
              payload weren't checked",
    docs: Docs::new(
        "the payload is that of a card event",
        "the service reports other events, too, such as those of orders, and sends them to the same \
         address; the document doesn't show what they carry, so all that is checked of such a \
         payload is that it is a JSON object",
        Example::new("card_webhook", "{}").facts(concat!(
            r#"{"request":{"method":"POST","source_address":"192.0.2.7","#,
            r#""headers":{"Host":"shop.example","Content-Type":"application/json","#,
            r#""X-Webhook-Event":"order.paid","X-Webhook-Version":"v0.6"}},"#,
            r#""webhook":{"host":"shop.example","allowed_sources":["192.0.2.7"]}}"#
        )),
        Example::new("card_webhook", EVENT).facts(RECEIVED),
    ),
    check: event_not_shown,
    ..Rule::DEFAULT
};

fn event_not_shown(c: &Context<'_>, findings: &mut Findings<'_>) -> Outcome {
    c.facts.request_headers()?;
    if is_of_another_event(c.facts) {
        findings.at_body(c);
    }
    HOLDS
}

const WEBHOOK_FIELD_MISSING: Rule = Rule {
    number: 118,
    name: "webhook.field_missing",
    on: Operations::of(&[Operation::CardWebhook]),
    fix: Fix::Add,
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
    const EXPECTED: u32 = all_but(&CARD_WEBHOOK, &["avs_status", "signature"]);
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
