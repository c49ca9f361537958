//! Features: scenarios and capabilities, and which of them a request has.

pub(crate) use super::feature_names::{CAPABILITIES, FEATURES, SCENARIOS};
use super::json::Json;
use super::request::Request;

/// A feature that is active, and the path of the member that triggers it.
pub(crate) struct Active {
    pub(crate) name: &'static str,
    pub(crate) path: Option<String>,
}

/// Whether `products` is invalid, or an array of at least one element.
pub(crate) fn products_present(request: &Request) -> bool {
    let body = &request.body;
    body.invalid("products") || body.list("products").is_some_and(|list| !list.is_empty())
}

/// Whether the order asks for a method to be saved, in whatever words.
pub(crate) fn saving_present(request: &Request) -> bool {
    request.body.present("setup_future_use") || request.body.present("force_save_method")
}

/// The scenario of the request, where its operation has one.
pub(crate) fn scenario(request: &Request) -> Option<&'static str> {
    let body = &request.body;
    match request.operation {
        "order" => {
            let auth = body.text("payment_system") == Some("AUTH");
            if !products_present(request) && (saving_present(request) || auth) {
                Some("zero_amount")
            } else if body.flag("skip_capture") == Some(true) {
                Some("two_step")
            } else {
                Some("one_step")
            }
        }
        "refund" if request.has_body => Some("partial_refund"),
        "refund" => Some("full_refund"),
        "reversal" => Some("reversal"),
        payout if request.is_payout() => FEATURES.iter().find(|name| **name == payout).copied(),
        _ => None,
    }
}

/// The active capabilities of an order or a payout, in the order of features; none for others.
pub(crate) fn capabilities(request: &Request) -> Vec<Active> {
    let mut found: Vec<(&str, Option<String>)> = Vec::new();
    let charges = request.operation == "order" || request.is_payout();
    if let Some(name) = request.facts.subsequent.as_deref().filter(|_| charges) {
        found.push((name, None));
    }
    if request.operation == "order" {
        of_order(request, &mut found);
    } else if request.is_payout() {
        of_payout(request, &mut found);
    }
    let mut out = Vec::new();
    for feature in FEATURES {
        if let Some((_, path)) = found.iter().find(|(name, _)| name == feature) {
            out.push(Active { name: feature, path: path.clone() });
        }
    }
    out
}

fn of_order(request: &Request, found: &mut Vec<(&str, Option<String>)>) {
    let (body, facts) = (&request.body, &request.facts);
    if body.valid("setup_future_use") {
        found.push(("payment_method_saving", Some("/setup_future_use".to_owned())));
    } else if body.flag("force_save_method") == Some(true) {
        found.push(("payment_method_saving", Some("/force_save_method".to_owned())));
    }
    if body.valid("recipient_client") {
        found.push(("account_funding", Some("/recipient_client".to_owned())));
    } else if facts.account_funding.is_some() {
        found.push(("account_funding", None));
    }
    for (member, feature) in [
        ("travel_data", "travel_data"),
        ("dynamic_descriptor", "dynamic_descriptor"),
        ("service_location", "service_location"),
        ("sdwo_merchant_id", "sdwo_purchase"),
    ] {
        if body.valid(member) {
            found.push((feature, Some(format!("/{member}"))));
        }
    }
    match facts.terminal.as_deref() {
        Some("qcash") => found.push(("qcash", None)),
        Some("sdwo_funding") => found.push(("sdwo_funding", None)),
        _ => {}
    }
    if body.flag("is_moto") == Some(true) {
        found.push(("moto", Some("/is_moto".to_owned())));
    }
    let products = body.list("products").unwrap_or_default();
    if let Some(taxed) = products.iter().find(|product| product.valid("tax")) {
        found.push(("taxes", Some(taxed.at("tax"))));
    }
    if facts.merchant.avs_permission == Some(true) && facts.subsequent.is_none() {
        found.push(("avs", None));
    }
}

fn of_payout(request: &Request, found: &mut Vec<(&str, Option<String>)>) {
    // Two members can ask for saving; the path is that of the first listed.
    for (member, feature, unless_false) in [
        ("setup_future_use", "payment_method_saving", false),
        ("force_save_method", "payment_method_saving", true),
        ("travel_data", "travel_data", false),
        ("recipient_client", "account_funding", false),
        ("dynamic_descriptor", "dynamic_descriptor", false),
        ("service_location", "service_location", false),
        ("is_moto", "moto", true),
        ("sdwo_merchant_id", "sdwo_purchase", false),
    ] {
        let is_false = matches!(request.body.raw(member), Some(Json::Bool(false)));
        if request.body.present(member) && !(unless_false && is_false) {
            found.push((feature, Some(format!("/{member}"))));
        }
    }
}
