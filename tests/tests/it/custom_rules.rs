//! Custom rules are rules like any other: they have levels, are listed and reported, and run last.

use paylint::facts::{Country, Fact, Merchant};
use paylint::rule::{Context, HOLDS, Param, Violations};
use paylint::{
    Basis, CustomRule, Decimal, Engine, Facts, Level, Operation, Operations, Policy, Verdict,
    catalogue,
};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Units of a total (10⁻¹⁶) in a unit of a decimal (10⁻⁸).
const UNITS: i128 = 100_000_000;

/// A rule that refuses orders over a limit in a currency; the closure owns both.
fn order_limit(name: &'static str, currency: String, limit: Decimal) -> CustomRule {
    CustomRule::with_params(
        name,
        Operations::ORDER,
        "an order is at most {limit}, not {total}",
        &["limit", "total"],
        move |c, findings| {
            if let (Some(order), Some(total)) = (c.request.order(), c.total())
                && order.currency().is(&currency)
                && total.units() > limit.units() * UNITS
            {
                findings.with(order.products(), [Param::Limit(limit), Param::Total(total)]);
            }
            HOLDS
        },
    )
}

fn euro_limit() -> CustomRule {
    order_limit("custom.euro_limit", "EUR".to_owned(), Decimal::from_integer(500))
}

/// A rule for domestic merchants only, unless the order is MOTO, which the body tells without a fact.
fn domestic_only() -> CustomRule {
    CustomRule::new(
        "custom.domestic_only",
        Operations::ORDER,
        "only Latvian merchants use this account",
        |c, findings| {
            let Some(order) = c.request.order() else { return HOLDS };
            if !order.is_moto().is_true() && c.facts.merchant_country()?.code() != "LV" {
                findings.at(c);
            }
            HOLDS
        },
    )
    .needs(&[Fact::MerchantCountry])
}

fn engine(json: &str) -> Engine {
    let policy = Policy::default()
        .with_rule(euro_limit())
        .and_then(|policy| policy.with_rule(domestic_only()))
        .and_then(|policy| policy.with_json(json.as_bytes()))
        .expect("a policy");
    Engine::new(&policy)
}

fn order(price: &str, currency: &str) -> String {
    format!(
        r#"{{"client":{{"email":"ada@mail.example"}},"products":[{{"title":"Mug","price":{price},
        "quantity":2}}],"currency":"{currency}"}}"#
    )
}

/// Facts of a domestic merchant without AVS, which leave nothing unchecked.
fn at_home() -> Facts<'static> {
    let merchant = Merchant {
        country: Country::new("LV"),
        avs_permission: Some(false),
        ..Merchant::default()
    };
    Facts { merchant: Some(merchant), ..Facts::default() }
}

fn fired(engine: &Engine, body: &str, facts: &Facts<'_>) -> Vec<String> {
    let report = engine.check(Operation::Order, body.as_bytes(), facts);
    let rejects = report.verdict() == Verdict::Reject;
    assert_eq!(engine.accepts(Operation::Order, body.as_bytes(), facts), !rejects);
    report.findings().map(|finding| finding.rule().name.to_owned()).collect()
}

#[test]
fn the_limit_is_exact_and_in_its_currency() {
    let engine = engine("{}");
    let none = [""; 0];
    assert_eq!(fired(&engine, &order("250.00", "EUR"), &at_home()), none);
    assert_eq!(fired(&engine, &order("250.00000001", "USD"), &at_home()), ["amount.minor_units"]);
    let over = fired(&engine, &order("250.00000001", "EUR"), &at_home());
    assert_eq!(over, ["amount.minor_units", "custom.euro_limit"]);
    // If a price isn't a number, there is no total to compare.
    let untyped = fired(&engine, &order("true", "EUR"), &at_home());
    assert_eq!(untyped, ["field.type"]);
}

#[test]
fn custom_rules_are_listed_after_the_catalogue() {
    let policy = Policy::default()
        .with_rule(domestic_only())
        .and_then(|policy| policy.with_rule(euro_limit()))
        .and_then(|policy| policy.with_json(br#"{"levels":{"custom.euro_limit":"warn"}}"#))
        .expect("a policy");
    let listed: Vec<(&str, Level)> =
        policy.rules().map(|(rule, level)| (rule.name, level)).collect();
    assert_eq!(listed.len(), catalogue().len() + 2);
    assert_eq!(
        listed[catalogue().len()..],
        [("custom.domestic_only", Level::Deny), ("custom.euro_limit", Level::Warn)]
    );
    let engine = Engine::new(&policy);
    let own: Vec<&str> = engine.added_rules().map(|rule| rule.name).collect();
    assert_eq!(own, ["custom.domestic_only", "custom.euro_limit"]);
    let body = order("300", "EUR").replace("300,", "300,\"sku\":1,");
    let report = engine.check(Operation::Order, body.as_bytes(), &Facts::default());
    let findings = report.findings().map(|finding| (finding.rule_index(), finding.rule().name));
    let unchecked = report.unchecked().map(|open| (open.rule_index(), open.rule().name));
    let said: Vec<_> = findings.chain(unchecked).collect();
    assert!(said.iter().any(|(index, _)| *index < catalogue().len()), "one of the catalogue");
    for own in ["custom.euro_limit", "custom.domestic_only"] {
        assert!(said.iter().any(|(_, name)| *name == own), "{own}");
    }
    for (index, name) in said {
        assert_eq!(engine.rules().nth(index).map(|(rule, _)| rule.name), Some(name));
    }
    let (rule, _) = policy.rules().last().expect("a rule");
    assert_eq!((rule.family(), rule.basis, rule.number), ("custom", Basis::Custom, 0));
}

#[test]
fn custom_rule_is_unchecked_without_its_fact() {
    let engine = engine(r#"{"levels":{"avs.*":"allow"}}"#);
    let unchecked = |body: &str, facts: &Facts<'_>| {
        let report = engine.check(Operation::Order, body.as_bytes(), facts);
        assert_eq!(report.verdict(), Verdict::Accept);
        let entries = report.unchecked().map(|entry| {
            (
                entry.rule().name.to_owned(),
                entry.level(),
                entry.needs().map(Fact::name).collect::<Vec<_>>(),
            )
        });
        entries.collect::<Vec<_>>()
    };
    let body = order("10", "EUR");
    let entry = ("custom.domestic_only".to_owned(), Level::Deny, vec!["merchant.country"]);
    assert_eq!(unchecked(&body, &Facts::default()), [entry]);
    assert_eq!(unchecked(&body, &at_home()), []);
    // If the body settles it, no fact is needed.
    let moto = body.replace("\"currency\"", "\"is_moto\":true,\"currency\"");
    let names: Vec<String> =
        unchecked(&moto, &Facts::default()).into_iter().map(|(name, ..)| name).collect();
    assert_eq!(names, ["compat.pair"]);
}

#[test]
fn custom_rule_applies_only_to_its_operations() {
    let report = engine("{}").check(Operation::Capture, br#"{"total":900}"#, &Facts::default());
    let own = |name: &str| name.starts_with("custom.");
    assert!(!report.findings().any(|finding| own(finding.rule().name)));
    assert!(!report.unchecked().any(|entry| own(entry.rule().name)));
}

/// Threads share an engine with stateful closures.
#[test]
fn engines_with_closures_are_shared() {
    let limit = |name, currency: &str, limit: i32| {
        order_limit(name, currency.to_owned(), Decimal::from_integer(limit))
    };
    let policy = Policy::default()
        .with_rule(limit("custom.euros", "EUR", 100))
        .and_then(|policy| policy.with_rule(limit("custom.dollars", "USD", 200)))
        .expect("a policy");
    let engine = Engine::new(&policy);
    std::thread::scope(|scope| {
        for (currency, price, expected) in [
            ("EUR", "51", vec!["custom.euros"]),
            ("USD", "51", vec![]),
            ("USD", "101", vec!["custom.dollars"]),
            ("GBP", "9000", vec![]),
        ] {
            let engine = &engine;
            scope.spawn(move || {
                assert_eq!(fired(engine, &order(price, currency), &at_home()), expected);
            });
        }
    });
}

/// A warning doesn't change the verdict, so `accepts` doesn't call its rule.
#[test]
fn accepts_does_not_call_warning_rules() {
    let asked = Arc::new(AtomicUsize::new(0));
    let counter = Arc::clone(&asked);
    let rule = CustomRule::new("custom.own", Operations::ORDER, "never", move |_, _| {
        counter.fetch_add(1, Ordering::Relaxed);
        HOLDS
    });
    for (level, of_accepts) in [(Level::Warn, 0), (Level::Deny, 1)] {
        let policy = Policy::default().with_rule(rule.clone().level(level)).expect("a rule");
        let (engine, facts) = (Engine::new(&policy), Facts::default());
        let body = br#"{"client":{"email":"a@b.example"},"products":[{"title":"Cup","price":1}]}"#;
        assert!(engine.accepts(Operation::Order, body, &facts));
        assert_eq!(asked.swap(0, Ordering::Relaxed), of_accepts, "{level}");
        _ = engine.check(Operation::Order, body, &facts);
        assert_eq!(asked.swap(0, Ordering::Relaxed), 1, "{level}");
    }
}

/// Findings are kept by document order, whatever the order in which the check reports them.
#[test]
fn the_first_in_document_order_are_kept() {
    let last_to_first = |c: &Context<'_>, findings: &mut Violations<'_, '_, 2>| {
        let Some(order) = c.request.order() else { return HOLDS };
        let products: Vec<_> = order.products().objects().collect();
        for (number, product) in products.iter().enumerate().rev() {
            for nth in [1, 2] {
                findings
                    .with(product.title(), [Param::Integer(number as i64), Param::Integer(nth)]);
            }
        }
        HOLDS
    };
    let rule = |name| {
        let (message, params) = ("{number}, {nth}", &["number", "nth"]);
        CustomRule::with_params(name, Operations::ORDER, message, params, last_to_first)
    };
    let policy = ["custom.a", "custom.b"]
        .into_iter()
        .fold(Policy::default(), |policy, name| policy.with_rule(rule(name)).expect("a rule"));
    let levels = br#"{"levels":{"*":"allow","custom.a":"warn","custom.b":"warn"}}"#;
    let policy = policy.with_json(levels).expect("levels");
    for count in [1, 2, 7] {
        let body = format!(r#"{{"products":[{}]}}"#, vec!["{}"; count].join(","));
        let of_a_rule = (0..count).flat_map(|number| [1, 2].map(|nth| format!("{number}, {nth}")));
        let all: Vec<_> = ["custom.a", "custom.b"]
            .into_iter()
            .flat_map(|name| of_a_rule.clone().map(move |said| (name, said)))
            .collect();
        for max in 1..all.len() + 2 {
            let most = format!(r#"{{"max_findings":{max}}}"#);
            let policy = policy.clone().with_json(most.as_bytes()).expect("in range");
            let engine = Engine::new(&policy);
            let report = engine.check(Operation::Order, body.as_bytes(), &at_home());
            let kept = report.findings();
            let kept: Vec<_> = kept.map(|one| (one.rule().name, one.message())).collect();
            assert_eq!(kept, all[..max.min(all.len())], "{max} of {count}");
            assert_eq!(report.truncated(), max < all.len(), "{max} of {count}");
        }
    }
}
