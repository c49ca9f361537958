//! `payout.*`.

use super::decimal::Decimal;
use super::funding::two_digits;
use super::ledger::Ledger;
use super::request::Request;
use super::time::date;

/// What a payout reads: its own members, and those of its client, in document order.
struct Used {
    own: &'static [&'static str],
    of_client: &'static [&'static str],
}

const ALL: &[&str] = &[
    "sender_account_number",
    "sender_account_type",
    "sender_country",
    "sender_address",
    "sender_city",
    "sender_name",
    "sender_postal_code",
    "sender_birth_date",
    "client",
    "amount",
    "language",
    "currency",
];

const ALL_OF_CLIENT: &[&str] = &[
    "email",
    "original_client",
    "send_to_email",
    "first_name",
    "last_name",
    "birth_date",
    "country",
    "state",
    "city",
    "address",
    "zip_code",
];

fn used(operation: &str) -> Used {
    let usual = &["email", "send_to_email", "first_name", "last_name", "birth_date", "country"];
    match operation {
        "payout_a2a" | "payout_p2p" => Used { own: ALL, of_client: usual },
        "payout_b2p" | "payout_og" => {
            Used { own: &["client", "amount", "language", "currency"], of_client: usual }
        }
        _ => Used {
            own: &["sender_name", "client", "amount", "currency"],
            of_client: &["first_name", "last_name", "birth_date", "country", "city"],
        },
    }
}

pub(crate) fn judge(request: &Request, ledger: &mut Ledger) {
    if !request.is_payout() {
        return;
    }
    let body = &request.body;
    ledger.fire_if("payout.amount_required", body.absent("amount"), "/amount");
    let low = body.number("amount").is_some_and(|amount| amount < Decimal::MINIMUM);
    ledger.fire_if("payout.amount_minimum", low, "/amount");
    let sdwo = request.operation == "payout_sdwo";
    if sdwo {
        ledger.ask(
            "payout.ipsp_partner_only",
            "merchant.ipsp_partner",
            request.facts.merchant.ipsp_partner,
            |partner| !partner,
            "",
        );
    }
    let bad_type = body.text("sender_account_type").is_some_and(|text| !two_digits(text));
    ledger.fire_if("payout.account_type_format", bad_type, "/sender_account_type");
    members(request, sdwo, ledger);
    if request.operation == "payout_a2a" {
        one_person(request, ledger);
    }
}

/// The two accounts are of one individual, who was born on one day.
fn one_person(request: &Request, ledger: &mut Ledger) {
    let client = request.body.object("client");
    let day = |text: Option<&str>| text.and_then(date);
    let born = (day(request.body.text("sender_birth_date")), day(client.text("birth_date")));
    let differ = matches!(born, (Some(sender), Some(receiver)) if sender != receiver);
    ledger.fire_if("payout.a2a_one_person", differ, client.at("birth_date"));
}

fn members(request: &Request, sdwo: bool, ledger: &mut Ledger) {
    let (missing, not_used) = ("payout.field_missing", "payout.field_not_used");
    let Used { own, of_client } = used(request.operation);
    let body = &request.body;
    for name in ALL {
        let expected = own.contains(name) && !["amount", "language"].contains(name);
        ledger.fire_if(missing, expected && body.absent(name), body.at(name));
        ledger.fire_if(not_used, !own.contains(name) && body.present(name), body.at(name));
        if *name != "client" {
            continue;
        }
        let client = body.object("client");
        for name in ALL_OF_CLIENT {
            let used = of_client.contains(name);
            let optional = ["email", "send_to_email"].contains(name)
                || (!sdwo && ["birth_date", "country"].contains(name));
            ledger.fire_if(missing, used && !optional && client.absent(name), client.at(name));
            ledger.fire_if(not_used, !used && client.present(name), client.at(name));
        }
    }
}
