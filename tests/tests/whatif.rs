//! What-if answers about random cases are what their definition says: compared with a naive search,
//! and with what the engine says of the changed bodies.
//!
//! `PAYLINT_CASES` sets how many (2,000 by default), `PAYLINT_SEED` where to begin, `PAYLINT_DEPTH` how
//! many operations the naive search combines (2 by default).

use std::env;

use paylint_tests::generate::{self, Generated, Rng};
use paylint_tests::whatif::{Patch, Question, apply, fields, filled, leftover, smaller};
use serde_json::Value;

fn number(name: &str, default: u64) -> u64 {
    env::var(name).map_or(default, |value| value.parse().expect("a number"))
}

/// Runs a test on every case, on two threads. Fails with the first cases that fail.
fn each(count: u64, test: fn(u64, &Generated, &Question)) {
    let (count, start) = (number("PAYLINT_CASES", count), number("PAYLINT_SEED", 0));
    let threads = [0, 1].map(|half| {
        std::thread::spawn(move || {
            let mut wrong: Vec<String> = Vec::new();
            for seed in (start + half..start + count).step_by(2) {
                // Under policy rules there is more to search.
                let of = if seed % 4 < 2 { generate::case } else { generate::case_with_rules };
                let case = of(&mut Rng::new(seed));
                let Some(question) = Question::of(&case) else { continue };
                let run = std::panic::AssertUnwindSafe(|| test(seed, &case, &question));
                if let Err(error) = std::panic::catch_unwind(run) {
                    let text = error.downcast_ref::<String>().cloned();
                    wrong.push(text.unwrap_or_else(|| format!("seed {seed} panics")));
                }
            }
            wrong
        })
    });
    let wrong: Vec<String> =
        threads.into_iter().flat_map(|thread| thread.join().expect("a thread")).collect();
    let first: Vec<&str> = wrong.iter().take(3).map(String::as_str).collect();
    assert!(wrong.is_empty(), "{} of {count} fail:\n{}", wrong.len(), first.join("\n\n"));
}

fn shown(seed: u64, case: &Generated) -> String {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    format!(
        "seed {seed}: {}\n{}\nfacts {}\npolicy {}",
        case.operation,
        text(&case.body),
        text(case.facts.as_deref().unwrap_or(b"none")),
        text(case.policy.as_deref().unwrap_or(b"none")),
    )
}

fn fields_of(question: &Question, body: &[u8]) -> Value {
    let answer = question.engine.fields(question.operation, body, &question.facts());
    serde_json::from_str(&answer.to_json()).expect("JSON")
}

#[test]
fn fields_are_what_their_definition_says() {
    each(1_500, |seed, case, question| {
        let answer = fields_of(question, &case.body);
        let naive = fields(question, &case.body);
        if answer == naive {
            return;
        }
        let all = |of: &Value| of["fields"].as_array().cloned().unwrap_or_default();
        let (answer, naive) = (all(&answer), all(&naive));
        let first = answer.iter().zip(&naive).find(|(one, other)| one != other);
        panic!("{}\n{first:?} of {} and {}", shown(seed, case), answer.len(), naive.len());
    });
}

#[test]
fn filling_what_is_required_leaves_only_what_was_given() {
    each(2_000, |seed, case, question| {
        let Some((body, given)) = filled(question, &case.body) else { return };
        // An unknown member, and one that is repeated, are given without being fields.
        let written = ["field.unknown", "json.duplicate_key"];
        let denials = question.denials(&body).into_iter();
        for told in denials.filter(|told| !written.contains(&told.rule.as_str())) {
            let is_given = given
                .iter()
                .any(|path| told.path == *path || told.path.starts_with(&format!("{path}/")));
            assert!(is_given || told.path.is_empty(), "{}\n{told:?}", shown(seed, case));
        }
    });
}

/// What is asked of every repair, and what the naive search is to find none better than.
fn repairs_are_right(seed: u64, case: &Generated, question: &Question, depth: usize) {
    let body = &case.body;
    let answer = question.engine.repairs(question.operation, body, &question.facts());
    let written = answer.to_json();
    let json: Value = serde_json::from_str(&written).expect("JSON");
    let case = || format!("{}\n{json}", shown(seed, case));
    let mut denials = question.denials(body);
    assert_eq!(json["verdict"] == "accept", denials.is_empty(), "{}", case());
    denials.sort();
    denials.dedup();
    let pairs = |told: &[paylint_tests::whatif::Told]| -> Vec<(String, String)> {
        told.iter().map(|told| (told.rule.clone(), told.path.clone())).collect()
    };
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let beyond = json["beyond"].as_array().expect("a list").iter();
    let beyond: Vec<_> = beyond.map(|it| (text(&it["rule"]), text(&it["path"]))).collect();
    let all = pairs(&denials);
    assert!(beyond.iter().all(|it| all.contains(it)), "{}", case());
    let is_repair = |patch: &[Patch]| {
        let (left, added) = leftover(question, body, patch);
        let left = pairs(&left);
        let count = |of: &[(String, String)], it| of.iter().filter(|other| *other == it).count();
        added.is_empty() && left.iter().all(|it| count(&left, it) <= count(&beyond, it))
    };
    let patches = Patch::of_repairs(&written);
    assert_eq!(patches.len(), answer.repairs.len(), "{}", case());
    for (repair, patch) in answer.repairs.iter().zip(&patches) {
        assert!(is_repair(patch), "{}\n{patch:?}", case());
        let applied = repair.apply(body);
        assert_eq!(
            apply(&applied, &[]),
            sorted_like(&apply(body, patch), &applied),
            "{}\n{patch:?}",
            case()
        );
        for left_out in (0..patch.len()).filter(|_| patch.len() > 1) {
            let mut less = patch.clone();
            less.remove(left_out);
            assert!(!is_repair(&less), "{}\n{patch:?} without {left_out}", case());
        }
    }
    assert!(patches.len() <= 5, "{}", case());
    assert!(patches.windows(2).all(|pair| pair[0].len() == pair[1].len()), "{}", case());
    if denials.is_empty() || !question.is_open(body) {
        assert!(answer.complete && patches.is_empty(), "{}", case());
        return;
    }
    let length = patches.first().map_or(usize::MAX, Vec::len);
    let most = depth.min(length);
    let mut equal = Vec::new();
    let better = smaller(question, body, (&beyond, length), most, &mut equal);
    if patches.is_empty() && beyond.len() == denials.len() {
        // What leaves no fewer is none.
        let is_none = better.is_none_or(|patch| {
            let (left, _) = leftover(question, body, &patch);
            left.len() >= denials.len()
        });
        assert!(is_none || !answer.complete, "{}", case());
        return;
    }
    assert!(better.is_none() || !answer.complete, "{}\nbetter: {better:?}", case());
    if length <= depth && answer.complete {
        for set in &mut equal {
            set.sort();
        }
        equal.sort();
        equal.dedup();
        assert_eq!(patches.len(), equal.len().min(5), "{}\n{equal:#?}", case());
    }
}

/// The first text, if the second has the same members in another order.
fn sorted_like(one: &[u8], other: &[u8]) -> Vec<u8> {
    let read = |text: &[u8]| serde_json::from_slice::<Value>(text).ok();
    if read(one) == read(other) { apply(other, &[]) } else { one.to_vec() }
}

#[test]
fn repairs_are_the_smallest() {
    let depth = number("PAYLINT_DEPTH", 2) as usize;
    each(
        600,
        match depth {
            0 => |seed, case, question| repairs_are_right(seed, case, question, 0),
            1 => |seed, case, question| repairs_are_right(seed, case, question, 1),
            2 => |seed, case, question| repairs_are_right(seed, case, question, 2),
            _ => |seed, case, question| repairs_are_right(seed, case, question, 3),
        },
    );
}

/// Bodies that are like an ordinary order but for one mistake: a member is missing, or null.
fn with_one_mistake(order: &Value) -> Vec<Value> {
    let mut all = Vec::new();
    for path in ["", "/client", "/products/0"] {
        let outer = order.pointer(path).and_then(Value::as_object).expect("an object");
        for name in outer.keys() {
            for mistake in [None, Some(Value::Null), Some(Value::from(-1))] {
                let mut body = order.clone();
                let outer = body.pointer_mut(path).and_then(Value::as_object_mut);
                let outer = outer.expect("an object");
                match mistake {
                    None => drop(outer.remove(name)),
                    Some(wrong) => drop(outer.insert(name.clone(), wrong)),
                }
                all.push(body);
            }
        }
    }
    all
}

/// What an answer costs, in checks of the body: exact, whatever the machine does beside it. The
/// benchmark `whatif` measures the time.
#[test]
fn answers_cost_at_most_so_many_checks() {
    let engine = paylint::Engine::default();
    let (order, facts) = (paylint::Operation::Order, paylint::Facts::default());
    let body = include_bytes!("../../benches/bodies/order_800.json");
    let fields = engine.fields(order, body, &facts);
    assert!(fields.complete && fields.checks <= 150, "{}", fields.checks);
    assert_eq!(engine.repairs(order, body, &facts).checks, 1, "it is accepted");
    let mistakes = with_one_mistake(&serde_json::from_slice(body).expect("JSON"));
    let mut most = 0;
    for body in mistakes {
        let repairs = engine.repairs(order, body.to_string().as_bytes(), &facts);
        assert!(repairs.complete, "{}", repairs.to_json());
        most = most.max(repairs.checks);
    }
    assert!((2..=1_000).contains(&most), "{most}");
    for case in paylint_tests::cases::all() {
        let (facts, policy) = (case.facts.map(String::into_bytes), case.policy);
        let (operation, policy) = (case.operation, policy.map(String::into_bytes));
        let body = case.body.unwrap_or_default();
        let generated = Generated { operation, body, facts, policy };
        let Some(question) = Question::of(&generated) else { continue };
        let (facts, body) = (question.facts(), &generated.body);
        let fields = question.engine.fields(question.operation, body, &facts).checks;
        let repairs = question.engine.repairs(question.operation, body, &facts).checks;
        assert!(fields <= 4_096 && repairs <= 4_096, "{:?}: {fields}, {repairs}", case.id);
    }
}

/// The three examples of the docs, each with the facts that it is about.
#[test]
fn the_page_shows_what_is_answered() {
    let page = include_str!("../../docs/what-if.md");
    let facts = ["{}", r#"{"saving_side":"service"}"#, "{}"];
    let sections: Vec<&str> = page.split("\n## ").skip(1).collect();
    assert_eq!(sections.len(), facts.len());
    for (section, facts) in sections.iter().zip(facts) {
        let blocks = section.split("```json\n").skip(1).filter_map(|it| it.split("```").next());
        let blocks: Vec<&str> = blocks.collect();
        let [body, more @ ..] = &blocks[..] else { panic!("no body") };
        let facts = paylint::FactsBuf::from_json(facts.as_bytes()).expect("facts");
        let engine = paylint::Engine::default();
        let (order, body) = (paylint::Operation::Order, body.as_bytes());
        let repairs = engine.repairs(order, body, &facts.as_facts()).to_json();
        let fields = engine.fields(order, body, &facts.as_facts()).to_json();
        let read = |text: &str| serde_json::from_str::<Value>(text).expect("JSON");
        for block in more {
            let shown = read(block);
            let fields = read(&fields)["fields"].as_array().cloned().unwrap_or_default();
            assert!(shown == read(&repairs) || fields.contains(&shown), "{shown}\n{repairs}");
        }
    }
}

#[test]
fn an_absent_list_is_asked_about_by_its_first_element() {
    let (order, facts) = (paylint::Operation::Order, paylint::Facts::default());
    let engine = paylint::Engine::default();
    let answer = engine.fields(order, b"{}", &facts);
    let inside = answer.fields.iter().filter(|field| field.under.as_deref() == Some("/products"));
    let inside: Vec<_> = inside.map(|field| (field.path.as_str(), field.state.name())).collect();
    assert_eq!(
        inside,
        [
            ("/products/0/title", "required"),
            ("/products/0/price", "required"),
            ("/products/0/quantity", "optional"),
            ("/products/0/description", "optional"),
            ("/products/0/tax", "optional"),
        ]
    );
}
