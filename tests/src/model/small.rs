//! The small bodies: clients, taxes, and the card webhook's payload.

use super::decimal::Decimal;
use super::ledger::Ledger;
use super::request::Request;
use super::shapes::shape_of;

pub(crate) fn judge(request: &Request, ledger: &mut Ledger) {
    let body = &request.body;
    match request.operation {
        "client" => ledger.fire_if("client.email_required", body.absent("email"), "/email"),
        "tax" => {
            ledger.fire_if("tax.name_required", body.absent("name"), "/name");
            ledger.fire_if("tax.percent_required", body.absent("percent"), "/percent");
            let hundred = Decimal::from_whole(100);
            let bad = body.number("percent").is_some_and(|p| p < Decimal::ZERO || p > hundred);
            ledger.fire_if("tax.percent_range", bad, "/percent");
        }
        "card_webhook" => {
            for (member, _) in shape_of(request.operation).map_or(&[][..], |shape| shape.0) {
                // A signature is a member of every body, and the result of AVS isn't in every payload.
                let asked = !["avs_status", "signature"].contains(member);
                let missing = asked && body.absent(member);
                ledger.fire_if("webhook.field_missing", missing, body.at(member));
            }
            let digits = |text: &str| text.bytes().filter(u8::is_ascii_digit).count();
            let bad = body.text("masked_pan").is_some_and(|text| digits(text) > 12);
            ledger.fire_if("webhook.pan_not_masked", bad, "/masked_pan");
        }
        _ => {}
    }
}
