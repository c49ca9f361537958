//! Every set of features that an order, a payout, a refund or a reversal can have.

use paylint::compatibility::{Compatibility, compatibility};
use paylint::facts::Order;
use paylint::{Engine, Facts, FactsBuf, Feature, FeatureSet, Operation, Report, Verdict};

/// A part of a request: members of its body and of its facts, as JSON.
#[derive(Clone, Default)]
struct Part {
    body: String,
    facts: &'static str,
    /// The features that they activate, each with the path of its member; empty for a fact.
    active: Vec<(Feature, &'static str)>,
    /// Features that an absent fact could activate, and the fact.
    possible: Vec<(Feature, &'static str)>,
}

fn in_body(members: &str, active: &[(Feature, &'static str)]) -> Part {
    Part { body: members.to_owned(), active: active.to_vec(), ..Part::default() }
}

fn in_facts(facts: &'static str, active: &[Feature]) -> Part {
    let active = active.iter().map(|feature| (*feature, "")).collect();
    Part { facts, active, ..Part::default() }
}

fn without(possible: &[Feature], fact: &'static str) -> Part {
    let possible = possible.iter().map(|feature| (*feature, fact)).collect();
    Part { possible, ..Part::default() }
}

/// A member that doesn't activate a feature, or does.
fn flag((path, value, feature): (&'static str, &str, Feature)) -> Vec<Part> {
    let off = if feature == Feature::Moto { "false" } else { "null" };
    let member = |value| format!("\"{}\":{value}", &path[1..]);
    vec![in_body(&member(off), &[]), in_body(&member(value), &[(feature, path)])]
}

/// Every combination of a part of each list.
fn combined(lists: &[Vec<Part>]) -> Vec<Vec<&Part>> {
    lists.iter().fold(vec![Vec::new()], |all, list| {
        let with = |part| all.iter().map(move |one| [&one[..], &[part]].concat());
        list.iter().flat_map(with).collect()
    })
}

/// A finding: its rule, its path, and the pair of features.
type Clash = (&'static str, &'static str, Feature, Feature);

const RULES: [&str; 2] = ["compat.pair", "compat.disputed"];

/// The rule that a pair violates.
fn violated(a: Feature, b: Feature) -> Option<&'static str> {
    match compatibility(a, b)?.compatibility {
        Compatibility::Incompatible => Some(RULES[0]),
        Compatibility::Disputed => Some(RULES[1]),
        Compatibility::Compatible => None,
    }
}

/// Fails unless these are the findings of the two rules, in this order, and those that are unchecked, with their needs.
fn assert_told(
    report: &Report,
    clashes: &[Clash],
    open: &[(&str, Vec<&str>)],
    what: impl Fn() -> String,
) {
    assert!(!report.truncated());
    let found = report.findings().filter(|finding| finding.rule().family() == "compat");
    let found = found.map(|finding| {
        format!("{} {} {}", finding.rule().name, finding.path(), finding.params_json())
    });
    let told =
        |(rule, path, a, b): &Clash| format!("{rule} {path} {{\"features\":[\"{a}\",\"{b}\"]}}");
    let expected: Vec<String> = clashes.iter().map(told).collect();
    assert_eq!(found.collect::<Vec<_>>(), expected, "{}", what());
    let rejects = clashes.iter().any(|(rule, ..)| *rule == RULES[0]);
    assert!(!rejects || report.verdict() == Verdict::Reject, "{}", what());
    let unchecked = report.unchecked().filter(|unchecked| unchecked.rule().family() == "compat");
    let unchecked = unchecked
        .map(|rule| (rule.rule().name, rule.needs().map(|fact| fact.name()).collect::<Vec<_>>()));
    assert_eq!(unchecked.collect::<Vec<_>>(), open, "{}", what());
}

/// Checks a request, whose parts are in the order of the schema.
fn assert_follows_the_rows(engine: &Engine, operation: Operation, request: &[&Part]) {
    let joined = |members: Vec<&str>| {
        let members: Vec<&str> = members.into_iter().filter(|part| !part.is_empty()).collect();
        format!("{{{}}}", members.join(","))
    };
    // Findings are in the order of the schema, whatever the body's.
    let body = joined(request.iter().rev().map(|part| &*part.body).collect());
    let facts = joined(request.iter().map(|part| part.facts).collect());
    let known = FactsBuf::from_json(facts.as_bytes()).expect("facts");
    let report = engine.check(operation, body.as_bytes(), &known.as_facts());
    let in_order = || request.iter().flat_map(|part| &part.active);
    let mut active: Vec<_> = in_order().copied().collect();
    active.sort();
    let mut clashes: Vec<Clash> = Vec::new();
    for (at, (a, path_of_a)) in active.iter().enumerate() {
        for (b, path_of_b) in &active[at + 1..] {
            let path = if path_of_b.is_empty() { path_of_a } else { path_of_b };
            clashes.extend(violated(*a, *b).map(|rule| (rule, *path, *a, *b)));
        }
    }
    // The sort is stable: at the same path the pairs stay in the order of features.
    let place = |path: &str| in_order().position(|(_, known)| !path.is_empty() && *known == path);
    clashes.sort_by_key(|(rule, path, ..)| (*rule == RULES[1], place(path)));
    let open = RULES.into_iter().filter_map(|rule| {
        let may_clash = |feature: Feature| {
            active.iter().any(|(other, _)| violated(feature, *other) == Some(rule))
        };
        let possible = request.iter().flat_map(|part| &part.possible);
        let needs = possible.filter(|(feature, _)| may_clash(*feature));
        let mut needs: Vec<_> = needs.map(|(_, fact)| *fact).collect();
        needs.dedup();
        let is_found = clashes.iter().any(|(found, ..)| *found == rule);
        (!needs.is_empty() && !is_found).then_some((rule, needs))
    });
    let what = || format!("{operation}: {body} with {facts}");
    assert_told(&report, &clashes, &Vec::from_iter(open), what);
    let features = report.capabilities().iter().chain(report.scenario());
    let expected: FeatureSet = active.iter().map(|(feature, _)| *feature).collect();
    assert_eq!(features.collect::<FeatureSet>(), expected, "{}", what());
}

fn subsequent() -> Vec<Part> {
    vec![
        Part::default(),
        in_facts(r#""subsequent":"recurring""#, &[Feature::Recurring]),
        in_facts(r#""subsequent":"recurring_automatic""#, &[Feature::RecurringAutomatic]),
        in_facts(r#""subsequent":"one_click""#, &[Feature::OneClick]),
    ]
}

#[test]
fn every_order_feature_set_follows_the_rows() {
    use Feature::*;
    let products = r#""products":[{"title":"t","price":1}]"#;
    let taxed = r#""products":[{"price":1},{"tax":{}},{"tax":{}}]"#;
    let two_step = |products| format!(r#"{products},"skip_capture":true"#);
    let taxes = (Taxes, "/products/1/tax");
    let scenarios = vec![
        in_body(r#""payment_system":"AUTH""#, &[(ZeroAmount, "")]),
        in_body(products, &[(OneStep, "")]),
        in_body(&two_step(products), &[(TwoStep, "")]),
        in_body(taxed, &[(OneStep, ""), taxes]),
        in_body(&two_step(taxed), &[(TwoStep, ""), taxes]),
    ];
    let saving = |members, path| in_body(members, &[(PaymentMethodSaving, path)]);
    let savings = vec![
        Part::default(),
        saving(r#""force_save_method":true,"setup_future_use":"one-click""#, "/setup_future_use"),
        saving(r#""force_save_method":true"#, "/force_save_method"),
    ];
    let flags = [
        ("/dynamic_descriptor", "\"d\"", DynamicDescriptor),
        ("/service_location", "{}", ServiceLocation),
        ("/travel_data", "{}", TravelData),
        ("/is_moto", "true", Moto),
        ("/sdwo_merchant_id", "\"m\"", SdwoPurchase),
    ];
    let recipient = in_body(r#""recipient_client":{}"#, &[(AccountFunding, "/recipient_client")]);
    let other = r#""account_funding":"other""#;
    let fundings = vec![
        Part::default(),
        recipient.clone(),
        in_facts(other, &[AccountFunding]),
        Part { facts: other, ..recipient },
    ];
    let terminals = vec![
        without(&[Qcash, SdwoFunding], "terminal"),
        in_facts(r#""terminal":"standard""#, &[]),
        in_facts(r#""terminal":"qcash""#, &[Qcash]),
        in_facts(r#""terminal":"sdwo_funding""#, &[SdwoFunding]),
    ];
    let permissions = |active: &[Feature]| {
        vec![
            without(active, "merchant.avs_permission"),
            in_facts(r#""merchant":{"avs_permission":false}"#, &[]),
            in_facts(r#""merchant":{"avs_permission":true}"#, active),
        ]
    };
    // A subsequent payment has no AVS.
    let first = [terminals.clone(), permissions(&[Avs])];
    let later = [terminals, subsequent().split_off(1), permissions(&[])];
    let facts = [combined(&first), combined(&later)].concat();
    let lists = [&[scenarios, savings][..], &flags.map(flag), &[fundings]].concat();
    let bodies = combined(&lists);
    assert_eq!((bodies.len(), facts.len()), (5 * 3 * 4 * 32, 4 * 12));
    let engine = Engine::default();
    for (body, facts) in bodies.iter().flat_map(|body| facts.iter().map(move |facts| (body, facts)))
    {
        assert_follows_the_rows(&engine, Operation::Order, &[&body[..], facts].concat());
    }
}

#[test]
fn every_payout_feature_set_follows_the_rows() {
    use Feature::*;
    let engine = Engine::default();
    // Facts that are about orders alone.
    let facts =
        r#""terminal":"qcash","account_funding":"other","merchant":{"avs_permission":true}"#;
    let saving = |members, path| in_body(members, &[(PaymentMethodSaving, path)]);
    let [mode, force] = ["/setup_future_use", "/force_save_method"];
    // A false flag doesn't activate its feature, any other value does.
    let savings = vec![
        in_body(r#""force_save_method":false,"setup_future_use":null"#, &[]),
        saving(r#""force_save_method":false,"setup_future_use":7"#, mode),
        saving(r#""force_save_method":7,"setup_future_use":7"#, mode),
        saving(r#""force_save_method":7,"setup_future_use":null"#, force),
    ];
    let flags = [
        ("/travel_data", "7", TravelData),
        ("/recipient_client", "7", AccountFunding),
        ("/dynamic_descriptor", "7", DynamicDescriptor),
        ("/service_location", "7", ServiceLocation),
        ("/is_moto", "7", Moto),
        ("/sdwo_merchant_id", "7", SdwoPurchase),
    ];
    for (operation, own) in [
        (Operation::PayoutA2a, PayoutA2a),
        (Operation::PayoutB2p, PayoutB2p),
        (Operation::PayoutP2p, PayoutP2p),
        (Operation::PayoutOg, PayoutOg),
        (Operation::PayoutSdwo, PayoutSdwo),
    ] {
        let mut flags = flags.map(flag);
        if own == PayoutSdwo {
            flags[5][1].active.clear();
        }
        let lists = [&[vec![in_facts(facts, &[own])], subsequent(), savings.clone()][..], &flags];
        for request in combined(&lists.concat()) {
            assert_follows_the_rows(&engine, operation, &request);
        }
    }
}

#[test]
fn refunds_and_reversals_follow_the_rows() {
    use Feature::*;
    let capabilities: Vec<Feature> =
        Feature::ALL.iter().copied().filter(|feature| !feature.is_scenario()).collect();
    assert_eq!(capabilities.len(), 14);
    let (engine, mut report) = (Engine::default(), Report::new());
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
            let original = scenario.into_iter().chain(original);
            let mut clashes: Vec<Clash> = original
                .filter_map(|other| Some((violated(own, other)?, "", own, other)))
                .collect();
            clashes.sort_by_key(|(rule, ..)| *rule == RULES[1]);
            let mut open = Vec::new();
            if scenario.is_none() {
                open.push((RULES[0], vec!["order.scenario"]));
            }
            if known.is_none() {
                open.push((RULES[1], vec!["order.capabilities"]));
            }
            assert_told(&report, &clashes, &open, || format!("{own} of {scenario:?} {known:?}"));
        }
    }
}
