//! The HTTP request around the body: the API's, and the webhook's.

use super::prelude::*;
use crate::facts::{Environment, Known, Texts, all};
use crate::operation::{skip_digits, split_version};

family! {
    super::codes::END;
    METHOD,
    PATH,
    VERSION_PREFIX,
    AUTHORIZATION,
    CONTENT_TYPE,
    TEST_IN_LIVE,
    BRAND,
    WEBSITE,
    WEBHOOK_METHOD,
    WEBHOOK_CONTENT_TYPE,
    WEBHOOK_EVENT,
    WEBHOOK_VERSION,
    WEBHOOK_HOST,
    WEBHOOK_SOURCE,
}

/// The position of `http.authorization`.
pub(crate) const AUTHORIZATION_AT: u16 = START + 3;

/// Whether the request lacks a bearer token.
pub(crate) fn is_unauthorized(c: &Context<'_>) -> Known<bool> {
    Ok(c.facts.request.is_some() && !header(c, "Authorization")?.is_some_and(is_bearer))
}

/// The value of a header, if the request has it.
///
/// # Errors
/// The headers are not known.
fn header<'a>(c: &Context<'a>, name: &str) -> Known<Option<&'a str>> {
    Ok(c.facts.request_headers()?.get(name))
}

/// `Bearer`, one or more spaces, and a token of visible ASCII characters.
fn is_bearer(value: &str) -> bool {
    let Some((scheme, rest)) = value.split_once(' ') else { return false };
    let token = rest.trim_start_matches(' ');
    scheme.eq_ignore_ascii_case("Bearer")
        && !token.is_empty()
        && token.bytes().all(|byte| byte.is_ascii_graphic())
}

fn is_json(content_type: &str) -> bool {
    let media_type = content_type.split(';').next().unwrap_or_default();
    trimmed(media_type).eq_ignore_ascii_case("application/json")
}

/// Whether no charset is given, or UTF-8; it may be quoted. The first one counts.
fn is_utf8(content_type: &str) -> bool {
    let mut parameters = content_type.split(';').skip(1).filter_map(|part| part.split_once('='));
    parameters.find(|(name, _)| trimmed(name).eq_ignore_ascii_case("charset")).is_none_or(
        |(_, value)| {
            let value = trimmed(value);
            let quoted = value.strip_prefix('"').and_then(|value| value.strip_suffix('"'));
            quoted.unwrap_or(value).eq_ignore_ascii_case("utf-8")
        },
    )
}

fn trimmed(text: &str) -> &str {
    text.trim_matches([' ', '\t'])
}

/// `v{digits}.{digits}`
fn is_version(text: &str) -> bool {
    let rest = text.strip_prefix('v').and_then(skip_digits).and_then(|rest| rest.strip_prefix('.'));
    rest.and_then(skip_digits) == Some("")
}

/// A host without its port.
fn without_port(host: &str) -> &str {
    match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => name,
        _ => host,
    }
}

/// Whether a list that a key is restricted to lacks the one in use. No list means no restriction.
fn lacks(list: Option<Texts<'_>>, used: Known<&str>) -> Known<bool> {
    let Some(list) = list else { return Ok(false) };
    let used = used?;
    Ok(!list.iter().any(|listed| listed.eq_ignore_ascii_case(used)))
}

const METHOD: Rule = Rule {
    number: 104,
    name: "http.method",
    on: Operations::API,
    level: Deny,
    locked: false,
    basis: Stated,
    source: Some("§4"),
    needs: &[Fact::RequestMethod],
    message: "the method is POST",
    params: &[],
    docs: Docs::NONE,
    check: Check::Function(|c, found| {
        if c.facts.request.is_some() && c.facts.request_method()? != "POST" {
            found.at_body(c);
        }
        HOLDS
    }),
};

const PATH: Rule = Rule {
    number: 105,
    name: "http.path",
    on: Operations::API.without(Operation::Payment),
    level: Deny,
    locked: false,
    basis: Stated,
    source: Some("§4"),
    needs: &[Fact::RequestPath],
    message: "the path is not the operation's endpoint",
    params: &[],
    docs: Docs::NONE,
    check: Check::Function(|c, found| {
        if c.facts.request.is_some() && !c.operation.is_at(split_version(c.facts.request_path()?).1)
        {
            found.at_body(c);
        }
        HOLDS
    }),
};

const VERSION_PREFIX: Rule = Rule {
    number: 106,
    name: "http.version_prefix",
    on: Operations::API.without(Operation::Payment),
    level: Warn,
    locked: false,
    basis: Stated,
    source: Some("§9"),
    needs: &[Fact::RequestPath],
    message: "the path does not begin with the version, like /api/v0.6/",
    params: &[],
    docs: Docs::NONE,
    check: Check::Function(|c, found| {
        if c.facts.request.is_some() && !split_version(c.facts.request_path()?).0 {
            found.at_body(c);
        }
        HOLDS
    }),
};

const AUTHORIZATION: Rule = Rule {
    number: 107,
    name: "http.authorization",
    on: Operations::API,
    level: Deny,
    locked: false,
    basis: Stated,
    source: Some("§5"),
    needs: &[Fact::RequestHeaders],
    message: "the header Authorization is not Bearer and a key",
    params: &[],
    docs: Docs::NONE,
    check: Check::Function(|c, found| {
        if is_unauthorized(c)? {
            found.at_body(c);
        }
        HOLDS
    }),
};

const CONTENT_TYPE: Rule = Rule {
    number: 108,
    name: "http.content_type",
    on: Operations::API,
    level: Warn,
    locked: false,
    basis: Stated,
    source: Some("§5"),
    needs: &[Fact::RequestHeaders],
    message: "the header Content-Type is not application/json in UTF-8",
    params: &[],
    docs: Docs::NONE,
    check: Check::Function(|c, found| {
        let is_right = |value: &str| is_json(value) && is_utf8(value);
        if c.facts.request.is_some()
            && c.request.has_body()
            && !header(c, "Content-Type")?.is_some_and(is_right)
        {
            found.at_body(c);
        }
        HOLDS
    }),
};

const TEST_IN_LIVE: Rule = Rule {
    number: 109,
    name: "key.test_in_live",
    on: Operations::API,
    level: Deny,
    locked: false,
    basis: Stated,
    source: Some("§5"),
    needs: &[Fact::KeyTest, Fact::Environment],
    message: "the key is for test requests only, and this is the live environment",
    params: &[],
    docs: Docs::NONE,
    check: Check::Function(|c, found| {
        let is_test = c.facts.key.and_then(|key| key.test) == Some(true);
        if is_test && c.facts.environment == Some(Environment::Live) {
            found.at_body(c);
        }
        HOLDS
    }),
};

const BRAND: Rule = Rule {
    number: 110,
    name: "key.brand",
    on: Operations::API,
    level: Deny,
    locked: false,
    basis: Stated,
    source: Some("§5"),
    needs: &[Fact::KeyBrands, Fact::CardBrand],
    message: "the key is not for cards of this brand",
    params: &[],
    docs: Docs::NONE,
    check: Check::Function(|c, found| {
        if lacks(c.facts.key.and_then(|key| key.brands), c.facts.brand())? {
            found.at_body(c);
        }
        HOLDS
    }),
};

const WEBSITE: Rule = Rule {
    number: 111,
    name: "key.website",
    on: Operations::API,
    level: Deny,
    locked: false,
    basis: Stated,
    source: Some("§5"),
    needs: &[Fact::KeyWebsites, Fact::Website],
    message: "the key is not for this website",
    params: &[],
    docs: Docs::NONE,
    check: Check::Function(|c, found| {
        if lacks(c.facts.key.and_then(|key| key.websites), c.facts.website())? {
            found.at_body(c);
        }
        HOLDS
    }),
};

const WEBHOOK_METHOD: Rule = Rule {
    number: 112,
    name: "webhook.method",
    on: Operations::of(&[Operation::CardWebhook]),
    level: Deny,
    locked: false,
    basis: Stated,
    source: Some("§6"),
    needs: &[Fact::RequestMethod],
    message: "a webhook comes by POST, PUT, PATCH or DELETE",
    params: &[],
    docs: Docs::NONE,
    check: Check::Function(|c, found| {
        if c.facts.request.is_some()
            && !matches!(c.facts.request_method()?, "POST" | "PUT" | "PATCH" | "DELETE")
        {
            found.at_body(c);
        }
        HOLDS
    }),
};

const WEBHOOK_CONTENT_TYPE: Rule = Rule {
    number: 113,
    name: "webhook.content_type",
    on: Operations::of(&[Operation::CardWebhook]),
    level: Deny,
    locked: false,
    basis: Stated,
    source: Some("§6"),
    needs: &[Fact::RequestHeaders],
    message: "the header Content-Type is not application/json",
    params: &[],
    docs: Docs::NONE,
    check: Check::Function(|c, found| {
        if c.facts.request.is_some() && !header(c, "Content-Type")?.is_some_and(is_json) {
            found.at_body(c);
        }
        HOLDS
    }),
};

const WEBHOOK_EVENT: Rule = Rule {
    number: 114,
    name: "webhook.event",
    on: Operations::of(&[Operation::CardWebhook]),
    level: Deny,
    locked: false,
    basis: Stated,
    source: Some("§6"),
    needs: &[Fact::RequestHeaders],
    message: "the header X-Webhook-Event is missing or blank",
    params: &[],
    docs: Docs::NONE,
    check: Check::Function(|c, found| {
        if c.facts.request.is_some()
            && header(c, "X-Webhook-Event")?.is_none_or(|value| value.trim().is_empty())
        {
            found.at_body(c);
        }
        HOLDS
    }),
};

const WEBHOOK_VERSION: Rule = Rule {
    number: 115,
    name: "webhook.version",
    on: Operations::of(&[Operation::CardWebhook]),
    level: Deny,
    locked: false,
    basis: Stated,
    source: Some("§6, §9"),
    needs: &[Fact::RequestHeaders],
    message: "the header X-Webhook-Version is not a version, like v0.6",
    params: &[],
    docs: Docs::NONE,
    check: Check::Function(|c, found| {
        if c.facts.request.is_some() && !header(c, "X-Webhook-Version")?.is_some_and(is_version) {
            found.at_body(c);
        }
        HOLDS
    }),
};

const WEBHOOK_HOST: Rule = Rule {
    number: 116,
    name: "webhook.host",
    on: Operations::of(&[Operation::CardWebhook]),
    level: Deny,
    locked: false,
    basis: Stated,
    source: Some("§6"),
    needs: &[Fact::RequestHeaders, Fact::WebhookHost],
    message: "the header Host is not the webhook's domain",
    params: &[],
    docs: Docs::NONE,
    check: Check::Function(|c, found| {
        if c.facts.request.is_none() {
            return HOLDS;
        }
        let differs = match (header(c, "Host"), c.facts.webhook_host()) {
            (Ok(None), _) => Ok(true),
            (Ok(Some(host)), Ok(expected)) => {
                Ok(!without_port(host).eq_ignore_ascii_case(expected))
            }
            (headers, expected) => all([headers.map(|_| true), expected.map(|_| true)]),
        };
        if differs? {
            found.at_body(c);
        }
        HOLDS
    }),
};

const WEBHOOK_SOURCE: Rule = Rule {
    number: 117,
    name: "webhook.source_address",
    on: Operations::of(&[Operation::CardWebhook]),
    level: Deny,
    locked: false,
    basis: Stated,
    source: Some("§6"),
    needs: &[Fact::RequestSourceAddress, Fact::WebhookAllowedSources],
    message: "the webhook does not come from an address that is allowed",
    params: &[],
    docs: Docs::NONE,
    check: Check::Function(|c, found| {
        if c.facts.request.is_none() {
            return HOLDS;
        }
        let foreign = match (c.facts.source_address(), c.facts.allowed_sources()) {
            (Ok(address), Ok(allowed)) => Ok(!allowed.contains(&address)),
            (address, allowed) => all([address.map(|_| true), allowed.map(|_| true)]),
        };
        if foreign? {
            found.at_body(c);
        }
        HOLDS
    }),
};
