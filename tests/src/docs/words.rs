//! What the generated page adds to the catalogue: its introduction, the families, the params.

/// Stands at the top of the page.
pub const INTRODUCTION: &str = r#"# The rules

Everything that paylint checks, rule by rule: what holds when the rule holds, why the rule exists, which facts it needs,
a request that violates it and one that doesn't.

## The source

**§n** names a section of the gateway's interface description, "Card Payment Service: Orders, Payouts and Additional
Capabilities", version 0.6:

| | |
|---|---|
| §1 | What the service does, and which scenarios and capabilities go together |
| §2 | Resources and their fields |
| §3 | States and transitions |
| §4 | Endpoints; §4.1 to §4.11 are the flows |
| §5 | Authentication |
| §6 | Events (webhooks) |
| §7 | Errors |
| §8 | Limits |
| §9 | Versioning |

Where the document is silent or contradicts itself, [readings.md](readings.md) says how the rules read it.

## How to read this page

**Level.** How strict the rule is, unless a policy says otherwise.

| level | meaning |
|---|---|
| `deny` | reported, and the verdict becomes `reject` |
| `warn` | reported, but the request is accepted |
| `allow` | off: the rule isn't looked at |

A policy sets the level of a rule or of a family, and a rule's own entry wins:
`{"levels": {"code.*": "deny", "code.region": "allow"}}`. The level of a *locked* rule can't be changed, because
no body can be read without it.

**Basis.** What the rule rests on.

| basis | meaning | default level |
|---|---|---|
| `stated` | the document says it | `deny`, unless the document only advises or describes, or contradicts itself |
| `inferred` | it follows from the document, which doesn't say it in words | `deny` where the request could have no meaning, else `warn` |
| `convention` | a convention of the payments field, such as ISO 4217; the document says nothing | mostly `warn` |
| `integrity` | needed to read the input at all | `deny` |

**Since, old names, deprecated.** A rule has been there since version 0.1.0, unless its entry names another. If it was
renamed, its entry has the old names: policies can still use them, and get [a note](policies.md#old-names). A
deprecated rule still works, but a later version will remove it.

**Three values.** A rule *holds*, is *violated* (one finding for each place), or is *unchecked*: it can't be decided
because a fact is missing, and the body doesn't settle it. A report lists the unchecked rules with the missing facts.
They don't reject unless [the policy](policies.md#unchecked-rules) says so. For a fact marked *default*, the rule assumes
a value when the fact is missing, and is never unchecked because of it.

**Absent and invalid.** A member that is missing, `null`, or a string of nothing but white space is *absent*. One with
the wrong JSON type, or a number that can't be held exactly, is *invalid*. Rules that require a member fire only if it
is absent, and rules about a value look only at a valid one, so one mistake gives one finding.

**Params.** What a finding carries for a host that writes its own messages: always the same members for the same rule.
Exact numbers are strings. A number of the body with twelve or more digits before the point could be a card number: it
is `null` in the params and `…` in the message.
"#;

/// What a family is about.
///
/// # Panics
/// The family is new and has no title yet.
pub fn family(name: &str) -> &'static str {
    match name {
        "json" => "the text of the body",
        "body" => "whether there is a body",
        "field" => "members and their types",
        "number" => "exact numbers",
        "order" => "every order",
        "product" => "products of an order",
        "zero_amount" => "Zero-Amount orders",
        "compat" => "scenarios and capabilities together",
        "saving" => "saving a payment method",
        "avs" => "address verification",
        "funding" => "account funding",
        "travel" => "travel data",
        "capture" => "capturing a Two-Step payment",
        "refund" => "refunds",
        "reversal" => "reversals",
        "payout" => "payouts",
        "payment" => "the card post",
        "card" => "the card's expiry",
        "client" => "creating a client",
        "tax" => "creating a tax",
        "date" => "birth dates",
        "code" => "codes of the standards",
        "amount" => "decimal places",
        "contact" => "e-mail addresses",
        "descriptor" => "the text on the statement",
        "http" => "the HTTP request",
        "key" => "the key's restrictions",
        "webhook" => "card webhooks",
        other => panic!("the family {other} has no title"),
    }
}

/// What a member of `params` means.
///
/// # Panics
/// The member is new and has no meaning yet.
pub fn param(rule: &str, name: &str) -> &'static str {
    match (rule, name) {
        ("json.too_large", "maximum") => "the policy's limit, in bytes",
        ("json.too_large", "actual") => "the length of the body in bytes, with white space",
        ("json.malformed", "expected") => "what was expected there, in words",
        ("json.malformed", "found") => "what is there instead, in words",
        ("field.type", "expected") => "the JSON type that the member must have",
        ("field.type", "why") => {
            "why the value isn't of that type, in words; `null` if that isn't plain"
        }
        ("field.type", "actual") => "the JSON type of the value",
        ("descriptor.length", "maximum") => "the greatest length, in characters",
        ("descriptor.length", "actual") => "the length of the text, in characters",
        ("http.method", "expected") => "the method that the endpoints take",
        ("http.path" | "http.version_prefix", "expected") => {
            "the operation's endpoint, with the prefix of the version"
        }
        ("http.path", "mistake") => {
            "what keeps the path from being the endpoint, in words; `null` if it is something else"
        }
        ("http.path", "leads_to") => {
            "the operation that the path leads to; `null` if it leads to none"
        }
        ("refund.not_captured", "too_late_to_reverse") => {
            "whether the day of the payment has passed; `null` if that isn't known"
        }
        ("http.method" | "webhook.method", "actual") => {
            "the request's method; `null` if it isn't one of HTTP"
        }
        ("order.products_required", "missing") => "whether there is no list at all",
        (_, "missing") => "whether the header is missing",
        (_, "incomplete") => "whether it can still become right by typing on",
        (_, "line") => "the line of the mistake, counted from 1",
        (_, "column") => "the column of the mistake, in bytes, counted from 1",
        (_, "integer_digits") => "the greatest number of digits before the point",
        (_, "decimal_places") => "the greatest number of digits after the point",
        (_, "minimum") => "the smallest value allowed",
        (_, "maximum") => "the greatest value allowed",
        (_, "above") => "the value must be more than this",
        (_, "below") => "the value must be less than this",
        (_, "one_of") => "the values allowed",
        ("code.state", "example") => "a state of that country",
        ("code.state", "country") => "the country whose states these are",
        ("reversal.after_partial_capture", "amount") => "how much was held",
        ("number.binary_tail", "value") => "the number that was probably meant",
        (_, "nearest") => "the member that it may stand for",
        (_, "expected") => "the value that it must have",
        (_, "actual") => "the number in the body",
        (_, "digits") => "how many digits it must have",
        (_, "minimum_digits") => "the smallest number of digits allowed",
        (_, "maximum_digits") => "the greatest number of digits allowed",
        (_, "format") => "how it must be written",
        (_, "features") => "the two features",
        (_, "scenario") => "the scenario of the payment",
        (_, "payout") => "the kind of payout",
        (_, "present") => "the kinds of travel data in the body",
        (_, "members") => "the members that say who pays",
        (_, "legs") => "the number of legs in the body",
        (_, "first" | "second") => "one of the two dates, in their order in the body",
        ("reversal.same_day", "captured") => {
            "whether there is something to refund; `null` if that isn't known"
        }
        (_, "captured") => "how much was captured",
        (_, "refunded") => "how much was refunded",
        (_, "remaining") => "how much of the payment remains",
        (_, "paid_at") => "when the payment was made",
        (_, "held_until") => "until when the money was held, or the longest that it can be",
        (_, "refundable_until") => "until when it could be refunded",
        (_, "now") => "the time of the request",
        (_, "paid_on") => "the day of the payment, where the merchant is",
        (_, "today") => "the day of the request",
        (_, "month") => "the month of the request",
        (_, "minor_units") => "how many decimal places the currency has",
        (_, "currency") => "the currency",
        (_, "issuer_country") => "where the card was issued",
        (_, "header") => "the name of the header",
        (rule, other) => panic!("the param {other} of {rule} has no meaning"),
    }
}

/// Whether the rule assumes a value when the fact is missing, so that it is never unchecked because
/// of it.
pub fn has_default(rule: &str, fact: &str) -> bool {
    matches!(
        (rule, fact),
        ("compat.pair" | "compat.disputed", "subsequent" | "account_funding")
            | (
                "avs.address_required"
                    | "avs.zip_code_required"
                    | "avs.issuer_support"
                    | "avs.later_charge_without_address",
                "subsequent"
            )
            | ("saving.three_ds_required", "key.three_ds")
            | ("funding.recipient_required" | "funding.client_advised", "account_funding")
            | ("payment.saved_by_merchant_missing", "saving_side")
            | ("payment.of_payout" | "payment.field_required", "order.scenario")
            | ("payment.csc_required" | "payment.csc_with_moto", "order.capabilities")
            | ("key.test_in_live", "key.test" | "environment")
            | ("key.brand", "key.brands")
            | ("key.website", "key.websites")
    )
}
