//! The payload of a card webhook.

use super::prelude::*;
use crate::base::text::is_blank;
use crate::model::facts::{Facts, is_same};

const ON: Operations = Operations::of(&[Operation::CardWebhook]);

section! {
    [EVENT_NOT_SHOWN, WEBHOOK_FIELD_MISSING, PAN_NOT_MASKED],
}

/// Whether the facts say that the webhook isn't about a card. The source document shows only the payload of card
/// events.
pub(crate) fn is_of_another_event(facts: &Facts<'_>) -> bool {
    let event = facts.request_headers().ok().and_then(|headers| headers.get("X-Webhook-Event"));
    event.is_some_and(|event| {
        let is_of_card = event.get(..5).is_some_and(|family| is_same(family, "card."));
        !is_blank(event) && !is_of_card
    })
}

const EVENT_NOT_SHOWN: Rule = Rule {
    needs: &[Fact::RequestHeaders],
    message: "the gateway's interface description shows the payload of card events only, so the members of this event's \
              payload weren't checked",
    check: |c, findings| {
        c.facts.request_headers()?;
        findings.at_if(c, is_of_another_event(c.facts))
    },
    ..rule!(137, "webhook.event_not_shown", Warn, Inferred, ON)
};

const WEBHOOK_FIELD_MISSING: Rule = Rule {
    message: "{member} is missing from the card webhook",
    constraints: &[Objects::CardWebhook.all_but(&["avs_status", "signature"])],
    ..rule!(118, "webhook.field_missing", Warn, Inferred, ON)
};

const PAN_NOT_MASKED: Rule = Rule {
    message: "{member} shows more than {maximum_digits} digits, so the card number isn't masked",
    params: &["maximum_digits"],
    constants: &[Param::Integer(12)],
    constraints: &[Objects::CardWebhook.must(&["masked_pan"], Must::Match(MASKED))],
    ..rule!(119, "webhook.pan_not_masked", Deny, Convention, ON)
};

const MASKED: Format = Format {
    test: |text| text.iter().filter(|byte| byte.is_ascii_digit()).count() <= 12,
    pattern: "^([^0-9]*[0-9]){0,12}[^0-9]*$",
    ..Format::NONE
};
