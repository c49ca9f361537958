//! The members that activate an order's features, and the pairs of features that the table rules out.

use crate::base::json::{Array, ObjectWriter};
use crate::check::compatibility::{Compatibility, compatibility};
use crate::model::feature::Feature;

const WITH_PRODUCTS: &str = has!("products", r#"{"type":"array","minItems":1}"#);

const SAVING: &str = of!(
    "anyOf",
    has!("setup_future_use", present!()),
    has!("force_save_method", r#"{"type":"boolean"}"#)
);

/// The features, each with the condition under which it is active.
const ACTIVE: &[(Feature, &str)] = &[
    (
        Feature::TwoStep,
        of!("allOf", def!("with_products"), has!("skip_capture", r#"{"const":true}"#)),
    ),
    // An accepted order without products is always Zero-Amount.
    (Feature::ZeroAmount, not!(def!("with_products"))),
    (
        Feature::PaymentMethodSaving,
        of!(
            "anyOf",
            has!("setup_future_use", present!()),
            has!("force_save_method", r#"{"const":true}"#)
        ),
    ),
    (Feature::TravelData, has!("travel_data", r#"{"type":"object"}"#)),
    (Feature::AccountFunding, has!("recipient_client", r#"{"type":"object"}"#)),
    (Feature::DynamicDescriptor, has!("dynamic_descriptor", present!())),
    (Feature::ServiceLocation, has!("service_location", r#"{"type":"object"}"#)),
    (Feature::Moto, has!("is_moto", r#"{"const":true}"#)),
    (Feature::SdwoPurchase, has!("sdwo_merchant_id", present!())),
    (
        Feature::Taxes,
        has!(
            "products",
            concat!(r#"{"type":"array","contains":"#, has!("tax", r#"{"type":"object"}"#), "}")
        ),
    ),
];

/// Writes the definitions that conditions refer to.
pub(super) fn write_definitions(defs: &mut ObjectWriter<'_>) {
    defs.json("with_products", WITH_PRODUCTS);
    defs.json("saving", SAVING);
    ACTIVE.iter().for_each(|(feature, active)| defs.json(feature.name(), active));
}

/// Writes that no two features that the table rules out are active together.
pub(super) fn write_pairs(all: &mut Array<'_>) {
    for (nth, (a, _)) in ACTIVE.iter().enumerate() {
        for (b, _) in ACTIVE.iter().skip(nth + 1) {
            let is_ruled_out = compatibility(*a, *b)
                .is_some_and(|pair| pair.compatibility == Compatibility::Incompatible);
            // A request has one scenario.
            if !is_ruled_out || a.is_scenario() && b.is_scenario() {
                continue;
            }
            all.object(|pair| {
                pair.text("$comment", "compat.pair");
                pair.object("not", |not| {
                    not.array("allOf", |both| {
                        for feature in [a, b] {
                            let path = ["#/$defs/", feature.name()].concat();
                            both.object(|reference| reference.text("$ref", &path));
                        }
                    });
                });
            });
        }
    }
}
