//! Macros for schemas of whole objects. Each expands to the text of a schema, at compile time.

/// A reference to a definition.
macro_rules! def {
    ($name:literal) => {
        concat!(r##"{"$ref":"#/$defs/"##, $name, r#""}"#)
    };
}

/// The object has the member, which satisfies the schema.
macro_rules! has {
    ($member:literal, $is:expr) => {
        concat!(
            r#"{"type":"object","properties":{""#,
            $member,
            r#"":"#,
            $is,
            r#"},"required":[""#,
            $member,
            r#""]}"#
        )
    };
}

/// If the object has the member, it satisfies the schema.
macro_rules! may_have {
    ($member:literal, $is:expr) => {
        concat!(r#"{"properties":{""#, $member, r#"":"#, $is, "}}")
    };
}

/// Neither null nor blank.
macro_rules! present {
    () => {
        not!(def!("absent"))
    };
}

macro_rules! not {
    ($schema:expr) => {
        concat!(r#"{"not":"#, $schema, "}")
    };
}

/// Several schemas, combined with `anyOf`, `allOf` or `oneOf`.
macro_rules! of {
    ($which:literal, $first:expr $(, $more:expr)* $(,)?) => {
        concat!(r#"{""#, $which, r#"":["#, $first $(, ",", $more)*, "]}")
    };
}

macro_rules! when {
    ($condition:expr => $then:expr) => {
        concat!(r#"{"if":"#, $condition, r#","then":"#, $then, "}")
    };
    ($condition:expr => _ else $otherwise:expr) => {
        concat!(r#"{"if":"#, $condition, r#","else":"#, $otherwise, "}")
    };
}
