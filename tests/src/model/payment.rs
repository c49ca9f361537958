//! `payment.*` and `card.*`: card data.

use super::address::address;
use super::body::Obj;
use super::ledger::Ledger;
use super::request::Request;
use super::time::local_month;

/// Where a month ends last: UTC−12:00, in minutes.
const LAST_OFFSET: i64 = -12 * 60;

pub(crate) fn judge(request: &Request, ledger: &mut Ledger) {
    if matches!(request.operation, "payment" | "card_webhook") {
        let month = request.body.integer("exp_month");
        let bad = month.is_some_and(|month| !(1..=12).contains(&month));
        ledger.fire_if("card.exp_month_range", bad, "/exp_month");
    }
    if request.operation != "payment" {
        return;
    }
    formats(&request.body, ledger);
    // The source shows no card post of a payout, so that nothing can be asked of one.
    if request.is_card_of_payout() {
        ledger.fire("payment.of_payout", "");
        return;
    }
    for member in ["cardholder_name", "card_number", "exp_month", "exp_year"] {
        let absent = request.body.absent(member);
        ledger.fire_if("payment.field_required", absent, request.body.at(member));
    }
    security_code(request, ledger);
    expiry(request, ledger);
    let address_is_wrong = |text: &str| address(text).is_none();
    let bad = request.body.text("ip_address").is_some_and(address_is_wrong);
    ledger.fire_if("payment.ip_address_format", bad, "/ip_address");
    of_the_order(request, ledger);
}

fn formats(body: &Obj, ledger: &mut Ledger) {
    if let Some(number) = body.text("card_number") {
        let good = is_digits(number) && (12..=19).contains(&number.len());
        ledger.fire_if("payment.card_number_format", !good, "/card_number");
        let fails = good && !luhn(number);
        ledger.fire_if("payment.card_number_checksum", fails, "/card_number");
    }
    let good = |text: &str| is_digits(text) && (3..=4).contains(&text.len());
    let bad = body.text("csc").is_some_and(|text| !good(text));
    ledger.fire_if("payment.csc_format", bad, "/csc");
    let bad = body.integer("exp_year").is_some_and(|year| !(0..=99).contains(&year));
    ledger.fire_if("payment.exp_year_digits", bad, "/exp_year");
}

fn is_digits(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit())
}

/// From the right, every second digit counts double, a double of two digits as their sum.
fn luhn(digits: &str) -> bool {
    let mut sum = 0;
    for (index, digit) in digits.bytes().rev().enumerate() {
        let value = u32::from(digit - b'0');
        sum += match index % 2 {
            0 => value,
            _ if value > 4 => 2 * value - 9,
            _ => 2 * value,
        };
    }
    sum % 10 == 0
}

fn security_code(request: &Request, ledger: &mut Ledger) {
    let body = &request.body;
    let moto = original_had(request, "moto").unwrap_or(false);
    let avs = body.flag("avs") == Some(true);
    ledger.fire_if("payment.csc_required", body.absent("csc") && (!moto || avs), "/csc");
    ledger.fire_if("payment.csc_with_moto", body.valid("csc") && moto && !avs, "/csc");
}

/// Whether the original order had a capability, if that is known.
fn original_had(request: &Request, capability: &str) -> Option<bool> {
    let list = request.facts.order.capabilities.as_ref()?;
    Some(list.iter().any(|name| name == capability))
}

fn expiry(request: &Request, ledger: &mut Ledger) {
    let month = request.body.integer("exp_month").filter(|month| (1..=12).contains(month));
    let year = request.body.integer("exp_year").and_then(|year| match year {
        0..=99 => Some(2000 + year),
        2000..=2099 => Some(year),
        _ => None,
    });
    if let (Some(year), Some(month)) = (year, month) {
        ledger.ask(
            "payment.card_expired",
            "now",
            request.facts.now,
            |now| (year, month) < local_month(now, LAST_OFFSET),
            "/exp_year",
        );
    }
}

fn of_the_order(request: &Request, ledger: &mut Ledger) {
    let body = &request.body;
    if body.flag("saved_by_merchant") == Some(true) {
        ledger.ask(
            "payment.saving_not_set_up",
            "order.capabilities",
            original_had(request, "payment_method_saving"),
            |had| !had,
            "/saved_by_merchant",
        );
    }
    let by_merchant = request.facts.saving_side.as_deref() == Some("merchant");
    if by_merchant
        && (body.absent("saved_by_merchant") || body.flag("saved_by_merchant") == Some(false))
    {
        ledger.ask(
            "payment.saved_by_merchant_missing",
            "order.capabilities",
            original_had(request, "payment_method_saving"),
            |had| had,
            "/saved_by_merchant",
        );
    }
    if body.flag("saved_by_merchant") == Some(true) {
        ledger.ask(
            "payment.saved_by_merchant_misplaced",
            "saving_side",
            request.facts.saving_side.as_deref(),
            |side| side == "service",
            "/saved_by_merchant",
        );
    }
    if body.flag("avs") == Some(true) {
        ledger.ask(
            "payment.avs_without_address",
            "order.billing_address",
            request.facts.order.billing_address,
            |had| !had,
            "/avs",
        );
    }
}
