//! The conformance cases as columns, and results as JSON.

#![allow(dead_code, reason = "not every test needs all")]

use arrow_array::cast::AsArray;
use arrow_array::types::{Int32Type, Int64Type};
use arrow_array::{Array, ArrayRef, BinaryArray, StringArray, StructArray};
use arrow_schema::DataType;
use paylint::{Engine, FactsBuf, Policy};
use paylint_arrow::{BatchError, FactsColumn, OperationColumn, Want, check_batch};
use paylint_tests::cases::{self, Case};
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Cases under one policy.
pub(crate) struct Group {
    pub(crate) engine: Engine,
    pub(crate) cases: Vec<Case>,
}

/// Cases as columns.
pub(crate) struct Columns {
    pub(crate) operations: ArrayRef,
    pub(crate) bodies: ArrayRef,
    pub(crate) facts: ArrayRef,
}

/// All cases by their policies; those whose policy is refused are left out.
pub(crate) fn groups() -> Vec<Group> {
    let mut groups = BTreeMap::<_, Vec<Case>>::new();
    for case in cases::all() {
        groups.entry(case.policy.clone()).or_default().push(case);
    }
    let groups: Vec<_> = groups
        .into_iter()
        .filter_map(|(policy, cases)| {
            let text = policy.as_deref().unwrap_or("{}");
            let engine = Engine::new(&Policy::from_json(text.as_bytes()).ok()?);
            Some(Group { engine, cases })
        })
        .collect();
    let cases: usize = groups.iter().map(|group| group.cases.len()).sum();
    assert!(cases > 500, "only {cases} cases");
    groups
}

/// No facts at all.
pub(crate) static NO_FACTS: FactsBuf = FactsBuf::new();

impl Columns {
    pub(crate) fn of(cases: &[Case]) -> Columns {
        let bodies = cases.iter().map(|case| case.body.as_deref());
        let facts = cases.iter().map(|case| case.facts.as_deref());
        Columns {
            operations: Arc::new(StringArray::from_iter_values(
                cases.iter().map(|case| case.operation.as_str()),
            )),
            bodies: Arc::new(BinaryArray::from_iter(bodies)),
            facts: Arc::new(StringArray::from_iter(facts)),
        }
    }

    /// Each column changed.
    pub(crate) fn map(&self, change: impl Fn(&ArrayRef) -> ArrayRef) -> Columns {
        Columns {
            operations: change(&self.operations),
            bodies: change(&self.bodies),
            facts: change(&self.facts),
        }
    }

    pub(crate) fn operation(&self) -> OperationColumn<'_> {
        OperationColumn::Each(&self.operations)
    }

    /// The cases' facts and no others.
    pub(crate) fn facts(&self) -> FactsColumn<'_> {
        facts_of(&self.facts)
    }

    pub(crate) fn check(&self, engine: &Engine, want: Want) -> Result<StructArray, BatchError> {
        check_batch(engine, self.operation(), &self.bodies, self.facts(), want)
    }
}

/// The facts of each row and no others.
pub(crate) fn facts_of(own: &dyn Array) -> FactsColumn<'_> {
    FactsColumn { own: Some(own), ..FactsColumn::all(&NO_FACTS) }
}

/// The rows of a result.
pub(crate) fn rows(array: &StructArray) -> Vec<Value> {
    (0..array.len()).map(|row| value(array, row)).collect()
}

/// A value as JSON.
pub(crate) fn value(array: &dyn Array, row: usize) -> Value {
    if array.is_null(row) {
        return Value::Null;
    }
    match array.data_type() {
        DataType::Utf8 => array.as_string::<i32>().value(row).into(),
        DataType::Int32 => array.as_primitive::<Int32Type>().value(row).into(),
        DataType::Int64 => array.as_primitive::<Int64Type>().value(row).into(),
        DataType::Boolean => array.as_boolean().value(row).into(),
        DataType::List(_) => {
            let list = array.as_list::<i32>().value(row);
            (0..list.len()).map(|row| value(&list, row)).collect()
        }
        DataType::Struct(fields) => {
            let columns = fields.iter().zip(array.as_struct().columns());
            let members = columns.map(|(field, column)| (field.name().clone(), value(column, row)));
            members.collect::<Map<_, _>>().into()
        }
        other => panic!("{other} is in no result"),
    }
}
