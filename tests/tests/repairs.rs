//! Repairs where the search has to go further: findings that can't be settled together, rules that ask
//! for several changes at once, and bodies that are too long for a whole search.

use paylint::rule::{Context, Findings, HOLDS, Param};
use paylint::whatif::{Repair, Repairs, State};
use paylint::{
    CustomRule, Decimal, Engine, Facts, FactsBuf, Level, Operation, Operations, Policy, Verdict,
};

fn order_of(products: &str) -> String {
    format!(r#"{{"client":{{"email":"ada@mail.example"}},"products":[{products}]}}"#)
}

/// An accepted order.
fn ordinary() -> String {
    order_of(r#"{"title":"Mug","price":12}"#)
}

/// An engine with one rule more, about orders, that reads 2 MiB. A finding of the rule stays the same
/// if its param changes.
fn with_rule(find: impl Fn(&Context<'_>, &mut Findings<'_>) + Send + Sync + 'static) -> Engine {
    let rule = CustomRule::new("custom.own", Operations::ORDER, "{actual}", move |c, found| {
        find(c, found);
        HOLDS
    });
    let rule = rule.with_params(&["actual"]);
    let policy = Policy::default().with_rule(rule).expect("a rule");
    Engine::new(&policy.with_max_body_bytes(2 << 20).expect("a limit"))
}

fn repairs<'e>(engine: &'e Engine, body: &str) -> Repairs<'e> {
    let answer = engine.repairs(Operation::Order, body.as_bytes(), &Facts::default());
    assert_eq!(answer.verdict, Verdict::Reject);
    answer
}

/// The changes as `path=value`, with nothing behind a path that is removed.
fn changes(repair: &Repair) -> Vec<String> {
    let shown = repair.changes.iter().map(|change| {
        change
            .value
            .as_ref()
            .map_or(change.path.clone(), |value| format!("{}={value}", change.path))
    });
    shown.collect()
}

fn all_changes(answer: &Repairs<'_>) -> Vec<Vec<String>> {
    answer.repairs.iter().map(changes).collect()
}

fn beyond(answer: &Repairs<'_>) -> Vec<String> {
    answer.beyond.iter().map(|beyond| beyond.path.clone()).collect()
}

#[test]
fn of_findings_that_exclude_each_other_as_few_as_possible_are_given_up() {
    let engine = with_rule(|c, found| {
        let Some(order) = c.request.order() else { return };
        let Some(client) = order.client().valid() else { return };
        let names = [client.first_name(), client.last_name(), client.city()];
        for name in names.iter().filter(|name| name.is_absent()) {
            found.with(*name, [Param::Word("required")]);
        }
        if names.iter().filter(|name| !name.is_absent()).count() > 1 {
            found.with(order.client(), [Param::Word("more than one name")]);
        }
    });
    let body = ordinary();
    let answer = repairs(&engine, &body);
    assert_eq!(all_changes(&answer), [[r#"/client/city="Riga""#]]);
    assert_eq!(beyond(&answer), ["/client/first_name", "/client/last_name"]);
    // Several changes together might settle more: it isn't known what an embedder's rule asks for.
    assert!(!answer.complete);
}

/// A policy that asks for a total over so many minimums and under as many maximums, which are lower.
fn contradictory(count: usize) -> Engine {
    let limits = (0..count).flat_map(|at| [("minimum", 100 + at), ("maximum", 3 + at)]);
    let rules = limits.map(|(limit, value)| {
        format!(
            r#"{{"name":"custom.{limit}_{value}","on":["capture"],"member":"/total","{limit}":{value}}}"#
        )
    });
    let required = r#"{"name":"custom.total","on":["capture"],"member":"/total","required":true}"#;
    let rules: Vec<String> = rules.chain([required.to_owned()]).collect();
    let policy = format!(r#"{{"rules":[{}]}}"#, rules.join(","));
    Engine::new(&Policy::from_json(policy.as_bytes()).expect("a policy"))
}

#[test]
fn where_very_many_choices_exclude_each_other_the_search_ends() {
    let body = br#"{"total":50}"#;
    let engine = contradictory(3);
    let answer = engine.repairs(Operation::Capture, body, &Facts::default());
    assert_eq!(all_changes(&answer), [["/total=3"]]);
    assert_eq!((answer.beyond.len(), answer.complete), (3, true));
    let engine = contradictory(30);
    let answer = engine.repairs(Operation::Capture, body, &Facts::default());
    assert!(answer.repairs.is_empty() && !answer.complete);
}

/// The same with a choice for each product.
#[test]
fn where_each_of_many_products_has_a_choice_the_search_ends() {
    let rules = [r#""minimum":10"#, r#""maximum":3"#].into_iter().enumerate().map(|(at, limit)| {
        format!(r#"{{"name":"custom.r{at}","on":["order"],"member":"/products/*/price",{limit}}}"#)
    });
    let rules = rules.collect::<Vec<_>>().join(",");
    let products = r#"{"name":"custom.all","on":["order"],"member":"/products","required":true}"#;
    let policy = format!(r#"{{"rules":[{rules},{products}]}}"#);
    let engine = Engine::new(&Policy::from_json(policy.as_bytes()).expect("a policy"));
    let answer = |products: usize| {
        let body = order_of(&vec![r#"{"title":"Mug","price":5}"#; products].join(","));
        engine.repairs(Operation::Order, body.as_bytes(), &Facts::default())
    };
    let few = answer(2);
    assert_eq!((few.repairs.len(), few.beyond.len(), few.complete), (1, 2, true));
    assert!(!answer(15).complete);
}

/// The same of findings that depend on the same change, beside one that doesn't.
#[test]
fn findings_that_exclude_each_other_are_given_up_beside_others() {
    let engine = with_rule(|c, found| {
        let Some(order) = c.request.order() else { return };
        let Some(client) = order.client().valid() else { return };
        let (first, last) = (client.first_name(), client.last_name());
        match (first.is_absent(), last.is_absent()) {
            (true, true) => {
                found.with(first, [Param::Word("required")]);
                found.with(last, [Param::Word("one of two")]);
            }
            (true, false) => found.with(first, [Param::Word("required")]),
            (false, true) => found.with(last, [Param::Word("required")]),
            (false, false) => found.with(order.client(), [Param::Word("more than one name")]),
        }
        if client.city().is_absent() {
            found.with(client.city(), [Param::Word("required")]);
        }
    });
    let body = ordinary();
    let answer = repairs(&engine, &body);
    assert_eq!(all_changes(&answer), [[r#"/client/last_name="Berg""#, r#"/client/city="Riga""#]]);
    assert_eq!(beyond(&answer), ["/client/first_name"]);
}

#[test]
fn what_nothing_settles_is_beyond_after_however_many_tries() {
    let engine = with_rule(|c, found| {
        let Some(order) = c.request.order() else { return };
        let what = [Param::Word("not today")];
        if order.products().is_absent() {
            found.with(order.client(), what);
        } else {
            // The numbers in it might matter together.
            found.with(order.products(), what);
        }
    });
    for products in [1, 5] {
        let body = order_of(&[r#"{"title":"Mug","price":12}"#].repeat(products).join(","));
        let answer = repairs(&engine, &body);
        // The rule might ask for several changes together, so it isn't proven.
        assert_eq!((beyond(&answer), answer.complete), (vec!["/products".to_owned()], false));
        assert!(answer.repairs.is_empty());
    }
    // The tries leave enough for what something settles.
    let (mug, free) = (r#"{"title":"Mug","price":12}"#, r#"{"title":"Mug","price":0}"#);
    for products in [&[mug, free, free, free][..], &[mug, mug, free, free, free]] {
        let answer = repairs(&engine, &order_of(&products.join(",")));
        let prices = products.len() - 3..products.len();
        let prices: Vec<String> =
            prices.map(|index| format!("/products/{index}/price=0.01")).collect();
        assert_eq!(beyond(&answer), ["/products"]);
        assert_eq!(all_changes(&answer), [prices]);
        // To settle the first finding alone is tried with a quarter of the checks at most.
        assert!(answer.checks < 3_500, "{}", answer.checks);
    }
}

/// The name makes the body too long, unless the unknown member goes, which settles nothing.
#[test]
fn where_another_change_might_make_room_it_is_not_said_that_nothing_helps() {
    let body = br#"{"percent":20,"colour":"xxxxxxxxxxxxxxxxxxxxxxxxxxxx"}"#;
    for (room, complete) in [(0, false), (100, true)] {
        let policy = Policy::default().with_max_body_bytes(body.len() + room).expect("a limit");
        let engine = Engine::new(&policy);
        let answer = engine.repairs(Operation::Tax, body, &Facts::default());
        assert_eq!((answer.repairs.len(), answer.complete), (usize::from(complete), complete));
    }
}

#[test]
fn a_change_that_adds_many_findings_is_no_repair() {
    let engine = with_rule(|c, found| {
        let Some(order) = c.request.order() else { return };
        if order.currency().is_absent() {
            for product in order.products().objects() {
                found.with(product.title(), [Param::Word("has no currency")]);
            }
        }
    });
    let product = r#"{"title":"Mug","price":12}"#;
    let body = order_of(&[product; 20].join(","));
    let body = body.replacen('{', r#"{"currency":978,"#, 1);
    assert_eq!(all_changes(&repairs(&Engine::default(), &body)).len(), 2);
    assert_eq!(all_changes(&repairs(&engine, &body)), [[r#"/currency="EUR""#]]);
}

/// One finding is settled by one change, or by those two together that the others need anyway.
#[test]
fn a_repair_has_no_change_that_another_makes_superfluous() {
    let engine = with_rule(|c, found| {
        let Some(order) = c.request.order() else { return };
        let Some(client) = order.client().valid() else { return };
        let names = [client.first_name(), client.last_name()];
        for name in names.iter().filter(|name| name.is_absent()) {
            found.with(*name, [Param::Word("required")]);
        }
        if names.iter().any(|name| name.is_absent()) && client.city().is_absent() {
            found.with(client.state(), [Param::Word("a city, or both names")]);
        }
    });
    let answer = repairs(&engine, &ordinary());
    let both = [r#"/client/first_name="Ada""#, r#"/client/last_name="Berg""#];
    assert_eq!(all_changes(&answer), [both]);
    assert!(!answer.complete);
}

/// The example of a price is over it only once the currency is another, too.
#[test]
fn a_limit_that_holds_after_two_changes_is_tried() {
    let rules = r#"{"rules":[
        {"name":"custom.currency","on":["order"],"member":"/currency","required":true},
        {"name":"custom.small","on":["order"],"member":"/products/*/price","maximum":10,
         "when":{"currency":"EUR"}}]}"#;
    let engine = Engine::new(&Policy::from_json(rules.as_bytes()).expect("a policy"));
    let body = order_of(r#"{"title":"Mug","price":"free"}"#);
    let body = body.replacen('{', r#"{"currency":978,"#, 1);
    let answer = repairs(&engine, &body);
    assert_eq!(all_changes(&answer), [["/products/0/price=10", r#"/currency="EUR""#]]);
    assert!(answer.complete);
}

/// The example of a month, 12, is over the maximum, which is no whole number; and so is the minimum
/// that a warning names. But the range that this is over begins with 1.
#[test]
fn a_limit_that_a_warning_names_is_tried() {
    let policy = br#"{"rules":[
        {"name":"custom.most","on":["payment"],"member":"/exp_month","maximum":9.99},
        {"name":"custom.least","on":["payment"],"member":"/exp_month","minimum":1000,
         "level":"warn"}]}"#;
    let engine = Engine::new(&Policy::from_json(policy).expect("a policy"));
    let body = |month: &str| {
        format!(
            r#"{{"cardholder_name":"Ada Berg","card_number":"4111111111111111",{month}"exp_year":30,"csc":"123"}}"#
        )
    };
    for month in ["", r#""exp_month":12,"#] {
        let (payment, body) = (Operation::Payment, body(month));
        let answer = engine.repairs(payment, body.as_bytes(), &Facts::default());
        assert!(all_changes(&answer).contains(&vec!["/exp_month=1".to_owned()]), "{answer:?}");
        assert!(answer.complete);
    }
}

/// One that holds only beside the other repair's change is found, though that is as small.
#[test]
fn a_limit_that_holds_after_two_changes_is_tried_beside_another_repair() {
    let rules = r#"{"rules":[{"name":"custom.small","on":["order"],"member":"/products/*/price",
        "maximum":10,"when":{"currency":"EUR"}}]}"#;
    let engine = Engine::new(&Policy::from_json(rules.as_bytes()).expect("a policy"));
    let body = order_of(r#"{"title":"Mug","price":"free"}"#);
    let body = body.replacen('{', r#"{"currency":978,"#, 1);
    let answer = repairs(&engine, &body);
    let limited = ["/products/0/price=10", r#"/currency="EUR""#];
    assert_eq!(all_changes(&answer), [limited, ["/products/0/price=10", "/currency"]]);
    assert!(answer.complete);
}

/// The first rule asks for one price without naming it. The second is about any other: its limits lead
/// there, from the example on.
#[test]
fn a_limit_s_value_may_be_over_another_limit() {
    let rule = |name: &'static str, find: fn(Decimal) -> Option<i64>| {
        let find = move |c: &Context<'_>, found: &mut Findings<'_>| {
            let Some(order) = c.request.order() else { return HOLDS };
            for product in order.products().objects() {
                if let Some(limit) = product.price().valid().and_then(find) {
                    found.with(product.price(), [Param::Integer(limit)]);
                }
            }
            HOLDS
        };
        CustomRule::new(name, Operations::ORDER, "", find)
    };
    let is_not_ten = rule("custom.ten", |price| (price != Decimal::from_integer(10)).then_some(0));
    let is_less = rule("custom.less", |price| {
        let lower = [12, 11].into_iter().find(|it| price == Decimal::from_integer(*it));
        lower.map(|price| i64::from(price - 1))
    });
    let policy = Policy::default().with_rule(is_not_ten.with_params(&["least"])).expect("a rule");
    let policy = policy.with_rule(is_less.with_params(&["maximum"])).expect("a rule");
    let body = order_of(r#"{"title":"Mug","price":500}"#);
    let engine = Engine::new(&policy);
    assert_eq!(all_changes(&repairs(&engine, &body)), [["/products/0/price=10"]]);
}

/// A limit is a value to put in only if it is a number.
#[test]
fn a_limit_in_words_is_not_put_in() {
    let rule = CustomRule::new("custom.own", Operations::ORDER, "at most {maximum}", |c, found| {
        let Some(order) = c.request.order() else { return HOLDS };
        for product in order.products().objects() {
            if product.quantity().is_absent() {
                found.with(product.price(), [Param::Word("a dozen")]);
            }
        }
        HOLDS
    });
    let rule = rule.with_params(&["maximum"]);
    let engine = Engine::new(&Policy::default().with_rule(rule).expect("a rule"));
    assert_eq!(all_changes(&repairs(&engine, &ordinary())), [["/products/0/quantity=1"]]);
}

/// Asks for a title and, as long as there is none, for a quantity; and finds what nothing settles at
/// the body or at the products.
fn strict(refused: &'static str) -> Engine {
    with_rule(move |c, found| {
        let Some(order) = c.request.order() else { return };
        match refused {
            "body" => found.with(c.request.place(), [Param::Word("not today")]),
            "products" => found.with(order.products(), [Param::Word("not today")]),
            _ => {}
        }
        for product in order.products().objects().filter(|product| product.title().is_absent()) {
            found.with(product.title(), [Param::Word("required")]);
            found.with(product.quantity(), [Param::Word("required without a title")]);
        }
    })
}

/// Beyond 500 findings the repair is a change at each, without those that aren't needed.
#[test]
fn many_findings_are_repaired_at_once() {
    let body = order_of(&["{}"; 251].join(","));
    let engine = strict("nothing");
    let answer = repairs(&engine, &body);
    let [repair] = &answer.repairs[..] else { panic!("not one repair") };
    assert_eq!((repair.changes.len(), answer.complete), (2 * 251, false));
    assert!(engine.accepts(Operation::Order, &repair.apply(body.as_bytes()), &Facts::default()));
}

/// Nor is what isn't needed left out once the body was checked so often that more would take too long.
#[test]
fn many_findings_of_a_long_body_are_repaired_at_once() {
    let product = format!(r#"{{"description":"{}"}}"#, "a".repeat(3_000));
    let body = order_of(&[&product[..]; 251].join(","));
    let engine = strict("nothing");
    let answer = repairs(&engine, &body);
    let [repair] = &answer.repairs[..] else { panic!("not one repair") };
    assert_eq!((repair.changes.len(), answer.complete), (3 * 251, false));
    assert!(engine.accepts(Operation::Order, &repair.apply(body.as_bytes()), &Facts::default()));
}

#[test]
fn of_many_findings_one_can_be_beyond_all_changes() {
    let body = order_of(&["{}"; 251].join(","));
    let engine = strict("products");
    let answer = repairs(&engine, &body);
    assert!(answer.repairs.is_empty() && answer.beyond.is_empty() && !answer.complete);
    let engine = strict("body");
    let answer = repairs(&engine, &body);
    let lengths = answer.repairs.iter().map(|repair| repair.changes.len());
    assert_eq!((beyond(&answer), lengths.collect()), (vec![String::new()], vec![2 * 251]));
    assert!(!answer.complete);
}

/// What settles two findings each by itself isn't a repair of both, and mustn't be given as one where
/// the bound is reached before it was checked.
#[test]
fn what_was_not_checked_is_no_repair() {
    let engine = with_rule(|c, found| {
        let Some(order) = c.request.order() else { return };
        let words = [order.currency(), order.language()];
        for word in words.iter().filter(|word| word.is_absent()) {
            found.with(*word, [Param::Word("required")]);
        }
        if words.iter().all(|word| !word.is_absent()) {
            found.with(c.request.place(), [Param::Word("not both")]);
        }
    });
    let mut bounded = 0;
    for length in (1_700_000..1_950_000).step_by(10_000) {
        let body = order_of(&format!(r#"{{"title":"{}","price":12}}"#, "a".repeat(length)));
        let answer = repairs(&engine, &body);
        bounded += usize::from(!answer.complete);
        for repair in &answer.repairs {
            let body = repair.apply(body.as_bytes());
            let report = engine.check(Operation::Order, &body, &Facts::default());
            let denials = report.findings().filter(|finding| finding.level() == Level::Deny);
            assert!(denials.count() <= answer.beyond.len(), "{length}");
        }
    }
    assert!(bounded > 0);
}

/// A name that isn't shown, or is written twice, can be in no patch.
#[test]
fn an_unknown_member_is_removed_if_a_patch_can_name_it() {
    let policy = Policy::from_json(br#"{"levels":{"field.unknown":"deny"}}"#).expect("a policy");
    let engine = Engine::new(&policy);
    let body = ordinary().replacen('{', r#"{"hue":1,"a b":2,"tone":3,"tint":4,"tint":5,"#, 1);
    let answer = repairs(&engine, &body);
    assert_eq!(all_changes(&answer), [["/hue", "/tone"]]);
    assert_eq!(beyond(&answer), ["/*", "/tint"]);
    assert!(answer.complete);
}

#[test]
fn a_member_is_added_as_the_one_before_it_is_written() {
    let engine = Engine::default();
    let body = order_of("{\n    \"title\" :\t\"Mug\"\n}");
    let answer = repairs(&engine, &body);
    let [repair] = &answer.repairs[..] else { panic!("not one repair") };
    let mended = order_of("{\n    \"title\" :\t\"Mug\",\n    \"price\":\t12\n}");
    assert_eq!(repair.apply(body.as_bytes()), mended.as_bytes());
}

/// A finding stays the same if the number that it compares changes, and only then.
#[test]
fn what_is_beyond_may_change_in_the_number_that_it_compares() {
    let names: [&[&str]; 3] = [&["actual", "b", "c"], &["a", "actual", "c"], &["a", "b", "actual"]];
    for (compared, changed) in (0..9).map(|at| (at / 3, at % 3)) {
        let find = move |c: &Context<'_>, found: &mut Findings<'_>| {
            let Some(order) = c.request.order() else { return HOLDS };
            let Some(client) = order.client().valid() else { return HOLDS };
            let mut params = [Param::Integer(1); 3];
            if client.city().is_absent() {
                found.with(client.city(), params);
                params[changed] = Param::Integer(2);
            }
            found.with(c.request.place(), params);
            HOLDS
        };
        let rule = CustomRule::new("custom.own", Operations::ORDER, "{actual}", find);
        let rule = rule.with_params(names[compared]);
        let engine = Engine::new(&Policy::default().with_rule(rule).expect("a rule"));
        let is_mended = !repairs(&engine, &ordinary()).repairs.is_empty();
        assert_eq!(is_mended, changed == compared, "{compared} {changed}");
    }
}

/// Here 3-D Secure is off, but saving needs it. Any of these members suffices for saving.
#[test]
fn members_that_have_the_same_effect_are_removed_together() {
    let facts = br#"{"saving_side":"merchant","merchant":{"country":"LV"},
        "card":{"issuer_country":"DE"},"key":{"three_ds":false}}"#;
    let facts = FactsBuf::from_json(facts).expect("facts");
    let saving = r#"{"force_save_method":true,"setup_future_use":"one-click","#;
    let body = ordinary().replacen('{', saving, 1);
    let engine = Engine::default();
    let answer = engine.repairs(Operation::Order, body.as_bytes(), &facts.as_facts());
    assert_eq!(all_changes(&answer), [["/force_save_method", "/setup_future_use"]]);
    assert!(answer.complete);
}

/// The order saves the payment method, which the table of §1 disputes for MOTO.
#[test]
fn members_that_have_the_same_effect_are_removed_together_if_a_change_needs_it() {
    let policy = br#"{"levels":{"compat.disputed":"deny"},"rules":[
        {"name":"custom.moto","on":["order"],"member":"/is_moto","required":true}]}"#;
    let engine = Engine::new(&Policy::from_json(policy).expect("a policy"));
    let saving = r#"{"force_save_method":true,"setup_future_use":"one-click","#;
    let body = ordinary().replacen('{', saving, 1);
    let both = ["/force_save_method", "/setup_future_use", "/is_moto=true"];
    let answer = repairs(&engine, &body);
    assert_eq!(all_changes(&answer), [both]);
    assert!(answer.complete);
}

/// Without products the order is a Zero-Amount order, unless it stops saving the payment method, too: that
/// settles what is added then, though for one of the findings another change would do.
#[test]
fn members_that_have_the_same_effect_are_removed_together_where_another_change_would_do() {
    let policy = br#"{
        "rules": [{ "name": "custom.short", "on": ["order"], "member": "/products/*/title", "max_length": 2,
                    "message": "Short." }],
        "levels": { "zero_amount.payment_system_missing": "deny", "order.products_required": "allow" }
    }"#;
    let engine = Engine::new(&Policy::from_json(policy).expect("a policy"));
    let facts = FactsBuf::from_json(br#"{"subsequent":"recurring"}"#).expect("facts");
    let body = concat!(
        r#"{"client":{"email":"ada@mail.example"},"products":[{}],"#,
        r#""setup_future_use":"one-click","force_save_method":true}"#
    );
    let answer = engine.repairs(Operation::Order, body.as_bytes(), &facts.as_facts());
    let expected = ["/products", "/force_save_method", "/setup_future_use"];
    assert_eq!(all_changes(&answer), [expected]);
    assert!(answer.beyond.is_empty() && answer.complete);
}

/// An example of a client isn't the recipient, who says to be the same. That is settled beside what the
/// client's and the recipient's names are.
#[test]
fn what_a_change_adds_may_depend_on_a_member_beside_it() {
    let policy = br#"{"levels":{"funding.same_as_client_mismatch":"deny"}}"#;
    let engine = Engine::new(&Policy::from_json(policy).expect("a policy"));
    let body = concat!(
        r#"{"products":[{"title":"Mug","price":12}],"recipient_client":{"first_name":"Mia","#,
        r#""last_name":"Ozola","birth_date":"1984-02-29","city":"Oslo","country":"US","#,
        r#""account_type":"01","account_number":"1","same_as_client":true}}"#
    );
    let answer = repairs(&engine, body);
    let paths = all_changes(&answer).into_iter().map(|changes| changes[1].clone());
    let flag = "/recipient_client/same_as_client";
    let expected = ["/recipient_client", &format!("{flag}=false"), flag];
    assert_eq!(paths.collect::<Vec<_>>(), expected);
    assert!(answer.complete);
}

/// A product with a price has to have a quantity, which the rule finds at its title.
#[test]
fn what_a_change_adds_in_an_element_may_depend_on_other_members_of_it() {
    let engine = with_rule(|c, found| {
        let Some(order) = c.request.order() else { return };
        for product in order.products().objects() {
            if product.price().valid().is_some() && product.quantity().is_absent() {
                found.with(product.title(), [Param::Word("none")]);
            }
        }
    });
    let answer = repairs(&engine, &order_of(r#"{"title":"Mug","price":"free"}"#));
    let expected = ["/products/0/price=12", "/products/0/quantity=1"];
    assert!(all_changes(&answer).contains(&expected.map(String::from).to_vec()));
}

#[test]
fn a_number_becomes_the_limit_that_it_is_over() {
    for (limit, price) in [(r#""maximum":400"#, 500), (r#""minimum":400"#, 5)] {
        let rule = r#"{"name":"custom.price","on":["order"],"member":"/products/*/price","#;
        let policy = format!(r#"{{"rules":[{rule}{limit}}}]}}"#);
        let engine = Engine::new(&Policy::from_json(policy.as_bytes()).expect("a policy"));
        let body = order_of(&format!(r#"{{"title":"Mug","price":{price}}}"#));
        assert_eq!(all_changes(&repairs(&engine, &body)), [["/products/0/price=400"]], "{limit}");
    }
}

/// The example of a price is 12.
#[test]
fn a_number_becomes_one_of_two_limits_if_its_example_is_outside_them() {
    for (names, most, mended) in [
        (&["minimum", "maximum"], 20, 12),
        (&["minimum", "maximum"], 7, 1),
        (&["least", "maximum"], 20, 20),
        (&["least", "maximum"], 7, 7),
    ] {
        let find = move |c: &Context<'_>, found: &mut Findings<'_>| {
            let Some(order) = c.request.order() else { return HOLDS };
            for product in order.products().objects() {
                if product.price().valid().is_some_and(|price| price > Decimal::from_integer(most))
                {
                    found.with(product.price(), [1, most.into()].map(Param::Integer));
                }
            }
            HOLDS
        };
        let rule = CustomRule::new("custom.own", Operations::ORDER, "", find).with_params(names);
        let engine = Engine::new(&Policy::default().with_rule(rule).expect("a rule"));
        let body = order_of(r#"{"title":"Mug","price":500}"#);
        let expected = format!("/products/0/price={mended}");
        assert_eq!(all_changes(&repairs(&engine, &body)), [[expected]], "{names:?} {most}");
    }
}

/// Each of them adds the next finding.
#[test]
fn a_repair_has_changes_that_others_make_necessary() {
    let engine = with_rule(|c, found| {
        let Some(order) = c.request.order() else { return };
        let Some(client) = order.client().valid() else { return };
        let place = [client.city(), client.state(), client.zip_code()];
        if let Some(missing) = place.into_iter().find(|part| part.is_absent()) {
            found.with(missing, [Param::Word("required")]);
        }
    });
    let answer = repairs(&engine, &ordinary());
    let all =
        [r#"/client/state="Riga""#, r#"/client/city="Riga""#, r#"/client/zip_code="LV-1010""#];
    assert_eq!(all_changes(&answer), [all]);
}

/// A city needs a language, which is missing anyway.
#[test]
fn a_change_for_one_finding_may_need_that_for_another() {
    let engine = with_rule(|c, found| {
        let Some(order) = c.request.order() else { return };
        let Some(client) = order.client().valid() else { return };
        if client.city().is_absent() && client.state().is_absent() {
            found.with(client.city(), [Param::Word("a city or a state")]);
        }
        if order.language().is_absent() {
            found.with(order.language(), [Param::Word("required")]);
            if !client.city().is_absent() {
                found.with(c.request.place(), [Param::Word("in which language?")]);
            }
        }
    });
    let answer = repairs(&engine, &ordinary());
    let language = r#"/language="en""#;
    let expected = [[r#"/client/state="Riga""#, language], [r#"/client/city="Riga""#, language]];
    assert_eq!(all_changes(&answer), expected);
}

/// So that an index in a patch is that of the body as it was sent.
#[test]
fn elements_are_removed_after_all_else_and_from_the_last_to_the_first() {
    let rule =
        r#"{"rules":[{"name":"custom.own","on":["order"],"member":"/products","required":true}]}"#;
    let engine = Engine::new(&Policy::from_json(rule.as_bytes()).expect("a policy"));
    let body = order_of(r#"5,{"title":"Mug","price":12},6"#);
    let answer = repairs(&engine, &body);
    let steps = answer.repairs.iter().map(|repair| {
        let shown = repair.changes.iter().map(|change| (change.op.name(), &change.path[..]));
        shown.collect::<Vec<_>>()
    });
    let expected = [
        [("replace", "/products/0"), ("replace", "/products/2")],
        [("replace", "/products/0"), ("remove", "/products/2")],
        [("replace", "/products/2"), ("remove", "/products/0")],
        [("remove", "/products/2"), ("remove", "/products/0")],
    ];
    assert_eq!(steps.collect::<Vec<_>>(), expected);
}

/// It has another path once the element before it is removed.
#[test]
fn what_is_beyond_stays_so_at_another_index() {
    let engine = with_rule(|c, found| {
        let Some(order) = c.request.order() else { return };
        if order.products().is_absent() {
            found.with(order.products(), [Param::Word("required")]);
        }
        for product in order.products().objects() {
            found.with(product.title(), [Param::Word("not today")]);
        }
    });
    let body = order_of(r#"{"title":"Mug","price":12},5,{"title":"Cup","price":9}"#);
    let answer = repairs(&engine, &body);
    assert_eq!(all_changes(&answer), [["/products/1"]]);
    assert_eq!(beyond(&answer), ["/products/0/title", "/products/2/title"]);
}

#[test]
fn a_repaired_body_is_no_longer_than_the_engine_reads() {
    let body = order_of(r#"{"price":12}"#);
    let mended = order_of(r#"{"price":12,"title":"Mug"}"#);
    for (most, is_mended) in [(mended.len(), true), (mended.len() - 1, false)] {
        let policy = Policy::default().with_max_body_bytes(most).expect("a limit");
        let engine = Engine::new(&policy);
        let answer = repairs(&engine, &body);
        let bodies: Vec<_> = answer.repairs.iter().map(|it| it.apply(body.as_bytes())).collect();
        assert!(bodies.iter().all(|body| body.len() <= most), "{most}");
        assert_eq!(bodies.contains(&mended.clone().into_bytes()), is_mended, "{most}");
    }
}

/// Of more than 500 findings the smallest repair isn't looked for.
#[test]
fn of_500_findings_the_smallest_repair_is_looked_for() {
    for (count, complete) in [(500, true), (501, false)] {
        let find = move |c: &Context<'_>, found: &mut Findings<'_>| {
            let Some(order) = c.request.order() else { return HOLDS };
            if order.language().is_absent() {
                (0..count).for_each(|n| found.with(order.language(), [Param::Integer(n)]));
            }
            HOLDS
        };
        let rule = CustomRule::new("custom.own", Operations::ORDER, "", find).with_params(&["n"]);
        let engine = Engine::new(&Policy::default().with_rule(rule).expect("a rule"));
        let answer = repairs(&engine, &ordinary());
        assert_eq!(all_changes(&answer), [[r#"/language="en""#]]);
        assert_eq!(answer.complete, complete, "{count}");
    }
}

/// More findings than are compared.
#[test]
fn a_body_with_very_many_findings_has_no_answer() {
    let engine = Engine::default();
    let body = order_of(&["{}"; 5_001].join(","));
    let answer = repairs(&engine, &body);
    assert!(answer.repairs.is_empty() && answer.beyond.is_empty() && !answer.complete);
    // That a client is missing isn't among those that are kept.
    let body = format!(r#"{{"products":[{}]}}"#, ["1"; 10_001].join(","));
    let fields = engine.fields(Operation::Order, body.as_bytes(), &Facts::default());
    assert!(fields.fields.is_empty() && !fields.complete && fields.checks == 1);
}

/// More warnings than are compared: all that findings at level deny ask for or refuse is still answered.
#[test]
fn a_body_with_very_many_warnings_still_has_what_rejects() {
    let json = r#"{"levels":{"tax.percent_required":"warn"},"rules":[{"name":"custom.unsigned",
        "on":["tax"],"member":"/signature","forbidden":true,"level":"warn"}]}"#;
    let engine = Engine::new(&Policy::from_json(json.as_bytes()).expect("a policy"));
    let states = |unknown: usize| {
        let unknown: Vec<_> = (0..unknown).map(|n| format!(r#""{n:x}":0"#)).collect();
        let body = format!("{{{}}}", unknown.join(","));
        let answer = engine.fields(Operation::Tax, body.as_bytes(), &Facts::default());
        let states = answer.fields.iter().map(|field| (field.path.clone(), field.state));
        (states.collect::<Vec<_>>(), answer.complete)
    };
    let expected = |states: [State; 3]| {
        let paths = ["/name", "/percent", "/signature"].map(str::to_owned);
        Vec::from_iter(paths.into_iter().zip(states))
    };
    let all = expected([State::Required, State::Advised, State::Discouraged]);
    assert_eq!(states(1), (all, true));
    // That the percentage is missing is a warning, too, so these are as many as are compared, and the
    // signature is one more.
    let without_it = expected([State::Required, State::Advised, State::Optional]);
    assert_eq!(states(9_999), (without_it, false));
    let what_rejects = expected([State::Required, State::Optional, State::Optional]);
    assert_eq!(states(10_000), (what_rejects, false));
    // A null is a warning that sorts before the others. With it there is one more than is compared, and
    // with a value in its place there isn't.
    let states = |unknown: usize| {
        let unknown: String = (0..unknown).map(|n| format!(r#","{n:x}":0"#)).collect();
        let body = format!(r#"{{"name":"VAT","percent":20,"signature":null{unknown}}}"#);
        let engine = Engine::default();
        let answer = engine.fields(Operation::Tax, body.as_bytes(), &Facts::default());
        (answer.fields.last().map(|field| field.state), answer.complete)
    };
    assert_eq!(states(1), (Some(State::Advised), true));
    assert_eq!(states(10_000), (Some(State::Optional), false));
}

/// Repairs are about what rejects, so that warnings don't matter.
#[test]
fn a_body_with_very_many_warnings_has_repairs() {
    let unknown: String = (0..10_001).map(|n| format!(r#""{n:x}":0,"#)).collect();
    let free = order_of(r#"{"title":"Mug","price":0}"#);
    let engine = Engine::default();
    let answer = repairs(&engine, &free.replacen('{', &format!("{{{unknown}"), 1));
    assert_eq!(answer.repairs.len(), 1, "{answer:?}");
}

/// More members and elements than what-if questions look at.
#[test]
fn a_body_of_very_many_members_has_no_answer() {
    let products = [r#"{"title":"Mug","price":12}"#; 22_000].join(",");
    let body = format!(r#"{{"products":[{products}]}}"#);
    let engine = Engine::default();
    let answer = repairs(&engine, &body);
    assert!(answer.repairs.is_empty() && answer.beyond.is_empty() && !answer.complete);
    let fields = engine.fields(Operation::Order, body.as_bytes(), &Facts::default());
    assert!(fields.fields.is_empty() && !fields.complete);
}

/// A question of a body is given up once so many bytes were checked.
#[test]
fn of_a_long_body_not_all_fields_are_asked_about() {
    let engine = Engine::default();
    let mut all = None;
    for length in (0..1_000_000).step_by(20_000) {
        let title = "a".repeat(length.max(1));
        let body = order_of(&format!(r#"{{"title":"{title}","price":12}}"#));
        let answer = engine.fields(Operation::Order, body.as_bytes(), &Facts::default());
        let checked = answer.checks as usize * body.len();
        let all = *all.get_or_insert(answer.fields.len());
        assert!(checked < (64 << 20) + body.len(), "{length}: {checked}");
        assert_eq!(answer.complete, answer.fields.len() == all, "{length}");
        assert_eq!(answer.complete, length < 838_000, "{length}");
    }
}
