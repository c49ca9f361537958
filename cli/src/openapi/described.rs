//! What the source says of requests and responses besides their bodies.

use paylint::Operation;
use serde_json::{Value, json};

pub(super) fn info() -> Value {
    json!({
        "title": "Card Payment Service: Orders, Payouts and Additional Capabilities",
        "version": "0.6",
        "summary": "The gateway's interface, as its description shows it.",
        "description": "Made by paylint from the tables by which it checks requests. Sections (§) are \
            those of the gateway's interface description, version 0.6. The schemas of bodies are a \
            necessary subset of paylint's rules: whatever it accepts with the default policy satisfies \
            them, but not everything that satisfies them is accepted. What the description doesn't \
            show, such as the bodies of most responses, is any object.",
    })
}

/// Where the paths are (§4, §9).
pub(super) fn server() -> Value {
    json!({
        "url": "{base_url}/api/v0.6",
        "description": "The gateway. Its address isn't shown.",
        "variables": { "base_url": { "default": "https://gateway.example" } },
    })
}

/// Where card posts go (§4).
pub(super) fn payment_server() -> Value {
    json!({
        "url": "{api_do_url}",
        "description": "The address that came with the order, whole: no path follows it.",
        "variables": { "api_do_url": { "default": "https://gateway.example/post/example" } },
    })
}

/// §5: every request carries a token.
pub(super) fn security() -> Value {
    json!({ "secret_key": [] })
}

pub(super) fn security_schemes() -> Value {
    json!({ "secret_key": {
        "type": "http",
        "scheme": "bearer",
        "description": "The secret key of a key set (§5).",
    } })
}

/// What an operation is for, in a few words and in a sentence or two.
pub(super) const fn operation(operation: Operation) -> (&'static str, &'static str) {
    match operation {
        Operation::Order => (
            "Create an order",
            "One-Step, or Two-Step with `skip_capture`. Zero-Amount without products, with \
             `setup_future_use` or `force_save_method` (§4).",
        ),
        Operation::Capture => (
            "Capture a Two-Step payment",
            "Once, at most the amount of the order; the remainder is returned (§4).",
        ),
        Operation::Refund => (
            "Refund a payment",
            "Full without a body, partial with `amount`. Only for payments not older than two years (§4).",
        ),
        Operation::Reversal => {
            ("Reverse a payment", "Only on the day of the payment, and for the full amount (§4).")
        }
        Operation::PayoutA2a => {
            ("Pay out, account to account", "Between accounts of one individual (§1).")
        }
        Operation::PayoutB2p => {
            ("Pay out, business to person", "From a business to a person (§1).")
        }
        Operation::PayoutP2p => ("Pay out, person to person", "Through an intermediary (§1)."),
        Operation::PayoutOg => ("Pay out, online gaming", "For online gaming (§1)."),
        Operation::PayoutSdwo => (
            "Pay out from a digital wallet",
            "From the cardholder's digital wallet to the card account; for IPSP partners only (§1).",
        ),
        Operation::Client => ("Create a client", "A client can hold saved payment methods (§1)."),
        Operation::Tax => ("Create a tax", "A template that products can refer to (§2)."),
        Operation::Payment => (
            "Post a card's data",
            "Host to host, to the address `api_do_url` that came with the order (§4).",
        ),
        Operation::CardWebhook => (
            "A card event",
            "Sent to the merchant, with POST, PUT, PATCH or DELETE, from one of two fixed addresses. \
             Other events exist, but aren't shown (§6).",
        ),
        _ => ("", ""),
    }
}

/// The headers and the part of the path. `Authorization`, `Accept` and `Content-Type` stand elsewhere in an OpenAPI
/// document: as the security scheme, and as the media types.
pub(super) fn parameters(operation: Operation) -> Vec<Value> {
    let header = |name: &str, is_required: bool, description: &str, example: &str| {
        json!({
            "name": name, "in": "header", "required": is_required, "description": description,
            "schema": { "type": "string" }, "example": example,
        })
    };
    if operation == Operation::CardWebhook {
        return vec![
            header("X-Webhook-Event", true, "The kind of event (§6).", "card.created"),
            header("X-Webhook-Version", true, "The version of the payload (§6).", "v0.6"),
        ];
    }
    let mut all = vec![header("Accept-Language", false, "Shown in §5.", "en")];
    if operation.endpoint().is_some_and(|path| path.contains("{order_id}")) {
        all.push(json!({
            "name": "order_id", "in": "path", "required": true, "description": "The order.",
            "schema": { "type": "string" }, "example": "order-1001",
        }));
    }
    all
}

/// The statuses that §7 names, with what §4 says of the response.
pub(super) fn responses(operation: Operation) -> Value {
    if operation == Operation::CardWebhook {
        return json!({ "default": { "description": "What the service expects isn't shown (§6)." } });
    }
    let text = json!({ "type": "string" });
    let (holds, properties) = match operation {
        Operation::Order => (
            "The order, with checkout URLs, the address for the card's data, and, where AVS applies, \
             its result. Other members aren't shown (§4).",
            json!({ "api_do_url": { "type": "string", "format": "uri" } }),
        ),
        Operation::Client => ("The client, with its identifier (§4).", json!({})),
        Operation::Tax => (
            "The tax (§4).",
            json!({
                "type": { "const": "tax" }, "id": text, "name": text,
                "percent": { "type": "number" },
            }),
        ),
        _ => ("The requested data, whose members aren't shown (§4).", json!({})),
    };
    let body = |schema: Value| json!({ "application/json": { "schema": schema } });
    let error = |why: &str| {
        let description = format!("{why} The shape of error bodies isn't shown (§7).");
        json!({ "description": description, "content": body(json!({})) })
    };
    json!({
        "200": {
            "description": format!("The request was executed. {holds}"),
            "content": body(json!({ "type": "object", "properties": properties })),
        },
        "400": error("Mandatory parameters are missing from the JSON."),
        "403": error("The authorization token is wrong."),
    })
}
