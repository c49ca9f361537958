//! The payload of a card webhook.

use super::all_but;
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
    on: Operations::of(&[Operation::CardWebhook]),
    level: Warn,
    basis: Inferred,
    needs: &[Fact::RequestHeaders],
    message: "the gateway's interface description shows the payload of card events only, so the members of this event's \
              payload weren't checked",
    check: event_not_shown,
    ..page!("webhook.event_not_shown")
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
    on: Operations::of(&[Operation::CardWebhook]),
    fix: Fix::Add,
    level: Warn,
    basis: Inferred,
    message: "{member} is missing from the card webhook",
    check: webhook_field_missing,
    ..page!("webhook.field_missing")
};

fn webhook_field_missing(c: &Context<'_>, findings: &mut Findings<'_>) -> Outcome {
    let Some(webhook) = c.request.card_webhook() else { return HOLDS };
    const EXPECTED: u32 = all_but(&CARD_WEBHOOK, &["avs_status", "signature"]);
    require_all(findings, webhook.object(), EXPECTED);
    HOLDS
}

const PAN_NOT_MASKED: Rule = Rule {
    number: 119,
    on: Operations::of(&[Operation::CardWebhook]),
    level: Deny,
    basis: Convention,
    message: "{member} shows more than {maximum_digits} digits, so the card number isn't masked",
    params: &["maximum_digits"],
    constants: &[Param::Integer(12)],
    constraints: &[Constraint::new(Objects::CardWebhook, &["masked_pan"], Must::Match(MASKED))],
    ..page!("webhook.pan_not_masked")
};

const MASKED: Format = Format {
    test: |text| text.iter().filter(|byte| byte.is_ascii_digit()).count() <= 12,
    pattern: "^([^0-9]*[0-9]){0,12}[^0-9]*$",
    ..Format::NONE
};
