//! Every layout of text gives the same reports; what isn't text is refused.

mod common;

use arrow_array::types::{ArrowDictionaryKeyType, Int8Type, Int32Type, UInt64Type};
use arrow_array::{
    Array, ArrayRef, BinaryArray, BinaryViewArray, DictionaryArray, Int32Array, LargeBinaryArray,
    LargeStringArray, NullArray, StringArray, StringViewArray,
};
use common::{Columns, NO_FACTS, facts_of, groups, rows};
use paylint::{Engine, FactsBuf, Operation};
use paylint_arrow::{FactsColumn, OperationColumn, Want, check_batch};
use paylint_tests::cases::Case;
use serde_json::{Value, json};
use std::sync::Arc;

type Layout = (&'static str, fn(&ArrayRef) -> ArrayRef);

/// The texts of a column of [`Columns`], which are of two layouts.
fn texts(array: &ArrayRef) -> Vec<Option<&[u8]>> {
    match array.as_any().downcast_ref::<StringArray>() {
        Some(array) => array.iter().map(|text| text.map(str::as_bytes)).collect(),
        None => array.as_any().downcast_ref::<BinaryArray>().expect("bytes").iter().collect(),
    }
}

fn strings(array: &ArrayRef) -> Vec<Option<&str>> {
    let text = |text| std::str::from_utf8(text).expect("UTF-8");
    texts(array).into_iter().map(|texts| texts.map(text)).collect()
}

fn dictionary<K: ArrowDictionaryKeyType>(array: &ArrayRef) -> ArrayRef {
    Arc::new(DictionaryArray::<K>::from_iter(strings(array)))
}

/// The rows in the middle of a longer column.
fn sliced(array: &ArrayRef) -> ArrayRef {
    let texts = texts(array);
    let around = [Some(&b"{"[..]), None, Some(b"order")];
    let all: Vec<_> = around.iter().chain(&texts).chain(&around).copied().collect();
    Arc::new(BinaryArray::from(all).slice(around.len(), texts.len()))
}

const LAYOUTS: [Layout; 11] = [
    ("Utf8", |array| Arc::new(StringArray::from(strings(array)))),
    ("LargeUtf8", |array| Arc::new(LargeStringArray::from(strings(array)))),
    ("Utf8View", |array| Arc::new(StringViewArray::from(strings(array)))),
    ("Binary", |array| Arc::new(BinaryArray::from(texts(array)))),
    ("LargeBinary", |array| Arc::new(LargeBinaryArray::from(texts(array)))),
    ("BinaryView", |array| Arc::new(BinaryViewArray::from(texts(array)))),
    ("sliced Binary", sliced),
    ("sliced Utf8View", |array| {
        let around = [Some("tax"), None];
        let all = around.into_iter().chain(strings(array)).chain(around).collect::<Vec<_>>();
        Arc::new(StringViewArray::from(all).slice(2, array.len()))
    }),
    ("Int8 dictionary", dictionary::<Int8Type>),
    ("UInt64 dictionary", dictionary::<UInt64Type>),
    ("sliced dictionary", |array| {
        let half = dictionary::<Int32Type>(&sliced(array)).len();
        let long = Arc::new(StringArray::from([strings(array), strings(array)].concat())) as _;
        dictionary::<Int32Type>(&long).slice(half, half)
    }),
];

#[test]
fn every_layout_gives_the_same_reports() {
    let engine = Engine::default();
    let cases: Vec<_> = groups().into_iter().flat_map(|group| group.cases).collect();
    let is_text = |case: &Case| std::str::from_utf8(case.body.as_deref().unwrap_or(b"")).is_ok();
    let cases: Vec<_> = cases.into_iter().filter(is_text).collect();
    assert!(cases.iter().any(|case| case.body.is_none() && case.facts.is_none()));
    // Chunks so small that a dictionary with keys of eight bits holds them.
    for cases in cases.chunks(120) {
        let columns = Columns::of(cases);
        let expected = columns.check(&engine, Want::Json).expect("columns");
        for (name, layout) in LAYOUTS {
            let result = columns.map(layout).check(&engine, Want::Json);
            assert!(result.expect(name) == expected, "{name}");
        }
    }
}

fn check(operation: OperationColumn<'_>, bodies: &dyn Array) -> Vec<Value> {
    let facts = FactsColumn::all(&NO_FACTS);
    let result = check_batch(&Engine::default(), operation, bodies, facts, Want::Verdict);
    rows(&result.expect("columns"))
}

#[test]
fn null_is_no_body_no_facts_and_no_operation() {
    let nulls = NullArray::new(1);
    let accepted = vec![json!({"verdict": "accept", "error": null})];
    // The only operation that needs none.
    let reversal = OperationColumn::All(Operation::Reversal);
    assert_eq!(check(reversal, &nulls), accepted);
    assert_eq!(check(reversal, &StringArray::new_null(1)), accepted);
    let rejected = vec![json!({"verdict": "reject", "error": null})];
    assert_eq!(check(OperationColumn::All(Operation::Order), &nulls), rejected);
    let error = vec![json!({"verdict": null, "error": "no operation"})];
    for operation in [&nulls as &dyn Array, &StringArray::new_null(1)] {
        assert_eq!(check(OperationColumn::Each(operation), &nulls), error);
    }
    let standing = FactsBuf::from_json(br#"{"order": {"reversed": true}}"#).expect("facts");
    let engine = Engine::default();
    let facts = FactsColumn { standing: &standing, ..facts_of(&nulls) };
    let result = check_batch(&engine, reversal, &nulls, facts, Want::Verdict);
    assert_eq!(rows(&result.expect("columns")), rejected);
}

#[test]
fn an_unknown_operation_is_not_shown() {
    let names = StringArray::from(vec!["ordr", "Grace Lee", "order", "4111111111111111", ""]);
    let rows = check(OperationColumn::Each(&names), &NullArray::new(names.len()));
    let errors: Vec<_> = rows.iter().map(|row| row["error"].as_str()).collect();
    let unknown = Some("unknown operation");
    let meant = Some("unknown operation; did you mean \"order\"?");
    assert_eq!(errors, [meant, unknown, None, unknown, unknown]);
}

#[test]
fn other_types_and_lengths_are_refused() {
    let engine = Engine::default();
    let texts = StringArray::from(vec!["order", "tax"]);
    let numbers = Int32Array::from(vec![1, 2]);
    let keys = || Int32Array::from(vec![0, 0]);
    let of_numbers = DictionaryArray::new(keys(), Arc::new(numbers.clone()));
    let of_texts = DictionaryArray::new(keys(), Arc::new(texts.clone()));
    let of_dictionaries = DictionaryArray::new(keys(), Arc::new(of_texts));
    let each = OperationColumn::Each(&texts);
    let all = FactsColumn::all(&NO_FACTS);
    let tax = OperationColumn::All(Operation::Tax);
    let shorter = texts.slice(0, 1);
    let refused: [(OperationColumn<'_>, &dyn Array, FactsColumn<'_>, &str); 7] = [
        (each, &numbers, all, "bodies: Int32 is neither"),
        (OperationColumn::Each(&numbers), &texts, all, "operation: Int32 is neither"),
        (each, &texts, facts_of(&numbers), "facts: Int32 is neither"),
        (each, &of_numbers, all, "bodies: Dictionary(Int32, Int32) is neither"),
        (each, &of_dictionaries, all, "bodies: Dictionary(Int32, Dictionary("),
        (each, &shorter, all, "operation has 2 rows, but bodies has 1"),
        (tax, &texts, facts_of(&shorter), "facts has 1 rows, but bodies has 2"),
    ];
    for (operation, bodies, facts, expected) in refused {
        let error = check_batch(&engine, operation, bodies, facts, Want::Json).expect_err(expected);
        let error = error.to_string();
        assert!(error.starts_with(expected), "{error}");
        assert!(!error.contains("neither") || error.contains("Utf8View"), "{error}");
    }
}

#[test]
fn invalid_utf8_is_a_finding_or_an_error() {
    let invalid = BinaryArray::from(vec![&b"{\"name\": \"\xff\"}"[..]]);
    let engine = Engine::default();
    let facts = FactsColumn::all(&NO_FACTS);
    let tax = OperationColumn::All(Operation::Tax);
    let result = check_batch(&engine, tax, &invalid, facts, Want::Report).expect("columns");
    assert_eq!(rows(&result)[0]["findings"][0]["rule"], "json.malformed");
    let reversal = OperationColumn::All(Operation::Reversal);
    let nulls = NullArray::new(1);
    let result = check_batch(&engine, reversal, &nulls, facts_of(&invalid), Want::Verdict);
    let error = rows(&result.expect("columns"))[0]["error"].clone();
    assert!(error.as_str().is_some_and(|error| error.starts_with("invalid facts")), "{error}");
    assert_eq!(check(OperationColumn::Each(&invalid), &nulls)[0]["error"], "unknown operation");
}

#[test]
fn null_in_a_dictionary_is_no_body() {
    let keys = Int32Array::from(vec![Some(0), Some(1), None]);
    let bodies = DictionaryArray::new(keys, Arc::new(StringArray::from(vec![Some("{}"), None])));
    let [accept, reject] =
        ["accept", "reject"].map(|verdict| json!({"verdict": verdict, "error": null}));
    let reversal = OperationColumn::All(Operation::Reversal);
    assert_eq!(check(reversal, &bodies), [reject, accept.clone(), accept]);
}
