//! Tables of counts: rows of names, and how often each was counted.

use crate::output::{TextColumn, structs};
use crate::{BatchError, schema};
use arrow_array::{Int64Array, StructArray};
use std::collections::HashMap;
use std::sync::Arc;

/// A table of counts with `N` names to a row, any of which may be null.
#[derive(Clone)]
pub(crate) struct Counts<const N: usize> {
    /// Every name that was met, as a number; null is 0.
    names: HashMap<Box<str>, u32, ahash::RandomState>,
    counts: HashMap<[u32; N], u64, ahash::RandomState>,
}

impl<const N: usize> Default for Counts<N> {
    fn default() -> Counts<N> {
        Counts { names: HashMap::default(), counts: HashMap::default() }
    }
}

impl<const N: usize> Counts<N> {
    /// Counts a row so many times more.
    pub(crate) fn add(&mut self, row: [Option<&str>; N], count: u64) {
        let row = row.map(|name| name.map_or(0, |name| self.number(name)));
        let sum = self.counts.entry(row).or_default();
        *sum = sum.saturating_add(count);
    }

    fn number(&mut self, name: &str) -> u32 {
        if let Some(number) = self.names.get(name) {
            return *number;
        }
        let number = self.names.len() as u32 + 1;
        self.names.insert(name.into(), number);
        number
    }

    /// The rows in the order of their names, in columns that are called so, and their counts behind them.
    pub(crate) fn table(&self, columns: [&str; N]) -> Result<StructArray, BatchError> {
        let of = schema::counts(&columns);
        let mut names = vec![None; self.names.len() + 1];
        for (name, number) in &self.names {
            names[*number as usize] = Some(&**name);
        }
        let name = |number: u32| names[number as usize];
        let mut rows: Vec<_> =
            self.counts.iter().map(|(row, count)| (row.map(name), *count)).collect();
        rows.sort_unstable();
        let mut columns: [_; N] = std::array::from_fn(|_| TextColumn::default());
        for (names, _) in &rows {
            for (column, name) in columns.iter_mut().zip(names) {
                column.push_option(*name)?;
            }
        }
        let counts = Int64Array::from_iter_values(rows.iter().map(|(_, count)| *count as i64));
        let mut columns = columns.map(TextColumn::finish).to_vec();
        columns.push(Arc::new(counts));
        Ok(structs(of, columns))
    }
}
