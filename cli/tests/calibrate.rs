//! `paylint calibrate`: small logs with their outcomes, the page's commands, other inputs, and nothing of a body in the output.

mod common;

use common::{beside_examples, in_workspace, run, shell, text};
use serde_json::{Value, json};
use std::path::Path;

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
    let places =
        "calibrate --log --method-at=/method --path-at=/path --body-at=/body --status-at=/status -";
    let places: Vec<&str> = places.split(' ').collect();
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

/// A log of requests, each of one kind on each of its days, by default the first 27: each by another customer, or by the
/// one that `reference` names. `DAY` stands for the day, `"NUMBER"` for a number that rises by it, and
/// `order` for members that aren't those of a usual order.
fn log_of(requests: &[Value]) -> String {
    let mut lines = String::new();
    for (number, request) in requests.iter().enumerate() {
        let mut body = request["body"].clone();
        if let Some(members) = request["order"].as_object() {
            body = json!({"client": {"email": "ada@mail.example"}, "products": [{"title": "Mug", "price": 12}], "currency": "EUR"});
            body.as_object_mut().unwrap().extend(members.clone());
        }
        let day = |end: usize, default| request["days"][end].as_u64().unwrap_or(default);
        for day in day(0, 1)..=day(1, 27) {
            let who = body["reference"].as_str().map_or(format!("{number}-{day}"), str::to_owned);
            let line = json!({"op": request["on"].as_str().unwrap_or("order"), "body": body, "who": who,
                "at": format!("2026-09-{day:02}T10:00:00Z"), "by": body["client"]["city"],
                "status": request["status"], "answer": request["answer"]});
            let number = (4000 + 10 * day).to_string();
            let line = line.to_string().replace("\"NUMBER\"", &number);
            lines += &line.replace("DAY", &day.to_string());
            lines.push('\n');
        }
    }
    lines
}

const PLACES: &str = "calibrate --log --operation-at /op --path-at /path --body-at /body --id-at /id --at /at \
                      --status-at /status --answer-at /answer --who /who";

/// Logs, each with one lie or one thing to learn, what is found in each, and what people are told. A layer that follows is
/// taken as it stands.
#[test]
fn logs_have_their_outcome() {
    let folder = beside_examples("calibrated");
    let [policy, layer] = ["policy.json", "layer.json"].map(|file| folder.join(file));
    let logs = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/calibration");
    let cases = include_str!("calibration/outcomes.ndjson").lines();
    for case in cases.map(|case| serde_json::from_str::<Value>(case).unwrap()) {
        let texts = |list: &str| {
            case[list].as_array().into_iter().flatten().map(|text| text.as_str().unwrap())
        };
        let below = case.get("policy").unwrap_or(&json!({})).to_string();
        std::fs::write(&policy, below).unwrap();
        let file = case["file"].as_str().map(|file| logs.join(format!("{file}.gz")));
        let mut log =
            case["requests"].as_array().map_or(String::new(), |requests| log_of(requests));
        let lines = case["lines"].as_array().into_iter().flatten();
        lines.for_each(|line| log += &format!("{line}\n"));
        let calibrate = |format: &'static str| {
            let options = PLACES.split_whitespace().chain(texts("options"));
            let file = file.as_deref().map_or("-", text);
            let options = options.chain(["--policy", text(&policy), format, file]);
            run(&options.collect::<Vec<_>>(), log.as_bytes())
        };
        let found = calibrate("--format=json");
        let found = serde_json::from_str(&found.out).unwrap_or(Value::Null);
        for (at, expected) in case["found"].as_object().into_iter().flatten() {
            assert_eq!(found.pointer(at).unwrap_or(&Value::Null), expected, "{at}: {case}");
        }
        std::fs::write(&layer, found["layers"][0]["layer"].to_string()).unwrap();
        let taken = run(&["policy", text(&policy), text(&layer)], b"");
        assert_eq!(taken.code == Some(0), !found.is_null(), "{}: {case}", taken.err);
        let human = calibrate("--format=human");
        for said in texts("human") {
            assert!((human.err.clone() + &human.out).contains(said), "{said}: {}", human.out);
        }
    }
}

/// Lines of an observer.
#[test]
fn observers_lines_are_read() {
    let line = r#"{"operation":"order","at":"2026-03-DAYT08:00:00Z","verdict":"accept","findings":[["field.blank","/products/3/title","warn"]],"status":400,"named":["/products/*/title"],"by":"T1","who":"kDAY"}"#;
    let lines: String = (10..31).map(|day| line.replace("DAY", &day.to_string()) + "\n").collect();
    let run_with = |more: &[&str], lines: &str| {
        run(&[&["calibrate"], more, &["-"]].concat(), lines.as_bytes())
    };
    let found = run_with(&["--format=json"], &lines);
    for said in [r#""field.blank@/products/*/title": "deny""#, r#""by": "T1""#] {
        assert!(found.out.contains(said), "{}", found.out);
    }
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
    let log = "calibrate --log --operation=order --body-at=/body --status-at=/status --answer-at=/answer \
               --id-at=/id --at-least=1 -";
    for format in ["human", "json", "html", "policy"] {
        let format = format!("--format={format}");
        let options = log.split_whitespace().chain([format.as_str()]);
        let run = run(&options.collect::<Vec<_>>(), input.as_bytes());
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
