//! Batches: one line for each line, in order, whatever comes.

mod common;

use common::{BAD, GOOD, Run, run, scratch, text};
use paylint_tests::cases::{self, Line};
use paylint_tests::engine::Outcome;
use serde_json::Value;
use std::io::Write;

fn outcome(line: &str) -> Result<Outcome, String> {
    let report: Value = serde_json::from_str(line).unwrap();
    match report["error"].as_str() {
        Some(error) => Err(error.to_owned()),
        None => Ok(paylint_tests::engine::read(&report)),
    }
}

/// Every conformance case and every sample comes out as it expects, and as the library has it byte
/// for byte.
#[test]
fn conformance_cases_are_decided_as_they_expect() {
    let lines = cases::FOLDERS.into_iter().flat_map(cases::lines_of);
    let lines: Vec<String> = lines.map(|line| line.text).collect();
    assert!(lines.len() > 600);
    let Run { code, out, .. } = run(&["batch", "--jobs", "3"], lines.join("\n").as_bytes());
    assert_eq!(code, Some(2), "some of the cases are none");
    let reports: Vec<&str> = out.lines().collect();
    assert_eq!(reports.len(), lines.len());
    for (line, report) in lines.iter().zip(reports) {
        let Line { expect, case } = cases::read(line);
        let mismatches = cases::mismatches(&expect.unwrap_or_default(), &outcome(report));
        assert_eq!(mismatches, [] as [&str; 0], "{line}");
        let Ok(case) = case else { continue };
        if let Ok(json) = paylint_tests::engine::report_of(&case) {
            let id = case.id.map(|id| format!("\"id\":{},", serde_json::to_string(&id).unwrap()));
            assert_eq!(report, json.replacen('{', &format!("{{{}", id.unwrap_or_default()), 1));
        }
    }
}

#[test]
fn lines_stay_in_order_however_many_work_on_them() {
    let line = |n: usize| {
        let body = if n.is_multiple_of(3) { BAD } else { GOOD };
        // Lines of very different length, so that chunks take different times.
        let padding = " ".repeat(if n.is_multiple_of(1000) { 50_000 } else { n % 40 });
        format!("{{\"id\":\"n-{n}\",\"operation\":\"order\",{padding}\"body\":{body}}}\n")
    };
    let input: String = (0..20_000).map(line).collect();
    let one = run(&["batch", "--jobs", "1"], input.as_bytes());
    assert_eq!(one.code, Some(1));
    assert_eq!(one.out.lines().count(), 20_000);
    for (n, report) in one.out.lines().enumerate() {
        assert!(report.starts_with(&format!("{{\"id\":\"n-{n}\",")), "{report}");
    }
    for jobs in ["2", "8"] {
        let many = run(&["batch", "--jobs", jobs], input.as_bytes());
        assert!(many.out == one.out, "--jobs {jobs}");
    }
}

#[test]
fn what_is_no_case_has_a_line_of_its_own() {
    let mut input = Vec::new();
    let good = format!("{{\"operation\":\"order\",\"body\":{GOOD}}}");
    input.extend_from_slice(good.as_bytes());
    input.extend_from_slice(b"\r\n\n\r\n{\"id\":\"x\xff\"}\n[]\n");
    input.extend_from_slice(good.as_bytes());
    let Run { code, out, err } = run(&["batch"], &input);
    let lines: Vec<&str> = out.lines().collect();
    assert!(lines[0].starts_with("{\"verdict\":\"accept\""));
    assert_eq!(
        lines[1..5],
        [
            "{\"error\":\"an empty line isn't a case\"}",
            "{\"error\":\"an empty line isn't a case\"}",
            "{\"error\":\"not a case: not UTF-8 at byte 9\"}",
            "{\"error\":\"not a case: expected a JSON object\"}",
        ]
    );
    assert!(lines[5] == lines[0] && lines.len() == 6);
    assert_eq!(code, Some(2), "an unusable case wins over a reject");
    assert_eq!(err, "error: 4 of 6 lines aren't cases: <stdin>:2: an empty line isn't a case\n");
}

#[test]
fn bodies_are_the_bytes_of_their_lines() {
    let Run { code, out, .. } = run(
        &["batch", "--bodies", "-o", "capture"],
        b"{\"total\":1}\n{\"total\":\xff}\nnull\r\n \n",
    );
    let rules = |line: &str| {
        let report: Value = serde_json::from_str(line).unwrap();
        let findings = report["findings"].as_array().unwrap().iter();
        findings.map(|finding| finding["rule"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    let lines: Vec<_> = out.lines().map(rules).collect();
    let none: [&str; 0] = [];
    assert_eq!(lines[0], none);
    assert_eq!(lines[1..], [["json.malformed"], ["field.type"], ["capture.total_missing"]]);
    assert_eq!(code, Some(1));
}

#[test]
fn a_case_brings_its_own_facts_and_policy() {
    let facts = scratch("batch-facts.json", br#"{"merchant":{"avs_permission":true}}"#);
    let policy = scratch("batch-policy.json", br#"{"levels":{"avs.*":"warn"}}"#);
    let case = |rest: &str| format!("{{\"body\":{GOOD}{rest}}}\n");
    let own_facts = r#","facts":{"merchant":{"country":"LV"}}"#;
    let own_policy = r#","policy":{"max_findings":1}"#;
    let input = [case(""), case(own_facts), case(own_policy), case(r#","facts":{"now":1}"#)];
    let arguments =
        ["batch", "-o", "order", "--facts", text(&facts), "--policy", text(&policy), "--jobs", "1"];
    let Run { out, .. } = run(&arguments, input.concat().repeat(3).as_bytes());
    for lines in out.lines().collect::<Vec<_>>().chunks(4) {
        let [both, facts, policy, error] = lines else { panic!("{lines:?}") };
        let [both, facts, policy] = [both, facts, policy].map(|line| outcome(line).unwrap());
        assert_eq!((both.verdict.as_str(), both.findings.len()), ("accept", 2));
        // The case's own take the place of the others whole.
        assert_eq!((facts.findings.len(), facts.unchecked.len()), (0, 3));
        assert_eq!((policy.verdict.as_str(), policy.truncated), ("reject", true));
        assert_eq!(*error, r#"{"error":"invalid facts: now: expected a string, found number"}"#);
    }
}

#[test]
fn compressed_files_are_read_as_they_are() {
    let input = format!("{GOOD}\n{BAD}\n").repeat(3000);
    let plain = run(&["batch", "--bodies", "-o", "order"], input.as_bytes()).out;

    let gz = |part: &str| {
        let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        encoder.write_all(part.as_bytes()).unwrap();
        encoder.finish().unwrap()
    };
    let zst = |part: &str| {
        ruzstd::encoding::compress_to_vec(
            part.as_bytes(),
            ruzstd::encoding::CompressionLevel::Fastest,
        )
    };
    // Several members, or frames, with a line that begins in one and ends in the next.
    let (a, b) = input.split_at(input.len() / 2 + 7);
    let skippable = [0x50, 0x2a, 0x4d, 0x18, 3, 0, 0, 0, 1, 2, 3];
    let whole = [
        scratch("batch.ndjson.gz", &[gz(a), gz(b)].concat()),
        scratch("batch.ndjson.zst", &[&zst(a)[..], &skippable, &zst(b)].concat()),
    ];
    for file in &whole {
        let Run { code, out, err } = run(&["batch", "--bodies", "-o", "order", text(file)], b"");
        assert_eq!((code, err.as_str()), (Some(1), ""), "{}", file.display());
        assert!(out == plain, "{}", file.display());
    }
    // Cut off: what is whole is checked, and the failure told.
    for (name, data) in [("cut.gz", gz(&input)), ("cut.zst", zst(&input))] {
        let file = scratch(name, &data[..data.len() / 2]);
        let Run { code, out, err } = run(&["batch", "--bodies", "-o", "order", text(&file)], b"");
        assert_eq!(code, Some(2), "{name}");
        assert!(plain.starts_with(&out) && out.len() < plain.len(), "{name}");
        assert!(err.starts_with(&format!("error: cannot read {}: ", text(&file))), "{err}");
    }
    let mut damaged = zst(&input);
    let middle = damaged.len() / 2;
    damaged[middle..].fill(0xff);
    for (name, data, problem) in [
        ("wrong.gz", input.as_bytes(), "invalid gzip header"),
        ("wrong.zst", input.as_bytes(), "invalid Zstandard header"),
        ("damaged.zst", &damaged, "invalid Zstandard data"),
        ("short.zst", &damaged[..3], "unexpected end of file"),
    ] {
        let file = scratch(name, data);
        let Run { code, err, .. } = run(&["batch", "--bodies", "-o", "order", text(&file)], b"");
        let expected = format!("error: cannot read {}: {problem}", text(&file));
        assert_eq!((code, err.contains(&expected)), (Some(2), true), "{err}");
    }
}

/// A line may be as long as a case can need whose body is at the policy's limit, and no longer.
#[test]
fn a_line_that_is_too_long_is_an_error_of_its_own() {
    let policy = scratch("batch-small.json", br#"{"max_body_bytes":64}"#);
    let most = 6 * 64 + (1 << 20);
    let line = |length: usize| {
        let case = r#"{"operation":"reversal","raw":"#;
        let blanks = " ".repeat(length - case.len() - 3);
        format!("{case}{blanks}\"\"}}\n")
    };
    let input = [line(most), line(most + 1), line(4 * most), line(100)].concat();
    let cases = ["--policy", text(&policy), "--jobs", "2"];
    let Run { code, out, err } = run(&[&["batch"][..], &cases].concat(), input.as_bytes());
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!((code, lines.len()), (Some(2), 4));
    assert!(lines[0].starts_with("{\"verdict\":\"accept\"") && lines[3] == lines[0]);
    let problem = format!("not a case: the line is longer than {most} bytes");
    for line in &lines[1..3] {
        assert!(line.starts_with(&format!("{{\"error\":\"{problem}")), "{line}");
    }
    assert!(err.contains(&format!("<stdin>:2: {problem}")), "{err}");

    // Bodies are never too long to be told so.
    let bodies = ["batch", "--bodies", "-o", "order", "--policy", text(&policy)];
    let Run { code, out, .. } = run(&bodies, input.as_bytes());
    assert_eq!(code, Some(1));
    for (report, line) in out.lines().zip(input.lines()) {
        let length = line.len();
        assert!(report.contains(&format!("\"params\":{{\"maximum\":64,\"actual\":{length}}}")));
    }

    let small = text(&policy);
    let policies = ["replay", "--policy", small, "--against", small, "--format", "json"];
    for (more, same, errors) in [(&[][..], 2, 2), (&["--bodies", "-o", "order"], 4, 0)] {
        let Run { out, .. } = run(&[&policies[..], more].concat(), input.as_bytes());
        let replay: Value = serde_json::from_str(&out).unwrap();
        assert_eq!((&replay["same"], &replay["error"]), (&same.into(), &errors.into()));
    }
}

#[test]
fn files_follow_one_another() {
    let first = scratch("files-1.ndjson", format!("{BAD}\n{GOOD}").as_bytes());
    let second = scratch("files-2.ndjson", format!("{GOOD}\n\n").as_bytes());
    let empty = scratch("files-3.ndjson", b"");
    let files = [text(&first), text(&empty), "-", text(&second)];
    let arguments = [&["batch", "--bodies", "-o", "order"][..], &files].concat();
    let Run { code, out, err } = run(&arguments, format!("{BAD}\n").as_bytes());
    let verdicts: Vec<&str> = out.lines().map(|line| line.split('"').nth(3).unwrap()).collect();
    let expected = ["reject", "accept", "reject", "accept", "an empty line isn't a case"];
    assert_eq!(verdicts, expected);
    assert_eq!(code, Some(2));
    assert!(err.contains(&format!("{}:2: an empty line", text(&second))), "{err}");
}

#[test]
fn a_case_can_say_where_it_is_sent() {
    let case = |members: &str| format!("{{{members},\"body\":{BAD}}}\n");
    let input = [
        case(r#""http":["POST","/api/v0.6/orders/?draft=1"]"#),
        case(r#""http":["POST","https://gate.example/api/v0.6/orders/42/refund/"]"#),
        case(r#""http":["GET","/api/v0.6/orders/42/"]"#),
        case(r#""http":"/orders/""#),
        case(r#""http":["POST","/orders/"],"operation":"order""#),
    ];
    let Run { out, .. } = run(&["batch"], input.concat().as_bytes());
    let lines: Vec<&str> = out.lines().collect();
    assert!(lines[0].contains(r#""operation":"order""#), "{}", lines[0]);
    assert!(lines[1].contains(r#""operation":"refund""#), "{}", lines[1]);
    assert_eq!(lines[2], r#"{"error":"http: this method and path lead to no operation"}"#);
    assert_eq!(
        lines[3],
        r#"{"error":"http: expected a method and a path, such as [\"POST\",\"/orders/\"]"}"#
    );
    assert_eq!(lines[4], r#"{"error":"operation and http: a case has one of them"}"#);
}

#[test]
fn a_summary_names_the_unknown_members_that_it_counted() {
    let lines = [
        r#"{"client":{"email":"a@shop.example","phone":"x","adress":"y"},"4111111111111111":1}"#,
        r#"{"client":{"phone":1},"products":[{"title":"x","price":1,"sku":5},{"sku":6}]}"#,
    ];
    let batch = ["batch", "--summary", "--bodies", "-o", "order", "--format"];
    let of = |format: &str| run(&[&batch[..], &[format]].concat(), lines.join("\n").as_bytes()).out;
    let human = of("human").split_whitespace().collect::<Vec<_>>().join(" ");
    for part in [
        "unknown member findings operation /client/phone 2 order /products/*/sku 2 order",
        "/client/adress 1 order (probably address)",
        "1 finding about unknown members whose names aren't shown",
    ] {
        assert!(human.contains(part), "{part}: {human}");
    }
    let json: Value = serde_json::from_str(&of("json")).unwrap();
    let adress = serde_json::json!({ "operation": "order", "path": "/client/adress", "findings": 1,
                                     "nearest": "address" });
    assert!(json["unknown_members"].as_array().unwrap().contains(&adress), "{json}");
    assert_eq!(json["unnamed_members"], 1);
    assert!(of("html").contains("It probably means address."));
    // However many there are, a thousand are named.
    let lines = (0..2_000).map(|n: u32| {
        let letters = [n / 676, n / 26 % 26, n % 26].map(|it| (b'a' + it as u8) as char);
        format!("{{\"key_{}\":1}}\n", letters.iter().collect::<String>())
    });
    let lines: String = lines.collect();
    let json: Value =
        serde_json::from_str(&run(&[&batch[..], &["json"]].concat(), lines.as_bytes()).out)
            .unwrap();
    assert_eq!(json["unknown_members"].as_array().unwrap().len(), 1_000);
    assert_eq!(json["unnamed_members"], 1_000);
}

/// The rules of these requests' operations are violated, or held; the others, and those that lack a fact, aren't reached.
#[test]
fn a_summary_says_what_a_set_of_requests_covers() {
    let order = |body: &str| format!("{{\"operation\":\"order\",\"body\":{body}}}\n");
    let input = [order(GOOD), order(BAD), "{\"operation\":\"refund\",\"raw\":\"{\"}\n".to_owned()];
    let policy = scratch("coverage.json", br#"{"levels":{"code.language":"allow"}}"#);
    let batch = ["batch", "--summary", "--coverage", "--policy", text(&policy), "--format"];
    let of = |format: &str| run(&[&batch[..], &[format]].concat(), input.concat().as_bytes());
    let json: Value = serde_json::from_str(&of("json").out).unwrap();
    let coverage = json["coverage"].as_object().unwrap();
    let is_in = |kind: &str, rule: &str| coverage[kind].as_array().unwrap().contains(&rule.into());
    for (kind, rule) in [
        ("violated", "product.price_required"),
        ("violated", "json.malformed"),
        ("only_held", "product.price_minimum"),
        ("never_reached", "avs.zip_code_required"),
        ("never_reached", "tax.name_required"),
        ("never_reached", "refund.amount_required"),
    ] {
        assert!(is_in(kind, rule), "{rule}: {json}");
    }
    let listed: usize = coverage.values().map(|rules| rules.as_array().unwrap().len()).sum();
    // One is off by the policy, and one by itself.
    assert_eq!(listed + 2, paylint::catalogue().len());
    let human = of("human").out;
    assert!(human.contains("\nviolated  2 rules\n"), "{human}");
    assert!(human.contains(" tax.name_required,"), "{human}");
    assert_eq!(run(&["batch", "--coverage"], b"").code, Some(2));
}
