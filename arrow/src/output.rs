//! The columns of a result, filled row by row.

use crate::BatchError;
use arrow_array::{ArrayRef, ListArray, StringArray, StructArray};
use arrow_buffer::{Buffer, NullBuffer, NullBufferBuilder, OffsetBuffer};
use arrow_schema::{DataType, Field, Fields};
use std::sync::Arc;

/// A column of text. Its offsets have 32 bits, as every engine takes it.
pub(crate) struct TextColumn {
    text: String,
    offsets: Vec<i32>,
    nulls: NullBufferBuilder,
    /// The most text that there may be.
    most: usize,
}

impl TextColumn {
    /// An empty column, with room for so many rows.
    pub(crate) fn new(rows: usize) -> TextColumn {
        let mut offsets = Vec::with_capacity(rows + 1);
        offsets.push(0);
        let nulls = NullBufferBuilder::new(rows);
        TextColumn { text: String::new(), offsets, nulls, most: i32::MAX as usize }
    }

    /// Adds a row with what `write` appends.
    #[inline]
    pub(crate) fn write(&mut self, write: impl FnOnce(&mut String)) -> Result<(), BatchError> {
        write(&mut self.text);
        self.nulls.append_non_null();
        self.end_row()
    }

    #[inline]
    pub(crate) fn push(&mut self, text: &str) -> Result<(), BatchError> {
        self.write(|out| out.push_str(text))
    }

    #[inline]
    pub(crate) fn push_null(&mut self) {
        self.nulls.append_null();
        self.offsets.extend(self.offsets.last().copied());
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
    fn end_row(&mut self) -> Result<(), BatchError> {
        let end = i32::try_from(self.text.len()).ok().filter(|_| self.text.len() <= self.most);
        self.offsets.push(end.ok_or(BatchError::TooLarge)?);
        Ok(())
    }

    pub(crate) fn finish(mut self) -> ArrayRef {
        let offsets = OffsetBuffer::new(self.offsets.into());
        let text = Buffer::from_vec(self.text.into_bytes());
        Arc::new(StringArray::new(offsets, text, self.nulls.finish()))
    }
}

/// The ends of a column's lists.
pub(crate) struct Lists {
    offsets: Vec<i32>,
}

impl Lists {
    pub(crate) fn new(rows: usize) -> Lists {
        let mut offsets = Vec::with_capacity(rows + 1);
        offsets.push(0);
        Lists { offsets }
    }

    /// Ends a list that has so many more elements than those before it.
    pub(crate) fn end(&mut self, elements: usize) -> Result<(), BatchError> {
        let last = self.offsets.last().copied().unwrap_or_default();
        let end = i32::try_from(elements).ok().and_then(|elements| last.checked_add(elements));
        self.offsets.push(end.ok_or(BatchError::TooLarge)?);
        Ok(())
    }

    pub(crate) fn finish(self, nulls: Option<NullBuffer>, elements: ArrayRef) -> ArrayRef {
        let offsets = OffsetBuffer::new(self.offsets.into());
        let field = Field::new_list_field(elements.data_type().clone(), true);
        Arc::new(ListArray::new(Arc::new(field), offsets, elements, nulls))
    }
}

/// Columns side by side, as a struct of this type.
pub(crate) fn structs(of: DataType, columns: Vec<ArrayRef>) -> StructArray {
    let fields = if let DataType::Struct(fields) = of { fields } else { Fields::empty() };
    StructArray::new(fields, columns, None)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn too_much_text_is_an_error() {
        // Two gibibytes would take long.
        let mut column = TextColumn { most: 6, ..TextColumn::new(0) };
        assert_eq!(column.push("four"), Ok(()));
        column.push_null();
        assert_eq!(column.push(""), Ok(()));
        assert_eq!(column.push("12"), Ok(()));
        assert_eq!(column.push("3"), Err(BatchError::TooLarge));
        assert_eq!(TextColumn::new(0).most, i32::MAX as usize);
    }

    #[test]
    fn too_many_elements_are_an_error() {
        let mut lists = Lists::new(0);
        assert_eq!(lists.end(1 << 30), Ok(()));
        assert_eq!(lists.end((1 << 30) - 1), Ok(()));
        assert_eq!(lists.end(0), Ok(()));
        assert_eq!(lists.end(1), Err(BatchError::TooLarge));
        assert_eq!(lists.end(usize::MAX), Err(BatchError::TooLarge));
    }
}
