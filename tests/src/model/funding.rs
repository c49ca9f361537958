//! `avs.*` and `funding.*`: address verification, and account funding.

use super::ledger::{Ledger, absent};
use super::request::Request;

pub(crate) fn judge(request: &Request, ledger: &mut Ledger) {
    if request.operation == "order" {
        avs(request, ledger);
        recipient(request, ledger);
        client(request, ledger);
    }
}

fn avs(request: &Request, ledger: &mut Ledger) {
    let facts = &request.facts;
    let permission = facts.merchant.avs_permission;
    let client = request.body.object("client");
    if facts.subsequent.is_some() {
        if client.absent("address") {
            let rule = "avs.later_charge_without_address";
            let path = client.at("address");
            ledger.ask(rule, "merchant.avs_permission", permission, |on| on, path);
        }
        return;
    }
    for (rule, member) in
        [("avs.address_required", "address"), ("avs.zip_code_required", "zip_code")]
    {
        if client.absent(member) {
            ledger.ask(rule, "merchant.avs_permission", permission, |on| on, client.at(member));
        }
    }
    let issuer = facts.card.issuer_country.as_deref();
    let supported = issuer.is_some_and(|country| matches!(country, "US" | "CA" | "GB"));
    if permission == Some(false) || supported {
        return;
    }
    let missing = absent(&[
        ("merchant.avs_permission", permission.is_some()),
        ("card.issuer_country", issuer.is_some()),
    ]);
    if missing.is_empty() {
        ledger.fire("avs.issuer_support", "");
    } else {
        ledger.open("avs.issuer_support", &missing);
    }
}

fn recipient(request: &Request, ledger: &mut Ledger) {
    let (body, kind) = (&request.body, request.facts.account_funding.as_deref());
    ledger.fire_if(
        "funding.recipient_required",
        kind.is_some() && body.absent("recipient_client"),
        "/recipient_client",
    );
    let recipient = body.object("recipient_client");
    for member in [
        "first_name",
        "last_name",
        "birth_date",
        "city",
        "country",
        "account_type",
        "account_number",
    ] {
        let rule = "funding.recipient_field_required";
        ledger.fire_if(rule, recipient.absent(member), recipient.at(member));
    }
    if recipient.absent("recipient_address") {
        ledger.ask(
            "funding.recipient_address_required",
            "account_funding",
            kind,
            |kind| kind == "card_network",
            recipient.at("recipient_address"),
        );
    }
    ledger.fire_if(
        "funding.same_as_client_missing",
        recipient.absent("same_as_client"),
        recipient.at("same_as_client"),
    );
    if recipient.flag("same_as_client") == Some(true) {
        let client = body.object("client");
        for member in ["first_name", "last_name", "birth_date", "city", "country"] {
            let differs = match (recipient.text(member), client.text(member)) {
                (Some(one), Some(other)) => one != other,
                _ => false,
            };
            ledger.fire_if("funding.same_as_client_mismatch", differs, recipient.at(member));
        }
    }
    let bad_type = recipient.text("account_type").is_some_and(|text| !two_digits(text));
    ledger.fire_if("funding.account_type_format", bad_type, recipient.at("account_type"));
}

/// Two ASCII digits, and nothing else.
pub(crate) fn two_digits(text: &str) -> bool {
    text.len() == 2 && text.bytes().all(|byte| byte.is_ascii_digit())
}

fn client(request: &Request, ledger: &mut Ledger) {
    let (body, kind) = (&request.body, request.facts.account_funding.as_deref());
    if !body.valid("recipient_client") && kind.is_none() {
        return;
    }
    let client = body.object("client");
    let wanted = ["first_name", "last_name", "country", "city", "address"];
    let missing: Vec<&str> = wanted.into_iter().filter(|member| client.absent(member)).collect();
    for member in &missing {
        ledger.ask(
            "funding.client_field_required",
            "account_funding",
            kind,
            |kind| kind == "card_network",
            client.at(member),
        );
    }
    if client.absent("state") {
        ledger.ask(
            "funding.client_state_required",
            "card.issuer_country",
            request.facts.card.issuer_country.as_deref(),
            |country| matches!(country, "US" | "CA"),
            client.at("state"),
        );
    }
    let advised = kind != Some("card_network") && missing.len() == wanted.len();
    ledger.fire_if("funding.client_advised", advised, "/client");
}
