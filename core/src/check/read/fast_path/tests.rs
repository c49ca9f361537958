//! Tests of what the fast path reads by itself, and what it leaves.

use super::*;
use crate::check::read::last_of;
use crate::model::document::{Decoded, Notes, Tape};
use crate::model::schema::{CAPTURE, CLIENT, DeclaredMembers, ORDER};
use core::ops::ControlFlow;

/// The part of a body that the fast path doesn't read: nothing if it reads all of it.
fn rest_of<'a>(text: &'a str, shape: &'static Shape, predictor: &mut KeyPredictor) -> &'a str {
    let mut memory = Vec::new();
    let mut reader = Reader {
        text: text.as_bytes(),
        last: &last_of(text.as_bytes()),
        last_from: text.len().saturating_sub(WINDOW),
        at: 0,
        open: Stack::new(Open::object(shape, 0, 0, 1)),
        tape: &mut Tape::new(&mut memory),
        used: 0,
        decoded: &mut Decoded::default(),
        predictor,
        members: DeclaredMembers::NONE,
        declared: &mut Vec::new(),
        notes: &mut Notes::default(),
        reading: None,
        seen: &mut Vec::new(),
        unknown_keys: &mut Vec::new(),
        issues: &mut |_| ControlFlow::Continue(()),
        is_laid_out: text.contains(['\n', ' ']),
        beyond_print: false,
    };
    reader.take(1 + shape.members.len());
    let mut after = members(&mut reader);
    if matches!(after, StoppedAt::Window) {
        // The last bytes have a window of their own.
        after = members(&mut reader);
    }
    let rest = &text[reader.at..];
    assert_eq!(matches!(after, StoppedAt::End), rest.is_empty());
    rest
}

#[track_caller]
fn assert_rest(shape: &'static Shape, text: &str, rest: &str) {
    let mut predictor = KeyPredictor::NONE;
    assert_eq!(rest_of(text, shape, &mut predictor), rest);
}

#[test]
fn ordinary_body_is_read_to_its_end() {
    assert_rest(&CAPTURE, r#"{"total":12.5,"signature":"example"}"#, "");
    let client = r#"{"email":"ada@mail.example","send_to_email":true,"first_name":"Ada"}"#;
    let products = r#"[{"title":"Tea","price":4.5},{"title":"Mug","quantity":2,"price":12}]"#;
    let text = "a text that is longer than a window, and then some more of it";
    let rest = r#""skip_capture":false,"currency":"EUR""#;
    assert_rest(&ORDER, &format!(r#"{{"client":{client},"products":{products},{rest}}}"#), "");
    assert_rest(&ORDER, &format!(r#"{{{rest},"products":{products},"client":{client}}}"#), "");
    assert_rest(&ORDER, &format!(r#"{{"dynamic_descriptor":"{text}",{rest}}}"#), "");
    let legs = r#"[{"carrier_code":"BT"},{"carrier_code":"AY"}]"#;
    let travel = format!(r#"{{"airline_addendum":{{"legs":{legs}}}}}"#);
    assert_rest(&ORDER, &format!(r#"{{"travel_data":{travel},{rest}}}"#), "");
}

#[test]
fn a_body_is_read_wherever_its_last_bytes_begin() {
    for length in 1..=2 * WINDOW {
        let address = "x".repeat(length);
        let client = format!(r#"{{"address":"{address}","send_to_email":true}}"#);
        assert_rest(&ORDER, &format!(r#"{{"client":{client},"currency":"EUR"}}"#), "");
    }
}

#[test]
fn usual_white_space_is_read() {
    let products = r#"[{"title": "Tea", "price": 4.5}, {"title": "Mug", "price": 12}]"#;
    assert_rest(&ORDER, &format!(r#"{{"currency": "EUR", "products": {products}}}"#), "");
    let products = "[\n    {\n      \"price\": 4.5\n    },\n    {\n      \"price\": 12\n    }\n  ]";
    assert_rest(&ORDER, &format!("{{\n  \"products\": {products}\n}}"), "");
    let client = "{\n    \"email\": \"a\",\r\n\t\"city\":\"Riga\",\"send_to_email\": true";
    let before = "{\n  \"currency\": \"EUR\", \"language\": \"en\",\n  \"client\": ";
    assert_rest(&ORDER, &format!("{before}{client}\n  }}\n}}"), "");
    assert_rest(&CAPTURE, "{ \"total\": 1, \"signature\": \"s\"}", "");
    assert_rest(&CAPTURE, "{ \"signature\": \"s\" , \"total\": 1 }", "");
    assert_rest(&CAPTURE, "{ \"total\":  1}", " \"total\":  1}");
    assert_rest(&CAPTURE, "{ \"total\" : 1}", " \"total\" : 1}");
}

#[test]
fn looked_up_key_is_predicted_next_time() {
    let mut predictor = KeyPredictor::NONE;
    rest_of(r#"{"client":{"city":"Riga","email":"a"}}"#, &ORDER, &mut predictor);
    let [city, email] = ["city", "email"].map(|name| CLIENT.index_of(name));
    assert_eq!(predictor.after(&CLIENT, 0), city);
    assert_eq!(predictor.after(&CLIENT, city + 1), email);
}
