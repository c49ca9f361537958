//! `Debug` of every public type isn't empty, and shows no value of a body or of a fact. The compiler warns about a type
//! without it.

use std::fmt::Debug;
use std::sync::{Arc, Mutex};

use paylint::facts::{Card, Fact, Headers, HttpRequest, Key, Merchant, Texts, Webhook};
use paylint::rule::HOLDS;
use paylint::{CustomRule, Engine, Facts, FactsBuf, Operation, Operations, Policy};

const BODY: &[u8] = br#"{"client":{"email":"a@quorlith.example","zip_code":7},
    "products":[{"title":"Quorlith","price":998.99},{"price":99899889888888}]}"#;

const FACTS: &[u8] = br#"{"website":"quorlith.example","card":{"brand":"quorlith"},
    "key":{"brands":["quorlith"]},"order":{"amount":998.99,"currency":"EUR"},
    "request":{"method":"QUORLITH","headers":{"Authorization":"Bearer Quorlith"}},
    "webhook":{"host":"quorlith.example"}}"#;

fn shows_nothing(shown: &str) {
    let lower = shown.to_lowercase();
    assert!(!lower.contains("quorlith") && !lower.contains("998"), "{shown}");
}

/// A custom rule's view of a request shows nothing secret.
#[test]
fn custom_rule_context_debug_is_redacted() {
    let shown = Arc::new(Mutex::new(Vec::new()));
    let all = Arc::clone(&shown);
    let rule = CustomRule::new("custom.shown", Operations::ORDER, "shown", move |c, findings| {
        let mut all = all.lock().expect("one thread");
        let mut show = |value: &dyn Debug| all.push(format!("{value:?}"));
        let order = c.request.order().expect("an order");
        let client = order.client().valid().expect("a client");
        let products = order.products().valid().expect("products");
        findings.at(client.email());
        show(&(c.request, c.facts));
        show(&c);
        show(&findings);
        show(&(order, client.email().valid()));
        show(&(client.email(), client.zip_code(), client.address()));
        show(&(client.email().place(), c.request.place()));
        show(&products);
        products.elements().for_each(|product| show(&product));
        HOLDS
    });
    let engine = Engine::new(&Policy::default().with_rule(rule).expect("a rule"));
    let facts = FactsBuf::from_json(FACTS).expect("facts");
    _ = engine.check(Operation::Order, BODY, &facts.as_facts());
    let shown = shown.lock().expect("one thread").join("\n");
    shows_nothing(&shown);
    for part in [
        "Request { operation: Order, .. }",
        "Context { operation: Order, scenario: Some(OneStep), capabilities: {}, facts: Facts {",
        "Violations(Findings { len: 6, rejected: true, .. })",
        "(Order(Object(0..133)), Some(Text(..)))",
        "(Field(valid), Field(invalid), Field(absent))",
        "(Place(19..39), Place(0..133))",
        "List { len: 2, .. }",
        "Some(Product(Object(",
    ] {
        assert!(shown.contains(part), "{part}: {shown}");
    }
}

#[test]
fn facts_show_which_are_set() {
    let facts = FactsBuf::from_json(FACTS).expect("facts");
    let Facts { card, key, order, request, webhook, .. } = facts.as_facts();
    let shown = format!("{:?}", (card, key, order, request, webhook));
    let expected = r#"(Some(Card {"brand"}), Some(Key {"brands"}), Some(Order {"amount", "currency"}), Some(HttpRequest {"method", "headers"}), Some(Webhook {"host"}))"#;
    assert_eq!(shown, expected);
    let empty = format!("{:?}", (Card::default(), Key::default(), Webhook::default()));
    assert_eq!(empty, "(Card {}, Key {}, Webhook {})");
    let texts = key.and_then(|key| key.brands);
    let headers = request.and_then(|request| request.headers);
    assert_eq!(format!("{texts:?} {headers:?}"), "Some(Texts(..)) Some(Headers(..))");
    let (texts, headers) =
        (Texts::from(&["Quorlith"][..]), Headers::from(&[("Quorlith", "9989")][..]));
    assert_eq!(format!("{texts:?} {headers:?}"), "Texts(..) Headers(..)");
    let merchant = FactsBuf::from_json(br#"{"merchant":{"country":"LV","hold_days":7}}"#);
    let merchant: Merchant = merchant.expect("facts").as_facts().merchant.expect("a merchant");
    assert_eq!(format!("{merchant:?}"), r#"Merchant {"country", "hold_days"}"#);
    let request = HttpRequest { path: Some("/quorlith"), ..HttpRequest::default() };
    assert_eq!(format!("{request:?}"), r#"HttpRequest {"path"}"#);
    assert!(facts.as_facts().has(Fact::CardBrand));
}
