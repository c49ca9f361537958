//! The columns of a result, filled row by row.

use crate::BatchError;
use arrow_array::{ArrayRef, ListArray, StringArray, StructArray};
use arrow_buffer::{Buffer, NullBuffer, NullBufferBuilder, OffsetBuffer};
use arrow_schema::{Field, Fields};
use std::sync::Arc;

/// The rows of a column whose values have different lengths. The offsets have 32 bits, as every engine takes them.
pub(crate) struct Lengths {
    offsets: Vec<i32>,
    nulls: NullBufferBuilder,
}

impl Default for Lengths {
    fn default() -> Lengths {
        Lengths { offsets: vec![0], nulls: NullBufferBuilder::new(0) }
    }
}

impl Lengths {
    /// Adds a row with so many bytes or elements.
    #[inline]
    pub(crate) fn push(&mut self, length: usize) -> Result<(), BatchError> {
        let last = self.offsets.last().copied().unwrap_or_default();
        let end = i32::try_from(length).ok().and_then(|length| last.checked_add(length));
        self.offsets.push(end.ok_or(BatchError::TooLarge)?);
        self.nulls.append_non_null();
        Ok(())
    }

    #[inline]
    pub(crate) fn push_null(&mut self) {
        self.offsets.extend(self.offsets.last().copied());
        self.nulls.append_null();
    }

    fn finish(mut self) -> (OffsetBuffer<i32>, Option<NullBuffer>) {
        (OffsetBuffer::new(self.offsets.into()), self.nulls.finish())
    }

    /// A column of lists of these lengths.
    pub(crate) fn finish_lists(self, elements: ArrayRef) -> ArrayRef {
        let (offsets, nulls) = self.finish();
        let field = Field::new_list_field(elements.data_type().clone(), true);
        Arc::new(ListArray::new(Arc::new(field), offsets, elements, nulls))
    }
}

/// A column of text.
#[derive(Default)]
pub(crate) struct TextColumn {
    text: String,
    lengths: Lengths,
}

impl TextColumn {
    /// Adds a row with what `write` appends.
    #[inline]
    pub(crate) fn write(&mut self, write: impl FnOnce(&mut String)) -> Result<(), BatchError> {
        let start = self.text.len();
        write(&mut self.text);
        self.lengths.push(self.text.len() - start)
    }

    #[inline]
    pub(crate) fn push(&mut self, text: &str) -> Result<(), BatchError> {
        self.write(|out| out.push_str(text))
    }

    #[inline]
    pub(crate) fn push_option(&mut self, text: Option<&str>) -> Result<(), BatchError> {
        match text {
            Some(text) => self.push(text),
            None => {
                self.push_null();
                Ok(())
            }
        }
    }

    #[inline]
    pub(crate) fn push_null(&mut self) {
        self.lengths.push_null();
    }

    pub(crate) fn finish(self) -> ArrayRef {
        let (offsets, nulls) = self.lengths.finish();
        let text = Buffer::from_vec(self.text.into_bytes());
        Arc::new(StringArray::new(offsets, text, nulls))
    }
}

/// Columns side by side, as a struct of these members.
pub(crate) fn structs(fields: Fields, columns: Vec<ArrayRef>) -> StructArray {
    StructArray::new(fields, columns, None)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_than_two_gibibytes_are_an_error() {
        let mut lengths = Lengths::default();
        assert_eq!(lengths.push(1 << 30), Ok(()));
        assert_eq!(lengths.push((1 << 30) - 1), Ok(()));
        lengths.push_null();
        assert_eq!(lengths.push(0), Ok(()));
        assert_eq!(lengths.push(1), Err(BatchError::TooLarge));
        assert_eq!(lengths.push(usize::MAX), Err(BatchError::TooLarge));
    }
}
