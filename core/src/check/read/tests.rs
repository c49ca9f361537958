use super::*;
use crate::model::schema::{CAPTURE, ORDER, PAYMENT, SDWO_PAYOUT};

/// Reads a body, and returns what it leaves: the slots, the memory, and the predictions.
fn read_whole(text: &str, shape: &'static Shape) -> (Vec<Slot>, Scratch) {
    let mut scratch = Scratch::NONE;
    let Scratch { slots, extras } = &mut scratch;
    let mut tape = Tape::new(slots);
    let issues: Issues<'_> = &mut |_| ControlFlow::Continue(());
    let root = read(text.as_bytes(), BodyShape::of(shape), &mut tape, extras, issues);
    assert!(root.is_ok_and(|root| root.is(Tag::Object)), "{text}");
    (tape.slots().to_vec(), scratch)
}

/// The slot of a member of the body.
fn member(text: &str, shape: &'static Shape, name: &str) -> Slot {
    let (slots, _) = read_whole(text, shape);
    slots[1 + usize::from(shape.index_of(name))]
}

fn products(item: &str, count: usize) -> String {
    format!("{{\"products\":[{}]}}", vec![item; count].join(","))
}

#[test]
fn the_last_bytes_are_those_of_the_text_and_zeros() {
    for length in 0..3 * WINDOW {
        let text: Vec<u8> = (1..).take(length).collect();
        let last = last_of(&text);
        let (bytes, zeros) = last.split_at(length.min(WINDOW));
        assert_eq!(bytes, &text[length.saturating_sub(WINDOW)..], "{length} bytes");
        assert!(zeros.iter().all(|byte| *byte == 0), "{length} bytes");
    }
}

#[test]
fn an_ordinary_order_needs_no_memory_however_it_is_laid_out() {
    for product in ["{\"title\":\"Tea\",\"price\":4.5}", "\n  {\n \"title\" : \"Tea\"\n  }\n"] {
        let (_, scratch) = read_whole(&products(product, 16), &ORDER);
        assert_eq!(scratch.slots.capacity(), 0, "{product}");
    }
}

#[test]
fn objects_without_known_members_take_no_memory() {
    for product in ["{}", "{ }", "{\"unknown\":[1]}"] {
        let (_, scratch) = read_whole(&products(product, 200), &ORDER);
        assert_eq!(scratch.slots.capacity(), 0, "{product}");
    }
}

#[test]
fn a_long_array_gets_hardly_more_memory_than_it_fills() {
    for product in ["{\"title\":\"Tea\"}", "\n{ \"title\": \"Tea\" }", "1"] {
        let (slots, scratch) = read_whole(&products(product, 5000), &ORDER);
        let (most, room) = (slots.len() + slots.len() / 32, scratch.slots.capacity());
        assert!((slots.len()..most).contains(&room), "{product}: {room} for {}", slots.len());
    }
}

#[test]
fn a_short_number_is_stored_in_its_slot() {
    for literal in ["0", "12", "-12", "-0.05", "123456789.125", "12345678901234"] {
        let slot = member(&format!("{{\"total\":{literal}}}"), &CAPTURE, "total");
        assert!(slot.is(Tag::Number), "{literal}");
        assert_eq!(slot.decimal().to_string(), literal);
    }
    for literal in ["0", "12", "-12", "12345678901234"] {
        let slot = member(&format!("{{\"exp_month\":{literal}}}"), &PAYMENT, "exp_month");
        assert!(slot.is(Tag::Number), "{literal}");
        assert_eq!(slot.decimal().to_string(), literal);
    }
    for literal in ["1e1", "1.0", "123456789012345"] {
        let slot = member(&format!("{{\"exp_month\":{literal}}}"), &PAYMENT, "exp_month");
        assert!(slot.is(Tag::LongNumber), "{literal}");
    }
}

#[test]
fn the_content_of_a_string_is_kept_only_if_a_rule_may_read_it() {
    let kept = |text: &str| {
        let (_, Scratch { extras: Extras { decoded, .. }, .. }) = read_whole(text, &SDWO_PAYOUT);
        (String::from_utf8(decoded.bytes).expect("UTF-8"), decoded.ends)
    };
    let nothing = (String::new(), vec![]);
    assert_eq!(kept(r#"{"sender_city":"Riga"}"#), nothing);
    for blank in ["sender_city", "amount", "travel_data"] {
        assert_eq!(kept(&format!(r#"{{"{blank}":"\u0020\t"}}"#)), nothing, "{blank}");
    }
    assert_eq!(kept(r#"{"travel_data":"\u0041"}"#), nothing);
    assert_eq!(kept(r#"{"sender_\u0063ity":"Riga"}"#), nothing);
    let text = r#"{"sender_city":"\u0041","sender_country":"\n","amount":"\u0031"}"#;
    assert_eq!(kept(text), ("A1".to_owned(), vec![1, 2]));
}

#[test]
fn an_escaped_key_longer_than_any_known_one_is_not_decoded() {
    let text = format!(r#"{{"{}":1}}"#, r"\u0061".repeat(1000));
    let (_, scratch) = read_whole(&text, &ORDER);
    assert_eq!(scratch.extras.decoded.bytes.capacity(), 0);
}

#[test]
fn a_known_key_is_expected_next_time_however_it_is_written() {
    let signature = ORDER.index_of("signature");
    for text in [r#"{"signature" :"a"}"#, r#"{"signatur\u0065":"a"}"#, r#"{"signature":"a"}"#] {
        let (_, scratch) = read_whole(text, &ORDER);
        assert_eq!(scratch.extras.predictor.after(&ORDER, 0), signature, "{text}");
    }
    let (_, scratch) = read_whole(r#"{"unknown":1}"#, &ORDER);
    assert_eq!(scratch.extras.predictor.after(&ORDER, 0), 0);
}
