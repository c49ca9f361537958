//! Allocations of a check: none for an accepted request or one like the previous ones, and a bounded amount for all
//! others.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::collections::BTreeSet;
use std::fmt::Write;
use std::hint::black_box;

use paylint::facts::Fact;
use paylint::{Engine, Facts, FactsBuf, Level, Operation, Policy, Report, Verdict, Workspace};
use paylint_tests::cases::{self, Parts};
use paylint_tests::engine::ready;
use paylint_tests::generate::{self, Rng};
use paylint_tests::tries;
use paylint_tests::worst::WORST;

/// Counts the current thread's requests to the system's allocator.
struct Counting;

#[global_allocator]
static ALLOCATOR: Counting = Counting;

thread_local! {
    /// Allocations and reallocations.
    static REQUESTS: Cell<usize> = const { Cell::new(0) };
    /// Bytes held now. It may fall below 0, if the thread frees another's memory.
    static HELD: Cell<isize> = const { Cell::new(0) };
    /// The most bytes held so far.
    static PEAK: Cell<isize> = const { Cell::new(0) };
}

fn note(requests: usize, more: usize, less: usize) {
    let held = HELD.get() + more as isize - less as isize;
    REQUESTS.set(REQUESTS.get() + requests);
    HELD.set(held);
    PEAK.set(PEAK.get().max(held));
}

// SAFETY: every call is passed to the system's allocator as it came.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        note(1, layout.size(), 0);
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        note(1, layout.size(), 0);
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // Both blocks may be held while the contents move.
        note(1, size, 0);
        note(0, 0, layout.size());
        unsafe { System.realloc(pointer, layout, size) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        note(0, 0, layout.size());
        unsafe { System.dealloc(pointer, layout) }
    }
}

/// Number of allocations and reallocations that `work` makes.
fn requests(work: impl FnOnce()) -> usize {
    let before = REQUESTS.get();
    work();
    REQUESTS.get() - before
}

/// The most bytes that `work` holds, beyond those held already.
fn peak(work: impl FnOnce()) -> usize {
    let before = HELD.get();
    PEAK.set(before);
    work();
    (PEAK.get() - before).unsigned_abs()
}

/// A request, ready to be checked.
struct Ready {
    name: String,
    operation: Operation,
    body: Vec<u8>,
    facts: FactsBuf,
    engine: Engine,
}

impl Ready {
    fn new(name: String, (operation, body, facts, policy): Parts<'_>) -> Option<Ready> {
        let (engine, operation, facts) = ready(operation, facts, policy)?;
        Some(Ready { name, operation, body: body.to_owned(), facts, engine })
    }

    fn check_into(&self, report: &mut Report) {
        self.engine.check_into(self.operation, &self.body, &self.facts.as_facts(), report);
    }

    /// Whether the body is accepted, without findings and escapes.
    fn is_plain(&self) -> bool {
        let report = self.engine.check(self.operation, &self.body, &self.facts.as_facts());
        let escapes = self.body.contains(&b'\\');
        report.verdict() == Verdict::Accept && report.findings().len() == 0 && !escapes
    }
}

/// Every conformance case and sample, then `random` random cases.
fn inputs(random: u64) -> Vec<Ready> {
    let cases = cases::all();
    let cases = cases.iter().filter_map(|case| Ready::new(case.name(), case.parts()));
    let random = (0..random).filter_map(|seed| {
        let case = generate::case(&mut Rng::new(seed));
        let (facts, policy) = (case.facts.as_deref(), case.policy.as_deref());
        Ready::new(format!("seed {seed}"), (&case.operation, &case.body, facts, policy))
    });
    cases.chain(random).collect()
}

/// The largest order that counts as ordinary: 16 products, and a journey of 8 legs.
fn largest_ordinary_order() -> Ready {
    let product = r#"{"title":"Seat reservation","price":18.25,"quantity":2,"tax":{"percent":21}}"#;
    let leg = r#"{"departure_airport":"SEA","destination_airport":"FRA","carrier_code":"QX",
        "departure_date":"05122026","service_class":"Y","trip_number":"QX 491"}"#;
    let body = format!(
        r#"{{"client":{{"email":"grace.lee@mail.example"}},"products":[{}],"currency":"EUR",
            "travel_data":{{"airline_addendum":{{"ticket_number":"006-1","passenger_name":"LEE/GRACE",
            "carrier_name":"Quail","n_legs":8,"ticket_issue_date":"261120","legs":[{}]}}}}}}"#,
        [product; 16].join(","),
        [leg; 8].join(","),
    );
    let facts = br#"{"terminal":"standard","merchant":{"avs_permission":false}}"#;
    Ready::new("the largest order".to_owned(), ("order", body.as_bytes(), Some(facts), None))
        .expect("facts that can be used")
}

/// Whether a policy declares members, or allows unknown keys.
fn allows_more(engine: &Engine, operation: Operation) -> bool {
    const UNKNOWN: [&str; 4] =
        ["json.ambiguous_key", "field.misspelt", "field.misplaced", "field.unknown"];
    engine.members(operation).iter().any(|known| known.member().is_none())
        || engine.rules().any(|(rule, level)| UNKNOWN.contains(&rule.name) && level == Level::Allow)
}

#[test]
fn accepted_requests_allocate_nothing() {
    let mut operations = BTreeSet::new();
    let mut wrong = Vec::new();
    let largest = largest_ordinary_order();
    assert!(largest.is_plain(), "{:?}", {
        let facts = largest.facts.as_facts();
        largest.engine.check(largest.operation, &largest.body, &facts)
    });
    let inputs = inputs(tries(20_000)).into_iter().chain([largest]).filter(Ready::is_plain);
    let (mut count, mut with_policy_rules) = (0, 0);
    for ready in inputs {
        let Ready { operation, body, engine, .. } = &ready;
        with_policy_rules += usize::from(engine.rules().any(|(rule, _)| rule.number == 0));
        let standing = ready.facts.as_facts();
        let (order, request) = (standing.order, standing.request);
        let changing = Facts { order, request, ..Facts::default() };
        // The first check makes lists for members that a policy declares or allows.
        let most = if allows_more(engine, *operation) { 4 } else { 0 };
        let mut failed = |how: &str, requests: usize| {
            if requests > most {
                wrong.push(format!("{}: {operation}, {how}: {requests}", ready.name));
            }
        };
        let check = || drop(black_box(engine.check(*operation, body, &standing)));
        failed("check", requests(check));
        failed("accepts", requests(|| _ = black_box(engine.accepts(*operation, body, &standing))));
        let mut workspace = Workspace::default();
        let accepts = || _ = engine.accepts_with(*operation, body, &standing, &mut workspace);
        failed("accepts_with", requests(accepts));
        let laid = || {
            let facts = Facts { now: standing.now, order, request, ..standing };
            let facts = facts.overlaid(black_box(&changing));
            let mut report = Report::new();
            engine.check_into(*operation, body, &facts, &mut report);
            drop(black_box(report));
        };
        failed("facts laid over standing ones, into a new report", requests(laid));
        operations.insert(*operation);
        count += 1;
    }
    assert_eq!(operations.len(), Operation::ALL.len(), "accepted of each: {operations:?}");
    // Policy rules are compiled: they allocate nothing, either.
    assert!(with_policy_rules > 10, "only {with_policy_rules} with policy rules");
    assert!(wrong.is_empty(), "{} of {count}:\n{}", wrong.len(), wrong.join("\n"));
    println!("{count} accepted requests of every operation allocate nothing");
}

/// 10,000 products with every kind of mistake, and escapes in keys and texts.
fn ten_thousand_products() -> Ready {
    let mut body =
        String::from(r#"{"client":{"email":"grace.lee\u0040mail.example"},"products":["#);
    for index in 0..10_000 {
        let product = match index % 5 {
            0 => r#"{"title":"Caf\u00e9 au lait","price":4.5,"quantity":1}"#,
            1 => r#"{"pri\u0063e":0.001,"quantity":-1,"title":"\n"}"#,
            2 => r#"{"title":"Tea","title":"T\"ea","price":"4","quantity":null}"#,
            3 => r#"{"sku":"A-17","art\u002eno":1,"price":1e400}"#,
            _ => "17",
        };
        let comma = if index == 0 { "" } else { "," };
        write!(body, "{comma}{product}").expect("writing to a string");
    }
    body.push_str(r#"],"currency":"EUR"}"#);
    let policy = br#"{"max_findings":10000,"max_body_bytes":10000000}"#;
    Ready::new("10,000 products".to_owned(), ("order", body.as_bytes(), None, Some(policy)))
        .expect("a policy that can be used")
}

#[test]
fn similar_requests_allocate_nothing() {
    let mut inputs = inputs(tries(20_000));
    inputs.push(ten_thousand_products());
    let (mut report, mut json) = (Report::new(), String::new());
    let mut run = |ready: &Ready| {
        requests(|| {
            ready.check_into(&mut report);
            json.clear();
            report.write_json(&mut json);
            black_box(&json);
        })
    };
    let first: usize = inputs.iter().map(&mut run).sum();
    assert!(first > 0, "the first time does allocate, or nothing is counted");
    let again = inputs.iter().map(|ready| (&ready.name, run(ready)));
    let wrong: Vec<_> = again.filter(|(_, requests)| *requests > 0).collect();
    assert!(wrong.is_empty(), "{} of {}: {wrong:?}", wrong.len(), inputs.len());
    println!("{} requests, checked and written again into what is kept: nothing", inputs.len());
}

#[test]
fn facts_filled_again_allocate_nothing() {
    let mut facts = FactsBuf::new();
    let mut fill = |website: &str, time: &str| {
        requests(|| {
            facts.clear();
            let texts = [
                (Fact::Now, time),
                (Fact::Website, website),
                (Fact::CardBrand, "visa"),
                (Fact::CardIssuerCountry, "US"),
                (Fact::OrderAmount, "100.00"),
                (Fact::OrderCurrency, "EUR"),
                (Fact::RequestMethod, "POST"),
                (Fact::RequestPath, "/api/v0.6/orders/"),
            ];
            for (fact, text) in texts {
                facts.set_text(fact, text).expect("a text that the fact may hold");
            }
            facts.add_header("Authorization", "Bearer not-a-real-key");
            facts.add_header("Content-Type", "application/json");
            black_box(facts.as_facts());
        })
    };
    assert!(fill("bikes.example", "2026-11-20T10:15:00Z") > 0);
    assert_eq!(fill("shop.example", "2026-11-21T10:15:00+02:00"), 0);
}

/// The most bytes held at once, as a multiple of the body's. Whatever the body, it is bounded.
const MOST: f64 = 11.0;

#[test]
fn memory_is_bounded_by_the_body() {
    let mut over = Vec::new();
    for most in [1, 100, Policy::MAX_FINDINGS / 10] {
        let policy = format!(r#"{{"max_findings":{most},"max_body_bytes":67108864}}"#);
        let engine = Engine::new(&Policy::from_json(policy.as_bytes()).expect("in range"));
        for (name, operation, body) in WORST {
            let (body, facts) = (body(500_000), Facts::default());
            let ways = [
                ("check", peak(|| drop(engine.check(*operation, body.as_bytes(), &facts)))),
                ("accepts", peak(|| _ = engine.accepts(*operation, body.as_bytes(), &facts))),
            ];
            for (way, peak) in ways {
                let times = peak as f64 / body.len() as f64;
                println!("{name}, {most} findings, {way}: {times:.2} times the body");
                if times > MOST {
                    over.push(format!("{name}, {most} findings, {way}: {times:.2}"));
                }
            }
        }
    }
    assert!(over.is_empty(), "over {MOST} times the body:\n{}", over.join("\n"));
}
