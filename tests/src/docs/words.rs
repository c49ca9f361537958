//! What the generated page says beside the catalogue: its introduction, the families, the params.

/// Stands at the top of the page.
pub const INTRODUCTION: &str = r#"# The rules

Everything that paylint checks, rule by rule: what holds when the rule holds, why it is there, what it
needs to know, and a request that violates it beside one that does not.

**§n** names a section of the gateway's interface document, on which the rules rest. Where the document is
silent or contradicts itself, the rule says which reading it takes.

## How to read it

**Level.** How strict to be, unless a policy says otherwise.

| level | meaning |
|---|---|
| `deny` | reported, and the verdict becomes `reject` |
| `warn` | reported, and the request is accepted all the same |
| `allow` | off: not looked at |

A policy sets levels by rule or by family, a rule's own entry winning:
`{"levels": {"code.*": "deny", "code.region": "allow"}}`. The level of a *locked* rule cannot be changed:
no body can be read without it.

**Basis.** What the rule rests on.

| basis | meaning | level by default |
|---|---|---|
| `stated` | the document says it | `deny`, unless it merely advises or describes, or contradicts itself |
| `inferred` | it follows from the document, which does not say it in words | `deny` where the request could have no meaning, else `warn` |
| `convention` | the payments field's own habit, ISO 4217 for one; the document says nothing | mostly `warn` |
| `integrity` | needed to read the input at all | `deny` |

**Three values.** A rule *holds*, is *violated* (a finding for each place), or is *unchecked*: its outcome
depends on a fact that the host did not give, and on nothing that the body already settles. A report lists
the unchecked rules with the facts that are missing. They never reject: a host that must not proceed on less
than everything looks at them. A fact marked *default* leaves nothing unchecked when it is absent.

**Absent and invalid.** A member that is missing, `null`, or a text of nothing but white space is *absent*;
one of the wrong JSON type, or a number that cannot be held, is *invalid*. Rules that require a member fire
only where it is absent, rules about a value look only at a valid one: one mistake gives one finding.

**Params.** What a finding carries for a host that writes its own messages. They are the same for the same
rule, whatever the case; exact numbers are strings. A number of the body with twelve or more digits before the
point could be a card's: it is `null`, and `…` in the message.
"#;

/// What a family is about.
///
/// # Panics
/// The family is new and has no title yet.
pub fn family(name: &str) -> &'static str {
    match name {
        "json" => "the text of the body",
        "body" => "a body at all",
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
        ("json.too_large", "limit") => "the most bytes that the policy accepts",
        ("json.too_large", "actual") => "the bytes of the body, white space included",
        ("field.type", "expected") => "the JSON type that the interface shows",
        ("field.type", "actual") => "the JSON type of the value",
        ("order.total_out_of_range", "limit") => "where sums go out of range",
        ("descriptor.length", "limit") => "the most characters",
        ("descriptor.length", "actual") => "the characters of the text",
        (_, "line") => "the line where it goes wrong, from 1",
        (_, "column") => "the column in that line, in bytes, from 1",
        (_, "integer_digits") => "the most digits before the point",
        (_, "decimal_places") => "the most digits after the point",
        (_, "minimum") => "the least amount",
        (_, "maximum") => "the most that it may be",
        (_, "actual") => "the number given",
        (_, "features") => "the two features, in the order of features",
        (_, "present") => "the kinds of travel data that are there",
        (_, "digits") => "how many digits the date has",
        (_, "n_legs") => "the number given",
        (_, "legs") => "how many legs there are",
        (_, "remaining") => "what remains of the payment",
        (_, "minor_units") => "the decimal places of the currency",
        (rule, other) => panic!("the param {other} of {rule} has no meaning"),
    }
}

/// Whether the rule takes an absent fact as settled: it is never unchecked for want of it.
pub fn has_default(rule: &str, fact: &str) -> bool {
    matches!(
        (rule, fact),
        ("compat.pair" | "compat.disputed", "subsequent")
            | ("saving.three_ds_required", "key.three_ds")
            | ("funding.recipient_required", "account_funding")
            | ("payment.csc_required" | "payment.csc_with_moto", "order.capabilities")
            | ("key.test_in_live", "key.test" | "environment")
            | ("key.brand", "key.brands")
            | ("key.website", "key.websites")
    )
}
