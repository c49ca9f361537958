//! The time of a check is linear in the size of the body: instructions are counted under valgrind
//! for the worst bodies, and for the longest lists in facts and policies.

use std::env;
use std::fs;
use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;

use paylint::rule::HOLDS;
use paylint::{CustomRule, Engine, Facts, FactsBuf, Operation, Operations, Policy};
use paylint_tests::worst::{WORST, list, products};

/// An environment variable with the path of the body that this process checks.
const BODY: &str = "PAYLINT_LINEAR_BODY";
/// An environment variable with the kind of the text: an operation to check it as, facts, a policy, an order to answer
/// fields for, or one to check with a custom rule that goes back, and from one array to another.
const KIND: &str = "PAYLINT_LINEAR_KIND";
const FACTS: &str = "facts";
const POLICY: &str = "policy";
const FIELDS: &str = "fields";
const BACKWARDS: &str = "backwards";

/// A size in bytes, and one sixteen times as large.
const SIZES: [usize; 2] = [1 << 14, 1 << 18];
/// The factor by which a byte of the larger body may cost more: as if twice the body were 2.3 times the work. A
/// quadratic check would need nearly 16.
const MOST: f64 = 1.15;
/// The difference between the counts of two runs, in instructions per byte.
const NOISE: f64 = 0.1;

/// Runs in a separate process under valgrind; otherwise it does nothing.
#[test]
fn one_check() {
    let Ok(path) = env::var(BODY) else { return };
    let kind = env::var(KIND).expect("a kind");
    let body = fs::read(path).expect("a body");
    if kind == FACTS {
        black_box(FactsBuf::from_json(&body).expect("facts"));
        return;
    }
    if kind == POLICY {
        drop(black_box(Policy::from_json(&body).expect("a policy")));
        return;
    }
    let policy = br#"{"max_findings":10000,"max_body_bytes":67108864}"#;
    let policy = Policy::from_json(policy).expect("in range");
    let facts = Facts::default();
    if kind == FIELDS {
        let strict = policy.with_json(br#"{"levels":{"field.unknown":"deny"}}"#);
        let engine = Engine::new(&strict.expect("a rule"));
        black_box(engine.fields(Operation::Order, &body, &facts));
        return;
    }
    let (operation, policy) = match kind.as_str() {
        BACKWARDS => (Operation::Order, policy.with_rule(backwards()).expect("a rule")),
        name => (Operation::from_name(name).expect("an operation"), policy),
    };
    let engine = Engine::new(&policy);
    black_box(engine.accepts(operation, &body, &facts));
    black_box(engine.check(operation, &body, &facts).to_json());
}

fn backwards() -> CustomRule {
    let on = Operations::ORDER;
    CustomRule::new(
        "custom.backwards",
        on,
        "no product has a title, and no leg an airport",
        |context, findings| {
            let Some(order) = context.request.order() else { return HOLDS };
            let travel = order.travel_data().valid();
            let flight = travel.and_then(|travel| travel.airline_addendum().valid());
            let mut legs = flight.into_iter().flat_map(|flight| flight.legs().objects());
            let products: Vec<_> = order.products().objects().collect();
            for product in products.iter().rev() {
                findings.at(product.title());
                if let Some(leg) = legs.next() {
                    findings.at(leg.departure_airport());
                }
            }
            HOLDS
        },
    )
}

/// Number of instructions of a process that checks or reads this text.
fn instructions(kind: &str, path: &Path) -> u64 {
    let mut test = Command::new(env::current_exe().expect("this test's own path"));
    test.args(["--exact", "one_check", "--test-threads=1"]).env(BODY, path).env(KIND, kind);
    let (count, code) = paylint_tests::instructions(&mut test);
    assert_eq!(code, Some(0), "{kind}");
    count
}

/// Number of instructions of a process that checks almost nothing.
static OF_THE_PROCESS: LazyLock<u64> = LazyLock::new(|| {
    let file = BodyFile::new("empty", "{}");
    instructions(Operation::Tax.name(), &file.0)
});

/// A file with a body, which is removed on drop.
struct BodyFile(PathBuf);

impl BodyFile {
    fn new(name: &str, body: &str) -> BodyFile {
        let name = format!("linear-{name}-{}", body.len());
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        fs::write(&path, body).expect("a file in the target folder");
        BodyFile(path)
    }
}

impl Drop for BodyFile {
    fn drop(&mut self) {
        // A file that can't be removed stays in the target folder.
        _ = fs::remove_file(&self.0);
    }
}

fn assert_linear(name: &str, kind: &str, body: impl Fn(usize) -> String) {
    let each = SIZES.map(|size| {
        let body = body(size);
        assert!(body.len().abs_diff(size) <= size / 8, "{name}: {} for {size}", body.len());
        let file = BodyFile::new(name, &body);
        let count = instructions(kind, &file.0).saturating_sub(*OF_THE_PROCESS);
        count as f64 / body.len() as f64
    });
    let [small, large] = each;
    println!("{name}: {small:.2} and {large:.2} instructions a byte");
    assert!(large <= small * MOST + NOISE, "{name}: {small:.2}, then {large:.2}");
}

/// Unusual texts that clients sometimes write cost little more than the fastest.
#[test]
#[ignore = "needs valgrind: cargo xtask test linear"]
fn unusual_text_and_spaces_cost_little() {
    let count = |name: &str, first: &str, separators: [&str; 2]| {
        let product = |title: &str| format!(r#"{{"title":"{title}","price":4.5,"quantity":2}}"#);
        let products = [product(first), vec![product("A stoneware mug"); 400].join(",")].join(",");
        let body = format!(r#"{{"products":[{products}]}}"#);
        let [comma, colon] = separators;
        let file = BodyFile::new(name, &body.replace(',', comma).replace(':', colon));
        instructions(Operation::Order.name(), &file.0).saturating_sub(*OF_THE_PROCESS) as f64
    };
    let compact = [",", ":"];
    let plain = count("plain", "A stoneware mug", compact);
    for (name, title, separators) in [
        ("ampersand", "Salt & pepper", compact),
        ("digits", "4006381333931 14", compact),
        ("brace", "A {blue} mug", compact),
        ("escape", r"Kr\u016bze", compact),
        ("spaced", "A stoneware mug", [", ", ": "]),
    ] {
        let ratio = count(name, title, separators) / plain;
        println!("{name}: {ratio:.2}");
        assert!(ratio <= 1.3, "{name}: {ratio:.2}");
    }
}

/// Fields take the same number of checks for any size, and compare findings, of which one path may have thousands.
#[test]
#[ignore = "needs valgrind: cargo xtask test linear"]
fn fields_beside_unknown_members() {
    let [small, large] = [600, 9600].map(|members| {
        let letters =
            |at: usize| [at / 676, at / 26 % 26, at % 26].map(|digit| (b'a' + digit as u8) as char);
        let member = |at| format!(r#""{}":1"#, String::from_iter(letters(at)));
        let body = format!("{{{}}}", Vec::from_iter((0..members).map(member)).join(","));
        let file = BodyFile::new("fields", &body);
        let count = instructions(FIELDS, &file.0).saturating_sub(*OF_THE_PROCESS);
        count as f64 / body.len() as f64
    });
    println!("fields: {small:.2} and {large:.2} instructions a byte");
    assert!(large <= small * 1.5, "{small:.2}, then {large:.2}");
}

#[test]
#[ignore = "needs valgrind: cargo xtask test linear"]
fn products_that_are_reported_backwards() {
    assert_linear("backwards", BACKWARDS, |size| products("{}", size));
}

#[test]
#[ignore = "needs valgrind: cargo xtask test linear"]
fn products_and_legs_that_are_reported_by_turns() {
    assert_linear("by_turns", BACKWARDS, |size| {
        let list = list("{}", size / 2);
        let travel = format!(r#"{{"airline_addendum":{{"legs":[{list}]}}}}"#);
        format!(r#"{{"products":[{list}],"travel_data":{travel}}}"#)
    });
}

#[test]
#[ignore = "needs valgrind: cargo xtask test linear"]
fn worst_bodies_take_linear_time() {
    for (name, operation, body) in WORST {
        assert_linear(name, operation.name(), body);
    }
}

/// A list of different items in descending order. Each is looked up among the previous ones, which is more work in a
/// longer list, but hardly more per byte.
fn descending(size: usize, item: impl Fn(usize) -> String) -> String {
    let count = size / (item(0).len() + 1);
    (0..count).rev().map(item).collect::<Vec<_>>().join(",")
}

#[test]
#[ignore = "needs valgrind: cargo xtask test linear"]
fn headers_of_facts() {
    assert_linear("headers_of_facts", FACTS, |size| {
        let headers = descending(size, |number| format!(r#""X-{number:06}":"""#));
        format!(r#"{{"request":{{"headers":{{{headers}}}}}}}"#)
    });
}

#[test]
#[ignore = "needs valgrind: cargo xtask test linear"]
fn texts_of_a_policy_rule() {
    assert_linear("texts_of_a_policy_rule", POLICY, |size| {
        // As many as are allowed.
        let width = size / 256 - 3;
        let texts = descending(size, |number| format!(r#""{number:0width$}""#));
        let rule = r#""name":"custom.a","on":["order"],"member":"/client/city""#;
        format!(r#"{{"rules":[{{{rule},"one_of":[{texts}]}}]}}"#)
    });
}
