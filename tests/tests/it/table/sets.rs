//! Every set of features that an order, a payout, a refund or a reversal can have.

use paylint::compatibility::Compatibility;
use paylint::facts::{self, Merchant, Order, Subsequent, Terminal};
use paylint::{Engine, Facts, Feature, FeatureSet, Operation, Report, Verdict};

use super::source::{relation, source};

/// A lookup table of the rule that each pair violates by the document's rows.
struct Naive([[Option<&'static str>; 25]; 25]);

/// An active feature, and the top-level member that activates it.
type Active = (Feature, Option<&'static str>);

/// A finding: its rule, its path, and the pair of features.
type Clash = (&'static str, &'static str, Feature, Feature);

impl Naive {
    fn new() -> Naive {
        let (rows, mut all) = (source(), [[None; 25]; 25]);
        for (a, b) in Feature::ALL.iter().flat_map(|a| Feature::ALL.iter().map(move |b| (*a, *b))) {
            all[a as usize][b as usize] = match relation(&rows, a, b) {
                Some(Compatibility::Incompatible) => Some("compat.pair"),
                Some(Compatibility::Disputed) => Some("compat.disputed"),
                _ => None,
            };
        }
        Naive(all)
    }

    fn rule(&self, a: Feature, b: Feature) -> Option<&'static str> {
        self.0[a as usize][b as usize]
    }

    /// The findings for all pairs of `active`, which is in the order of features. `members` are the
    /// trigger paths in document order.
    fn clashes(&self, active: &[Active], members: &[&str]) -> Vec<Clash> {
        let mut out = Vec::new();
        for (at, (a, path_of_a)) in active.iter().enumerate() {
            for (b, path_of_b) in &active[at + 1..] {
                let Some(rule) = self.rule(*a, *b) else { continue };
                out.push((rule, path_of_b.or(*path_of_a).unwrap_or(""), *a, *b));
            }
        }
        // The sort is stable: at the same path the pairs stay in the order of features.
        let place = |path: &str| members.iter().position(|member| *member == path);
        out.sort_by_key(|(rule, path, ..)| (*rule == "compat.disputed", place(path)));
        out
    }
}

/// Fails unless the findings of the two rules in a report are these, in this order.
fn assert_found(report: &Report, expected: &[Clash], what: impl Fn() -> String) {
    assert!(!report.truncated());
    let found = report.findings().filter(|finding| finding.rule().family() == "compat");
    let found = found.map(|finding| {
        format!("{} {} {}", finding.rule().name, finding.path(), finding.params_json())
    });
    let told =
        |(rule, path, a, b): &Clash| format!("{rule} {path} {{\"features\":[\"{a}\",\"{b}\"]}}");
    let expected: Vec<String> = expected.iter().map(told).collect();
    assert_eq!(found.collect::<Vec<_>>(), expected, "{}", what());
    if expected.iter().any(|told| told.starts_with("compat.pair")) {
        assert_eq!(report.verdict(), Verdict::Reject, "{}", what());
    }
}

/// The unchecked rules of the family, with their needs.
fn open(report: &Report) -> Vec<(&str, Vec<&'static str>)> {
    let open = report.unchecked().filter(|unchecked| unchecked.rule().family() == "compat");
    open.map(|unchecked| {
        (unchecked.rule().name, unchecked.needs().map(|fact| fact.name()).collect())
    })
    .collect()
}

const SUBSEQUENT: [Option<Subsequent>; 4] = [
    None,
    Some(Subsequent::Recurring),
    Some(Subsequent::RecurringAutomatic),
    Some(Subsequent::OneClick),
];
const TERMINALS: [Option<Terminal>; 4] =
    [None, Some(Terminal::Standard), Some(Terminal::Qcash), Some(Terminal::SdwoFunding)];

/// An order built from flags: its members, and the features that they activate.
#[derive(Default)]
struct Flags {
    body: String,
    active: Vec<Active>,
}

impl Flags {
    fn add(&mut self, member: &str, active: impl IntoIterator<Item = Active>) {
        if !self.body.is_empty() {
            self.body.push(',');
        }
        self.body.push_str(member);
        self.active.extend(active);
    }
}

/// Visits every order that differs from the others in its features or in the members that activate them.
fn each_order(mut visit: impl FnMut(Flags)) {
    use Feature::*;
    let flags = |bits: u32, at: u32| bits >> at & 1 == 1;
    for scenario in [OneStep, TwoStep, ZeroAmount] {
        for (saving, bits) in (0..3).flat_map(|saving| (0..1 << 7).map(move |bits| (saving, bits)))
        {
            if scenario == ZeroAmount && flags(bits, 0) {
                // An order without products has no taxes.
                continue;
            }
            let mut order = Flags { active: vec![(scenario, None)], ..Flags::default() };
            match scenario {
                ZeroAmount => order.add("\"payment_system\":\"AUTH\"", None),
                TwoStep => order.add("\"skip_capture\":true", None),
                _ => {}
            }
            if scenario != ZeroAmount && !flags(bits, 0) {
                order.add(r#""products":[{"title":"t","price":1}]"#, None);
            }
            match saving {
                1 => order.add(
                    r#""force_save_method":true,"setup_future_use":"one-click""#,
                    [(PaymentMethodSaving, Some("/setup_future_use"))],
                ),
                2 => order.add(
                    r#""force_save_method":true"#,
                    [(PaymentMethodSaving, Some("/force_save_method"))],
                ),
                _ => {}
            }
            for (at, member, feature, path) in [
                (1, r#""travel_data":{}"#, TravelData, "/travel_data"),
                (2, r#""recipient_client":{}"#, AccountFunding, "/recipient_client"),
                (3, r#""dynamic_descriptor":"d""#, DynamicDescriptor, "/dynamic_descriptor"),
                (4, r#""service_location":{}"#, ServiceLocation, "/service_location"),
                (5, r#""is_moto":true"#, Moto, "/is_moto"),
                (6, r#""sdwo_merchant_id":"m""#, SdwoPurchase, "/sdwo_merchant_id"),
                (0, r#""products":[{"price":1},{"tax":{}},{"tax":{}}]"#, Taxes, "/products/1/tax"),
            ] {
                if flags(bits, at) {
                    order.add(member, [(feature, Some(path))]);
                }
            }
            visit(order);
        }
    }
}

const ORDER_PATHS: [&str; 10] = [
    "",
    "/products/1/tax",
    "/force_save_method",
    "/setup_future_use",
    "/dynamic_descriptor",
    "/service_location",
    "/travel_data",
    "/is_moto",
    "/sdwo_merchant_id",
    "/recipient_client",
];

/// Features that an absent fact could activate, and the fact.
fn possible(facts: &Facts<'_>) -> Vec<(Feature, &'static str)> {
    let mut out = Vec::new();
    if facts.terminal.is_none() {
        out.extend([(Feature::Qcash, "terminal"), (Feature::SdwoFunding, "terminal")]);
    }
    let permission = facts.merchant.and_then(|merchant| merchant.avs_permission);
    if permission.is_none() && facts.subsequent.is_none() {
        out.push((Feature::Avs, "merchant.avs_permission"));
    }
    out
}

fn expected_open(
    naive: &Naive,
    facts: &Facts<'_>,
    active: &[Active],
    clashes: &[Clash],
) -> Vec<(&'static str, Vec<&'static str>)> {
    let mut out = Vec::new();
    for rule in ["compat.pair", "compat.disputed"] {
        let mut needs = Vec::new();
        for (feature, fact) in possible(facts) {
            let clash = |(other, _): &Active| naive.rule(feature, *other) == Some(rule);
            if active.iter().any(clash) && !needs.contains(&fact) {
                needs.push(fact);
            }
        }
        if !needs.is_empty() && !clashes.iter().any(|(found, ..)| *found == rule) {
            out.push((rule, needs));
        }
    }
    out
}

#[test]
fn every_order_feature_set_follows_the_rows() {
    let (engine, naive, mut report) = (Engine::default(), Naive::new(), Report::new());
    let mut count = 0;
    each_order(|order| {
        let body = format!("{{{}}}", order.body);
        let by_recipient =
            order.active.iter().any(|(feature, _)| *feature == Feature::AccountFunding);
        let fundings = [None, Some(facts::AccountFunding::Other)];
        for (subsequent, funding) in
            SUBSEQUENT.into_iter().flat_map(|subsequent| fundings.map(|by| (subsequent, by)))
        {
            for (terminal, avs) in TERMINALS
                .into_iter()
                .flat_map(|terminal| [None, Some(false), Some(true)].map(|avs| (terminal, avs)))
            {
                let facts = Facts {
                    subsequent,
                    terminal,
                    account_funding: funding,
                    merchant: Some(Merchant { avs_permission: avs, ..Merchant::default() }),
                    ..Facts::default()
                };
                let mut active = order.active.clone();
                active.extend(subsequent.map(|subsequent| (subsequent.feature(), None)));
                if funding.is_some() && !by_recipient {
                    active.push((Feature::AccountFunding, None));
                }
                active.extend(match terminal {
                    Some(Terminal::Qcash) => Some((Feature::Qcash, None)),
                    Some(Terminal::SdwoFunding) => Some((Feature::SdwoFunding, None)),
                    _ => None,
                });
                if avs == Some(true) && subsequent.is_none() {
                    active.push((Feature::Avs, None));
                }
                active.sort();
                engine.check_into(Operation::Order, body.as_bytes(), &facts, &mut report);
                let clashes = naive.clashes(&active, &ORDER_PATHS);
                let what =
                    || format!("{body} with {subsequent:?} {funding:?} {terminal:?} {avs:?}");
                assert_found(&report, &clashes, what);
                assert_eq!(
                    open(&report),
                    expected_open(&naive, &facts, &active, &clashes),
                    "{}",
                    what()
                );
                let features = report.capabilities().iter().chain(report.scenario());
                let expected: FeatureSet = active.iter().map(|(feature, _)| *feature).collect();
                assert_eq!(features.collect::<FeatureSet>(), expected, "{}", what());
                count += 1;
            }
        }
    });
    assert_eq!(count, (2 * 3 * 128 + 3 * 64) * 4 * 2 * 12);
}

const PAYOUT_PATHS: [&str; 9] = [
    "",
    "/setup_future_use",
    "/force_save_method",
    "/travel_data",
    "/recipient_client",
    "/dynamic_descriptor",
    "/service_location",
    "/is_moto",
    "/sdwo_merchant_id",
];

#[test]
fn every_payout_feature_set_follows_the_rows() {
    use Feature::*;
    let recognised =
        [TravelData, AccountFunding, DynamicDescriptor, ServiceLocation, Moto, SdwoPurchase];
    let (engine, naive, mut report) = (Engine::default(), Naive::new(), Report::new());
    let payouts = [
        (Operation::PayoutA2a, PayoutA2a),
        (Operation::PayoutB2p, PayoutB2p),
        (Operation::PayoutP2p, PayoutP2p),
        (Operation::PayoutOg, PayoutOg),
        (Operation::PayoutSdwo, PayoutSdwo),
    ];
    for ((operation, own), bits) in
        payouts.into_iter().flat_map(|payout| (0..1u32 << 8).map(move |bits| (payout, bits)))
    {
        // Backwards, so that the text has another order than the document. A false flag doesn't activate its feature,
        // any other value does.
        let members: Vec<String> = PAYOUT_PATHS[1..]
            .iter()
            .enumerate()
            .rev()
            .map(|(at, path)| match (bits >> at & 1 == 1, at) {
                (true, _) => format!("\"{}\":7", &path[1..]),
                (false, 1 | 6) => format!("\"{}\":false", &path[1..]),
                (false, _) => format!("\"{}\":null", &path[1..]),
            })
            .collect();
        let body = format!("{{{}}}", members.join(","));
        for subsequent in SUBSEQUENT {
            let mut active: Vec<Active> = vec![(own, None)];
            active.extend(subsequent.map(|subsequent| (subsequent.feature(), None)));
            let saving = [(0, PAYOUT_PATHS[1]), (1, PAYOUT_PATHS[2])];
            let saving = saving.into_iter().find(|(at, _)| bits >> at & 1 == 1);
            active.extend(saving.map(|(_, path)| (PaymentMethodSaving, Some(path))));
            for (at, feature) in (2..).zip(recognised) {
                let is_own = (feature, own) == (SdwoPurchase, PayoutSdwo);
                if bits >> at & 1 == 1 && !is_own {
                    active.push((feature, Some(PAYOUT_PATHS[at + 1])));
                }
            }
            active.sort();
            let facts = Facts {
                subsequent,
                terminal: Some(Terminal::Qcash),
                account_funding: Some(facts::AccountFunding::Other),
                merchant: Some(Merchant { avs_permission: Some(true), ..Merchant::default() }),
                ..Facts::default()
            };
            engine.check_into(operation, body.as_bytes(), &facts, &mut report);
            let clashes = naive.clashes(&active, &PAYOUT_PATHS);
            assert_found(&report, &clashes, || format!("{operation}: {body} with {subsequent:?}"));
            assert_eq!(open(&report), [], "{operation}: {body}");
        }
    }
}

#[test]
fn refunds_and_reversals_follow_the_rows() {
    use Feature::*;
    let capabilities: Vec<Feature> =
        Feature::ALL.iter().copied().filter(|feature| !feature.is_scenario()).collect();
    assert_eq!(capabilities.len(), 14);
    let (engine, naive, mut report) = (Engine::default(), Naive::new(), Report::new());
    let operations: [(Operation, Feature, &[u8]); 3] = [
        (Operation::Refund, FullRefund, b""),
        (Operation::Refund, PartialRefund, b"{\"amount\":1}"),
        (Operation::Reversal, Reversal, b""),
    ];
    let scenarios = [None, Some(OneStep), Some(TwoStep), Some(ZeroAmount), Some(PayoutOg)];
    for (operation, own, body) in operations {
        for (scenario, bits) in scenarios
            .into_iter()
            .flat_map(|scenario| (0..=1u32 << 14).map(move |bits| (scenario, bits)))
        {
            // One more than there are sets, for unknown capabilities.
            let known = (bits < 1 << 14).then(|| {
                let set = capabilities.iter().enumerate().filter(|(at, _)| bits >> at & 1 == 1);
                set.map(|(_, feature)| *feature).collect::<FeatureSet>()
            });
            let order = Order { scenario, capabilities: known, ..Order::default() };
            let facts = Facts { order: Some(order), ..Facts::default() };
            engine.check_into(operation, body, &facts, &mut report);
            let original = known.unwrap_or_default().iter().filter(|feature| *feature != Avs);
            let mut expected: Vec<Clash> = scenario
                .into_iter()
                .chain(original)
                .filter_map(|other| Some((naive.rule(own, other)?, "", own, other)))
                .collect();
            expected.sort_by_key(|(rule, ..)| *rule == "compat.disputed");
            let what = || format!("{own} of {scenario:?} {known:?}");
            assert_found(&report, &expected, what);
            let mut needs = Vec::new();
            if scenario.is_none() {
                needs.push(("compat.pair", vec!["order.scenario"]));
            }
            if known.is_none() {
                needs.push(("compat.disputed", vec!["order.capabilities"]));
            }
            assert_eq!(open(&report), needs, "{}", what());
        }
    }
}
