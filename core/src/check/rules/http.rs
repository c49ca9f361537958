//! The HTTP request around the body: the API's, and the webhook's.

use super::prelude::*;
use crate::model::facts::{Environment, HeaderForm, Known, Settled, Texts, both, is_same};
use crate::model::operation::{names_another_version, without_version};

section! {
    if |c| c.facts.request.is_some() => [
        METHOD,
        PATH,
        VERSION_PREFIX,
        VERSION,
        AUTHORIZATION,
        CONTENT_TYPE,
    ],
    if |c| c.facts.key.is_some() => [
        TEST_IN_LIVE,
        BRAND,
        WEBSITE,
    ],
    if |c| c.operation == Operation::CardWebhook => [
        WEBHOOK_METHOD,
        WEBHOOK_CONTENT_TYPE,
        WEBHOOK_EVENT,
        WEBHOOK_VERSION,
        WEBHOOK_HOST,
        WEBHOOK_SOURCE,
    ],
}

/// Reports a header that is missing or wrong.
#[inline(always)]
fn must_have(
    c: &Context<'_>,
    findings: &mut Findings<'_>,
    header: fn(Settled) -> HeaderForm,
    least: HeaderForm,
) -> Outcome {
    let form = header(c.facts.request_headers()?.settled);
    if form < least {
        findings.with(c.request.place(), [Param::Is(form == HeaderForm::Missing)]);
    }
    HOLDS
}

/// The method as a param. Only the methods of HTTP are shown, because any other text could be a secret.
fn known_method(method: &str) -> Param {
    let known = METHODS.iter().find(|known| **known == method);
    known.map_or(Param::Nothing, |method| Param::Word(method))
}

/// The methods of HTTP (RFC 9110, RFC 5789). Those of webhooks come first.
const METHODS: [&str; 9] =
    ["POST", "PUT", "PATCH", "DELETE", "GET", "HEAD", "OPTIONS", "TRACE", "CONNECT"];
const WEBHOOK_METHODS: &[&str] = METHODS.split_at(4).0;

/// A host without its port.
fn without_port(host: &str) -> &str {
    let digits = host.bytes().rev().take_while(u8::is_ascii_digit).count();
    let name = invariant!(host.get(..host.len() - digits)).unwrap_or_default();
    name.strip_suffix(':').unwrap_or(host)
}

/// Whether a key's list doesn't have the value in use. Without a list the key isn't restricted.
fn lacks(list: Option<Texts<'_>>, used: Known<&str>) -> Known<bool> {
    let Some(list) = list else { return Ok(false) };
    let used = used?;
    Ok(!list.contains(used))
}

/// The payload in the examples of webhooks.
pub(super) const EVENT: &str = concat!(
    r#"{"id":"W-1","transaction_type":"payment","client":"C-1001","merchant":"M-1","#,
    r#""masked_pan":"411111******1111","exp_month":12,"exp_year":29,"is_default":true,"#,
    r#""cardholder_name":"ADA BERG","product_type":"credit","issuer_country":"LV","#,
    r#""region_card_issuer":"Europe","card_type":"visa"}"#
);

/// A request that is sent as it should be.
const POSTED: &str = concat!(
    r#"{"request":{"method":"POST","path":"/api/v0.6/clients/","#,
    r#""headers":{"Authorization":"Bearer test-key","#,
    r#""Content-Type":"application/json; charset=utf-8"}}}"#
);

/// A webhook that is received as it should be.
pub(super) const RECEIVED: &str = concat!(
    r#"{"request":{"method":"POST","source_address":"192.0.2.7","#,
    r#""headers":{"Host":"shop.example","Content-Type":"application/json","#,
    r#""X-Webhook-Event":"card.created","X-Webhook-Version":"v0.6"}},"#,
    r#""webhook":{"host":"shop.example","allowed_sources":["192.0.2.7","192.0.2.8"]}}"#
);

const METHOD: Rule = Rule {
    number: 104,
    name: "http.method",
    on: Operations::API,
    level: Deny,
    basis: Stated,
    source: Some("§4"),
    needs: &[Fact::RequestMethod],
    message: "the method {deny:must|should} be {expected}{actual|, not |}",
    params: &["expected", "actual"],
    constants: &[Param::Word("POST")],
    docs: Docs::new(
        "a request to the gateway is a POST",
        "every endpoint that this catalogue knows is called with POST; another method leads \
         elsewhere or nowhere",
        Example::new("client", r#"{"email":"ada@mail.example"}"#).facts(concat!(
            r#"{"request":{"method":"PUT","path":"/api/v0.6/clients/","#,
            r#""headers":{"Authorization":"Bearer test-key","#,
            r#""Content-Type":"application/json; charset=utf-8"}}}"#
        )),
        Example::new("client", r#"{"email":"ada@mail.example"}"#).facts(POSTED),
    ),
    check: method,
    ..Rule::DEFAULT
};

fn method(c: &Context<'_>, findings: &mut Findings<'_>) -> Outcome {
    let method = c.facts.request_method()?;
    if method != "POST" {
        findings.with(c.request.place(), [known_method(method)]);
    }
    HOLDS
}

const PATH: Rule = Rule {
    number: 105,
    name: "http.path",
    on: Operations::API.without(Operation::Payment),
    level: Deny,
    basis: Stated,
    source: Some("§4"),
    needs: &[Fact::RequestPath],
    message: "the path {deny:must|should} be {expected}, the endpoint of this operation{mistake|; \
              |}{leads_to|; this path leads to the operation `|`}",
    params: &["expected", "mistake", "leads_to"],
    docs: Docs::new(
        "the path is the operation's endpoint",
        "a body checked as one operation and sent to the endpoint of another isn't checked at all; \
         the version prefix and a query are ignored in the comparison, and a card post goes to an \
         address of its own",
        Example::new("client", r#"{"email":"ada@mail.example"}"#).facts(concat!(
            r#"{"request":{"method":"POST","path":"/api/v0.6/client/","#,
            r#""headers":{"Authorization":"Bearer test-key","#,
            r#""Content-Type":"application/json; charset=utf-8"}}}"#
        )),
        Example::new("client", r#"{"email":"ada@mail.example"}"#).facts(POSTED),
    ),
    check: path,
    ..Rule::DEFAULT
};

fn path(c: &Context<'_>, findings: &mut Findings<'_>) -> Outcome {
    let path = c.facts.request_path()?;
    if !c.operation.is_at(path) {
        let word = |word: Option<&'static str>| word.map_or(Param::Nothing, Param::Word);
        let leads_to = Operation::route("POST", path).map(Operation::name);
        let (expected, mistake) = (c.operation.path(), c.operation.mistake_in(path));
        findings.with(c.request.place(), [expected, mistake, leads_to].map(word));
    }
    HOLDS
}

const VERSION_PREFIX: Rule = Rule {
    number: 106,
    name: "http.version_prefix",
    on: Operations::API.without(Operation::Payment),
    level: Warn,
    basis: Stated,
    source: Some("§9"),
    needs: &[Fact::RequestPath],
    message: "the path {deny:must|should} be {expected}, with the version in front",
    params: &["expected"],
    docs: Docs::new(
        "the path begins with the version of the interface",
        "the version is a prefix of the path, as in /api/v0.6/ (§9); your base address may already \
         include it, so this is a warning",
        Example::new("client", r#"{"email":"ada@mail.example"}"#).facts(concat!(
            r#"{"request":{"method":"POST","path":"/clients/","#,
            r#""headers":{"Authorization":"Bearer test-key","#,
            r#""Content-Type":"application/json; charset=utf-8"}}}"#
        )),
        Example::new("client", r#"{"email":"ada@mail.example"}"#).facts(POSTED),
    ),
    check: version_prefix,
    ..Rule::DEFAULT
};

fn version_prefix(c: &Context<'_>, findings: &mut Findings<'_>) -> Outcome {
    if without_version(c.facts.request_path()?).is_none() {
        findings.with(c.request.place(), [c.operation.path().map_or(Param::Nothing, Param::Word)]);
    }
    HOLDS
}

const VERSION: Rule = Rule {
    number: 136,
    name: "http.version",
    on: Operations::API.without(Operation::Payment),
    level: Warn,
    basis: Stated,
    source: Some("§9"),
    needs: &[Fact::RequestPath],
    message: "the path {deny:must|should} name version {expected}, whose rules these are",
    params: &["expected"],
    constants: &[Param::Word("v0.6")],
    docs: Docs::new(
        "the version in the path is the one that these rules are of",
        "an interface of another version may know other members and ask for others (§9): what holds \
         here may not hold there",
        Example::new("client", r#"{"email":"ada@mail.example"}"#).facts(concat!(
            r#"{"request":{"method":"POST","path":"/api/v0.5/clients/","#,
            r#""headers":{"Authorization":"Bearer test-key","#,
            r#""Content-Type":"application/json; charset=utf-8"}}}"#
        )),
        Example::new("client", r#"{"email":"ada@mail.example"}"#).facts(POSTED),
    ),
    check: version,
    ..Rule::DEFAULT
};

fn version(c: &Context<'_>, findings: &mut Findings<'_>) -> Outcome {
    if names_another_version(c.facts.request_path()?) {
        findings.at_body(c);
    }
    HOLDS
}

const AUTHORIZATION: Rule = Rule {
    number: 107,
    revision: 2,
    name: "http.authorization",
    on: Operations::API,
    level: Deny,
    basis: Stated,
    source: Some("§5"),
    needs: &[Fact::RequestHeaders],
    message: "the header {header} {missing:is missing|is wrong}; it {deny:must|should} be Bearer and a key",
    params: &["header", "missing"],
    constants: &[Param::Word("Authorization")],
    docs: Docs::new(
        "a request carries its key as a bearer token",
        "every request has the header Authorization with Bearer and the key, and a wrong one gives \
         403 (§7); only the form of the key is checked, and it is never shown; if the header comes \
         twice with different values, one of them is wrong",
        Example::new("client", r#"{"email":"ada@mail.example"}"#).facts(concat!(
            r#"{"request":{"method":"POST","path":"/api/v0.6/clients/","#,
            r#""headers":{"Authorization":"test-key","#,
            r#""Content-Type":"application/json; charset=utf-8"}}}"#
        )),
        Example::new("client", r#"{"email":"ada@mail.example"}"#).facts(POSTED),
    ),
    check: authorization,
    ..Rule::DEFAULT
};

fn authorization(c: &Context<'_>, findings: &mut Findings<'_>) -> Outcome {
    if c.facts.request_headers()?.settled.authorization < HeaderForm::Right {
        findings.forbid();
    }
    must_have(c, findings, |it| it.authorization, HeaderForm::Right)
}

const CONTENT_TYPE: Rule = Rule {
    number: 108,
    name: "http.content_type",
    on: Operations::API,
    level: Warn,
    basis: Stated,
    source: Some("§5"),
    needs: &[Fact::RequestHeaders],
    message: "the header {header} {missing:is missing|is wrong}; it {deny:must|should} be {expected}",
    params: &["header", "expected", "missing"],
    constants: &[Param::Word("Content-Type"), Param::Word("application/json; charset=utf-8")],
    docs: Docs::new(
        "a request with a body says that it is JSON in UTF-8",
        "the document shows the header without saying that requests are refused otherwise; a \
         server that takes the body for a form finds every mandatory parameter missing",
        Example::new("client", r#"{"email":"ada@mail.example"}"#).facts(concat!(
            r#"{"request":{"method":"POST","path":"/api/v0.6/clients/","#,
            r#""headers":{"Authorization":"Bearer test-key","#,
            r#""Content-Type":"text/plain"}}}"#
        )),
        Example::new("client", r#"{"email":"ada@mail.example"}"#).facts(POSTED),
    ),
    check: content_type,
    ..Rule::DEFAULT
};

fn content_type(c: &Context<'_>, findings: &mut Findings<'_>) -> Outcome {
    if !c.request.has_body() {
        return HOLDS;
    }
    must_have(c, findings, |it| it.content_type, HeaderForm::Right)
}

const TEST_IN_LIVE: Rule = Rule {
    number: 109,
    name: "key.test_in_live",
    on: Operations::API,
    level: Deny,
    basis: Stated,
    source: Some("§5"),
    needs: &[Fact::KeyTest, Fact::Environment],
    message: "the key is only for tests, but the environment is live",
    docs: Docs::new(
        "a test key isn't used in the live environment",
        "a key with the test flag is only for test requests (§5), so a live payment under it \
         fails, or worse, seems to have been made",
        Example::new("client", r#"{"email":"ada@mail.example"}"#)
            .facts(r#"{"environment":"live","key":{"test":true}}"#),
        Example::new("client", r#"{"email":"ada@mail.example"}"#)
            .facts(r#"{"environment":"sandbox","key":{"test":true}}"#),
    ),
    check: test_in_live,
    ..Rule::DEFAULT
};

fn test_in_live(c: &Context<'_>, findings: &mut Findings<'_>) -> Outcome {
    let is_test = c.facts.key.and_then(|key| key.test) == Some(true);
    if is_test && c.facts.environment == Some(Environment::Live) {
        findings.at_body(c);
    }
    HOLDS
}

const BRAND: Rule = Rule {
    number: 110,
    name: "key.brand",
    on: Operations::API,
    level: Deny,
    basis: Stated,
    source: Some("§5"),
    needs: &[Fact::KeyBrands, Fact::CardBrand],
    message: "the key isn't for cards of this brand",
    docs: Docs::new(
        "the card's brand is one that the key is for",
        "a key can be restricted to some of the brands connected to the merchant (§5); without a \
         list it is for all of them; case doesn't matter",
        Example::new("client", r#"{"email":"ada@mail.example"}"#)
            .facts(r#"{"card":{"brand":"visa"},"key":{"brands":["mastercard"]}}"#),
        Example::new("client", r#"{"email":"ada@mail.example"}"#)
            .facts(r#"{"card":{"brand":"visa"},"key":{"brands":["Visa","Mastercard"]}}"#),
    ),
    check: brand,
    ..Rule::DEFAULT
};

fn brand(c: &Context<'_>, findings: &mut Findings<'_>) -> Outcome {
    if lacks(c.facts.key.and_then(|key| key.brands), c.facts.brand())? {
        findings.at_body(c);
    }
    HOLDS
}

const WEBSITE: Rule = Rule {
    number: 111,
    name: "key.website",
    on: Operations::API,
    level: Deny,
    basis: Stated,
    source: Some("§5"),
    needs: &[Fact::KeyWebsites, Fact::Website],
    message: "the key isn't for this website",
    docs: Docs::new(
        "the website is one that the key is for",
        "a key can be restricted to some of the merchant's websites (§5); without a list it is for \
         all of them; case doesn't matter",
        Example::new("client", r#"{"email":"ada@mail.example"}"#)
            .facts(r#"{"website":"mugs.example","key":{"websites":["bikes.example"]}}"#),
        Example::new("client", r#"{"email":"ada@mail.example"}"#)
            .facts(r#"{"website":"mugs.example","key":{"websites":["mugs.example"]}}"#),
    ),
    check: website,
    ..Rule::DEFAULT
};

fn website(c: &Context<'_>, findings: &mut Findings<'_>) -> Outcome {
    if lacks(c.facts.key.and_then(|key| key.websites), c.facts.website())? {
        findings.at_body(c);
    }
    HOLDS
}

const WEBHOOK_METHOD: Rule = Rule {
    number: 112,
    name: "webhook.method",
    on: Operations::of(&[Operation::CardWebhook]),
    level: Deny,
    basis: Stated,
    source: Some("§6"),
    needs: &[Fact::RequestMethod],
    message: "the method {deny:must|should} be one of {one_of}{actual|, not |}",
    params: &["one_of", "actual"],
    constants: &[Param::Words(WEBHOOK_METHODS)],
    docs: Docs::new(
        "a webhook comes by POST, PUT, PATCH or DELETE",
        "these are the methods that the service uses for webhooks; a GET with a card's data didn't \
         come from it",
        Example::new("card_webhook", EVENT).facts(concat!(
            r#"{"request":{"method":"GET","source_address":"192.0.2.7","#,
            r#""headers":{"Host":"shop.example","Content-Type":"application/json","#,
            r#""X-Webhook-Event":"card.created","X-Webhook-Version":"v0.6"}},"#,
            r#""webhook":{"host":"shop.example","allowed_sources":["192.0.2.7","#,
            r#""192.0.2.8"]}}"#
        )),
        Example::new("card_webhook", EVENT).facts(RECEIVED),
    ),
    check: webhook_method,
    ..Rule::DEFAULT
};

fn webhook_method(c: &Context<'_>, findings: &mut Findings<'_>) -> Outcome {
    let method = c.facts.request_method()?;
    if !WEBHOOK_METHODS.contains(&method) {
        findings.with(c.request.place(), [known_method(method)]);
    }
    HOLDS
}

const WEBHOOK_CONTENT_TYPE: Rule = Rule {
    number: 113,
    name: "webhook.content_type",
    on: Operations::of(&[Operation::CardWebhook]),
    level: Deny,
    basis: Stated,
    source: Some("§6"),
    needs: &[Fact::RequestHeaders],
    message: "the header {header} {missing:is missing|is wrong}; it {deny:must|should} be {expected}",
    params: &["header", "expected", "missing"],
    constants: &[Param::Word("Content-Type"), Param::Word("application/json")],
    docs: Docs::new(
        "a webhook says that it is JSON",
        "the service sends Content-Type application/json with every webhook; don't read anything \
         that comes without it",
        Example::new("card_webhook", EVENT).facts(concat!(
            r#"{"request":{"method":"POST","source_address":"192.0.2.7","#,
            r#""headers":{"Host":"shop.example","Content-Type":"text/plain","#,
            r#""X-Webhook-Event":"card.created","X-Webhook-Version":"v0.6"}},"#,
            r#""webhook":{"host":"shop.example","allowed_sources":["192.0.2.7","#,
            r#""192.0.2.8"]}}"#
        )),
        Example::new("card_webhook", EVENT).facts(RECEIVED),
    ),
    check: webhook_content_type,
    ..Rule::DEFAULT
};

fn webhook_content_type(c: &Context<'_>, findings: &mut Findings<'_>) -> Outcome {
    must_have(c, findings, |it| it.content_type, HeaderForm::OtherCharset)
}

const WEBHOOK_EVENT: Rule = Rule {
    number: 114,
    name: "webhook.event",
    on: Operations::of(&[Operation::CardWebhook]),
    level: Deny,
    basis: Stated,
    source: Some("§6"),
    needs: &[Fact::RequestHeaders],
    message: "the header {header} {missing:is missing|is wrong}; it {deny:must|should} be the name of the \
              event",
    params: &["header", "missing"],
    constants: &[Param::Word("X-Webhook-Event")],
    docs: Docs::new(
        "a webhook names its event",
        "X-Webhook-Event says what the payload is about; the document doesn't show the full list \
         of events, so any name is accepted, but there must be one",
        Example::new("card_webhook", EVENT).facts(concat!(
            r#"{"request":{"method":"POST","source_address":"192.0.2.7","#,
            r#""headers":{"Host":"shop.example","Content-Type":"application/json","#,
            r#""X-Webhook-Version":"v0.6"}},"webhook":{"host":"shop.example","#,
            r#""allowed_sources":["192.0.2.7","192.0.2.8"]}}"#
        )),
        Example::new("card_webhook", EVENT).facts(RECEIVED),
    ),
    check: webhook_event,
    ..Rule::DEFAULT
};

fn webhook_event(c: &Context<'_>, findings: &mut Findings<'_>) -> Outcome {
    must_have(c, findings, |it| it.webhook_event, HeaderForm::Right)
}

const WEBHOOK_VERSION: Rule = Rule {
    number: 115,
    name: "webhook.version",
    on: Operations::of(&[Operation::CardWebhook]),
    level: Deny,
    basis: Stated,
    source: Some("§6, §9"),
    needs: &[Fact::RequestHeaders],
    message: "the header {header} {missing:is missing|is wrong}; it {deny:must|should} be a version, such \
              as v0.6",
    params: &["header", "missing"],
    constants: &[Param::Word("X-Webhook-Version")],
    docs: Docs::new(
        "a webhook names the version of its payload",
        "X-Webhook-Version, as in v0.6, says which version of the interface the payload follows \
         (§9)",
        Example::new("card_webhook", EVENT).facts(concat!(
            r#"{"request":{"method":"POST","source_address":"192.0.2.7","#,
            r#""headers":{"Host":"shop.example","Content-Type":"application/json","#,
            r#""X-Webhook-Event":"card.created","X-Webhook-Version":"latest"}},"#,
            r#""webhook":{"host":"shop.example","allowed_sources":["192.0.2.7","#,
            r#""192.0.2.8"]}}"#
        )),
        Example::new("card_webhook", EVENT).facts(RECEIVED),
    ),
    check: webhook_version,
    ..Rule::DEFAULT
};

fn webhook_version(c: &Context<'_>, findings: &mut Findings<'_>) -> Outcome {
    must_have(c, findings, |it| it.webhook_version, HeaderForm::Right)
}

const WEBHOOK_HOST: Rule = Rule {
    number: 116,
    name: "webhook.host",
    on: Operations::of(&[Operation::CardWebhook]),
    level: Deny,
    basis: Stated,
    source: Some("§6"),
    needs: &[Fact::RequestHeaders, Fact::WebhookHost],
    message: "the header {header} {missing:is missing|is wrong}; it {deny:must|should} be the webhook's own \
              domain",
    params: &["header", "missing"],
    constants: &[Param::Word("Host")],
    docs: Docs::new(
        "a webhook is addressed to the merchant's own domain",
        "Host is the domain of the receiving service (§6); another one means a misdirected or \
         forged request; the port and case don't matter",
        Example::new("card_webhook", EVENT).facts(concat!(
            r#"{"request":{"method":"POST","source_address":"192.0.2.7","#,
            r#""headers":{"Host":"other.example","Content-Type":"application/json","#,
            r#""X-Webhook-Event":"card.created","X-Webhook-Version":"v0.6"}},"#,
            r#""webhook":{"host":"shop.example","allowed_sources":["192.0.2.7","#,
            r#""192.0.2.8"]}}"#
        )),
        Example::new("card_webhook", EVENT).facts(concat!(
            r#"{"request":{"method":"POST","source_address":"192.0.2.7","#,
            r#""headers":{"Host":"shop.example:443","Content-Type":"application/json","#,
            r#""X-Webhook-Event":"card.created","X-Webhook-Version":"v0.6"}},"#,
            r#""webhook":{"host":"shop.example","allowed_sources":["192.0.2.7","#,
            r#""192.0.2.8"]}}"#
        )),
    ),
    check: webhook_host,
    ..Rule::DEFAULT
};

fn webhook_host(c: &Context<'_>, findings: &mut Findings<'_>) -> Outcome {
    let host = c.facts.request_headers().map(|headers| headers.get("Host"));
    let expected = c.facts.webhook_host();
    if matches!(host, Ok(None)) {
        findings.with(c.request.place(), [Param::Is(true)]);
        return HOLDS;
    }
    let (host, expected) = both(host, expected)?;
    if !host.is_some_and(|host| is_same(without_port(host), expected)) {
        findings.with(c.request.place(), [Param::Is(false)]);
    }
    HOLDS
}

const WEBHOOK_SOURCE: Rule = Rule {
    number: 117,
    name: "webhook.source_address",
    on: Operations::of(&[Operation::CardWebhook]),
    level: Deny,
    basis: Stated,
    source: Some("§6"),
    needs: &[Fact::RequestSourceAddress, Fact::WebhookAllowedSources],
    message: "the webhook comes from an address that isn't allowed",
    docs: Docs::new(
        "a webhook comes from an address of the service",
        "webhooks come from two fixed addresses and should be accepted from no other (§6), because \
         the scheme of their signature isn't shown; addresses are compared as addresses, not as \
         text",
        Example::new("card_webhook", EVENT).facts(concat!(
            r#"{"request":{"method":"POST","source_address":"198.51.100.9","#,
            r#""headers":{"Host":"shop.example","Content-Type":"application/json","#,
            r#""X-Webhook-Event":"card.created","X-Webhook-Version":"v0.6"}},"#,
            r#""webhook":{"host":"shop.example","allowed_sources":["192.0.2.7","#,
            r#""192.0.2.8"]}}"#
        )),
        Example::new("card_webhook", EVENT).facts(RECEIVED),
    ),
    check: webhook_source,
    ..Rule::DEFAULT
};

fn webhook_source(c: &Context<'_>, findings: &mut Findings<'_>) -> Outcome {
    let (address, allowed) = both(c.facts.source_address(), c.facts.allowed_sources())?;
    if !allowed.contains(&address) {
        findings.at_body(c);
    }
    HOLDS
}
