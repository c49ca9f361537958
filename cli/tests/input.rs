//! Files: what is below a directory, what is compressed, and what can't be read.

mod common;

use common::{BAD, GOOD, Run, folder, gz, run, scratch, text, zst};
use std::fs;

const SKIPPABLE: [u8; 11] = [0x50, 0x2a, 0x4d, 0x18, 3, 0, 0, 0, 1, 2, 3];
const BODIES: [&str; 4] = ["batch", "--bodies", "-o", "order"];

#[test]
fn compressed_files_are_read_as_they_are() {
    let input = format!("{GOOD}\n{BAD}\n").repeat(3000);
    let plain = run(&BODIES, input.as_bytes()).out;
    let batch = |name: &str, data: &[u8]| {
        let file = scratch(name, data);
        (
            run(&[&BODIES[..], &[text(&file)]].concat(), b""),
            format!("error: cannot read {}: ", text(&file)),
        )
    };
    // Several members, or frames, with a line that begins in one and ends in the next.
    let (a, b) = input.as_bytes().split_at(input.len() / 2 + 7);
    let whole = [
        ("batch.gz", [gz(a), gz(b)].concat()),
        ("batch.zst", [&zst(a)[..], &SKIPPABLE, &zst(b)].concat()),
    ];
    for (name, data) in whole {
        // No name says what standard input is: how it begins does.
        for Run { code, out, err } in [batch(name, &data).0, run(&BODIES, &data)] {
            assert_eq!((code, err.as_str(), out == plain), (Some(1), "", true), "{name}");
        }
    }
    let mut damaged = zst(input.as_bytes());
    let middle = damaged.len() / 2;
    damaged[middle..].fill(0xff);
    for (name, data, problem) in [
        ("wrong.gz", input.as_bytes(), "invalid gzip header"),
        ("wrong.zst", input.as_bytes(), "invalid Zstandard header"),
        ("damaged.zst", &damaged, "invalid Zstandard data"),
        ("short.zst", &damaged[..3], "unexpected end of file"),
        // What is whole is checked.
        ("cut.gz", &gz(input.as_bytes())[..4000], ""),
        ("cut.zst", &zst(input.as_bytes())[..middle], ""),
        // No compressor gives a file of no bytes: it was cut off at its very beginning.
        ("nothing.gz", b"", ""),
        ("nothing.zst", b"", ""),
    ] {
        let (Run { code, out, err }, expected) = batch(name, data);
        assert_eq!((code, err.contains(&(expected + problem))), (Some(2), true), "{name}: {err}");
        assert!(plain.starts_with(&out) && out.len() < plain.len(), "{name}");
    }
    // What holds nothing else is a whole file all the same, and what only begins like compressed data is plain.
    for data in [&zst(b"")[..], &SKIPPABLE] {
        let Run { code, out, err } = batch("empty.zst", data).0;
        assert_eq!((code, out.as_str(), err.as_str()), (Some(0), "", ""));
    }
    for plain in [&b"\x1f"[..], b"\x1fx", b"(", b"\x28\xb5\x2f"] {
        assert!(run(&["check", "-o", "order"], plain).out.contains("json.malformed"));
    }
}

#[test]
fn directory_is_read_in_bytewise_order() {
    let root = folder("lines");
    fs::create_dir_all(root.join("a/deep")).unwrap();
    let case =
        |id: u8| format!("{{\"id\":{id},\"operation\":\"order\",\"body\":{GOOD}}}\n").into_bytes();
    // Bytewise `a-` comes before `a/`, and `a/` before `a0`.
    for (name, data) in [
        ("a-b.ndjson", case(1)),
        ("a/a.ndjson.gz", gz(&case(2))),
        ("a/deep/x.ndjson", case(3)),
        ("a/z.ndjson.zst", zst(&case(4))),
        ("a0.ndjson", case(5)),
        ("notes.txt", vec![]),
        ("a/body.json", vec![]),
        (".ndjson", vec![]),
    ] {
        fs::write(root.join(name), data).unwrap();
    }
    let all = run(&["batch", text(&root)], b"");
    let ids: Vec<&str> = all.out.lines().map(|line| &line[..7]).collect();
    assert_eq!(
        (all.code, ids),
        (Some(0), vec!["{\"id\":1", "{\"id\":2", "{\"id\":3", "{\"id\":4", "{\"id\":5"])
    );
}

#[test]
fn byte_order_marks_are_explained() {
    let marked = |text: &str| [b"\xef\xbb\xbf", text.as_bytes()].concat();
    let lines = run(&["batch"], &marked("{}"));
    assert!(
        lines.out.contains("not a case: the line begins with a byte order mark"),
        "{}",
        lines.out
    );
    let bodies = run(&BODIES, &marked(GOOD));
    assert!(bodies.err.contains("<stdin> begins with a byte order mark"), "{}", bodies.err);
    let utf16: Vec<u8> =
        [0xff, 0xfe].into_iter().chain(GOOD.bytes().flat_map(|b| [b, 0])).collect();
    for (body, expected) in
        [(marked(GOOD), "the body begins with a byte order mark"), (utf16, "the body is UTF-16")]
    {
        let body = run(&["check", "-o", "order"], &body);
        assert!(body.code == Some(1) && body.out.contains(expected), "{}", body.out);
    }
}

#[cfg(unix)]
#[test]
fn files_below_a_directory_are_all_reported() {
    use std::os::unix::fs::symlink;
    let folder = folder("files-special");
    let path = |name: &str| folder.join(name);
    for name in ["inner", ".hidden"] {
        fs::create_dir(path(name)).unwrap();
        fs::write(path(name).join("good.json"), GOOD).unwrap();
    }
    fs::write(path("notes.txt"), "").unwrap();
    symlink(path("inner/good.json"), path("link.json")).unwrap();
    symlink(path("nowhere"), path("broken.json")).unwrap();
    symlink(path("."), path("circle")).unwrap();
    assert!(
        std::process::Command::new("mkfifo").arg(path("pipe.json")).status().unwrap().success()
    );
    let Run { code, out, err } =
        run(&["check", "-o", "order", "--format", "json", text(&folder)], b"");
    let lines = out.lines().map(|line| {
        let line: serde_json::Value = serde_json::from_str(line).unwrap();
        let said = line["verdict"].as_str().or(line["error"].as_str());
        (line["file"].as_str().unwrap().to_owned(), said.unwrap().to_owned())
    });
    let cannot = |name: &str, why: &str| format!("cannot read {}: {why}", text(&path(name)));
    let broken = cannot("broken.json", "No such file or directory (os error 2)");
    let pipe = cannot("pipe.json", "it is not a file");
    let expected = [
        ("broken.json", broken.as_str()),
        ("inner/good.json", "accept"),
        ("link.json", "accept"),
        ("pipe.json", pipe.as_str()),
    ];
    let expected = expected.map(|(name, said)| (text(&path(name)).to_owned(), said.to_owned()));
    assert_eq!(lines.collect::<Vec<_>>(), expected);
    assert_eq!((code, err), (Some(2), format!("error: {broken}\nerror: {pipe}\n")));
}
