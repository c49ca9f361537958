//! `paylint calibrate`: the example month as docs/calibration.md shows it, other inputs, and nothing of a body in the output.

mod common;

use common::{beside_examples, in_workspace, run, shell, text};
use serde_json::Value;

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

/// The page's commands, each with the output that it shows.
#[test]
fn the_page_shows_what_the_commands_print() {
    let page = std::fs::read_to_string(in_workspace("docs/calibration.md")).unwrap();
    let folder = beside_examples("calibrate");
    let mut commands = 0;
    for block in page.split("```console\n").skip(1) {
        let block = format!("\n{}", block.split("```").next().unwrap()).replace("\n   ", "\n");
        for shown in block.split("\n$ ").skip(1) {
            let (command, shown) = shown.split_once('\n').unwrap_or((shown, ""));
            let printed = String::from_utf8(shell(&folder, command).stdout).unwrap();
            let printed = printed.lines().filter(|line| !line.starts_with("fingerprints"));
            let printed = printed.map(|line| line.to_owned() + "\n").collect::<String>();
            assert_eq!(shown.trim(), printed.trim(), "{command}");
            commands += 1;
        }
    }
    assert_eq!(commands, 4);
}

/// The month as an observer writes it down: the same figures, but for the members that answers named.
#[test]
fn observations_say_what_the_log_says() {
    let month = in_workspace("examples/traffic/month.ndjson");
    let places = ["--body-at=/body", "--method-at=/method", "--path-at=/path", "--id-at=/id"];
    let log = [&["--log", "--fact=now@/time"], &places[..]].concat();
    let reports = run(&[&["batch", text(&month)], &log[..]].concat(), b"").out;
    let lines = std::fs::read_to_string(&month).unwrap();
    let mut observed = String::new();
    for (line, report) in lines.lines().zip(reports.lines()) {
        let [line, report]: [Value; 2] = [line, report].map(|it| serde_json::from_str(it).unwrap());
        assert_eq!(line["id"], report["id"]);
        let findings = report["findings"].as_array().unwrap().iter();
        let rules =
            findings.map(|it| (it["rule"].as_str().unwrap().to_owned(), it["level"].clone()));
        let rules: serde_json::Map<_, _> = rules.collect();
        let (id, status) = (&line["id"], &line["status"]);
        let (operation, verdict) = (&report["operation"], &report["verdict"]);
        let all = serde_json::json!({"id": id, "operation": operation, "verdict": verdict, "rules": rules, "status": status});
        observed += &format!("{all}\n");
    }
    let json = ["calibrate", "--format=json", "-"];
    let by_observer = run(&json, observed.as_bytes());
    let by_log = run(&[&json[..], &["--status-at=/status"], &log[..]].concat(), lines.as_bytes());
    assert_eq!((by_observer.out, by_observer.code), (by_log.out, by_log.code));

    let run =
        run(&["calibrate", "--policy=strict", "-"], observed.replace("accept", "x").as_bytes());
    assert!(run.err.contains("<stdin>:1: not an observation: "), "{}", run.err);
    assert!(run.err.contains("verdict already, which --policy doesn't change"), "{}", run.err);
    assert_eq!(run.code, Some(2));
}

#[test]
fn nothing_of_a_body_or_an_answer_is_written() {
    let line = r#"{"id":"mine","body":{"client":{"email":"SECRET1","first_name":"SECRET2"},"SECRET3":"SECRET4","products":
        [{"title":"SECRET5","price":"SECRET6"}],"currency":"SECRET7"},"status":STATUS,
        "answer":{"client":{"email":["SECRET8"]},"SECRET9":"SECRET0","field":"SECRET9"}}"#
        .replace('\n', "");
    let fine = line
        .replace("\"SECRET6\"", "4")
        .replace("\"SECRET7\"", "\"EUR\"")
        .replace("SECRET1", "a@SECRET1.example");
    let fine = fine.replace("\"SECRET3\":\"SECRET4\",", "");
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
    let observed = r#"{"operation":"tax","verdict":"accept","rules":{},"status":"#;
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
                let run = run(arguments, format!("{line}{status}{end}\n").as_bytes());
                let found: Value = serde_json::from_str(&run.out).unwrap();
                let counts = &found["total"]["accept"];
                let expected = serde_json::json!([accepted, none, error]);
                let found = serde_json::json!([counts["accepted"], counts["none"], found["error"]]);
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
    assert!(run.out.contains("\"error\": 30"), "{}", run.out);
}
