//! Fixes agree with their definition, in the cases and for random requests.
//!
//! `PAYLINT_CASES` sets the number of requests (4,000 by default), `PAYLINT_SEED` the first seed.

use paylint::fixes::{Applicability, Change, Choice, Fixes};
use paylint::rule::{Fix, HOLDS};
use paylint::{CustomRule, Engine, Feature, FeatureSet, Level, Operation, Operations, Policy};
use paylint_tests::cases::{self, FIXES, Line, Placed, lines_of};
use paylint_tests::engine::ready;
use paylint_tests::fields::{Question, Told, each, shown};
use serde_json::Value;

/// An answer costs a check of the body for each change that is tried, and one more.
#[test]
fn fixes_and_their_cost_are_as_cases_expect() {
    let (mut wrong, mut dear) = (Vec::new(), 0);
    for Placed { place, text } in lines_of(FIXES) {
        let Line { case, fixes: expected, .. } = cases::read(&text);
        let case = case.expect(&place);
        let (operation, body, facts, policy) = case.parts();
        let (engine, operation, facts) = ready(operation, facts, policy).expect("a case");
        let answer = engine.fixes(operation, body, &facts.as_facts());
        let json = answer.to_json();
        if serde_json::from_str::<Value>(&json).ok() != expected {
            wrong.push(format!("{place} {}:\n{json}", case.name()));
        }
        let choices: usize = answer.fixes.iter().map(|fix| fix.choices.len()).sum();
        let checks = answer.checks as usize;
        assert!(checks <= choices + answer.unfixable.len() + 2, "{place}: {checks}");
        dear += usize::from(checks > choices + 2);
    }
    assert!(wrong.is_empty(), "{} mismatches:\n{}", wrong.len(), wrong.join("\n"));
    assert!(dear <= 3, "changes that don't help are rare: {dear}");
}

/// An order with these products.
fn order_of(product: &str, count: usize) -> String {
    let products = vec![product; count].join(",");
    format!(r#"{{"client":{{"email":"ada@mail.example"}},"products":[{products}]}}"#)
}

/// As many findings as fit into a body: with a search for each, this would take hours.
#[test]
fn very_many_findings_take_bounded_work() {
    let policy = Policy::from_json(br#"{"max_body_bytes":4194304}"#).expect("a limit");
    let engine = Engine::new(&policy);
    let apply = |body: &str, also_unsafe| {
        let facts = Default::default();
        let fixed = engine.apply(Operation::Order, body.as_bytes(), &facts, also_unsafe);
        String::from_utf8(fixed).expect("UTF-8")
    };
    let count = 20_000;
    let before = order_of(r#"{"title":"Mug","price":"5.0","tax":null}"#, count);
    let after = order_of(r#"{"title":"Mug","price":5}"#, count);
    assert_eq!(apply(&before, false), after);
    let before = order_of(r#"{"name":"Mug","price":5}"#, count);
    let after = order_of(r#"{"title":"Mug","price":5}"#, count);
    assert_eq!(apply(&before, true), after);
    assert_eq!(apply(&before, false), before);
    // There are too many to try a change for each.
    let body = order_of(r#"{"price":5}"#, 65_536);
    let answer = engine.fixes(Operation::Order, body.as_bytes(), &Default::default());
    assert!(!answer.complete && !answer.fixes.is_empty());
    assert!(answer.fixes.len() < 100 && answer.unfixable.is_empty());
    assert!(answer.to_json().ends_with(r#"],"complete":false}"#));
    assert_eq!(apply(&body, true), body);
    let body = order_of(r#"{}"#, 131_073);
    let answer = engine.fixes(Operation::Order, body.as_bytes(), &Default::default());
    assert!(!answer.complete && answer.fixes.is_empty());
    let applied = engine.applied(Operation::Order, body.as_bytes(), &Default::default(), true);
    assert!(!applied.complete && applied.body == body.as_bytes());
}

/// A repeated key on the way to a member, which prevents a change, is found in one pass over the body.
#[test]
fn repeated_keys_take_bounded_work() {
    let policy = Policy::from_json(br#"{"max_body_bytes":4194304}"#).expect("a limit");
    let engine = Engine::new(&policy);
    let many = |text: &str, count| vec![text; count].join(",");
    for count in [2_000, 20_000] {
        for body in [
            format!(r#"{{"products":[{}],"products":0}}"#, many(r#"{"tax":null}"#, count)),
            format!("{{{}}}", many(r#""curency":"eur""#, count)),
            format!(r#"{{"products":[{}]}}"#, many(r#"{"tax":null,"tax":null}"#, count)),
            format!(r#"{{"client":{{"x":1}},"client":{{{}}}}}"#, many(r#""a":1"#, count)),
        ] {
            let body = body.as_bytes();
            let answer = engine.fixes(Operation::Order, body, &Default::default());
            let applied = engine.applied(Operation::Order, body, &Default::default(), true);
            assert!(answer.work <= 1 << 25 && applied.complete);
        }
    }
}

/// Long bodies and many policy rules take bounded work.
#[test]
fn an_answer_takes_bounded_work() {
    const BOUND: u64 = 1 << 24;
    for (products, rules) in [(100, 9), (1_000, 9), (1_000, 90), (10_000, 90)] {
        let rules = Vec::from_iter((0..rules).map(|n| {
            format!(
                r#"{{"name":"custom.r{n}","on":["order"],"member":"/products/*/description","required":true}}"#
            )
        }));
        let policy = format!(r#"{{"rules":[{}],"max_findings":10000}}"#, rules.join(","));
        let engine = Engine::new(&Policy::from_json(policy.as_bytes()).expect("a policy"));
        let body = order_of(r#"{"title":"Mug","price":"5"}"#, products);
        let facts = Default::default();
        let work = |most| engine.fixes_within(most, Operation::Order, body.as_bytes(), &facts).work;
        // The last check is counted once it is made.
        let one = work(1 << 16).max(work(u64::MAX) / 16);
        assert!(work(u64::MAX) <= BOUND + one && work(1 << 16) <= (1 << 16) + one, "{one}");
    }
}

/// A product without its price is worse, so none of the changes can be made.
#[test]
fn many_useless_changes_are_abandoned() {
    let policy = br#"{"max_body_bytes":4000000,"rules":[{"name":"custom.priceless","on":["order"],"member":"/products/*/price","forbidden":true}]}"#;
    let engine = Engine::new(&Policy::from_json(policy).expect("a policy"));
    let body = order_of(r#"{"title":"Mug","price":5}"#, 20_000);
    let fixed = engine.apply(Operation::Order, body.as_bytes(), &Default::default(), true);
    assert!(fixed == body.as_bytes());
}

#[test]
fn work_can_be_limited_to_no_answer() {
    let policy = Policy::from_json(br#"{"max_body_bytes":67108864}"#).expect("a limit");
    let (engine, facts) = (Engine::new(&policy), Default::default());
    let body = br#"{"nmae":"VAT","percent":"21"}"#;
    let whole = engine.fixes(Operation::Tax, body, &facts);
    let same = engine.fixes_within(u64::MAX, Operation::Tax, body, &facts);
    assert_eq!(same.to_json(), whole.to_json());
    let less = engine.fixes_within(1, Operation::Tax, body, &facts);
    assert!(whole.complete && whole.fixes.len() == 2);
    // That isn't even enough to read the body.
    assert!(!less.complete && less.fixes.is_empty() && less.unfixable.is_empty());
    let large = vec![b' '; (64 << 20) + 1];
    let too_large = Fixes::of_too_large();
    assert_eq!(engine.fixes(Operation::Tax, &large, &facts).to_json(), too_large.to_json());
    assert_eq!(too_large.unfixable.len(), 1);
}

/// A custom rule can name the kind of change that fixes its findings.
#[test]
fn custom_rule_can_name_its_kind_of_fix() {
    let no_moto = |fix| {
        CustomRule::new("custom.no_moto", Operations::ORDER, "no MOTO", |c, findings| {
            if let Some(order) = c.request.order()
                && order.is_moto().is_true()
            {
                findings.at(order.is_moto());
            }
            HOLDS
        })
        .fix(fix)
    };
    let body = br#"{"client":{"email":"ada@mail.example"},"products":[{"title":"Mug","price":5}],"is_moto":true}"#;
    let choices = |fix| {
        let policy = Policy::default().with_rule(no_moto(fix)).expect("a rule");
        let engine = Engine::new(&policy);
        let answer = engine.fixes(Operation::Order, body, &Default::default());
        let choices = answer.fixes.iter().flat_map(|fix| &fix.choices);
        Vec::from_iter(choices.map(|choice| (choice.applicability, choice.patch.clone())))
    };
    let remove = || vec![Change::Remove { path: "/is_moto".to_owned() }];
    let unsafe_ = Applicability::Unsafe;
    assert_eq!(choices(Fix::Remove(unsafe_)), [(unsafe_, remove())]);
    // A change of a capability isn't safe, whatever the rule says.
    assert_eq!(choices(Fix::Remove(Applicability::Safe)), []);
    let set = Change::Replace { path: "/is_moto".to_owned(), value: "false".to_owned() };
    assert_eq!(choices(Fix::Set(unsafe_, "false")), [(unsafe_, vec![set])]);
    // Some kinds of fixes need params that the rule doesn't have.
    for fix in [
        Fix::None,
        Fix::Rename,
        Fix::Merge,
        Fix::Move,
        Fix::Limit,
        Fix::KeepOne,
        Fix::RemoveFeature,
        Fix::Count,
    ] {
        assert_eq!(choices(fix), []);
    }
}

/// A change that a rule calls safe isn't proposed if it changes the total.
#[test]
fn safe_fix_keeps_the_total() {
    let priced = |fix| {
        CustomRule::new("custom.price", Operations::ORDER, "a price", |c, findings| {
            if let Some(order) = c.request.order() {
                for product in
                    order.products().objects().filter(|product| product.price().is_valid())
                {
                    findings.at(product.price());
                }
            }
            HOLDS
        })
        .fix(fix)
    };
    let body = order_of(r#"{"title":"Mug","price":5}"#, 1);
    for (applicability, count) in [(Applicability::Safe, 0), (Applicability::Unsafe, 1)] {
        // The rule only reads numbers, so this silences it.
        let rule = priced(Fix::Set(applicability, "\"a price\""));
        let policy = Policy::default().with_rule(rule).expect("a rule");
        let policy = policy.with_json(br#"{"levels":{"field.type":"warn"}}"#).expect("a level");
        let engine = Engine::new(&policy);
        let answer = engine.fixes(Operation::Order, body.as_bytes(), &Default::default());
        let of_price = answer.fixes.iter().filter(|fix| fix.rule == "custom.price");
        assert_eq!(of_price.count(), count);
    }
}

/// With more findings at level deny than can be compared, the effect of a change is unknown.
#[test]
fn change_with_too_many_new_findings_is_no_fix() {
    let policy = |products: usize| {
        let rules = Vec::from_iter((0..2).map(|n| {
            format!(
                r#"{{"name":"custom.r{n}","on":["order"],"member":"/products/*/description","required":true,"when":{{"given":"/currency"}}}}"#
            )
        }));
        let asks = r#"{"name":"custom.asks","on":["order"],"member":"/currency","required":true}"#;
        let policy =
            format!(r#"{{"max_body_bytes":4000000,"rules":[{asks},{}]}}"#, rules.join(","));
        let engine = Engine::new(&Policy::from_json(policy.as_bytes()).expect("a policy"));
        let body = order_of(r#"{"title":"Mug","price":5}"#, products);
        let answer = engine.fixes(Operation::Order, body.as_bytes(), &Default::default());
        Vec::from_iter(answer.fixes.iter().map(|fix| fix.rule.to_owned()))
    };
    assert_eq!(policy(65_536), ["custom.asks"]);
    assert_eq!(policy(65_537), [""; 0]);
}

/// Each round removes the last description, which makes the previous one the last.
#[test]
fn apply_takes_at_most_eight_rounds() {
    let rule = CustomRule::new("custom.last", Operations::ORDER, "a rule", |c, findings| {
        let Some(order) = c.request.order() else { return HOLDS };
        let described = order.products().objects().map(|product| product.description());
        if let Some(last) = described.filter(|description| description.is_valid()).last() {
            findings.at(last);
        }
        HOLDS
    });
    let rule = rule.level(Level::Warn).fix(Fix::Remove(Applicability::Safe));
    let engine = Engine::new(&Policy::default().with_rule(rule).expect("a rule"));
    let body = |described: usize| {
        let product = |at| {
            let description = if at < described { r#","description":"blue""# } else { "" };
            format!(r#"{{"title":"Mug","price":5{description}}}"#)
        };
        order_of(&Vec::from_iter((0..9).map(product)).join(","), 1)
    };
    for (given, left) in [(7, 0), (8, 0), (9, 1)] {
        let before = body(given);
        let fixed = engine.apply(Operation::Order, before.as_bytes(), &Default::default(), false);
        assert_eq!(String::from_utf8(fixed).expect("UTF-8"), body(left));
    }
}

/// The parts of a report that fixes compare.
struct Found {
    findings: Vec<Told>,
    meaning: (Option<Feature>, FeatureSet, Option<String>),
}

fn found(question: &Question, body: &[u8]) -> Found {
    let report = question.engine.check(question.operation, body, &question.facts());
    let total = report.total().map(|total| total.to_string());
    Found {
        findings: question.found(body),
        meaning: (report.scenario(), report.capabilities(), total),
    }
}

/// Whether a finding is at a place or inside it.
fn is_within(path: &str, place: &str) -> bool {
    path == place || path.strip_prefix(place).is_some_and(|rest| rest.starts_with('/'))
}

/// Every choice removes its finding and causes none at level deny that isn't allowed; the edits agree with the patch.
#[test]
fn every_choice_helps() {
    each(4_000, |seed, case, question| {
        let (engine, body) = (&question.engine, &case.body[..]);
        let before = found(question, body);
        let answer = engine.fixes(question.operation, body, &question.facts());
        let shown = || format!("{}\n{}", shown(seed, case), answer.to_json());
        assert!(answer.complete, "{}", shown());
        for fix in &answer.fixes {
            let finding = &before.findings[fix.finding];
            assert_eq!((fix.rule, &fix.path), (&*finding.rule, &finding.path), "{}", shown());
            assert!((1..=4).contains(&fix.choices.len()), "{}", shown());
            for choice in &fix.choices {
                let edited = choice.edited(body);
                if let (Ok(old), Ok(new)) = (tree(body), tree(&edited)) {
                    assert_eq!(patched(old, &choice.patch), Some(new), "{}", shown());
                }
                let after = found(question, &edited);
                assert!(!after.findings.contains(finding), "{}", shown());
                // A respelt value is valid afterwards.
                let respells = finding.rule.starts_with("code.")
                    || ["travel.airport_code", "travel.carrier_code", "travel.date_format"]
                        .contains(&&*finding.rule);
                let is_there =
                    |told: &Told| (&told.rule, &told.path) == (&finding.rule, &finding.path);
                assert!(!respells || !after.findings.iter().any(is_there), "{}", shown());
                if choice.applicability == Applicability::Safe {
                    assert_eq!(before.meaning, after.meaning, "{}", shown());
                }
                let later = engine.fixes(question.operation, &edited, &question.facts());
                for (at, new) in after.findings.iter().enumerate() {
                    if !new.denies || before.findings.contains(new) {
                        continue;
                    }
                    let has_placeholder = later.fixes.iter().any(|fix| {
                        let is =
                            |choice: &Choice| choice.applicability == Applicability::Placeholder;
                        fix.finding == at && fix.choices.iter().any(is)
                    });
                    let is_at_target = choice.patch.iter().any(|change| {
                        matches!(change, Change::Move { path, .. } if is_within(&new.path, path))
                    });
                    let is_placeholder = choice.applicability == Applicability::Placeholder;
                    // That choice needn't help, since policy rules can contradict each other.
                    let rule = engine.rules().find(|(rule, _)| rule.name == new.rule);
                    let proposes_one = rule.is_some_and(|(rule, _)| {
                        matches!(rule.fix, Fix::Add | Fix::AddOrRemoveBody | Fix::Limit)
                    });
                    let may_come =
                        is_at_target || is_placeholder && (has_placeholder || proposes_one);
                    assert!(may_come, "{}\n{new:?}", shown());
                }
                for change in &choice.patch {
                    let (Change::Add { path, .. }
                    | Change::Replace { path, .. }
                    | Change::Remove { path }
                    | Change::Move { path, .. }) = change;
                    let adds = matches!(change, Change::Add { .. });
                    assert!(!adds || !path.ends_with("/force_save_method"), "{}", shown());
                    assert!(!path.contains('*'), "{}", shown());
                }
            }
        }
        for fix in &answer.unfixable {
            let is_it =
                |told: &&Told| told.denies && told.rule == fix.rule && told.path == fix.path;
            assert!(before.findings.iter().find(is_it).is_some(), "{}", shown());
        }
    });
}

/// Applying gives the same body as applying choices one by one, by the definition; applying again changes nothing.
#[test]
fn apply_follows_its_definition() {
    each(3_000, |seed, case, question| {
        let (engine, facts) = (&question.engine, question.facts());
        for also_unsafe in [false, true] {
            let applied = engine.apply(question.operation, &case.body, &facts, also_unsafe);
            let naive = naively_applied(question, &case.body, also_unsafe);
            let shown = || {
                let [applied, naive] = [&applied, &naive].map(|body| String::from_utf8_lossy(body));
                format!("{}\n{also_unsafe}\n{applied}\n{naive}", shown(seed, case))
            };
            assert_eq!(applied, naive, "{}", shown());
            let again = engine.apply(question.operation, &applied, &facts, also_unsafe);
            assert_eq!(applied, again, "{}", shown());
            if !also_unsafe {
                let [before, after] = [&case.body, &applied].map(|body| found(question, body));
                assert_eq!(before.meaning, after.meaning, "{}", shown());
            }
            let denials = |body| question.denials(body);
            let before = denials(&case.body);
            for new in denials(&applied).into_iter().filter(|denial| !before.contains(denial)) {
                assert!(also_unsafe, "{}\n{new:?}", shown());
            }
        }
    });
}

fn naively_applied(question: &Question, body: &[u8], also_unsafe: bool) -> Vec<u8> {
    let mut body = body.to_vec();
    for _ in 0..8 {
        let before = body.clone();
        for finding in question.found(&body) {
            let Some(at) = question.found(&body).iter().position(|found| *found == finding) else {
                continue;
            };
            let answer = question.engine.fixes(question.operation, &body, &question.facts());
            let Some(fix) = answer.fixes.iter().find(|fix| fix.finding == at) else { continue };
            let moves = ["field.misspelt", "field.misplaced"].contains(&&*finding.rule);
            let is_placeholder =
                |choice: &&Choice| choice.applicability == Applicability::Placeholder;
            let is_sole = fix.choices.iter().filter(|choice| !is_placeholder(choice)).count() == 1;
            let applies = match fix.choices[0].applicability {
                Applicability::Safe => true,
                Applicability::Unsafe => also_unsafe && is_sole && (finding.denies || moves),
                Applicability::Placeholder => false,
            };
            let edited = fix.choices[0].edited(&body);
            let scenario = |body: &[u8]| found(question, body).meaning.0;
            if applies && scenario(&body) == scenario(&edited) {
                body = edited;
            }
        }
        if body == before {
            break;
        }
    }
    body
}

fn tree(body: &[u8]) -> serde_json::Result<Value> {
    serde_json::from_slice(body)
}

/// A tree after a patch. `None` if a path doesn't exist.
fn patched(mut tree: Value, patch: &[Change]) -> Option<Value> {
    for change in patch {
        match change {
            Change::Add { path, value } => *place(&mut tree, path, true)? = value.parse().ok()?,
            Change::Replace { path, value } => {
                *place(&mut tree, path, false)? = value.parse().ok()?;
            }
            Change::Remove { path } => _ = taken(&mut tree, path)?,
            Change::Move { from, path } => {
                let value = taken(&mut tree, from)?;
                *place(&mut tree, path, true)? = value;
            }
        }
    }
    Some(tree)
}

fn place<'t>(tree: &'t mut Value, path: &str, may_be_new: bool) -> Option<&'t mut Value> {
    if may_be_new && tree.pointer(path).is_none() {
        let (around, name) = path.rsplit_once('/')?;
        tree.pointer_mut(around)?.as_object_mut()?.insert(name.to_owned(), Value::Null);
    }
    tree.pointer_mut(path)
}

fn taken(tree: &mut Value, path: &str) -> Option<Value> {
    let (around, name) = path.rsplit_once('/')?;
    tree.pointer_mut(around)?.as_object_mut()?.remove(name)
}
