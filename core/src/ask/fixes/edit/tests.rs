use super::*;
use alloc::format;
use alloc::string::ToString;

fn add(path: &str, value: &str) -> Change {
    Change::Add { path: path.into(), value: value.into() }
}

fn replace(path: &str, value: &str) -> Change {
    Change::Replace { path: path.into(), value: value.into() }
}

fn remove(path: &str) -> Change {
    Change::Remove { path: path.into() }
}

fn rename(from: &str, path: &str) -> Change {
    Change::Move { from: from.into(), path: path.into() }
}

/// The text after these changes; `None` if they can't be made.
fn changed(text: &str, changes: &[Change]) -> Option<String> {
    let edits = Editor::new(text.as_bytes()).edits(changes)?;
    let out = String::from_utf8(edited(text.as_bytes(), &edits)).expect("UTF-8");
    // Text outside the edits is unchanged and in order.
    let mut rest = &out[..];
    let mut done = 0;
    for edit in &edits {
        rest = rest.strip_prefix(&text[done..edit.start]).expect("untouched");
        rest = rest.strip_prefix(&edit.text[..]).expect("the edit");
        done = edit.end;
    }
    assert_eq!(rest, &text[done..]);
    Some(out)
}

fn assert_changed(cases: &[(&str, &[Change], &str)]) {
    for (text, changes, expected) in cases {
        assert_eq!(changed(text, changes).as_deref(), Some(*expected), "{text} {changes:?}");
    }
}

#[test]
fn members_are_removed_with_one_comma() {
    assert_changed(&[
        (r#"{"a":1,"b":2,"c":3}"#, &[remove("/a")], r#"{"b":2,"c":3}"#),
        (r#"{"a":1,"b":2,"c":3}"#, &[remove("/b")], r#"{"a":1,"c":3}"#),
        (r#"{"a":1,"b":2,"c":3}"#, &[remove("/c")], r#"{"a":1,"b":2}"#),
        (r#"{"a":1}"#, &[remove("/a")], "{}"),
        ("{\n  \"a\": 1\n}\n", &[remove("/a")], "{}\n"),
        (r#" { "a" : 1 , "b" : 2 } "#, &[remove("/a")], r#" { "b" : 2 } "#),
        (r#" { "a" : 1 , "b" : 2 } "#, &[remove("/b")], r#" { "a" : 1 } "#),
        ("{\n\t\"a\": 1,\n\t\"b\": 2\n}", &[remove("/a")], "{\n\t\"b\": 2\n}"),
        ("{\r\n  \"a\": 1,\r\n  \"b\": 2\r\n}\r\n", &[remove("/b")], "{\r\n  \"a\": 1\r\n}\r\n"),
        ("{ \"a\": 1\n, \"b\": 2\n, \"c\": 3\n}", &[remove("/b")], "{ \"a\": 1\n, \"c\": 3\n}"),
    ]);
}

#[test]
fn several_changes_of_an_object_are_made_at_once() {
    let text = r#"{"a":1,"b":2,"c":3,"d":4}"#;
    for (names, expected) in [
        ("abcd", "{}"),
        ("ab", r#"{"c":3,"d":4}"#),
        ("bc", r#"{"a":1,"d":4}"#),
        ("cd", r#"{"a":1,"b":2}"#),
        ("ad", r#"{"b":2,"c":3}"#),
        ("da", r#"{"b":2,"c":3}"#),
        ("acd", r#"{"b":2}"#),
    ] {
        let changes: Vec<Change> = names.chars().map(|name| remove(&format!("/{name}"))).collect();
        assert_eq!(changed(text, &changes).as_deref(), Some(expected), "{names}");
    }
    assert_changed(&[
        (text, &[replace("/d", "0"), remove("/c"), replace("/a", "9")], r#"{"a":9,"b":2,"d":0}"#),
        (text, &[add("/e", "5"), add("/f", "6")], r#"{"a":1,"b":2,"c":3,"d":4,"e":5,"f":6}"#),
        ("{}", &[add("/e", "5"), add("/f", "6")], r#"{"e":5,"f":6}"#),
    ]);
}

#[test]
fn elements_are_removed_and_replaced() {
    assert_changed(&[
        ("[1,2,3]", &[remove("/0")], "[2,3]"),
        ("[1, 2, 3]", &[remove("/1")], "[1, 3]"),
        ("[1, 2, 3]", &[remove("/2")], "[1, 2]"),
        ("[ 1 ]", &[remove("/0")], "[]"),
        (
            r#"{"a":[{"b":1},{"b":[2,3]}]}"#,
            &[replace("/a/1/b/0", "7")],
            r#"{"a":[{"b":1},{"b":[7,3]}]}"#,
        ),
    ]);
    for place in ["/3", "/-", "/x", "/-1", "/0/a"] {
        assert_eq!(changed("[1,2,3]", &[remove(place)]), None, "{place}");
    }
}

#[test]
fn a_member_is_added_in_the_style_of_the_last() {
    assert_changed(&[
        ("{}", &[add("/z", "1")], r#"{"z":1}"#),
        ("{ }", &[add("/z", "1")], r#"{ "z":1 }"#),
        (r#"{"a":1}"#, &[add("/z", "1")], r#"{"a":1,"z":1}"#),
        (r#"{"a": 1}"#, &[add("/z", "1")], r#"{"a": 1, "z": 1}"#),
        (r#"{ "a": 1 }"#, &[add("/z", "1")], r#"{ "a": 1, "z": 1 }"#),
        (r#"{"a" : 1, "b" : 2}"#, &[add("/z", "1")], r#"{"a" : 1, "b" : 2, "z" : 1}"#),
        ("{\n  \"a\": 1\n}\n", &[add("/z", "1")], "{\n  \"a\": 1,\n  \"z\": 1\n}\n"),
        ("{\r\n\t\"a\": 1\r\n}", &[add("/z", "1")], "{\r\n\t\"a\": 1,\r\n\t\"z\": 1\r\n}"),
        ("{ \"a\": 1\n, \"b\": 2\n}", &[add("/z", "1")], "{ \"a\": 1\n, \"b\": 2\n, \"z\": 1\n}"),
        (r#"{"c": {}, "d": 2}"#, &[add("/c/z", "1")], r#"{"c": {"z": 1}, "d": 2}"#),
        (r#"{"c":{"a":1},"d":2}"#, &[add("/c/z", "1")], r#"{"c":{"a":1,"z":1},"d":2}"#),
        ("", &[add("", r#"{"z":1}"#)], r#"{"z":1}"#),
        (" \n", &[add("", r#"{"z":1}"#)], r#"{"z":1}"#),
        (r#"{"a":null}"#, &[add("/a", "1")], r#"{"a":1}"#),
    ]);
    assert_eq!(changed("[]", &[add("/-", "1")]), None);
}

#[test]
fn a_member_is_renamed_in_place() {
    assert_changed(&[
        (r#"{"a":1,"b": 2,"c":3}"#, &[rename("/b", "/zz")], r#"{"a":1,"zz": 2,"c":3}"#),
        (r#"{"a":{"\u0062" : 2}}"#, &[rename("/a/b", "/a/zz")], r#"{"a":{"zz" : 2}}"#),
        // An absent member may be there, as null.
        (r#"{"a":null,"b":2}"#, &[rename("/b", "/a")], r#"{"a":2}"#),
        (r#"{"b":2,"a":"","c":3}"#, &[rename("/b", "/a")], r#"{"a":2,"c":3}"#),
    ]);
}

/// It is removed, and appended to the object or written over an absent member.
#[test]
fn a_member_is_moved_to_another_object() {
    let to = |from: &str, path: &str| [rename(from, path)];
    assert_changed(&[
        (r#"{"a":{"x":[1, 2]},"b":3}"#, &to("/a/x", "/x"), r#"{"a":{},"b":3,"x":[1, 2]}"#),
        (r#"{"a":{"b":1},"x":"\u0041"}"#, &to("/x", "/a/x"), r#"{"a":{"b":1,"x":"\u0041"}}"#),
        (r#"{"x":1, "a":{}}"#, &to("/x", "/a/x"), r#"{"a":{"x":1}}"#),
        (r#"{"x":1,"a":{"x":null}}"#, &to("/x", "/a/x"), r#"{"a":{"x":1}}"#),
        (r#"{"a":{"x":1,"y":2},"x":""}"#, &to("/a/x", "/x"), r#"{"a":{"y":2},"x":1}"#),
    ]);
    let twice = r#"{"a":{"x":1},"x":null,"x":null}"#;
    assert_eq!(changed(twice, &to("/a/x", "/x")), None);
    assert_eq!(changed(r#"{"a":{"x":1}}"#, &to("/a/x", "/b/x")), None);
}

#[test]
fn whole_body_is_replaced() {
    assert_changed(&[
        (r#"{"a":1}"#, &[remove("")], ""),
        ("not { JSON", &[remove("")], ""),
        (r#"{"a":1}"#, &[replace("", "{}")], "{}"),
    ]);
}

#[test]
fn names_may_have_any_character() {
    let text = r#"{"a/b":1,"c~d":2,"~1":3,"":4,"ā":5,"\"":6,"e":{"f/~":7}}"#;
    for (pointer, value) in
        [("/a~1b", 1), ("/c~0d", 2), ("/~01", 3), ("/", 4), ("/ā", 5), ("/\"", 6), ("/e/f~1~0", 7)]
    {
        let found = value_of(text, pointer);
        assert_eq!(found, Some(value.to_string()), "{pointer}");
        let replaced = changed(text, &[replace(pointer, "0")]);
        assert_eq!(replaced, Some(text.replace(&format!(":{value}"), ":0")), "{pointer}");
    }
    assert_changed(&[
        (text, &[remove("/a~1b")], &text.replace(r#""a/b":1,"#, "")),
        ("{}", &[add("/x~1~0\"", "1")], r#"{"x/~\"":1}"#),
        (r#"{"b":2}"#, &[rename("/b", "/x~1")], r#"{"x/":2}"#),
    ]);
}

fn value_of(text: &str, pointer: &str) -> Option<String> {
    let value = Editor::new(text.as_bytes()).value(pointer)?;
    Some(String::from_utf8_lossy(value).into_owned())
}

#[test]
fn nothing_is_changed_at_a_key_that_occurs_twice() {
    let text = r#"{"a":1,"b":{"c":2},"\u0061":3,"d":{},"d":{"e":4}}"#;
    for change in [
        remove("/a"),
        replace("/a", "0"),
        add("/a", "0"),
        rename("/a", "/z"),
        rename("/b", "/a"),
        remove("/d/e"),
        add("/d/z", "0"),
        remove("/z"),
        replace("/z", "0"),
        rename("/z", "/y"),
        remove("/b/z/y"),
    ] {
        assert_eq!(changed(text, core::slice::from_ref(&change)), None, "{change:?}");
    }
    let expected = text.replace(r#"{"c":2}"#, "{}");
    assert_eq!(changed(text, &[remove("/b/c")]), Some(expected));
}

#[test]
fn a_change_inside_another_is_refused() {
    let text = r#"{"a":{"b":{"c":1}}}"#;
    assert_eq!(changed(text, &[remove("/a"), remove("/a/b/c")]), None);
    assert_eq!(changed(text, &[remove(""), remove("/a")]), None);
}

#[test]
fn no_change_creates_a_duplicate_key() {
    let text = r#"{"a":1,"b":2,"c":3}"#;
    assert_eq!(changed(text, &[rename("/a", "/z"), rename("/b", "/z")]), None);
    assert_changed(&[(text, &[rename("/a", "/z"), rename("/b", "/y")], r#"{"z":1,"y":2,"c":3}"#)]);
}

/// One object with as many members as fit into a body: with a linear search for each, this would take hours.
#[test]
fn an_object_may_have_many_members() {
    let count = 200_000;
    let members: Vec<String> = (0..count).map(|n| format!("\"k{n}\":{n}")).collect();
    let text = format!("{{{}}}", members.join(","));
    let changes: Vec<Change> = (0..count).map(|n| remove(&format!("/k{n}"))).collect();
    assert_eq!(changed(&text, &changes).as_deref(), Some("{}"));
}
