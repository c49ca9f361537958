//! What the fast path reads by itself, and what it leaves.

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
        is_laid_out: text.as_bytes()[1] <= b' ',
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
fn an_ordinary_body_is_read_to_its_end() {
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
fn a_body_that_is_laid_out_is_read_to_a_bracket_or_comma_after_white_space() {
    let client = "{\n    \"email\": \"a\",\r\n\t\"city\":\"Riga\",\"send_to_email\": true";
    let before = "{\n  \"currency\": \"EUR\", \"language\": \"en\",\n  \"client\": ";
    let end = "\n  }\n}";
    assert_rest(&ORDER, &format!("{before}{client}{end}"), end);
    assert_rest(&CAPTURE, "{ \"total\": 1, \"signature\": \"s\"}", "");
    assert_rest(&CAPTURE, "{ \"signature\": \"s\" , \"total\": 1}", " , \"total\": 1}");
    assert_rest(&CAPTURE, "{ \"total\":  1}", " \"total\":  1}");
    assert_rest(&CAPTURE, "{ \"total\" : 1}", " \"total\" : 1}");
}

#[test]
fn white_space_in_a_dense_body_is_left() {
    for rest in [r#", "language":"en"}"#, r#","language": "en"}"#, r#" ,"language":"en"}"#] {
        assert_rest(&ORDER, &format!(r#"{{"currency":"EUR"{rest}"#), rest);
    }
}

#[test]
fn a_member_that_is_not_ordinary_is_left_from_the_bracket_or_comma_before_it() {
    for value in ["null", "1e2", "-1", "\"1\"", "123456789", "[]", "{}"] {
        let text = format!(r#"{{"total":{value}}}"#);
        assert_rest(&CAPTURE, &text, &text);
    }
    for rest in [
        r#","unknown":1}"#,
        r#","total":1}"#,
        r#","signatur\u0065":"s"}"#,
        r#","signature":"\n"}"#,
        r#","signature":"é"}"#,
        r#","signature":""}"#,
        ",}",
    ] {
        assert_rest(&CAPTURE, &format!(r#"{{"total":1{rest}"#), rest);
    }
    for text in ["{}", r#"{"client":null}"#, r#"{"client":[]}"#, r#"{"products":[]}"#] {
        assert_rest(&ORDER, text, text);
    }
}

#[test]
fn what_does_not_fit_after_a_value_is_left() {
    assert_rest(&ORDER, r#"{"client":{}}"#, "{}}");
    for rest in [",1]}", ",]}", "}}"] {
        assert_rest(&ORDER, &format!(r#"{{"products":[{{"title":"a"}}{rest}"#), rest);
    }
    for rest in ["]", ":"] {
        assert_rest(&ORDER, &format!(r#"{{"currency":"EUR"{rest}"#), rest);
    }
}

#[test]
fn a_key_that_was_looked_up_is_expected_next_time() {
    let mut predictor = KeyPredictor::NONE;
    rest_of(r#"{"client":{"city":"Riga","email":"a"}}"#, &ORDER, &mut predictor);
    let [city, email] = ["city", "email"].map(|name| CLIENT.index_of(name));
    assert_eq!(predictor.after(&CLIENT, 0), city);
    assert_eq!(predictor.after(&CLIENT, city + 1), email);
}

#[test]
fn there_is_room_up_to_the_end_of_the_tape() {
    let slots = [Slot::UNSEEN; 5];
    let mut used = 1;
    assert_eq!(room(&slots, &mut used, 2), Some(1));
    assert_eq!(room(&slots, &mut used, 3), None);
    assert_eq!(room(&slots, &mut used, 2), Some(3));
    assert_eq!((room(&slots, &mut used, 1), used), (None, 5));
}

#[test]
fn a_quote_is_found_after_any_white_space_of_a_window() {
    for white in [" ", "\n", "\r", "\t", "\n\t", "\r\n "] {
        for length in 0..WINDOW - 1 {
            let mut text = [b'x'; WINDOW];
            text[0] = b',';
            for (place, byte) in text[1..].iter_mut().zip(white.bytes().cycle().take(length)) {
                *place = byte;
            }
            assert_eq!(before_quote(&text), None);
            text[length + 1] = b'"';
            assert_eq!(before_quote(&text), Some(length));
        }
    }
    assert_eq!(before_quote(&[b' '; WINDOW]), None);
}
