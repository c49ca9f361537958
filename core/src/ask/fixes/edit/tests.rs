use super::*;
use alloc::format;

/// Parses changes: `remove /a, replace /b 2, move /c /d`.
fn parsed(changes: &str) -> Vec<Change> {
    let parsed = changes.split(", ").map(|change| {
        let mut words = change.split(' ').map(String::from);
        let mut next = || words.next().unwrap();
        match (next().as_str(), next()) {
            ("add", path) => Change::Add { path, value: next() },
            ("replace", path) => Change::Replace { path, value: next() },
            ("move", from) => Change::Move { from, path: next() },
            (_, path) => Change::Remove { path },
        }
    });
    parsed.collect()
}

/// The text after these changes; `None` if they can't be made.
fn changed(text: &str, changes: &str) -> Option<String> {
    let edits = Editor::new(text.as_bytes()).edits(&parsed(changes))?;
    Some(String::from_utf8(edited(text.as_bytes(), &edits)).unwrap())
}

/// White space, the spelling of values, and all other members stay. New members are written like the last.
#[test]
fn change_keeps_the_style_of_the_text() {
    for (text, changes, expected) in [
        (r#"{"a":1,"b":2,"c":3}"#, "remove /a", r#"{"b":2,"c":3}"#),
        (r#"{"a":1,"b":2,"c":3}"#, "remove /b", r#"{"a":1,"c":3}"#),
        (r#"{"a":1,"b":2,"c":3}"#, "remove /b, remove /c", r#"{"a":1}"#),
        (r#"{"a":1,"b":2,"c":3}"#, "remove /c, remove /a", r#"{"b":2}"#),
        (r#"{"a":1,"b":2,"c":3}"#, "replace /c 0, remove /b, replace /a 9", r#"{"a":9,"c":0}"#),
        (r#" { "a" : 1 , "b" : 2 } "#, "remove /a", r#" { "b" : 2 } "#),
        (r#" { "a" : 1 , "b" : 2 } "#, "remove /b", r#" { "a" : 1 } "#),
        ("{\n  \"a\": 1\n}\n", "remove /a", "{}\n"),
        ("{\n\t\"a\": 1,\n\t\"b\": 2\n}", "remove /a", "{\n\t\"b\": 2\n}"),
        ("{\r\n  \"a\": 1,\r\n  \"b\": 2\r\n}\r\n", "remove /b", "{\r\n  \"a\": 1\r\n}\r\n"),
        ("{ \"a\": 1\n, \"b\": 2\n, \"c\": 3\n}", "remove /b", "{ \"a\": 1\n, \"c\": 3\n}"),
        ("{}", "add /y 1, add /z 2", r#"{"y":1,"z":2}"#),
        ("{ }", "add /z 1", r#"{ "z":1 }"#),
        (r#"{"a":1}"#, "add /y 2, add /z 3", r#"{"a":1,"y":2,"z":3}"#),
        (r#"{"a": 1}"#, "add /z 1", r#"{"a": 1, "z": 1}"#),
        (r#"{ "a": 1 }"#, "add /z 1", r#"{ "a": 1, "z": 1 }"#),
        (r#"{"a" : 1, "b" : 2}"#, "add /z 1", r#"{"a" : 1, "b" : 2, "z" : 1}"#),
        ("{\n  \"a\": 1\n}\n", "add /z 1", "{\n  \"a\": 1,\n  \"z\": 1\n}\n"),
        ("{ \"a\": 1\n, \"b\": 2\n}", "add /z 1", "{ \"a\": 1\n, \"b\": 2\n, \"z\": 1\n}"),
        (r#"{"c": {}, "d": 2}"#, "add /c/z 1", r#"{"c": {"z": 1}, "d": 2}"#),
        (r#"{"a":null}"#, "add /a 1", r#"{"a":1}"#),
        (r#"{"a":[{"b":1},{"b":[2,3]}]}"#, "replace /a/1/b/0 7", r#"{"a":[{"b":1},{"b":[7,3]}]}"#),
        // Without a body, or with one that isn't JSON.
        (" \n", r#"add  {"z":1}"#, r#"{"z":1}"#),
        ("not { JSON", "remove ", ""),
        // An absent member may be there, as null or blank.
        (r#"{"a":{"\u0062" : 2}}"#, "move /a/b /a/zz", r#"{"a":{"zz" : 2}}"#),
        (r#"{"a":null,"b":2}"#, "move /b /a", r#"{"a":2}"#),
        (r#"{"b":2,"a":"","c":3}"#, "move /b /a", r#"{"a":2,"c":3}"#),
        (r#"{"a":{"x":[1, 2]},"b":3}"#, "move /a/x /x", r#"{"a":{},"b":3,"x":[1, 2]}"#),
        (r#"{"x":"\u0041","a":{"x":null}}"#, "move /x /a/x", r#"{"a":{"x":"\u0041"}}"#),
        (r#"{"a/b":1,"c~d":2,"~1":3}"#, "remove /a~1b, remove /c~0d", r#"{"~1":3}"#),
        (r#"{"":1,"ā":2,"\"":3}"#, "replace / 0, replace /ā 0", r#"{"":0,"ā":0,"\"":3}"#),
        (r#"{"\"":1,"~1":3}"#, "move /\" /x~1~0\", remove /~01", r#"{"x/~\"":1}"#),
    ] {
        assert_eq!(changed(text, changes).as_deref(), Some(expected), "{text} {changes}");
    }
}

#[test]
fn impossible_or_ambiguous_change_is_refused() {
    for (text, changes) in [
        // A key occurs twice.
        (r#"{"a":1,"\u0061":3}"#, "remove /a|replace /a 0|add /a 0|move /a /z"),
        (r#"{"b":{"c":2},"a":1,"a":3}"#, "move /b /a|move /b/c /a"),
        (r#"{"d":{},"d":{"e":4}}"#, "remove /d/e|add /d/z 0"),
        (r#"{"a":1,"b":2}"#, "remove /z|replace /z 0|move /z /y|move /a /z/y|add /z/y 1"),
        ("[1,2,3]", "remove /3|remove /-|remove /x|remove /0/a|add /- 1"),
        // One change is inside another, or two have the same target.
        (r#"{"a":{"b":{"c":1}}}"#, "remove /a, remove /a/b/c|remove , remove /a"),
        (r#"{"a":1,"b":2}"#, "move /a /z, move /b /z"),
    ] {
        for changes in changes.split('|') {
            assert_eq!(changed(text, changes), None, "{text} {changes}");
        }
    }
}

/// One object with as many members as fit into a body: with a linear search for each, this would take hours.
#[test]
fn an_object_may_have_many_members() {
    let of_each = |write: fn(u32) -> String| (0..200_000).map(write).collect::<Vec<_>>();
    let text = format!("{{{}}}", of_each(|n| format!("\"k{n}\":{n}")).join(","));
    let changes = of_each(|n| format!("remove /k{n}")).join(", ");
    assert_eq!(changed(&text, &changes).as_deref(), Some("{}"));
}
