//! Single values: names, amounts, timestamps and the like come back, and no error shows what it
//! refuses.

use std::collections::BTreeMap;
use std::fmt::Debug;

use paylint::compatibility::Compatibility;
use paylint::facts::{
    AccountFunding, Country, Environment, Fact, FactSet, HoldDays, SavingSide, Subsequent, Terminal,
};
use paylint::fields::State;
use paylint::{
    Basis, Decimal, Engine, FactsBuf, Feature, FeatureSet, Fingerprint, JsonType, Level, Operation,
    Operations, Policy, Timestamp, UtcOffset, Verdict,
};
use serde::de::value::{
    BytesDeserializer, CharDeserializer, EnumAccessDeserializer, Error as AnyError,
    F32Deserializer, I128Deserializer, MapAccessDeserializer, MapDeserializer, SeqDeserializer,
    StrDeserializer, U128Deserializer,
};
use serde::de::{DeserializeOwned, Error, IntoDeserializer, Visitor};
use serde::{Deserialize, Serialize};
use serde_json::{Value, from_str, json, to_value};

use super::Nested;

fn comes_back<T>(value: T, written: Value)
where
    T: Serialize + DeserializeOwned + PartialEq + Debug,
{
    assert_eq!(to_value(&value).expect("a value"), written);
    assert_eq!(from_str::<T>(&written.to_string()).expect("what was written"), value);
    assert_eq!(T::deserialize(written).expect("what was written"), value);
    let mut cbor = Vec::new();
    ciborium::into_writer(&value, &mut cbor).expect("CBOR");
    assert_eq!(ciborium::from_reader::<T, _>(&cbor[..]).expect("what was written"), value);
}

#[test]
fn values_come_back() {
    comes_back(Operation::PayoutA2a, json!("payout_a2a"));
    comes_back(Feature::TwoStep, json!("two_step"));
    comes_back(Level::Deny, json!("deny"));
    comes_back(Verdict::Reject, json!("reject"));
    comes_back(Basis::Stated, json!("stated"));
    comes_back(Fact::MerchantHoldDays, json!("merchant.hold_days"));
    comes_back(Environment::Live, json!("live"));
    comes_back(JsonType::Null, json!("null"));
    comes_back(Compatibility::Disputed, json!("disputed"));
    comes_back(State::Required, json!("required"));
    comes_back(Country::new("LV").expect("a country"), json!("LV"));
    comes_back("12.5".parse::<Decimal>().expect("an amount"), json!("12.5"));
    comes_back("-03:30".parse::<UtcOffset>().expect("an offset"), json!("-03:30"));
    comes_back(HoldDays::MIN, json!(6));
    comes_back(FeatureSet::SUBSEQUENT, json!(["recurring", "recurring_automatic", "one_click"]));
    comes_back(FeatureSet::EMPTY, json!([]));
    comes_back(Operations::ORDER, json!(["order"]));
    comes_back(FactSet::of(&[Fact::Now, Fact::KeyTest]), json!(["now", "key.test"]));
    let fingerprint = Policy::default().fingerprint();
    comes_back(fingerprint, json!(fingerprint.to_string()));
}

#[test]
fn timestamps_come_back_with_their_fraction() {
    for text in [
        "1970-01-01T00:00:00Z",
        "2026-11-20T10:15:00Z",
        "2026-11-20T10:15:00.25Z",
        "2026-11-20T10:15:00.000000001Z",
        "2199-12-31T23:59:59.999999999Z",
    ] {
        comes_back(text.parse::<Timestamp>().expect("a time"), json!(text));
    }
}

/// A format that must be asked for a type: postcard doesn't write any, CSV and XML guess.
#[derive(Clone, Copy)]
struct Untyped<'a>(&'a [&'a str]);

impl<'de> serde::Deserializer<'de> for Untyped<'_> {
    type Error = AnyError;

    fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, AnyError> {
        Err(AnyError::custom("4111111111111111 can be anything"))
    }

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, AnyError> {
        visitor.visit_str(self.0[0])
    }

    fn deserialize_u8<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, AnyError> {
        visitor.visit_u8(self.0.len() as u8)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, AnyError> {
        visitor.visit_seq(SeqDeserializer::new(self.0.chunks(1).map(Untyped)))
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u16 u32 u64 u128 f32 f64 char string bytes byte_buf option unit
        unit_struct newtype_struct tuple tuple_struct map struct enum identifier ignored_any
    }
}

impl IntoDeserializer<'_, AnyError> for Untyped<'_> {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}

#[test]
fn values_come_from_formats_without_types() {
    assert_eq!(Level::deserialize(Untyped(&["warn"])), Ok(Level::Warn));
    let digits = "123456789012345.12345678";
    let amount = Decimal::deserialize(Untyped(&[digits])).map(|amount| amount.to_string());
    assert_eq!(amount, Ok(digits.to_owned()));
    assert_eq!(HoldDays::deserialize(Untyped(&[""; 6])), Ok(HoldDays::MIN));
    let set = Operations::deserialize(Untyped(&["refund", "order"]));
    assert_eq!(set, Ok(Operations::of(&[Operation::Order, Operation::Refund])));
}

/// Reports show whole seconds, and so does what is serialized of one.
#[test]
fn timestamps_of_a_report_have_no_fraction() {
    let facts = br#"{"now":"2026-11-20T10:15:00.25Z","merchant":{"hold_days":7},"order":{
        "scenario":"one_step","capabilities":[],"amount":50,"refunded":0,"reversed":false,
        "chargeback":false,"paid_at":"2026-11-19T08:00:00.25Z"}}"#;
    let facts = FactsBuf::from_json(facts).expect("facts");
    let report = Engine::default().check(Operation::Refund, b"", &facts.as_facts());
    let until = report.valid_until().expect("a deadline");
    assert_ne!(until.unix_nanos() % 1_000_000_000, 0);
    let written = to_value(&report).expect("a value");
    assert_eq!(written["valid_until"], json!("2028-11-19T08:00:00Z"));
    assert_eq!(written, from_str::<Value>(&report.to_json()).expect("JSON"));
    let order = br#"{"client":{"email":"helen@garden.example"},"skip_capture":true,
        "products":[{"title":"Terracotta pot","price":12.5}]}"#;
    let report = Engine::default().check(Operation::Order, order, &facts.as_facts());
    let written = to_value(report.obligations()).expect("a value");
    let by = written.as_array().and_then(|all| all.iter().find(|one| one["kind"] == "capture"));
    assert_eq!(by.map(|it| &it["by"]), Some(&json!("2026-11-27T10:15:00Z")), "{written}");
}

/// All digits of an amount count, and a float doesn't have them all.
#[test]
fn an_amount_is_a_string() {
    let amount: Decimal = from_str(r#""123456789012345.12345678""#).expect("an amount");
    assert_eq!(amount.to_string(), "123456789012345.12345678");
    for json in ["12", "12.50", "123456789012345.12345678", "true"] {
        let error = from_str::<Decimal>(json).expect_err(json).to_string();
        assert_eq!(error, "expected a string (exact amount)");
    }
    for json in [r#""1e15""#, r#""0.000000001""#, r#""4111111111111111""#] {
        let error = from_str::<Decimal>(json).expect_err(json).to_string();
        assert!(error.starts_with("not a decimal of at most 15 digits"), "{error}");
    }
}

/// Where keys are strings, a format has to be asked for a number to make one of a key.
#[test]
fn days_can_be_keys() {
    let days = BTreeMap::from([(HoldDays::MIN, 1)]);
    let json = serde_json::to_string(&days).expect("a map");
    assert_eq!(json, r#"{"6":1}"#);
    assert_eq!(from_str::<BTreeMap<HoldDays, i32>>(&json).expect("what was written"), days);
}

#[test]
fn a_set_is_read_in_any_order_and_an_error_names_the_member() {
    let set: Operations = from_str(r#"["refund","order","refund"]"#).expect("a set");
    assert_eq!(set, Operations::of(&[Operation::Order, Operation::Refund]));
    let error = from_str::<Operations>(r#"["order","refnd"]"#).expect_err("a name").to_string();
    assert_eq!(error, "unknown operation \"refnd\"; did you mean \"refund\"?");
    let error = from_str::<FeatureSet>(r#"["avs",7]"#).expect_err("a number").to_string();
    assert_eq!(error, "expected an array of strings (feature)");
    let error = from_str::<FactSet>(r#""now""#).expect_err("a name").to_string();
    assert_eq!(error, "expected an array of strings (fact)");
}

#[test]
fn days_are_in_their_range() {
    for (json, expected) in [
        ("5", "5 is not in 6..=28"),
        ("262", "262 is not in 6..=28"),
        ("4111111111111111", "not in 6..=28"),
        ("7.0", "expected an integer, written without point or exponent"),
        (r#""7""#, "expected an integer"),
    ] {
        assert_eq!(from_str::<HoldDays>(json).expect_err(json).to_string(), expected);
    }
}

/// A time of TOML's own.
#[test]
fn a_timestamp_may_be_tomls_own() {
    #[derive(Deserialize)]
    struct Config {
        now: Timestamp,
    }
    let config: Config = toml::from_str("now = 2026-11-20T12:15:00+02:00").expect("a time");
    assert_eq!(config.now.to_string(), "2026-11-20T10:15:00Z");
}

/// What a type says of every kind of value that it doesn't want.
fn errors_of<T: DeserializeOwned + Debug>() -> Vec<String> {
    let mut errors = Vec::new();
    let mut refused = |error: String| errors.push(error);
    for json in [
        "true",
        "-4111111111111111",
        "4111111111111111",
        "41111111111111114111111111111111",
        "4111111111111111.25",
        "4.111111111111111e99",
        "null",
        r#""4111111111111111""#,
        r#""\u0034111111111111111""#,
        "[4111111111111111]",
        r#"["4111111111111111"]"#,
        r#"[["4111111111111111"]]"#,
        r#"{"4111111111111111":4111111111111111}"#,
        r#"{"$serde_json::private::Number":"4111111111111111x"}"#,
        r#"{"$__toml_private_datetime":"4111111111111111"}"#,
        r#""4111111111111111"#,
    ] {
        let Err(error) = from_str::<T>(json) else { continue };
        refused(error.to_string());
        let Ok(value) = from_str::<Value>(json) else { continue };
        refused(T::deserialize(&value).expect_err(json).to_string());
        refused(serde_json::from_value::<T>(value.clone()).expect_err(json).to_string());
        let mut cbor = Vec::new();
        ciborium::into_writer(&value, &mut cbor).expect("CBOR");
        refused(ciborium::from_reader::<T, _>(&cbor[..]).expect_err(json).to_string());
    }
    let mut other = |result: Result<T, AnyError>| refused(result.expect_err("nothing").to_string());
    other(T::deserialize(StrDeserializer::new("4111111111111111x")));
    other(T::deserialize(BytesDeserializer::new(b"4111111111111111")));
    other(T::deserialize(CharDeserializer::new('\u{4111}')));
    other(T::deserialize(I128Deserializer::new(-4_111_111_111_111_111_411_111)));
    other(T::deserialize(U128Deserializer::new(4_111_111_111_111_111_411_111)));
    other(T::deserialize(F32Deserializer::new(4.111e30)));
    other(T::deserialize(F32Deserializer::new(f32::NAN)));
    other(T::deserialize(Nested(u8::MAX)));
    let variant = MapDeserializer::new([("4111111111111111", 7)].into_iter());
    let variant = MapAccessDeserializer::new(variant);
    other(T::deserialize(EnumAccessDeserializer::new(variant)));
    errors
}

#[test]
fn no_error_shows_a_value() {
    fn is_silent<T: DeserializeOwned + Debug>(expected: &str) {
        let errors = errors_of::<T>();
        assert!(errors.len() >= 50, "{}", errors.len());
        for error in &errors {
            let shows =
                error.contains("4111") || error.contains("4.11") || error.contains('\u{4111}');
            assert!(!shows, "{expected}: {error}");
        }
        assert!(errors.contains(&format!("expected {expected}")), "{expected}: {errors:#?}");
    }
    is_silent::<Operation>("a string (operation)");
    is_silent::<Feature>("a string (feature)");
    is_silent::<Level>("a string (level)");
    is_silent::<Verdict>("a string (verdict)");
    is_silent::<Basis>("a string (basis)");
    is_silent::<Fact>("a string (fact)");
    is_silent::<Environment>("a string (environment)");
    is_silent::<Terminal>("a string (terminal)");
    is_silent::<AccountFunding>("a string (account funding)");
    is_silent::<SavingSide>("a string (saving side)");
    is_silent::<Subsequent>("a string (kind of subsequent charge)");
    is_silent::<JsonType>("a string (JSON type)");
    is_silent::<Compatibility>("a string (compatibility)");
    is_silent::<State>("a string (state)");
    is_silent::<Country>("a string (country code)");
    is_silent::<Timestamp>("a string (RFC 3339 time)");
    is_silent::<UtcOffset>("a string (offset ±HH:MM)");
    is_silent::<FeatureSet>("an array of strings (feature)");
    is_silent::<Operations>("an array of strings (operation)");
    is_silent::<FactSet>("an array of strings (fact)");
    is_silent::<HoldDays>("an integer");
}

/// Digits alone can be a fingerprint.
#[test]
fn no_error_shows_what_is_not_a_fingerprint() {
    let errors = errors_of::<Fingerprint>();
    assert!(errors.iter().all(|error| !error.contains("4111")), "{errors:#?}");
    assert!(errors.iter().any(|error| error.starts_with("expected a string (fingerprint)")));
}
