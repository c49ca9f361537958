//! The table as a grid of characters.

use super::Cell;
use anstyle::{AnsiColor, Style};
use paylint::Feature;
use paylint::compatibility::compatibility;
use std::fmt::Write;

/// The grid, with its legend.
pub(super) fn grid() -> String {
    let width = Feature::ALL.iter().map(|feature| feature.name().len()).max().unwrap_or_default();
    let mut text = String::new();
    for letter in 0..2 {
        _ = write!(text, "{:width$}   ", "");
        for feature in Feature::ALL {
            _ = write!(text, " {}", &head(*feature)[letter..=letter]);
        }
        text.push('\n');
    }
    for a in Feature::ALL {
        _ = write!(text, "{:width$} {}", a.name(), head(*a));
        for b in Feature::ALL {
            let (mark, style) = mark(*a, *b);
            _ = write!(text, " {style}{mark}{style:#}");
        }
        let end = text.trim_end().len();
        text.truncate(end);
        text.push('\n');
    }
    let [yes, no, disputed] = [COMPATIBLE, INCOMPATIBLE, DISPUTED];
    _ = write!(
        text,
        "\n{yes}+{yes:#} compatible   {no}-{no:#} incompatible   \
         {disputed}?{disputed:#} disputed: the rows of the two disagree\n\
         blank: cannot arise\n\n\
         `paylint matrix {} {}` says which row says what\n",
        Feature::ZeroAmount,
        Feature::Avs
    );
    text
}

const COMPATIBLE: Style = AnsiColor::BrightGreen.on_default();
const INCOMPATIBLE: Style = AnsiColor::BrightRed.on_default();
const DISPUTED: Style = AnsiColor::Yellow.on_default().bold();

fn mark(a: Feature, b: Feature) -> (char, Style) {
    match Cell::of(compatibility(a, b).as_ref()) {
        Cell::Compatible => ('+', COMPATIBLE),
        Cell::Incompatible => ('-', INCOMPATIBLE),
        Cell::Disputed => ('?', DISPUTED),
        Cell::None => (' ', Style::new()),
    }
}

/// Two letters for a feature.
fn head(feature: Feature) -> &'static str {
    match feature {
        Feature::OneStep => "1s",
        Feature::TwoStep => "2s",
        Feature::ZeroAmount => "za",
        Feature::FullRefund => "fr",
        Feature::PartialRefund => "pr",
        Feature::Reversal => "rv",
        Feature::Recurring => "rc",
        Feature::RecurringAutomatic => "ra",
        Feature::OneClick => "1c",
        Feature::PaymentMethodSaving => "sv",
        Feature::TravelData => "td",
        Feature::AccountFunding => "af",
        Feature::DynamicDescriptor => "dd",
        Feature::ServiceLocation => "sl",
        Feature::Qcash => "qc",
        Feature::Moto => "mo",
        Feature::SdwoFunding => "sf",
        Feature::SdwoPurchase => "sp",
        Feature::Taxes => "tx",
        Feature::Avs => "av",
        Feature::PayoutA2a => "a2",
        Feature::PayoutB2p => "b2",
        Feature::PayoutP2p => "p2",
        Feature::PayoutOg => "og",
        Feature::PayoutSdwo => "sd",
        // A test asks for two letters of every feature.
        _ => "",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_features_have_one_head() {
        let heads: std::collections::BTreeSet<_> =
            Feature::ALL.iter().map(|feature| head(*feature)).collect();
        assert_eq!(heads.len(), Feature::ALL.len());
        assert!(heads.iter().all(|head| head.len() == 2), "{heads:?}");
    }
}
