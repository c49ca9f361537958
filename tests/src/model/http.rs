//! `http.*`, `key.*` and the `webhook.*` rules about the request around the body.

use super::body::is_blank;
use super::facts::{self, Facts};
use super::ledger::{Ledger, absent};
use super::request::Request;

pub(crate) fn judge(request: &Request, ledger: &mut Ledger) {
    if request.is_api() {
        key(request, ledger);
    }
    match &request.facts.request {
        Some(http) if request.is_api() => api(request, http, ledger),
        // A host may check the bodies that it sends without saying how it sends them.
        None if request.is_api() => {}
        // What comes from outside is always to be looked at.
        Some(http) => webhook(request, http, ledger),
        None => webhook(request, &facts::Request::default(), ledger),
    }
}

fn key(request: &Request, ledger: &mut Ledger) {
    let facts = &request.facts;
    let live = facts.environment.as_deref() == Some("live");
    ledger.fire_if("key.test_in_live", facts.key.test == Some(true) && live, "");
    for (rule, listed, name, value) in [
        ("key.brand", &facts.key.brands, "card.brand", facts.card.brand.as_deref()),
        ("key.website", &facts.key.websites, "website", facts.website.as_deref()),
    ] {
        if let Some(listed) = listed {
            let stranger = |value: &str| !listed.iter().any(|one| one.eq_ignore_ascii_case(value));
            ledger.ask(rule, name, value, stranger, "");
        }
    }
}

fn api(request: &Request, http: &facts::Request, ledger: &mut Ledger) {
    let method = http.method.as_deref();
    ledger.ask("http.method", "request.method", method, |method| method != "POST", "");
    if request.operation != "payment" {
        let path = http.path.as_deref().map(|path| path.split('?').next().unwrap_or_default());
        let wrong =
            |path: &str| !is_endpoint(request.operation, without_prefix(path).unwrap_or(path));
        ledger.ask("http.path", "request.path", path, wrong, "");
        let bare = |path: &str| without_prefix(path).is_none();
        ledger.ask("http.version_prefix", "request.path", path, bare, "");
        let other = |path: &str| without_prefix(path).is_some() && !is_of_this_version(path);
        ledger.ask("http.version", "request.path", path, other, "");
    }
    let headers = http.headers.as_deref();
    let no_bearer =
        |headers: &[(String, String)]| !header(headers, "Authorization").is_some_and(is_bearer);
    ledger.ask("http.authorization", "request.headers", headers, no_bearer, "");
    if request.has_body {
        let other = |headers: &[(String, String)]| {
            !header(headers, "Content-Type").is_some_and(|value| is_json(value, true))
        };
        ledger.ask("http.content_type", "request.headers", headers, other, "");
    }
}

/// The first header of this name, trimmed.
fn header<'a>(headers: &'a [(String, String)], name: &str) -> Option<&'a str> {
    let (_, value) = headers.iter().find(|(known, _)| known.eq_ignore_ascii_case(name))?;
    Some(trim(value))
}

fn trim(text: &str) -> &str {
    text.trim_matches([' ', '\t'])
}

/// `{digits}.{digits}` at the start, and what follows it.
fn after_version(text: &str) -> Option<&str> {
    let after_digits = |text: &'_ str| -> Option<usize> {
        let count = text.bytes().take_while(u8::is_ascii_digit).count();
        if count > 0 { Some(count) } else { None }
    };
    let rest = text[after_digits(text)?..].strip_prefix('.')?;
    Some(&rest[after_digits(rest)?..])
}

/// The path after `/api/v{digits}.{digits}`, if that stands before a `/`.
fn without_prefix(path: &str) -> Option<&str> {
    after_version(path.strip_prefix("/api/v")?).filter(|rest| rest.starts_with('/'))
}

/// Whether the numbers of a prefix are 0 and 6, with or without zeros in front.
fn is_of_this_version(path: &str) -> bool {
    let rest = path.trim_start_matches("/api/v").trim_start_matches('0');
    let minor = rest.strip_prefix('.').map(|rest| rest.trim_start_matches('0'));
    minor.is_some_and(|minor| minor.starts_with("6/"))
}

fn is_endpoint(operation: &str, path: &str) -> bool {
    let of_order = |last: &str| {
        let id = path.strip_prefix("/orders/").and_then(|rest| rest.strip_suffix(last));
        id.is_some_and(|id| !id.is_empty() && !id.contains('/'))
    };
    match operation {
        "order" => path == "/orders/",
        "capture" => of_order("/capture/"),
        "refund" => of_order("/refund/"),
        "reversal" => of_order("/reverse/"),
        "payout_a2a" => path == "/orders/init_a2a/",
        "payout_b2p" => path == "/orders/init_b2p/",
        "payout_p2p" => path == "/orders/init_p2p/",
        "payout_og" => path == "/orders/init_og/",
        "payout_sdwo" => path == "/orders/init_sdwo_payout/",
        "client" => path == "/clients/",
        _ => path == "/taxes/",
    }
}

/// `Bearer`, one or more spaces, and one or more visible ASCII characters.
fn is_bearer(value: &str) -> bool {
    let Some((scheme, rest)) = value.split_once(' ') else {
        return false;
    };
    let token = rest.trim_start_matches(' ');
    scheme.eq_ignore_ascii_case("bearer")
        && !token.is_empty()
        && token.bytes().all(|byte| byte.is_ascii_graphic())
}

/// Whether the media type is JSON's, and, if asked, has no charset other than UTF-8.
fn is_json(value: &str, with_charset: bool) -> bool {
    let mut parts = value.split(';');
    let media_type = trim(parts.next().unwrap_or_default());
    if !media_type.eq_ignore_ascii_case("application/json") {
        return false;
    }
    let charset = parts.find_map(|part| {
        let (name, value) = part.split_once('=')?;
        if trim(name).eq_ignore_ascii_case("charset") { Some(trim(value)) } else { None }
    });
    match charset {
        Some(charset) if with_charset => {
            let inner = charset.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
            inner.unwrap_or(charset).eq_ignore_ascii_case("utf-8")
        }
        _ => true,
    }
}

fn webhook(request: &Request, http: &facts::Request, ledger: &mut Ledger) {
    let method = http.method.as_deref();
    let other = |method: &str| !["POST", "PUT", "PATCH", "DELETE"].contains(&method);
    ledger.ask("webhook.method", "request.method", method, other, "");
    let headers = http.headers.as_deref();
    for (rule, name, good) in [
        (
            "webhook.content_type",
            "Content-Type",
            (|value| is_json(value, false)) as fn(&str) -> bool,
        ),
        ("webhook.event", "X-Webhook-Event", |value| !is_blank(value)),
        ("webhook.version", "X-Webhook-Version", is_version),
    ] {
        let bad = |headers: &[(String, String)]| !header(headers, name).is_some_and(good);
        ledger.ask(rule, "request.headers", headers, bad, "");
    }
    match is_event_shown(http) {
        Some(shown) => ledger.fire_if("webhook.event_not_shown", !shown, ""),
        None => ledger.open("webhook.event_not_shown", &["request.headers"]),
    }
    host(request, headers, ledger);
    let own = &request.facts.webhook;
    match (http.source_address, &own.allowed_sources) {
        (Some(source), Some(allowed)) => {
            ledger.fire_if("webhook.source_address", !allowed.contains(&source), "");
        }
        (source, allowed) => {
            let needs = absent(&[
                ("request.source_address", source.is_some()),
                ("webhook.allowed_sources", allowed.is_some()),
            ]);
            ledger.open("webhook.source_address", &needs);
        }
    }
}

/// Whether a webhook is about a card, the one event whose payload the source shows, or says nothing
/// of its event; `None` if its headers aren't known.
fn is_event_shown(http: &facts::Request) -> Option<bool> {
    let headers = http.headers.as_deref()?;
    let event = header(headers, "X-Webhook-Event").filter(|value| !is_blank(value));
    Some(event.is_none_or(|event| event.to_ascii_lowercase().starts_with("card.")))
}

/// Whether nothing is known of a webhook's body but that it is an object.
pub(crate) fn is_opaque(operation: &str, facts: &Facts) -> bool {
    operation == "card_webhook"
        && facts.request.as_ref().is_some_and(|http| is_event_shown(http) == Some(false))
}

fn is_version(value: &str) -> bool {
    value.strip_prefix('v').and_then(after_version) == Some("")
}

fn host(request: &Request, headers: Option<&[(String, String)]>, ledger: &mut Ledger) {
    let rule = "webhook.host";
    let own = request.facts.webhook.host.as_deref();
    let Some(headers) = headers else {
        let needs = absent(&[("request.headers", false), ("webhook.host", own.is_some())]);
        return ledger.open(rule, &needs);
    };
    match (header(headers, "Host"), own) {
        (None, _) => ledger.fire(rule, ""),
        (Some(_), None) => ledger.open(rule, &["webhook.host"]),
        (Some(value), Some(own)) => {
            let stranger = !without_port(value).eq_ignore_ascii_case(own);
            ledger.fire_if(rule, stranger, "");
        }
    }
}

fn without_port(host: &str) -> &str {
    match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => name,
        _ => host,
    }
}
