//! `paylint calibrate`: small logs with their outcomes, the page's commands, other inputs, and nothing of a body in the output.

mod common;

use common::{beside_examples, in_workspace, run, shell, text};
use serde_json::{Value, json};
use std::ops::Range;
use std::path::Path;

const LOG: [&str; 9] = [
    "calibrate",
    "--log",
    "--operation=order",
    "--body-at=/body",
    "--status-at=/status",
    "--answer-at=/answer",
    "--id-at=/id",
    "--at-least=1",
    "-",
];

/// Twenty logs, each with one lie or one thing to learn, and what follows from it.
#[test]
fn logs_have_their_outcome() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/calibration");
    let options = "calibrate --log --operation-at /op --path-at /path --body-at /body --id-at /id --at /at \
                   --status-at /status --answer-at /answer --who /who --format json";
    let outcomes = std::fs::read_to_string(folder.join("outcomes.ndjson")).unwrap();
    for line in outcomes.lines() {
        let case: Value = serde_json::from_str(line).unwrap();
        let file = folder.join(format!("{}.gz", case["file"].as_str().unwrap()));
        let more =
            case["options"].as_array().unwrap().iter().map(|option| option.as_str().unwrap());
        let arguments: Vec<&str> =
            options.split_whitespace().chain(more).chain([text(&file)]).collect();
        let run = run(&arguments, b"");
        if case["counts"]["error"] == true {
            assert!(
                run.code == Some(2) && run.err.contains("all cut"),
                "{}: {}",
                case["why"],
                run.err
            );
            continue;
        }
        let found: Value = serde_json::from_str(&run.out).unwrap();
        let without_names = |layer: &Value| {
            let mut rules = layer["rules"].clone();
            for rule in rules.as_array_mut().unwrap() {
                rule.as_object_mut()
                    .unwrap()
                    .retain(|member, _| !matches!(member.as_str(), "name" | "level"));
            }
            json!({"levels": layer["levels"], "rules": rules})
        };
        let layers = found["layers"].as_array().unwrap();
        let mut outcome = without_names(&layers[0]["layer"]);
        let parts = layers[1..].iter();
        let parts = parts.map(|layer| {
            (layer["by"].as_str().unwrap().to_owned(), without_names(&layer["layer"]))
        });
        outcome["by"] = Value::Object(parts.collect());
        // As floating point: 1.0 is 1.
        let comparable = |outcome: &Value| outcome.to_string().replace("1.0", "1");
        assert_eq!(comparable(&outcome), comparable(&case["outcome"]), "{}", case["why"]);
        for (name, count) in case["counts"].as_object().into_iter().flatten() {
            assert_eq!(found[name], *count, "{name}: {}", case["why"]);
        }
        if case["counts"]["masked"].is_number() {
            let mut rows = found["rules"].as_array().unwrap().iter();
            assert!(rows.all(|row| row["reason"] == "masked" && row["ids"][2].is_string()));
        }
        let mut missed = json!({});
        for group in found["missed"].as_array().unwrap() {
            let name = format!(
                "{} {}",
                group["operation"].as_str().unwrap(),
                group["member"].as_str().unwrap()
            );
            missed[name] = group["attempts"].clone();
        }
        assert!(case["missed"].is_null() || case["missed"] == missed, "{missed}: {}", case["why"]);
        assert!(
            case["members"].is_null() || case["members"] == layers[0]["layer"]["members"],
            "{}",
            case["why"]
        );
        for (selector, day) in case["since"].as_object().into_iter().flatten() {
            let mut rows = found["rules"].as_array().unwrap().iter();
            let is_it = |row: &&Value| {
                *selector
                    == format!(
                        "{}@{}",
                        row["rule"].as_str().unwrap(),
                        row["member"].as_str().unwrap()
                    )
            };
            // The log begins on 2 March.
            let since = format!("2026-03-{:02}", day.as_u64().unwrap() + 1);
            assert_eq!(rows.find(is_it).unwrap()["since"], since, "{}", case["why"]);
        }
    }
    assert_eq!(outcomes.lines().count(), 20);
}

/// The page's commands, each with the output that it shows; its programs are beside the log.
#[test]
#[ignore = "needs Python: cargo xtask test python"]
fn the_page_shows_what_the_commands_print() {
    let page = std::fs::read_to_string(in_workspace("docs/calibration.md")).unwrap();
    let folder = beside_examples("calibrate");
    let fenced = |name: &str| {
        page.split(&format!("```{name}\n")).nth(1).unwrap().split("```").next().unwrap()
    };
    for program in ["join.py", "histories.py"] {
        std::fs::write(folder.join(program), fenced(&format!("python {program}"))).unwrap();
    }
    let options = fenced("sh");
    let mut commands = 0;
    for block in page.split("```console\n").skip(1) {
        let block = format!("\n{}", block.split("```").next().unwrap());
        for shown in block.split("\n$ ").skip(1) {
            let (command, shown) = shown.split_once('\n').unwrap_or((shown, ""));
            let printed =
                String::from_utf8(shell(&folder, &format!("{options}{command}")).stdout).unwrap();
            let printed = printed.lines().filter(|line| !line.starts_with("fingerprints"));
            let printed = printed.map(|line| line.to_owned() + "\n").collect::<String>();
            assert_eq!(shown.trim(), printed.trim(), "{command}");
            commands += 1;
        }
    }
    assert_eq!(commands, 4);

    // Requests and answers on lines of their own, joined again, are the same month.
    let month = std::fs::read_to_string(in_workspace("examples/traffic/month.ndjson")).unwrap();
    let (mut requests, mut answers) = (String::new(), String::new());
    for line in month.lines() {
        let mut line: Value = serde_json::from_str(line).unwrap();
        let mut take = |member: &str| line.as_object_mut().unwrap().remove(member).unwrap();
        let answer = json!({"status": take("status"), "body": take("answer")});
        answers += &format!(
            "{}\n",
            json!({"id": line["id"], "status": answer["status"], "body": answer["body"]})
        );
        requests += &format!("{line}\n");
    }
    std::fs::write(folder.join("requests.ndjson"), requests).unwrap();
    std::fs::write(folder.join("answers.ndjson"), answers).unwrap();
    let of = |file: &str| {
        shell(&folder, &format!("{options}paylint calibrate $at --format json {file}")).stdout
    };
    shell(&folder, "python3 join.py requests.ndjson answers.ndjson > joined.ndjson");
    assert_eq!(
        String::from_utf8(of("joined.ndjson")),
        String::from_utf8(of("examples/traffic/month.ndjson"))
    );
}

#[test]
fn silence_is_refused_with_what_would_help() {
    let order =
        r#""body":{"client":{"email":"a@b.example"},"products":[{"title":"Cup","price":4}]}"#;
    let line = |path: &str, rest: &str| format!(r#"{{"method":"POST","path":"{path}",{rest}}}"#);
    let places = [
        "calibrate",
        "--log",
        "--method-at=/method",
        "--path-at=/path",
        "--body-at=/body",
        "--status-at=/status",
        "-",
    ];
    let cut = r#""body":"{\"client\":{\"email\":\"a@b.ex","status":201"#;
    for (line, said) in [
        (
            line("/gw/api/v0.6/orders/?key=SECRET", order),
            &["all passed over", "/gw/api/v0.6/orders/", "--path-prefix /gw may help"][..],
        ),
        // The prefix of a URL is one of its path.
        (
            line("https://gateway.example/gw/api/v0.6/orders/?key=SECRET", order),
            &["such as /gw/api/v0.6/orders/", "--path-prefix /gw may help"],
        ),
        (
            line("/orders/", order).replace("POST", "post"),
            &["such as /orders/; at /method there is another method than POST"],
        ),
        (
            line("/orders/", &format!(r#"{order},"response":{{"code":201}}"#)),
            &["/response: object", "--status-at /response/code may help"],
        ),
        (line("/orders/", &format!(r#"{order},"status":"-""#)), &["no answer accepts or refuses"]),
        (line("/orders/", cut), &["all cut", "all end at 26 bytes"]),
        ("{\"SECRET\"".to_owned(), &["none of which can be read"]),
    ] {
        let run = run(&places, format!("{line}\n").repeat(3).as_bytes());
        assert_eq!((run.code, run.out.as_str()), (Some(2), ""), "{}", run.err);
        assert!(run.err.contains("nothing to hold: 3 lines"), "{}", run.err);
        for said in said {
            assert!(run.err.contains(said), "{said}: {}", run.err);
        }
        assert!(!run.err.contains("SECRET"), "{}", run.err);
    }
    assert!(run(&places, b"").err.contains("0 lines, the log is empty"));
}

/// Without a path, the operation tells requests of the same bytes apart.
#[test]
fn operations_are_told_apart() {
    let line = |operation: &str| {
        format!(r#"{{"op":"{operation}","body":"-","at":"2026-03-02T08:00:00Z","status":201}}"#)
            + "\n"
    };
    let log = [line("order"), line("reversal"), line("order")].concat();
    let options = "calibrate --log --operation-at /op --body-at /body --at /at --status-at /status --format json -";
    let run = run(&options.split(' ').collect::<Vec<_>>(), log.as_bytes());
    let found: Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!((&found["attempts"], &found["twice"]), (&json!(2), &json!(1)), "{}", run.err);
}

/// A case's own time, part and customer.
#[test]
fn cases_carry_what_a_log_has() {
    let case = |number: u32, by: &str, status: u16| {
        let body =
            json!({"client": {"email": ""}, "products": [{"title": "Cup", "price": number}]});
        let at = format!("2026-03-{:02}T08:00:00Z", 1 + number % 9);
        let who = format!("c{number}");
        let answer = json!({"status": status, "body": {"field": "client.email"}});
        json!({"http": ["POST", "/orders/"], "body": body, "at": at, "by": by, "who": who, "answer": answer}).to_string() + "\n"
    };
    let cases: String = (1..40)
        .map(|number| case(number, "A", 400))
        .chain((40..60).map(|number| case(number, "B", 201)))
        .collect();
    let policy = |more: &[&str]| {
        run(&[&["calibrate", "--format=policy"], more, &["-"]].concat(), cases.as_bytes())
    };
    let levels =
        |run: &common::Run| serde_json::from_str::<Value>(&run.out).unwrap()["levels"].clone();
    assert_eq!(levels(&policy(&[])), json!({}));
    assert_eq!(levels(&policy(&["--for=A"])), json!({"field.blank@/client/email": "deny"}));
    assert!(policy(&["--for=C"]).err.contains("no layer of its own; these have: A"));
    for at in ["1788256800123", "\"1788256800\"", "\"2026-03-02 08:00:00\"", "null"] {
        let case = format!(r#"{{"operation":"tax","at":{at},"answer":{{"status":201}}}}"#);
        let err = run(&["calibrate", "-"], case.as_bytes()).err;
        assert!(err.contains("at: expected an instant, such as \"2026-11-20T10:15:00Z\""), "{err}");
    }

    // One without an id is named by its line, also behind many long ones.
    let lines = cases.replace('\n', &format!("\n{}", " ".repeat(20_000)));
    let last = case(60, "B", 400).replace("\"price\":60", "\"price\":\"60\"");
    let run = run(&["calibrate", "--format=json", "-"], (lines + &last).as_bytes());
    let found: Value = serde_json::from_str(&run.out).unwrap();
    let mut rules = found["rules"].as_array().unwrap().iter();
    let row = rules.find(|row| row["rule"] == "field.number_as_string").unwrap();
    assert_eq!(row["ids"], json!(["<stdin>:60"]));
}

/// Requests of one kind: the operation, the body, and the answer. One is sent each day, each by another customer, or
/// by the one that `reference` names.
type Kind = (&'static str, Value, u16, Value);

/// The calibration of a log of 27 days with these requests.
fn calibrated(kinds: &[Kind], more: &[&str]) -> Value {
    calibrated_days(&kinds.iter().map(|kind| (1..28, kind.clone())).collect::<Vec<_>>(), more)
}

/// The calibration of a log with requests on these days, which stand in the place of `DAY`.
fn calibrated_days(kinds: &[(Range<u32>, Kind)], more: &[&str]) -> Value {
    let run = logged(kinds, &[&["--format=json"], more].concat());
    serde_json::from_str(&run.out).unwrap_or_else(|_| panic!("{}", run.err))
}

fn logged(kinds: &[(Range<u32>, Kind)], more: &[&str]) -> common::Run {
    let mut lines = String::new();
    for (number, (days, (operation, body, status, answer))) in kinds.iter().enumerate() {
        for day in days.clone() {
            let at = format!("2026-09-{day:02}T10:00:00Z");
            let who = body["reference"].as_str().map_or(format!("{number}-{day}"), str::to_owned);
            let by = &body["client"]["city"];
            let line = json!({"op": operation, "at": at, "body": body, "status": status, "answer": answer, "who": who, "by": by});
            lines += &line.to_string().replace("DAY", &day.to_string());
            lines.push('\n');
        }
    }
    let options = "calibrate --log --operation-at /op --body-at /body --at /at --who /who --status-at /status \
                   --answer-at /answer";
    let options: Vec<&str> =
        options.split_whitespace().chain(more.iter().copied()).chain(["-"]).collect();
    run(&options, lines.as_bytes())
}

/// An order with these members beside those that it needs.
fn order(more: Value) -> Value {
    let mut order = json!({"client": {"email": "ada@mail.example"}, "products": [{"title": "Mug", "price": 12}], "currency": "EUR"});
    for (name, value) in more.as_object().unwrap() {
        order[name] = value.clone();
    }
    order
}

/// Policies that follow are used as they stand.
#[test]
fn what_follows_is_a_policy() {
    let folder = beside_examples("calibrated");
    let named = |member: &str| json!({"errors": {member: ["not valid"]}});
    let cap = json!({"rules": [{"name": "custom.cap", "on": ["order"], "level": "deny",
        "member": "/products/*/price", "maximum": 10}]});
    std::fs::write(folder.join("cap.json"), cap.to_string()).unwrap();
    let cap = folder.join("cap.json");
    let client = |name: &str, value: Value| {
        order(json!({"client": {"email": "ada@mail.example", name: value}}))
    };
    let nothing = json!({"levels": {}, "members": [], "rules": []});
    let cases: [(&[&str], &[Kind], Value); 4] = [
        // A policy rule is about one member.
        (
            &["--policy", text(&cap)],
            &[("order", order(json!({})), 201, json!({}))],
            json!({"levels": {"custom.cap": "warn"}, "members": [], "rules": []}),
        ),
        // What is accepted as a whole says nothing of members.
        (
            &[],
            &[
                ("refund", json!([]), 200, json!({})),
                ("order", order(json!({"currency": 9})), 400, named("currency")),
            ],
            nothing.clone(),
        ),
        // A policy takes no country that there isn't.
        (
            &[],
            &[
                ("order", client("country", json!("England")), 400, named("client.country")),
                ("order", client("country", json!("Deutschland")), 201, json!({})),
            ],
            nothing.clone(),
        ),
        // A length is of strings, and a limit of numbers.
        (
            &[],
            &[
                ("order", client("phone", json!("+371 20000000")), 400, named("client.phone")),
                ("order", client("phone", json!("20000000")), 201, json!({})),
                ("order", client("phone", json!(20_000_000)), 201, json!({})),
            ],
            nothing,
        ),
    ];
    for (options, kinds, layer) in cases {
        let found = calibrated(kinds, options);
        assert_eq!(found["layers"][0]["layer"], layer);
        let file = folder.join("layer.json");
        std::fs::write(&file, layer.to_string()).unwrap();
        let below = options.get(1).copied();
        let files: Vec<&str> = ["policy"].into_iter().chain(below).chain([text(&file)]).collect();
        let run = run(&files, b"");
        assert_eq!(run.code, Some(0), "{}", run.err);
    }
}

/// A refund that was accepted is one of its own, whatever was answered before or after.
#[test]
fn accepted_refunds_are_folded_with_none() {
    let line = |minute: u32, status: u16| {
        json!({"operation": "refund", "body": {"amount": 4}, "at": format!("2026-09-01T10:{minute:02}:00Z"),
            "who": "w", "answer": {"status": status}}).to_string() + "\n"
    };
    let lines = [line(1, 400), line(2, 200), line(3, 200), line(4, 400)];
    for order in [[0, 1, 2, 3], [3, 2, 1, 0], [1, 0, 3, 2]] {
        let log: String = order.map(|at| lines[at].as_str()).concat();
        let run = run(&["calibrate", "--format=json", "-"], log.as_bytes());
        let found: Value = serde_json::from_str(&run.out).unwrap();
        assert_eq!((&found["attempts"], &found["retries"]), (&json!(3), &json!(1)), "{order:?}");
    }
}

/// Reasons in the human form, where nothing follows or too little is known.
#[test]
fn people_are_told_why_a_level_stays() {
    let blank = order(json!({"client": {"email": ""}}));
    let kinds = [
        ("order", blank, 400, json!({"client": {"email": ["blank"]}})),
        ("refund", json!([]), 200, json!({})),
    ];
    let kinds = kinds.map(|kind| (1..28, kind));
    let human = |kinds: &[_], more: &[&str]| logged(kinds, &[&["--format=human"], more].concat());
    let run = human(&kinds, &["--by=/terminal"]);
    assert_eq!(run.err, "note: no line has anything at /terminal (--by)\n");
    let text = run.out;
    for said in [
        "order.email_missing@/client/email\n      accepted 0, refused for it 27\n      \
         stays as it is: 93.19 % to 100.00 % are refused for it; other levels that follow stop all of these",
        "deny  field.type\n      accepted 27, refused for it 0\n      \
         stays as it is: 0.00 % to 6.81 % are refused for it; by its own name",
        "what to do:            write it",
    ] {
        assert!(text.contains(said), "{said}: {text}");
    }
    let missed = [
        (1..28, ("client", json!({"email": "DAY@mail.example"}), 201, json!({}))),
        (1..9, ("client", json!({"email": "DAY0@mail.example"}), 400, json!({"field": "email"}))),
    ];
    let text = human(&missed, &[]).out;
    assert!(text.contains("what to do:            look at what was missed"), "{text}");
    let text = human(&kinds[..1], &[]).out;
    assert!(text.contains("what to do:            log what is accepted, too"), "{text}");

    // One customer is one voice, however many requests it sends; but they would all be stopped.
    let loud = |day| order(json!({"client": {"email": ""}, "reference": "one", "notes": day}));
    let loud = ["1 DAY", "2 DAY"].map(|day| (1..28, ("order", loud(day), 200, json!({}))));
    let mut others = kinds[0].clone();
    others.1.1["notes"] = json!("DAY");
    let text = human(&[&kinds[..1], &[others], &loud].concat(), &[]).out;
    assert!(text.contains("accepted 1 (54 requests), refused for it 54\n"), "{text}");
    assert!(text.contains("what to do:            look at what follows first"), "{text}");
}

/// A layer is for all, or for a part that has a name. What neither holds isn't reckoned with.
#[test]
fn requests_without_a_part_have_no_layer() {
    let blank = |city| order(json!({"client": {"email": "", "city": city}}));
    let told = json!({"client": {"email": ["blank"]}});
    let kinds =
        [("order", blank(json!("Riga")), 200, json!({})), ("order", blank(Value::Null), 400, told)];
    let found = calibrated(&kinds, &["--by=/by"]);
    assert_eq!(found["layers"].as_array().unwrap().len(), 1, "{found}");
    assert_eq!(found["layers"][0]["layer"], json!({"levels": {}, "members": [], "rules": []}));
    assert_eq!(found["layers"][0]["whole"]["prevented"]["count"], 0, "{found}");
    let text = logged(&kinds.map(|kind| (1..28, kind)), &["--by=/by"]).out;
    assert!(text.contains("requests like these share the layer for all"), "{text}");
}

/// An order with one product of this price.
fn priced(price: f64) -> Value {
    order(json!({"products": [{"title": "Mug", "price": price}]}))
}

/// The answer to a price.
fn bad_price() -> Value {
    json!({"errors": {"products.0.price": ["no"]}})
}

/// A limit for the last third of the days comes from the days before it.
#[test]
fn limits_are_learnt_without_the_tested_days() {
    let low = |price: f64| (1..28, ("order", priced(price), 400, bad_price()));
    let found = calibrated_days(
        &[
            low(0.4),
            low(0.5),
            (1..28, ("order", priced(12.0), 201, json!({}))),
            (19..28, ("order", priced(0.8), 201, json!({}))),
        ],
        &[],
    );
    let layer = &found["layers"][0];
    assert_eq!(layer["layer"]["rules"][0]["minimum"], 0.6);
    assert_eq!(
        (&layer["check"]["stopped"]["count"], &layer["whole"]["stopped"]["count"]),
        (&json!(9), &json!(0))
    );
}

/// Two rules that stop the same requests prevent each refusal once.
#[test]
fn refusals_are_prevented_once() {
    let contacts =
        json!({"email": "ada@mail.example", "phone": "+371 2000 0000", "company": "Cats"});
    let lacking = json!({"errors": {"client.phone": ["required"], "client.company": ["required"]}});
    let found = calibrated(
        &[
            ("order", order(json!({"client": contacts})), 201, json!({})),
            ("order", order(json!({})), 400, lacking),
            ("order", order(json!({"client": contacts})), 400, json!({"message": "declined"})),
        ],
        &[],
    );
    let layer = &found["layers"][0];
    assert_eq!(layer["layer"]["rules"].as_array().unwrap().len(), 2);
    assert_eq!(layer["whole"]["prevented"], json!({"count": 27, "of": 54, "least": "0.3900"}));
}

/// A rule of one terminal is counted there, whichever terminal comes first.
#[test]
fn parts_are_told_what_their_rules_stop() {
    let at = |city: &str, price: f64, status: u16| {
        let client = json!({"email": "ada@mail.example", "city": city});
        let products = json!([{"title": "Mug", "price": price}]);
        ("order", order(json!({"client": client, "products": products})), status, bad_price())
    };
    let all =
        [at("Riga", 0.3, 400), at("Riga", 0.4, 400), at("Riga", 9.0, 201), at("Oslo", 0.3, 201)];
    let once = (3..4, at("Riga", 0.2, 201));
    let kinds: Vec<_> = all.map(|kind| (1..28, kind)).into_iter().chain([once]).collect();
    let found = calibrated_days(&kinds, &["--by=/by"]);
    assert_eq!(found["layers"][1]["by"], "Riga");
    let whole = &found["layers"][1]["whole"];
    assert_eq!((&whole["stopped"]["count"], &whole["prevented"]["count"]), (&json!(1), &json!(54)));
}

/// Refusals don't say what a feature requires if no request with it was ever accepted.
#[test]
fn required_asks_for_an_accepted_request() {
    let two_step = |client: Value| order(json!({"skip_capture": true, "client": client}));
    let lacking = (
        "order",
        two_step(json!({"email": "ada@mail.example"})),
        400,
        json!({"errors": {"client.state": ["required"]}}),
    );
    let found = |with_state: u16| {
        let has_it = two_step(json!({"email": "ada@mail.example", "state": "NY"}));
        let answer = json!({"errors": {"number": ["taken"]}});
        let kinds = [
            ("order", order(json!({})), 201, json!({})),
            lacking.clone(),
            ("order", has_it, with_state, answer),
        ];
        calibrated(&kinds, &[])["layers"][0]["layer"]["rules"][0]["when"].clone()
    };
    assert_eq!(found(400), Value::Null);
    assert_eq!(found(201), json!({"scenario": "two_step"}));
}

/// A limit on numbers that only rise is passed some day.
#[test]
fn counters_have_no_limit() {
    let numbered = |number: u32, status: u16| {
        (
            "order",
            order(json!({"number": number})),
            status,
            json!({"errors": {"number": ["taken"]}}),
        )
    };
    let limit = |first: u32, rise: u32| {
        let days = (1..28).flat_map(|day| {
            let numbers = [(first + rise * day, 201), (5300 + day, 400)];
            numbers.map(|(number, status)| (day..day + 1, numbered(number, status)))
        });
        calibrated_days(&days.collect::<Vec<_>>(), &[])["layers"][0]["layer"]["rules"][0]["maximum"]
            .clone()
    };
    assert_eq!(limit(4000, 10), Value::Null);
    assert_eq!(limit(4000, 0), 5000);
}

/// A limit says how many of the refusals it stops, where others had another reason.
#[test]
fn missed_says_how_many_a_rule_stops() {
    let days = |price: f64, status: u16| (1..28, ("order", priced(price), status, bad_price()));
    let other = (3..4, ("order", priced(59.9), 400, bad_price()));
    let kinds = [days(0.4, 400), days(0.9, 400), days(1.0, 201), days(20.0, 201), other];
    let said = "55 customers → custom.products_price_minimum, which stops 54 of these";
    assert!(logged(&kinds, &["--format=human"]).out.contains(said));
}

/// A rule follows from refusals that it stops, in its part of the log.
#[test]
fn missed_names_the_rule_that_stops_them() {
    let at = |city: &str, more: Value| {
        let mut order = order(json!({"client": {"email": "ada@mail.example", "city": city}}));
        order.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        order
    };
    let (without, with) = (json!({}), json!({"reference": "R DAY"}));
    let told = json!({"errors": {"reference": ["x"]}});
    let found = calibrated(
        &[
            ("order", at("Riga", without.clone()), 400, told.clone()),
            ("order", at("Riga", with), 201, json!({})),
            ("order", at("Oslo", without), 201, json!({})),
            ("order", at("Oslo", json!({"currency": "USD"})), 400, told),
        ],
        &["--by=/by"],
    );
    let missed = found["missed"].as_array().unwrap().iter();
    let missed: Vec<_> =
        missed.map(|missed| (&missed["by"], &missed["attempts"], &missed["follows"])).collect();
    let rule = json!("custom.reference_required");
    let (city, other) = (json!("Oslo"), json!("Riga"));
    assert_eq!(missed, [(&city, &json!(27), &Value::Null), (&other, &json!(27), &rule)]);
}

/// Reasons why no policy rule follows are about all these refusals, not about the few that a rule could explain.
#[test]
fn missed_says_why_truly() {
    let reason = |low_days: Range<u32>, often: Range<u32>| {
        let accepted =
            [5.0, 20.0, 80.0].map(|price| (1..28, ("order", priced(price), 201, json!({}))));
        let refused = [(low_days, 1.0), (often, 20.0)];
        let refused =
            refused.map(|(days, price)| (days, ("order", priced(price), 400, bad_price())));
        calibrated_days(&[&accepted[..], &refused].concat(), &[])["missed"][0]["reason"].clone()
    };
    for low_days in [1..3, 1..12] {
        assert_eq!(reason(low_days, 1..28), "values differ");
    }
    assert_eq!(reason(1..12, 1..1), "not sure");
    assert_eq!(reason(1..1, 1..28), "nothing in the request tells it");
}

/// Codes that are refused at one terminal, or since a day; and what would stop every request.
#[test]
fn policy_rules_tell_requests_apart() {
    let named = |member: &str| json!({"errors": {member: ["not valid"]}});
    let fine = || json!({});
    let crowns = |city: &str| {
        order(json!({"currency": "NOK", "client": {"email": "ada@mail.example", "city": city}}))
    };
    let rules = |found: &Value, layer: usize| {
        let rules = found["layers"][layer]["layer"]["rules"].as_array().unwrap().iter();
        rules.map(|rule| format!("{} {}", rule["member"], rule["none_of"])).collect::<Vec<_>>()
    };
    let both = [
        ("order", crowns("Riga"), 400, named("currency")),
        ("order", crowns("Oslo"), 201, fine()),
        (
            "order",
            order(json!({"client": {"email": "ada@mail.example", "city": "Riga"}})),
            201,
            fine(),
        ),
    ];
    let found = calibrated(&both, &["--by=/by"]);
    assert_eq!(found["layers"][1]["by"], "Riga");
    assert_eq!(rules(&found, 1), [r#""/currency" ["NOK"]"#]);
    let since = [
        (1..8, ("order", crowns("Oslo"), 201, fine())),
        (8..28, ("order", crowns("Riga"), 400, named("currency"))),
        (8..28, ("order", crowns("Oslo"), 400, named("currency"))),
        (1..28, ("order", order(json!({})), 201, fine())),
    ];
    assert_eq!(rules(&calibrated_days(&since, &[]), 0), [r#""/currency" ["NOK"]"#]);

    let named_so =
        |name: &str| order(json!({"client": {"email": "ada@mail.example", "first_name": name}}));
    let refused = (1..28, ("order", named_so("Ada DAY"), 400, named("client.first_name")));
    let until = (1..8, ("order", named_so("Ada DAY"), 201, fine()));
    let lacks = |days| (days, ("order", order(json!({})), 201, fine()));
    let of =
        |others: &[_]| calibrated_days(&[std::slice::from_ref(&refused), others].concat(), &[]);
    assert_eq!(rules(&of(&[lacks(1..28)]), 0), [r#""/client/first_name" null"#]);
    let refused = (8..28, refused.1.clone());
    for others in [vec![], vec![until.clone()], vec![until, lacks(1..8)]] {
        let found = calibrated_days(&[std::slice::from_ref(&refused), &others[..]].concat(), &[]);
        assert_eq!(rules(&found, 0), [""; 0], "{found}");
    }
}

/// JSON that ends too early, or at a log's mark, is cut; other JSON that isn't valid was sent so.
#[test]
fn cut_bodies_are_told_from_wrong_ones() {
    for (body, is_cut) in [
        (r#"{"currency":"EU"#, true),
        (r#"{"currency":"EUR",...(Truncated)"#, true),
        (r#"{"currency":[truncated 212 bytes]"#, true),
        (r#"{"currency":"EUR", ... "#, true),
        (r#"{"currency":…"#, true),
        (r#"{"currency":"EUR",}"#, false),
        (r#"{"language":"…...",}"#, false),
    ] {
        let kinds =
            [("order", json!(body), 400, json!({})), ("order", order(json!({})), 201, json!({}))];
        let found = calibrated(&kinds, &[]);
        assert_eq!(found["cut"], if is_cut { 27 } else { 0 }, "{body}");
    }
}

/// A member that is text in one product and a number in another has no single type.
#[test]
fn mixed_elements_are_of_any_type() {
    let mug = |sku: Value| json!({"title": "Mug", "price": 12, "sku": sku});
    let lacking = json!({"title": "Mug", "price": 12});
    for [one, other] in [[json!("A"), json!(0)], [json!(0), json!(true)]] {
        let mixed = order(json!({"products": [mug(one), mug(other)]}));
        let refused = order(json!({"products": [lacking]}));
        let answer = json!({"products": [{"sku": ["required"]}]});
        let kinds = [("order", mixed, 201, json!({})), ("order", refused, 400, answer)];
        let found = calibrated(&kinds, &[]);
        let members = json!([{"member": "/products/*/sku", "on": ["order"], "type": "any"}]);
        assert_eq!(found["layers"][0]["layer"]["members"], members, "{found}");
    }
}

/// Lines of an observer.
#[test]
fn observers_lines_are_read() {
    let line = r#"{"operation":"order","at":"2026-03-DAYT08:00:00Z","verdict":"accept","findings":[["field.blank","/client/state","warn"]],"status":400,"named":["/client/state"],"who":"kDAY"}"#;
    let lines: String = (10..31).map(|day| line.replace("DAY", &day.to_string()) + "\n").collect();
    let run_with = |more: &[&str], lines: &str| {
        run(&[&["calibrate"], more, &["-"]].concat(), lines.as_bytes())
    };
    let found = run_with(&["--format=policy"], &lines);
    assert!(found.out.contains(r#""field.blank@/client/state": "deny""#), "{}", found.out);
    let wrong = run_with(&["--policy=strict"], &(lines.clone() + &line.replace("accept", "x")));
    assert!(wrong.err.contains("<stdin>:22: not an observation: "), "{}", wrong.err);
    assert!(wrong.err.contains("verdict already, which --policy doesn't change"), "{}", wrong.err);
    assert_eq!(wrong.code, Some(2));
}

#[test]
fn nothing_of_a_body_or_an_answer_is_written() {
    let line = r#"{"id":"mine","body":{"client":{"email":"SECRET1","first_name":"SECRET2"},"SECRET 3":"SECRET4","products":
        [{"title":"SECRET5","price":"SECRET6"}],"currency":"SECRET7"},"status":STATUS,
        "answer":{"client":{"email":["SECRET8"]},"SECRET 9":"SECRET0","field":"SECRET 9"}}"#
        .replace('\n', "");
    let fine = line
        .replace("\"SECRET6\"", "4")
        .replace("\"SECRET7\"", "\"EUR\"")
        .replace("SECRET1", "a@SECRET1.example");
    let fine = fine.replace("\"SECRET 3\":\"SECRET4\",", "");
    let mut input = String::new();
    for line in [&line, &fine] {
        for status in ["200", "400", "\"403\"", "null", "\"SECRET\""] {
            input += &line.replace("STATUS", status);
            input.push('\n');
        }
    }
    input += "SECRET\n{\"SECRET\n";
    for format in ["human", "json", "html", "policy"] {
        let format = format!("--format={format}");
        let run = run(&[&LOG[..], &[&format]].concat(), input.as_bytes());
        assert_eq!(run.code, Some(2), "{}", run.err);
        assert!(
            !run.out.contains("SECRET") && !run.err.contains("SECRET"),
            "{}{}",
            run.out,
            run.err
        );
        assert!(run.out.contains("field.type") || format.contains("policy"), "{}", run.out);
    }
}

/// Lines of logs, cases and lines of observers take the same statuses.
#[test]
fn statuses_are_read_in_one_way() {
    let log = r#"{"body":{"name":"VAT","percent":21},"status":"#;
    let case = r#"{"operation":"tax","body":{"name":"VAT","percent":21},"answer":{"status":"#;
    let observed = r#"{"operation":"tax","verdict":"accept","findings":[],"status":"#;
    let json = ["calibrate", "--format=json", "-"];
    let options = ["--log", "--operation=tax", "--body-at=/body", "--status-at=/status"];
    let as_log = [&json[..], &options].concat();
    for (statuses, accepted, none, error) in [
        (&["200", "\"200\"", "299"][..], 1, 0, 0),
        (&["null", "0", "\"0\"", "\"-\"", "\"\"", "\" \"", "100", "599"], 0, 1, 0),
        (&["99", "600", "9999", "-5", "200.0", "2e2", "true", "[]", "00", "\"-5\""], 0, 0, 1),
        (&["\"200.0\"", "\" 200\"", "\"+200\"", "\"0200\"", "\"x\"", "70000"], 0, 0, 1),
    ] {
        for status in statuses {
            for (arguments, line, end) in
                [(&as_log[..], log, "}"), (&json, case, "}}"), (&json, observed, "}")]
            {
                // One that is accepted in any case, since silence is refused.
                let other =
                    format!("{line}222{end}\n").replace("VAT", "GST").replace("accept", "reject");
                let run = run(arguments, format!("{other}{line}{status}{end}\n").as_bytes());
                let found: Value = serde_json::from_str(&run.out).unwrap();
                let counts = &found["of"][0]["counts"];
                let sum = |answer: &str| {
                    counts["accept"][answer].as_u64().unwrap()
                        + counts["reject"][answer].as_u64().unwrap()
                };
                let expected = json!([accepted + 1, none, error]);
                let found = json!([sum("accepted"), sum("no_answer"), found["unreadable"]]);
                assert_eq!(found, expected, "{line}{status}{}", run.err);
            }
        }
    }
}

#[test]
fn the_exit_code_and_errors_say_what_happened() {
    let body = r#"{"client":{"email":"a@b.example"},"products":[{"title":"Cup","price":0}]}"#;
    let line = |status: &str| {
        format!("{{\"operation\":\"order\",\"body\":{body},\"answer\":{{\"status\":{status}}}}}\n")
    };
    let cases = |statuses: &[&str]| statuses.iter().map(|status| line(status)).collect::<String>();
    let code = |input: &str| run(&["calibrate", "-"], input.as_bytes()).code;
    assert_eq!(code(&cases(&["400", "403", "500", "null"])), Some(0));
    assert_eq!(code(&cases(&["400", "200"])), Some(1));
    assert_eq!(code(&cases(&["200", "\"x\""])), Some(2));

    // Each line that can't be read is named, and changes no figure.
    let mut input = cases(&["200"]);
    input += &"x\n".repeat(30);
    let run = run(&["calibrate", "--format=json", "-"], input.as_bytes());
    assert_eq!(run.err.matches("<stdin>:").count(), 20, "{}", run.err);
    assert!(run.err.contains("10 more lines can't be read"), "{}", run.err);
    assert!(run.out.contains("\"unreadable\": 30"), "{}", run.out);
}
