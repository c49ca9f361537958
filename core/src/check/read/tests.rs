use super::*;
use crate::model::schema::ORDER;

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

fn products(item: &str, count: usize) -> String {
    format!("{{\"products\":[{}]}}", vec![item; count].join(","))
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
