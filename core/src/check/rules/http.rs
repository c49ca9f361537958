//! The HTTP request around the body: the API's, and the webhook's.

use super::prelude::*;
use crate::base::text::{cut, is_graphic};
use crate::model::facts::{Environment, HeaderForm, Known, Settled, Texts, both, is_same};
use crate::model::operation::{AtEndpoint, names_another_version, without_version};
use core::net::IpAddr;

section! {
    if |c| c.facts.request.is_some() => [
        METHOD,
    ],
    if is_path_looked_at => [
        PATH,
        TRAILING_SLASH,
        VERSION_PREFIX,
        VERSION,
    ],
    if |c| c.facts.request.is_some() => [
        AUTHORIZATION,
        AUTHORIZATION_PLACEHOLDER,
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
        WEBHOOK_OTHER_VERSION,
        WEBHOOK_HOST,
        WEBHOOK_SOURCE,
    ],
}

/// Whether the path isn't known to be as it should be, of which most are.
#[inline]
fn is_path_looked_at(c: &Context<'_>) -> bool {
    let Some(request) = &c.facts.request else { return false };
    let is_right = |path: &str| {
        path.starts_with("/api/v0.6/") && at_endpoint(c, path).is_some_and(|at| at.has_slash)
    };
    !request.path.is_some_and(is_right)
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

const METHOD: Rule = Rule {
    number: 104,
    on: Operations::API,
    level: Deny,
    basis: Stated,
    needs: &[Fact::RequestMethod],
    message: "the method {deny:must|should} be {expected}{actual|, not |}",
    params: &["expected", "actual"],
    constants: &[Param::Word("POST")],
    check: method,
    ..page!("http.method")
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
    revision: 2,
    on: Operations::API.without(Operation::Payment),
    level: Deny,
    basis: Stated,
    needs: &[Fact::RequestPath],
    message: "the path {deny:must|should} be {expected}, the endpoint of this operation{mistake|; \
              |}{leads_to|; this path leads to the operation `|`}",
    params: &["expected", "mistake", "leads_to"],
    check: path,
    ..page!("http.path")
};

fn path(c: &Context<'_>, findings: &mut Findings<'_>) -> Outcome {
    let path = c.facts.request_path()?;
    if at_endpoint(c, path).is_none() {
        let word = |word: Option<&'static str>| word.map_or(Param::Nothing, Param::Word);
        let leads_to = Operation::route("POST", path).filter(|other| *other != c.operation);
        let leads_to = leads_to.map(Operation::name);
        let (expected, mistake) = (c.operation.path(), c.operation.mistake_in(path));
        findings.with(c.request.place(), [expected, mistake, leads_to].map(word));
    }
    HOLDS
}

/// How the path names the operation's endpoint. `None` if `http.path` is violated.
fn at_endpoint(c: &Context<'_>, path: &str) -> Option<AtEndpoint> {
    c.operation.at(path).filter(|at| at.is_id_filled_in)
}

const TRAILING_SLASH: Rule = Rule {
    number: 148,
    on: Operations::API.without(Operation::Payment),
    level: Warn,
    basis: Inferred,
    needs: &[Fact::RequestPath],
    message: "the path {deny:must|should} end with a slash: {expected}",
    params: &["expected"],
    check: trailing_slash,
    ..page!("http.trailing_slash")
};

fn trailing_slash(c: &Context<'_>, findings: &mut Findings<'_>) -> Outcome {
    if at_endpoint(c, c.facts.request_path()?).is_some_and(|at| !at.has_slash) {
        findings.with(c.request.place(), [c.operation.path().map_or(Param::Nothing, Param::Word)]);
    }
    HOLDS
}

const VERSION_PREFIX: Rule = Rule {
    number: 106,
    revision: 2,
    on: Operations::API.without(Operation::Payment),
    level: Warn,
    basis: Stated,
    needs: &[Fact::RequestPath],
    message: "the path {deny:must|should} be {expected}, with the version in front",
    params: &["expected"],
    check: version_prefix,
    ..page!("http.version_prefix")
};

fn version_prefix(c: &Context<'_>, findings: &mut Findings<'_>) -> Outcome {
    let path = c.facts.request_path()?;
    if without_version(path).is_none() && at_endpoint(c, path).is_some() {
        findings.with(c.request.place(), [c.operation.path().map_or(Param::Nothing, Param::Word)]);
    }
    HOLDS
}

const VERSION: Rule = Rule {
    number: 136,
    on: Operations::API.without(Operation::Payment),
    level: Warn,
    basis: Stated,
    needs: &[Fact::RequestPath],
    message: "the path {deny:must|should} name version {expected}, whose rules these are",
    params: &["expected"],
    constants: &[Param::Word("v0.6")],
    check: version,
    ..page!("http.version")
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
    on: Operations::API,
    level: Deny,
    basis: Stated,
    needs: &[Fact::RequestHeaders],
    message: "the header {header} {missing:is missing|is wrong}{why|: |}; it {deny:must|should} be Bearer and a key",
    params: &["header", "missing", "why"],
    constants: &[Param::Word("Authorization")],
    check: authorization,
    ..page!("http.authorization")
};

fn authorization(c: &Context<'_>, findings: &mut Findings<'_>) -> Outcome {
    if c.facts.request_headers()?.settled.authorization < HeaderForm::Doubtful {
        findings.forbid();
        let value = c.facts.request_headers()?.get("Authorization");
        let why = value.and_then(mistake_in_authorization).map_or(Param::Nothing, Param::Word);
        findings.with(c.request.place(), [Param::Is(value.is_none()), why]);
    }
    HOLDS
}

/// What is wrong with the header, if that is plain. Never a part of it.
#[cold]
fn mistake_in_authorization(value: &str) -> Option<&'static str> {
    let (scheme, token) = cut(value, b' ');
    let token = token.unwrap_or_default().trim_start_matches(' ');
    let is_bearer = is_same(scheme, "Bearer");
    Some(match () {
        () if is_bearer && token.is_empty() => "the key is missing",
        () if is_bearer && is_same(cut(token, b' ').0, "Bearer") => "Bearer is there twice",
        () if is_bearer && is_graphic(token.as_bytes()) => "it is there twice, with different keys",
        () if is_bearer => "the key has a character other than visible ASCII ones, such as a space",
        () if is_same(scheme, "Bearer:") => "no colon follows Bearer",
        () if is_same(scheme, "Basic") => "the scheme is Basic",
        () if token.is_empty() && is_graphic(scheme.as_bytes()) => "Bearer and a space are missing",
        () => return None,
    })
}

const AUTHORIZATION_PLACEHOLDER: Rule = Rule {
    number: 147,
    on: Operations::API,
    level: Warn,
    basis: Inferred,
    needs: &[Fact::RequestHeaders],
    message: "the header {header} has what a program writes if it finds no key, such as `undefined` or an \
              unfilled template",
    params: &["header"],
    constants: &[Param::Word("Authorization")],
    check: authorization_placeholder,
    ..page!("http.placeholder")
};

fn authorization_placeholder(c: &Context<'_>, findings: &mut Findings<'_>) -> Outcome {
    if c.facts.request_headers()?.settled.authorization == HeaderForm::Doubtful {
        findings.at_body(c);
    }
    HOLDS
}

const CONTENT_TYPE: Rule = Rule {
    number: 108,
    on: Operations::API,
    level: Warn,
    basis: Stated,
    needs: &[Fact::RequestHeaders],
    message: "the header {header} {missing:is missing|is wrong}; it {deny:must|should} be {expected}",
    params: &["header", "expected", "missing"],
    constants: &[Param::Word("Content-Type"), Param::Word("application/json; charset=utf-8")],
    check: content_type,
    ..page!("http.content_type")
};

fn content_type(c: &Context<'_>, findings: &mut Findings<'_>) -> Outcome {
    if !c.request.has_body() {
        return HOLDS;
    }
    must_have(c, findings, |it| it.content_type, HeaderForm::Right)
}

const TEST_IN_LIVE: Rule = Rule {
    number: 109,
    on: Operations::API,
    level: Deny,
    basis: Stated,
    needs: &[Fact::KeyTest, Fact::Environment],
    message: "the key is only for tests, but the environment is live",
    check: test_in_live,
    ..page!("key.test_in_live")
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
    revision: 2,
    on: Operations::ORDER.union(Operations::PAYOUTS).union(Operations::of(&[Operation::Payment])),
    level: Deny,
    basis: Stated,
    needs: &[Fact::KeyBrands, Fact::CardBrand],
    message: "the key isn't for cards of this brand",
    check: brand,
    ..page!("key.brand")
};

fn brand(c: &Context<'_>, findings: &mut Findings<'_>) -> Outcome {
    if lacks(c.facts.key.and_then(|key| key.brands), c.facts.brand())? {
        findings.at_body(c);
    }
    HOLDS
}

const WEBSITE: Rule = Rule {
    number: 111,
    on: Operations::API,
    level: Deny,
    basis: Stated,
    needs: &[Fact::KeyWebsites, Fact::Website],
    message: "the key isn't for this website",
    check: website,
    ..page!("key.website")
};

fn website(c: &Context<'_>, findings: &mut Findings<'_>) -> Outcome {
    if lacks(c.facts.key.and_then(|key| key.websites), c.facts.website())? {
        findings.at_body(c);
    }
    HOLDS
}

const WEBHOOK_METHOD: Rule = Rule {
    number: 112,
    on: Operations::of(&[Operation::CardWebhook]),
    level: Deny,
    basis: Stated,
    needs: &[Fact::RequestMethod],
    message: "the method {deny:must|should} be one of {one_of}{actual|, not |}",
    params: &["one_of", "actual"],
    constants: &[Param::Words(WEBHOOK_METHODS)],
    check: webhook_method,
    ..page!("webhook.method")
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
    on: Operations::of(&[Operation::CardWebhook]),
    level: Deny,
    basis: Stated,
    needs: &[Fact::RequestHeaders],
    message: "the header {header} {missing:is missing|is wrong}; it {deny:must|should} be {expected}",
    params: &["header", "expected", "missing"],
    constants: &[Param::Word("Content-Type"), Param::Word("application/json")],
    check: webhook_content_type,
    ..page!("webhook.content_type")
};

fn webhook_content_type(c: &Context<'_>, findings: &mut Findings<'_>) -> Outcome {
    must_have(c, findings, |it| it.content_type, HeaderForm::Doubtful)
}

const WEBHOOK_EVENT: Rule = Rule {
    number: 114,
    on: Operations::of(&[Operation::CardWebhook]),
    level: Deny,
    basis: Stated,
    needs: &[Fact::RequestHeaders],
    message: "the header {header} {missing:is missing|is wrong}; it {deny:must|should} be the name of the \
              event",
    params: &["header", "missing"],
    constants: &[Param::Word("X-Webhook-Event")],
    check: webhook_event,
    ..page!("webhook.event")
};

fn webhook_event(c: &Context<'_>, findings: &mut Findings<'_>) -> Outcome {
    must_have(c, findings, |it| it.webhook_event, HeaderForm::Right)
}

const WEBHOOK_VERSION: Rule = Rule {
    number: 115,
    on: Operations::of(&[Operation::CardWebhook]),
    level: Deny,
    basis: Stated,
    needs: &[Fact::RequestHeaders],
    message: "the header {header} {missing:is missing|is wrong}; it {deny:must|should} be a version, such \
              as v0.6",
    params: &["header", "missing"],
    constants: &[Param::Word("X-Webhook-Version")],
    check: webhook_version,
    ..page!("webhook.version")
};

fn webhook_version(c: &Context<'_>, findings: &mut Findings<'_>) -> Outcome {
    must_have(c, findings, |it| it.webhook_version, HeaderForm::Doubtful)
}

const WEBHOOK_OTHER_VERSION: Rule = Rule {
    number: 150,
    on: Operations::of(&[Operation::CardWebhook]),
    level: Warn,
    basis: Stated,
    needs: &[Fact::RequestHeaders],
    message: "the header {header} names another version than {expected}, whose payload was checked",
    params: &["header", "expected"],
    constants: &[Param::Word("X-Webhook-Version"), Param::Word("v0.6")],
    check: webhook_other_version,
    ..page!("webhook.other_version")
};

fn webhook_other_version(c: &Context<'_>, findings: &mut Findings<'_>) -> Outcome {
    if c.facts.request_headers()?.settled.webhook_version == HeaderForm::Doubtful {
        findings.at_body(c);
    }
    HOLDS
}

const WEBHOOK_HOST: Rule = Rule {
    number: 116,
    on: Operations::of(&[Operation::CardWebhook]),
    level: Deny,
    basis: Stated,
    needs: &[Fact::RequestHeaders, Fact::WebhookHost],
    message: "the header {header} {missing:is missing|is wrong}; it {deny:must|should} be the webhook's own \
              domain",
    params: &["header", "missing"],
    constants: &[Param::Word("Host")],
    check: webhook_host,
    ..page!("webhook.host")
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
    params: &["forwarded"],
    revision: 2,
    on: Operations::of(&[Operation::CardWebhook]),
    level: Deny,
    basis: Stated,
    needs: &[Fact::RequestSourceAddress, Fact::WebhookAllowedSources],
    message: "the webhook comes from an address that isn't allowed{forwarded:; X-Forwarded-For has one that is, so pass the \
              address that your proxy got it from|}",
    check: webhook_source,
    ..page!("webhook.source_address")
};

fn webhook_source(c: &Context<'_>, findings: &mut Findings<'_>) -> Outcome {
    let (address, allowed) = both(c.facts.source_address(), c.facts.allowed_sources())?;
    // A socket of both kinds shows an IPv4 address as an IPv6 one.
    let is_allowed = |address: IpAddr| {
        allowed.contains(&address)
            || allowed.iter().any(|other| other.to_canonical() == address.to_canonical())
    };
    if !is_allowed(address) {
        let forwarded = c.facts.request_headers().ok().and_then(|it| it.get("X-Forwarded-For"));
        let mut hops = forwarded.unwrap_or_default().split(',').map(str::trim);
        let is_forwarded = hops.any(|hop| hop.parse().is_ok_and(is_allowed));
        findings.with(c.request.place(), [Param::Is(is_forwarded)]);
    }
    HOLDS
}
