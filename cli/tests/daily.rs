//! What people meet from day to day: directories, byte order marks, files of the wrong kind, exit
//! codes that are asked for, and many findings of one rule.

mod common;

use common::{BAD, GOOD, folder, run, text};
use std::fs;
use std::io::Write;

fn ids(out: &str) -> Vec<String> {
    let line = |line: &str| serde_json::from_str::<serde_json::Value>(line).unwrap()["id"].clone();
    out.lines().map(|text| line(text).to_string()).collect()
}

fn case(id: &str) -> String {
    format!("{{\"id\":{id},\"operation\":\"order\",\"body\":{GOOD}}}\n")
}

#[test]
fn a_directory_stands_for_the_lines_below_it_in_bytewise_order() {
    let root = folder("lines");
    fs::create_dir_all(root.join("a/deep")).unwrap();
    fs::create_dir_all(root.join("empty")).unwrap();
    // Bytewise `a-` comes before `a/`, and `a/` before `a0`.
    for (name, id) in [("a/deep/x.ndjson", "3"), ("a-b.ndjson", "1"), ("a0.ndjson", "5")] {
        fs::write(root.join(name), case(id)).unwrap();
    }
    let mut gz = flate2::write::GzEncoder::new(
        fs::File::create(root.join("a/a.ndjson.gz")).unwrap(),
        flate2::Compression::default(),
    );
    gz.write_all(case("2").as_bytes()).unwrap();
    gz.finish().unwrap();
    let zst = ruzstd::encoding::compress_to_vec(
        case("4").as_bytes(),
        ruzstd::encoding::CompressionLevel::Fastest,
    );
    fs::write(root.join("a/z.ndjson.zst"), zst).unwrap();
    for other in ["notes.txt", "a/body.json", "x.gz", ".ndjson"] {
        fs::write(root.join(other), "not looked at").unwrap();
    }
    let run = |path: &str| run(&["batch", path], b"");
    let all = run(text(&root));
    assert_eq!(
        (all.code, ids(&all.out)),
        (Some(0), ["1", "2", "3", "4", "5"].map(str::to_owned).to_vec())
    );
    let empty = run(text(&root.join("empty")));
    assert_eq!(empty.code, Some(2));
    assert!(empty.err.contains("there is no *.ndjson"), "{}", empty.err);
}

/// No name says what standard input is: how it begins does.
#[test]
fn standard_input_may_be_compressed() {
    let plain = case("1").repeat(3);
    let mut gz = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    gz.write_all(plain.as_bytes()).unwrap();
    let gz = gz.finish().unwrap();
    let zst = ruzstd::encoding::compress_to_vec(
        plain.as_bytes(),
        ruzstd::encoding::CompressionLevel::Fastest,
    );
    let expected = run(&["batch"], plain.as_bytes()).out;
    for compressed in [&gz, &zst] {
        let batch = run(&["batch"], compressed);
        assert_eq!((batch.code, &batch.out), (Some(0), &expected), "{}", batch.err);
    }
    let cut = run(&["batch"], &gz[..gz.len() - 9]);
    assert_eq!(cut.code, Some(2));
    assert!(cut.err.contains("cannot read <stdin>: "), "{}", cut.err);
    // What only begins like the beginning is as plain as ever.
    for plain in [&b"\x1f"[..], b"\x1fx", b"(", b"\x28\xb5\x2f"] {
        let check = run(&["check", "-o", "order"], plain);
        assert!(check.out.contains("json.malformed"), "{}", check.out);
    }
}

#[test]
fn byte_order_marks_are_explained() {
    let marked = |text: &str| [b"\xef\xbb\xbf", text.as_bytes()].concat();
    let lines = run(&["batch"], &marked(&case("1")));
    assert_eq!(lines.code, Some(2));
    assert!(
        lines.out.contains("not a case: the line begins with a byte order mark"),
        "{}",
        lines.out
    );
    let bodies = run(&["batch", "--bodies", "-o", "order"], &marked(GOOD));
    assert!(bodies.err.contains("<stdin> begins with a byte order mark"), "{}", bodies.err);
    let body = run(&["check", "-o", "order"], &marked(GOOD));
    assert_eq!(body.code, Some(1));
    assert!(body.out.contains("the body begins with a byte order mark"), "{}", body.out);
    let utf16: Vec<u8> =
        [0xff, 0xfe].into_iter().chain(GOOD.bytes().flat_map(|b| [b, 0])).collect();
    let body = run(&["check", "-o", "order"], &utf16);
    assert!(body.out.contains("the body is UTF-16"), "{}", body.out);
}

#[test]
fn warnings_and_unchecked_rules_can_be_made_to_count() {
    let unknown = GOOD.replacen('{', "{\"colour\":1,", 1);
    let settled = ["--fact", "terminal=standard", "--fact", "merchant.avs_permission=false"];
    for (body, facts, denied, code) in [
        (GOOD, &settled[..], "warnings,unchecked", 0),
        (&unknown, &settled, "warnings", 1),
        (&unknown, &settled, "unchecked", 0),
        (GOOD, &[], "unchecked", 1),
        (GOOD, &[], "warnings", 0),
        (BAD, &settled, "warnings", 1),
    ] {
        for command in [&["check"][..], &["batch", "--bodies"]] {
            let words = [command, &["-o", "order"], facts].concat();
            let plain = run(&words, body.as_bytes());
            let denying = run(&[&words[..], &["--deny", denied]].concat(), body.as_bytes());
            assert_eq!(denying.code, Some(code), "{words:?} {denied}");
            assert_eq!(denying.out, plain.out);
            assert_eq!(plain.code, Some(i32::from(body == BAD)));
        }
    }
}

/// A rule with very many findings has some drawn, and the paths of the others listed.
#[test]
fn many_findings_of_a_rule_are_folded() {
    let product = |count: usize| {
        let products = vec![r#"{"title":null,"price":1}"#; count].join(",");
        let body = format!(r#"{{"client":{{"email":"a@mail.example"}},"products":[{products}]}}"#);
        run(&["check", "-o", "order"], body.as_bytes()).out
    };
    let two = product(2);
    assert_eq!(two.matches("warning[field.null]").count(), 2, "{two}");
    assert!(!two.contains("more of"), "{two}");
    let many = product(60);
    assert_eq!(many.matches("warning[field.null]").count(), 1, "{many}");
    assert!(many.contains("… and 59 more of field.null, at /products/1/title,"), "{many}");
    assert!(many.contains("and 9 more"), "{many}");
    assert_eq!(many.matches("error[product.title_required]").count(), 1, "{many}");
}
