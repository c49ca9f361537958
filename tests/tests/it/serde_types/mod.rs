//! Reports, rules, policies and facts through serde give the same as the crate's own JSON.

mod values;

use std::collections::BTreeMap;

use paylint::facts::HoldDays;
use paylint::rule::{HOLDS, Param};
use paylint::{
    CustomRule, Engine, Facts, FactsBuf, FeatureSet, Fingerprint, Level, Operation, Operations,
    Policy,
};
use paylint_tests::cases;
use paylint_tests::engine::check;
use serde::Deserialize;
use serde::de::DeserializeSeed;
use serde::de::value::{
    BytesDeserializer, Error as AnyError, F32Deserializer, I128Deserializer, MapDeserializer,
    U128Deserializer,
};
use serde_json::{Value, from_str, from_value, json, to_string, to_value};

#[test]
fn data_is_the_same_in_other_formats() {
    for report in cases::all().iter().filter_map(check) {
        let mut expected: Value = from_str(&report.to_json()).expect("JSON");
        assert_eq!(to_string(&report).expect("JSON"), report.to_json());
        assert_eq!(to_value(&report).expect("a value"), expected);
        let written = toml::Table::try_from(&report).expect("TOML");
        remove_nulls(&mut expected);
        assert_eq!(to_value(written).expect("a value"), expected);
    }
}

/// TOML has no null.
fn remove_nulls(value: &mut Value) {
    match value {
        Value::Array(elements) => elements.iter_mut().for_each(remove_nulls),
        Value::Object(members) => {
            members.retain(|_, value| !value.is_null());
            members.values_mut().for_each(remove_nulls);
        }
        _ => {}
    }
}

#[test]
fn parts_of_a_report_serialize_alone() {
    for report in cases::all().iter().filter_map(check) {
        let whole = to_value(&report).expect("a value");
        for (at, finding) in report.findings().enumerate() {
            let expected = &whole["findings"][at];
            assert_eq!(to_value(finding).expect("a value"), *expected);
            let (rule, level) = (finding.rule(), finding.level());
            assert_eq!((&expected["rule"], &expected["level"]), (&json!(rule.name), &json!(level)));
            assert_eq!(
                (&expected["basis"], &expected["source"]),
                (&json!(rule.basis), &json!(rule.source))
            );
            assert_eq!(to_value(finding.path()).expect("a value"), expected["path"]);
            assert_eq!(to_value(finding.message()).expect("a value"), expected["message"]);
            let params: BTreeMap<_, _> = finding.params().collect();
            assert_eq!(to_value(params).expect("a value"), expected["params"]);
        }
        for (at, unchecked) in report.unchecked().enumerate() {
            assert_eq!(to_value(unchecked).expect("a value"), whole["unchecked"][at]);
        }
        assert_eq!(to_value(report.obligations()).expect("a value"), whole["obligations"]);
    }
}

#[test]
fn messages_of_custom_rules_are_escaped_alike() {
    let message = "\u{1}\u{8}\t\n\u{c}\r\"\\ §: {a \"word\"}";
    let params = &["a \"word\""];
    let rule =
        CustomRule::with_params("custom.odd", Operations::ORDER, message, params, |c, findings| {
            if let Some(order) = c.request.order() {
                findings.with(order.client(), [Param::Word("\u{1f}\"")]);
            }
            HOLDS
        });
    let rule = rule.source(Some("our rules\\2"));
    let engine = Engine::new(&Policy::default().with_rule(rule).expect("a rule"));
    let report = engine.check(Operation::Order, br#"{"client":{}}"#, &Facts::default());
    assert!(report.to_json().contains("custom.odd"));
    assert_eq!(to_string(&report).expect("JSON"), report.to_json());
}

/// Reading through a value gives the same as reading the text, including errors. A value has lost repeated members and
/// the last digits of numbers, and text that isn't JSON never becomes one.
fn is_read_alike<T>(text: &str, from_json: impl Fn(&[u8]) -> Result<T, String>) -> bool
where
    T: for<'de> Deserialize<'de> + std::fmt::Debug,
{
    let expected = from_json(text.as_bytes());
    let is_lost = |error: &String| {
        ["twice", "not JSON", "binary floating-point"].iter().any(|lost| error.contains(lost))
    };
    if expected.as_ref().is_err_and(is_lost) {
        return false;
    }
    let value: Value = from_str(text).expect("JSON");
    let read = T::deserialize(&value).map_err(|error| error.to_string());
    let (read, expected) =
        (read.map(|value| format!("{value:?}")), expected.map(|value| format!("{value:?}")));
    assert_eq!(read, expected);
    expected.is_ok()
}

#[test]
fn serde_reads_facts_and_policies_as_text() {
    let cases = cases::all();
    let facts = |json: &[u8]| FactsBuf::from_json(json).map_err(|error| error.to_string());
    let policy = |json: &[u8]| Policy::from_json(json).map_err(|error| error.to_string());
    let of_facts = cases.iter().filter_map(|case| case.facts.as_deref());
    let read = of_facts.filter(|text| is_read_alike(text, facts)).count();
    assert!(read >= 200, "{read} facts");
    let of_policies = cases.iter().filter_map(|case| case.policy.as_deref());
    let read = of_policies.filter(|text| is_read_alike(text, policy)).count();
    assert!(read >= 20, "{read} policies");
}

/// Compares the values of facts, since their `Debug` only shows which are set.
#[test]
fn serde_facts_decide_as_those_from_text() {
    for case in cases::all() {
        let Some(expected) = check(&case) else { continue };
        let json = |text: &Option<String>| text.clone().unwrap_or_else(|| "{}".to_owned());
        let policy: Policy = from_str(&json(&case.policy)).expect("a policy");
        let facts: FactsBuf = from_str(&json(&case.facts)).expect("facts");
        let body = case.body.clone().unwrap_or_default();
        let operation = case.operation.parse().expect("an operation");
        let report = Engine::new(&policy).check(operation, &body, &facts.as_facts());
        assert_eq!(report.to_json(), expected.to_json(), "{:?}", case.id);
    }
}

/// `serde_json` passes a number as an object with its literal, if its feature `arbitrary_precision` is on.
#[test]
fn fake_number_is_not_followed_into_depth() {
    let array: fn(Value) -> Value = |inner| json!([inner]);
    let object: fn(Value) -> Value = |inner| json!({ "a": inner });
    for (nest, name) in [(array, "array"), (object, "object")] {
        let mut value = json!(7);
        for _ in 0..200 {
            value = nest(value);
        }
        let facts =
            json!({ "merchant": { "hold_days": { "$serde_json::private::Number": value } } });
        let error = from_value::<FactsBuf>(facts).expect_err("no number").to_string();
        let expected = format!("merchant.hold_days: expected an integer, found {name}");
        assert_eq!(error, format!("invalid facts: {expected}"));
    }
}

#[derive(Debug, Deserialize)]
struct Config {
    policy: Policy,
    facts: FactsBuf,
}

#[test]
fn policy_and_facts_can_be_toml() {
    let text = r#"
        [policy]
        max_findings = 7
        [policy.levels]
        "contact.*" = "allow"
        "contact.email_format" = "warn"

        [facts]
        terminal = "standard"
        now = 2026-11-20T10:15:00.5Z
        [facts.merchant]
        hold_days = 7
        avs_permission = true
        [facts.key]
        brands = ["visa", "mastercard"]
        [facts.order]
        amount = 12.50
        captured = "0.10"
        capabilities = []
        [facts.request.headers]
        "X-\u0001\"" = "a\\b\"c\n"
    "#;
    let Config { policy, facts } = toml::from_str(text).expect("a configuration");
    let same =
        br#"{"max_findings":7,"levels":{"contact.*":"allow","contact.email_format":"warn"}}"#;
    let expected = Policy::from_json(same).map_err(|error| error.to_string());
    assert_eq!(Ok(format!("{policy:?}")), expected.map(|policy| format!("{policy:?}")));
    let facts = facts.as_facts();
    assert_eq!(facts.order_amount().map(|amount| amount.to_string()).as_deref(), Ok("12.5"));
    assert_eq!(facts.order_captured().map(|amount| amount.to_string()).as_deref(), Ok("0.1"));
    assert_eq!(facts.now(), Ok("2026-11-20T10:15:00.5Z".parse().expect("a time")));
    assert_eq!(facts.order_capabilities(), Ok(FeatureSet::EMPTY));
    assert_eq!(facts.hold_days().map(HoldDays::get), Ok(7));
    let brands = facts.key.and_then(|key| key.brands).expect("brands");
    assert!(brands.iter().eq(["visa", "mastercard"]));
    let headers = facts.request_headers().expect("headers");
    assert_eq!(headers.get("x-\u{1}\""), Some("a\\b\"c\n"));
    let error = toml::from_str::<Config>("[policy]\n[facts.order]\namount = nan").unwrap_err();
    assert!(error.message().contains("order.amount: expected a number, found null"), "{error}");
    // TOML also has days and times of day, and times without an offset.
    let [no_time, no_offset] = ["not an RFC 3339 time with T", "has no offset from UTC"];
    for (now, why) in
        [("2026-11-20", no_time), ("10:15:00", no_time), ("2026-11-20T10:15:00", no_offset)]
    {
        let text = format!("[policy]\n[facts]\nnow = {now}");
        let error = toml::from_str::<Config>(&text).expect_err(now);
        assert!(error.message().contains(&format!("now: {why}")), "{error}");
    }
}

#[test]
fn non_string_keys_are_refused() {
    let keys = MapDeserializer::new([(4_111_111_111_111_111u64, 1)].into_iter());
    let error: AnyError = FactsBuf::deserialize(keys).expect_err("no facts");
    let error = error.to_string();
    assert!(error.contains("a member's name isn't a string"), "{error}");
    assert!(!error.contains("4111"), "{error}");
}

/// How `serde_json` represents numbers if any crate of a build turns on its feature
/// `arbitrary_precision`.
#[test]
fn literal_numbers_keep_their_digits() {
    let read = |literal: &'static str| {
        let number = MapDeserializer::new([("$serde_json::private::Number", literal)].into_iter());
        let amount = MapDeserializer::new([("amount", Wrapped(number))].into_iter());
        let order = MapDeserializer::new([("order", Wrapped(amount))].into_iter());
        let facts = FactsBuf::deserialize(order);
        facts
            .map_err(|error: AnyError| error.to_string())
            .map(|facts| facts.as_facts().order_amount().expect("an amount").to_string())
    };
    assert_eq!(read("123456789012345.12345678").as_deref(), Ok("123456789012345.12345678"));
    assert_eq!(read("1e2").as_deref(), Ok("100"));
    assert!(read("0.123456789").is_err_and(|error| error.contains("order.amount")));
    assert!(read("many").is_err_and(|error| error.contains("order.amount")));
}

/// The number 7, wrapped this many times, in an option, a newtype, and so on; or an empty option, for the largest
/// number.
struct Nested(u8);

impl<'de> serde::Deserializer<'de> for Nested {
    type Error = AnyError;

    fn deserialize_any<V: serde::de::Visitor<'de>>(self, visitor: V) -> Result<V::Value, AnyError> {
        match self.0 {
            0 => visitor.visit_u128(7),
            u8::MAX => visitor.visit_none(),
            more if more % 2 == 0 => visitor.visit_newtype_struct(Nested(more - 1)),
            more => visitor.visit_some(Nested(more - 1)),
        }
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option
        unit unit_struct newtype_struct seq tuple tuple_struct map struct enum identifier ignored_any
    }
}

#[test]
fn other_formats_numbers_and_wrappers_are_read() {
    fn limit<D>(value: D) -> Result<Fingerprint, String>
    where
        D: for<'de> serde::Deserializer<'de, Error = AnyError>,
    {
        let policy = MapDeserializer::new([("max_findings", Wrapped(value))].into_iter());
        let policy =
            <Policy as Deserialize>::deserialize(policy).map_err(|error| error.to_string())?;
        Ok(policy.fingerprint())
    }
    let seven = Policy::from_json(br#"{"max_findings":7}"#).map(|policy| policy.fingerprint());
    let seven = seven.map_err(|error| error.to_string());
    let refused = |found: &str| Err(format!("invalid policy: max_findings: {found}"));
    assert_eq!(limit(I128Deserializer::new(7)), seven);
    assert_eq!(limit(U128Deserializer::new(7)), seven);
    assert_eq!(
        limit(F32Deserializer::new(7.5)),
        refused("expected an integer, written without point or exponent")
    );
    assert_eq!(limit(F32Deserializer::new(f32::NAN)), refused("expected an integer, found null"));
    assert_eq!(limit(Nested(1)), seven);
    assert_eq!(limit(Nested(6)), seven);
    assert_eq!(limit(Nested(u8::MAX)), refused("expected an integer, found null"));
    // This is deeper than any policy.
    assert_eq!(limit(Nested(200)), refused("expected an integer, found null"));
    let text = json!({"max_findings": [[[[[[[[[[[[7]]]]]]]]]]]]}).to_string();
    let policy = |json: &[u8]| Policy::from_json(json).map_err(|error| error.to_string());
    assert!(!is_read_alike(&text, policy));
    assert!(!is_read_alike(&text.replace('[', r#"{"a":"#).replace(']', "}"), policy));
    // Bytes aren't JSON, and an error doesn't show them.
    let bytes = BytesDeserializer::new(b"4111111111111111");
    assert_eq!(limit(bytes), Err("invalid type: byte array, expected a JSON value".to_owned()));
}

/// A deserializer as the value of a member.
struct Wrapped<D>(D);

impl<'de, D: serde::Deserializer<'de, Error = AnyError>> serde::de::IntoDeserializer<'de, AnyError>
    for Wrapped<D>
{
    type Deserializer = D;

    fn into_deserializer(self) -> D {
        self.0
    }
}

#[test]
fn seed_reads_levels_of_custom_rules() {
    let rule = CustomRule::new("custom.never", Operations::ORDER, "never", |_, _| HOLDS);
    let policy = Policy::default().with_rule(rule).expect("a rule");
    let levels = json!({"levels": {"custom.never": "warn"}});
    assert!(<Policy as Deserialize>::deserialize(&levels).is_err());
    let policy = DeserializeSeed::deserialize(policy, &levels).expect("a policy");
    let level =
        policy.rules().find(|(rule, _)| rule.name == "custom.never").map(|(_, level)| level);
    assert_eq!(level, Some(Level::Warn));
}
