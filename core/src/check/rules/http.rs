//! The HTTP request around the body: the API's, and the webhook's.

use super::prelude::*;
use crate::base::card::CardBrand;
use crate::base::text::{cut, is_graphic};
use crate::model::facts::{Environment, HeaderForm, HeaderForms, Known, Texts, both, is_same};
use crate::model::operation::{AtEndpoint, names_another_version, without_version};
use core::net::IpAddr;

const WEBHOOK: Operations = Operations::of(&[Operation::CardWebhook]);
/// The operations whose endpoint is known.
const WITH_PATH: Operations = Operations::API.without(Operation::Payment);
const WITH_CARD: Operations =
    Operations::ORDER.union(Operations::PAYOUTS).union(Operations::of(&[Operation::Payment]));

section! {
    if |c| c.facts.request.is_some() => [METHOD],
    if is_path_looked_at => [PATH, TRAILING_SLASH, VERSION_PREFIX, VERSION],
    if |c| c.facts.request.is_some() => [AUTHORIZATION, AUTHORIZATION_PLACEHOLDER, CONTENT_TYPE],
    if |c| c.facts.key.is_some() => [TEST_IN_LIVE, BRAND, WEBSITE],
    if |c| c.operation == Operation::CardWebhook => [
        WEBHOOK_METHOD, WEBHOOK_CONTENT_TYPE, WEBHOOK_EVENT, WEBHOOK_VERSION, WEBHOOK_OTHER_VERSION,
        WEBHOOK_HOST, WEBHOOK_SOURCE,
    ],
}

/// Whether the path may be wrong. Most paths are exactly as they should be.
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
    header: fn(HeaderForms) -> HeaderForm,
    least: HeaderForm,
) -> Outcome {
    let form = header(c.facts.request_headers()?.forms);
    if form < least {
        findings.with(c, [Param::Is(form == HeaderForm::Missing)]);
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
    Ok(!list.contains(used?))
}

const METHOD: Rule = Rule {
    needs: &[Fact::RequestMethod],
    message: "the method {deny:must|should} be {expected}{actual|, not |}",
    params: &["expected", "actual"],
    constants: &[Param::Word("POST")],
    check: |c, findings| {
        let method = c.facts.request_method()?;
        if method != "POST" {
            findings.with(c, [known_method(method)]);
        }
        HOLDS
    },
    ..rule!(104, "http.method", Deny, Stated, Operations::API)
};

const PATH: Rule = Rule {
    needs: &[Fact::RequestPath],
    message: "the path {deny:must|should} be {expected}, the endpoint of this operation{mistake|; \
              |}{leads_to|; this path leads to the operation `|`}",
    params: &["expected", "mistake", "leads_to"],
    check: |c, findings| {
        let path = c.facts.request_path()?;
        if at_endpoint(c, path).is_none() {
            let word = |word: Option<&'static str>| word.map_or(Param::Nothing, Param::Word);
            let leads_to = Operation::route("POST", path).filter(|other| *other != c.operation);
            let leads_to = leads_to.map(Operation::name);
            let (expected, mistake) = (c.operation.path(), c.operation.mistake_in(path));
            findings.with(c, [expected, mistake, leads_to].map(word));
        }
        HOLDS
    },
    ..rule!(105, "http.path", Deny, Stated, WITH_PATH)
};

/// How the path names the operation's endpoint. `None` if `http.path` is violated.
fn at_endpoint(c: &Context<'_>, path: &str) -> Option<AtEndpoint> {
    c.operation.at(path).filter(|at| at.is_id_filled_in)
}

const TRAILING_SLASH: Rule = Rule {
    needs: &[Fact::RequestPath],
    message: "the path {deny:must|should} end with a slash: {expected}",
    params: &["expected"],
    check: |c, findings| {
        if at_endpoint(c, c.facts.request_path()?).is_some_and(|at| !at.has_slash) {
            findings.with(c, [c.operation.path().map_or(Param::Nothing, Param::Word)]);
        }
        HOLDS
    },
    ..rule!(148, "http.trailing_slash", Warn, Inferred, WITH_PATH)
};

const VERSION_PREFIX: Rule = Rule {
    needs: &[Fact::RequestPath],
    message: "the path {deny:must|should} be {expected}, with the version in front",
    params: &["expected"],
    check: |c, findings| {
        let path = c.facts.request_path()?;
        if without_version(path).is_none() && at_endpoint(c, path).is_some() {
            findings.with(c, [c.operation.path().map_or(Param::Nothing, Param::Word)]);
        }
        HOLDS
    },
    ..rule!(106, "http.version_prefix", Warn, Stated, WITH_PATH)
};

const VERSION: Rule = Rule {
    needs: &[Fact::RequestPath],
    message: "the path {deny:must|should} name version {expected}, whose rules these are",
    params: &["expected"],
    constants: &[Param::Word("v0.6")],
    check: |c, findings| findings.at_if(c, names_another_version(c.facts.request_path()?)),
    ..rule!(136, "http.version", Warn, Stated, WITH_PATH)
};

const AUTHORIZATION: Rule = Rule {
    needs: &[Fact::RequestHeaders],
    message: "the header {header} {missing:is missing|is wrong}{why|: |}; it {deny:must|should} be Bearer and a key",
    params: &["header", "missing", "why"],
    constants: &[Param::Word("Authorization")],
    check: |c, findings| {
        if c.facts.request_headers()?.forms.authorization < HeaderForm::Doubtful {
            findings.forbid();
            let value = c.facts.request_headers()?.get("Authorization");
            let why = value.and_then(mistake_in_authorization).map_or(Param::Nothing, Param::Word);
            findings.with(c, [Param::Is(value.is_none()), why]);
        }
        HOLDS
    },
    ..rule!(107, "http.authorization", Deny, Stated, Operations::API)
};

/// Describes the header's mistake, if it is clear. Never quotes the header.
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
    needs: &[Fact::RequestHeaders],
    message: "the header {header} has what a program writes if it finds no key, such as `undefined` or an \
              unfilled template",
    params: &["header"],
    constants: &[Param::Word("Authorization")],
    check: |c, findings| {
        let headers = c.facts.request_headers()?;
        findings.at_if(c, headers.forms.authorization == HeaderForm::Doubtful)
    },
    ..rule!(147, "http.placeholder", Warn, Inferred, Operations::API)
};

const CONTENT_TYPE: Rule = Rule {
    needs: &[Fact::RequestHeaders],
    message: "the header {header} {missing:is missing|is wrong}; it {deny:must|should} be {expected}",
    params: &["header", "expected", "missing"],
    constants: &[Param::Word("Content-Type"), Param::Word("application/json; charset=utf-8")],
    check: |c, findings| {
        if !c.request.has_body() {
            return HOLDS;
        }
        must_have(c, findings, |headers| headers.content_type, HeaderForm::Right)
    },
    ..rule!(108, "http.content_type", Warn, Stated, Operations::API)
};

const TEST_IN_LIVE: Rule = Rule {
    needs: &[Fact::KeyTest, Fact::Environment],
    message: "the key is only for tests, but the environment is live",
    check: |c, findings| {
        let is_test = c.facts.key.and_then(|key| key.test) == Some(true);
        findings.at_if(c, is_test && c.facts.environment == Some(Environment::Live))
    },
    ..rule!(109, "key.test_in_live", Deny, Stated, Operations::API)
};

const BRAND: Rule = Rule {
    needs: &[Fact::KeyBrands, Fact::CardBrand],
    message: "the key isn't for cards of this brand{brand|, |}{brands|; it is for |}",
    params: &["brand", "brands"],
    check: |c, findings| {
        let brands = c.facts.key.and_then(|key| key.brands);
        if lacks(brands, c.facts.brand())? {
            let at =
                |name: &str| CardBrand::ALL.iter().position(|brand| is_same(brand.name(), name));
            let own = at(c.facts.brand()?).and_then(|at| CardBrand::ALL.get(at));
            let brands = brands.into_iter().flat_map(Texts::iter).filter_map(at);
            let param = match brands.fold(0, |bits, at| bits | 1 << at) {
                0 => Param::Nothing,
                bits => Param::Brands(bits),
            };
            findings
                .with(c, [own.map_or(Param::Nothing, |brand| Param::Word(brand.name())), param]);
        }
        HOLDS
    },
    ..rule!(110, "key.brand", Deny, Stated, WITH_CARD)
};

const WEBSITE: Rule = Rule {
    needs: &[Fact::KeyWebsites, Fact::Website],
    message: "the key isn't for this website",
    check: |c, findings| {
        let websites = c.facts.key.and_then(|key| key.websites);
        findings.at_if(c, lacks(websites, c.facts.website())?)
    },
    ..rule!(111, "key.website", Deny, Stated, Operations::API)
};

const WEBHOOK_METHOD: Rule = Rule {
    needs: &[Fact::RequestMethod],
    message: "the method {deny:must|should} be one of {one_of}{actual|, not |}",
    params: &["one_of", "actual"],
    constants: &[Param::Words(WEBHOOK_METHODS)],
    check: |c, findings| {
        let method = c.facts.request_method()?;
        if !WEBHOOK_METHODS.contains(&method) {
            findings.with(c, [known_method(method)]);
        }
        HOLDS
    },
    ..rule!(112, "webhook.method", Deny, Stated, WEBHOOK)
};

const WEBHOOK_CONTENT_TYPE: Rule = Rule {
    needs: &[Fact::RequestHeaders],
    message: "the header {header} {missing:is missing|is wrong}; it {deny:must|should} be {expected}",
    params: &["header", "expected", "missing"],
    constants: &[Param::Word("Content-Type"), Param::Word("application/json")],
    check: |c, findings| {
        must_have(c, findings, |headers| headers.content_type, HeaderForm::Doubtful)
    },
    ..rule!(113, "webhook.content_type", Deny, Stated, WEBHOOK)
};

const WEBHOOK_EVENT: Rule = Rule {
    needs: &[Fact::RequestHeaders],
    message: "the header {header} {missing:is missing|is wrong}; it {deny:must|should} be the name of the \
              event",
    params: &["header", "missing"],
    constants: &[Param::Word("X-Webhook-Event")],
    check: |c, findings| must_have(c, findings, |headers| headers.webhook_event, HeaderForm::Right),
    ..rule!(114, "webhook.event", Deny, Stated, WEBHOOK)
};

const WEBHOOK_VERSION: Rule = Rule {
    needs: &[Fact::RequestHeaders],
    message: "the header {header} {missing:is missing|is wrong}; it {deny:must|should} be a version, such \
              as v0.6",
    params: &["header", "missing"],
    constants: &[Param::Word("X-Webhook-Version")],
    check: |c, findings| {
        must_have(c, findings, |headers| headers.webhook_version, HeaderForm::Doubtful)
    },
    ..rule!(115, "webhook.version", Deny, Stated, WEBHOOK)
};

const WEBHOOK_OTHER_VERSION: Rule = Rule {
    needs: &[Fact::RequestHeaders],
    message: "the header {header} names another version than {expected}, whose payload was checked",
    params: &["header", "expected"],
    constants: &[Param::Word("X-Webhook-Version"), Param::Word("v0.6")],
    check: |c, findings| {
        let headers = c.facts.request_headers()?;
        findings.at_if(c, headers.forms.webhook_version == HeaderForm::Doubtful)
    },
    ..rule!(150, "webhook.other_version", Warn, Stated, WEBHOOK)
};

const WEBHOOK_HOST: Rule = Rule {
    needs: &[Fact::RequestHeaders, Fact::WebhookHost],
    message: "the header {header} {missing:is missing|is wrong}; it {deny:must|should} be the webhook's own \
              domain",
    params: &["header", "missing"],
    constants: &[Param::Word("Host")],
    check: |c, findings| {
        let host = c.facts.request_headers().map(|headers| headers.get("Host"));
        let expected = c.facts.webhook_host();
        if matches!(host, Ok(None)) {
            findings.with(c, [Param::Is(true)]);
            return HOLDS;
        }
        let (host, expected) = both(host, expected)?;
        if !host.is_some_and(|host| is_same(without_port(host), expected)) {
            findings.with(c, [Param::Is(false)]);
        }
        HOLDS
    },
    ..rule!(116, "webhook.host", Deny, Stated, WEBHOOK)
};

const WEBHOOK_SOURCE: Rule = Rule {
    params: &["forwarded"],
    needs: &[Fact::RequestSourceAddress, Fact::WebhookAllowedSources],
    message: "the webhook comes from an address that isn't allowed{forwarded:; X-Forwarded-For has one that is, so pass the \
              address that your proxy got it from|}",
    check: |c, findings| {
        let (address, allowed) = both(c.facts.source_address(), c.facts.allowed_sources())?;
        // A dual-stack socket shows an IPv4 address as an IPv6 one.
        let is_allowed = |address: IpAddr| {
            allowed.contains(&address)
                || allowed.iter().any(|other| other.to_canonical() == address.to_canonical())
        };
        if !is_allowed(address) {
            let forwarded =
                c.facts.request_headers().ok().and_then(|headers| headers.get("X-Forwarded-For"));
            let mut hops = forwarded.unwrap_or_default().split(',').map(str::trim);
            let is_forwarded = hops.any(|hop| hop.parse().is_ok_and(is_allowed));
            findings.with(c, [Param::Is(is_forwarded)]);
        }
        HOLDS
    },
    ..rule!(117, "webhook.source_address", Deny, Stated, WEBHOOK)
};
