//! Bodies of any size that are the most work: deep, long, repeated, and full of mistakes.

use paylint::Operation;

/// A body's name, an operation that reads it, and its text, of about so many bytes.
pub type Worst = (&'static str, Operation, fn(usize) -> String);

macro_rules! worst {
    ($($name:ident: $operation:ident, $body:expr;)*) => {
        /// The worst bodies.
        pub const WORST: &[Worst] = &[$((stringify!($name), Operation::$operation, $body)),*];
    };
}

worst! {
    deep_values: Order, |size| {
        let deep = format!("{}{}", "[".repeat(100), "]".repeat(100));
        format!(r#"{{"unknown":[{}]}}"#, list(&deep, size))
    };
    deep_objects: Order, |size| {
        let deep = format!("{}1{}", r#"{"a":"#.repeat(100), "}".repeat(100));
        format!(r#"{{"unknown":[{}]}}"#, list(&deep, size))
    };
    brackets_never_closed: Order, |size| "[".repeat(size);
    closed_too_early: Order, |size| format!("{{}}{}", "]".repeat(size));
    white_space: Order, |size| format!("{{{}}}", " \n\t\r".repeat(size / 4));
    nothing_but_white_space: Refund, |size| " \n\t\r".repeat(size / 4);
    short_keys: Order, |size| format!("{{{}}}", list(r#""a":1"#, size));
    unknown_members: Order, |size| format!("{{{}}}", list(r#""not_known_here":"value""#, size));
    unknown_members_of_products: Order, |size| products(r#"{"sku":"A","bin":"B"}"#, size);
    escaped_unknown_keys: Order, |size| {
        format!("{{{}}}", list(r#""\u0061\n\ud83d\ude00":1"#, size))
    };
    escaped_known_keys: Order, |size| products(r#"{"pri\u0063e":1,"t\u0069tle":"\u0041"}"#, size);
    escapes_in_a_text: Order, |size| {
        format!(r#"{{"currency":"{}"}}"#, r"\ud83d\ude00\n\u00e9".repeat(size / 20))
    };
    duplicates: Order, |size| format!("{{{}}}", list(r#""currency":"EUR""#, size));
    duplicates_of_objects: Order, |size| format!("{{{}}}", list(r#""client":{"email":1}"#, size));
    nulls: Order, |size| {
        let members = r#""title":null,"price":null,"quantity":null,"description":null,"tax":null"#;
        products(&format!("{{{members}}}"), size)
    };
    blanks: Order, |size| format!("{{\"currency\":\"{}\"}}", "\u{2003} ".repeat(size / 4));
    many_blanks: Order, |size| products(r#"{"title":" ","description":""}"#, size);
    wrong_types: Order, |size| products(r#"{"title":1,"price":"1","quantity":{},"tax":[]}"#, size);
    elements_of_wrong_types: Order, |size| products("1", size);
    empty_products: Order, |size| products("{}", size);
    good_products: Order, |size| products(r#"{"title":"Tea","price":4.5,"quantity":2}"#, size);
    bad_products: Order, |size| products(r#"{"price":0.001,"quantity":-1,"tax":{}}"#, size);
    opaque: Order, |size| {
        format!(r#"{{"products":[{{"tax":{{"a":[{}]}}}}]}}"#, list(r#"{"b":"\n"}"#, size))
    };
    digits: Order, |size| format!(r#"{{"products":[{{"price":{}}}]}}"#, "7".repeat(size));
    zeros: Order, |size| format!(r#"{{"products":[{{"price":0.{}1}}]}}"#, "0".repeat(size));
    exponent: Order, |size| format!(r#"{{"products":[{{"price":1e{}}}]}}"#, "9".repeat(size));
    digits_in_an_unknown_member: Order, |size| format!(r#"{{"unknown":-{}e-9}}"#, "7".repeat(size));
    digits_of_a_text_amount: PayoutSdwo, |size| format!(r#"{{"amount":"{}"}}"#, "7".repeat(size));
    long_numbers: Order, |size| products(r#"{"price":123456789012345678901234567890}"#, size);
    long_text: Order, |size| format!(r#"{{"dynamic_descriptor":"{}"}}"#, "x".repeat(size));
    long_key: Order, |size| format!(r#"{{"{}":1}}"#, "currency".repeat(size / 8));
    long_email: Client, |size| format!(r#"{{"email":"{0}@{0}"}}"#, "a.".repeat(size / 4));
    long_address: Payment, |size| format!(r#"{{"ip_address":"{}"}}"#, "1:".repeat(size / 2));
    long_card_number: Payment, |size| format!(r#"{{"card_number":"{}"}}"#, "4".repeat(size));
    long_mask: CardWebhook, |size| format!(r#"{{"masked_pan":"{}"}}"#, "4*".repeat(size / 2));
    beyond_ascii: Order, |size| format!(r#"{{"currency":"{}"}}"#, "é漢😀".repeat(size / 9));
    text_never_closed: Order, |size| format!(r#"{{"currency":"{}"#, "é".repeat(size / 2));
    wrong_at_the_end: Order, |size| format!("{}]", products(r#"{"price":1}"#, size));
    legs: Order, |size| {
        let legs = list(r#"{"departure_date":"31022026","departure_airport":"riga"}"#, size);
        format!(r#"{{"travel_data":{{"airline_addendum":{{"n_legs":1,"legs":[{legs}]}}}}}}"#)
    };
}

/// As many items, with commas between them, as fit into a size.
pub fn list(item: &str, size: usize) -> String {
    vec![item; size / (item.len() + 1)].join(",")
}

/// An order of as many such products as fit into a size.
pub fn products(item: &str, size: usize) -> String {
    format!(r#"{{"products":[{}]}}"#, list(item, size))
}
