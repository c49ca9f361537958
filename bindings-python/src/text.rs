//! Columns of text, checked so that nothing in them can be out of bounds.

use crate::capsule::{self, Result};
use arrow_array::cast::AsArray;
use arrow_array::ffi::FFI_ArrowArray;
use arrow_array::{Array, ArrayRef, make_array};
use arrow_buffer::{Buffer, ScalarBuffer};
use arrow_data::ArrayData;
use arrow_schema::{ArrowError, DataType, Field};
use std::sync::Arc;

/// The type of a column.
pub(crate) struct TextType {
    /// The column's own type.
    declared: DataType,
    /// The type with bytes in place of strings: Arrow takes strings from elsewhere for UTF-8.
    read: DataType,
}

impl TextType {
    /// The type of a column that can be checked: text, bytes, dictionaries of them, null, or a table whose only column
    /// has such a type. Statuses may be integers, too.
    pub(crate) fn of(column: &str, declared: DataType) -> Result<TextType> {
        if column == "status" && declared.is_integer() {
            return Ok(TextType { read: declared.clone(), declared });
        }
        if let DataType::Struct(fields) = &declared
            && fields.len() != 1
        {
            return Err(format!("a table of {} columns; pass one of them", fields.len()).into());
        }
        let read = in_bytes(&declared).ok_or_else(|| {
            format!("{declared} is neither text nor binary, nor a dictionary of that")
        })?;
        Ok(TextType { declared, read })
    }

    /// Reads an array of this type.
    pub(crate) fn read(&self, array: FFI_ArrowArray) -> Result<ArrayRef> {
        let data = capsule::read(array, &self.read)?;
        let data = validated(data).map_err(|error| format!("corrupt Arrow data: {error}"))?;
        let array = make_array(data);
        let (array, declared) = match (array.as_struct_opt(), &self.declared) {
            (Some(table), DataType::Struct(fields)) => {
                if table.null_count() > 0 {
                    return Err("a table with rows that are null".into());
                }
                (table.column(0).clone(), fields[0].data_type())
            }
            (_, declared) => (array, declared),
        };
        if is_string(declared) {
            check_utf8(&array, declared)?;
        }
        Ok(array)
    }
}

/// The type with bytes in place of strings. `None` if it isn't text.
fn in_bytes(declared: &DataType) -> Option<DataType> {
    Some(match declared {
        DataType::Utf8 | DataType::Binary => DataType::Binary,
        DataType::LargeUtf8 | DataType::LargeBinary => DataType::LargeBinary,
        DataType::Utf8View | DataType::BinaryView => DataType::BinaryView,
        DataType::Null => DataType::Null,
        DataType::Dictionary(keys, values) if !matches!(**values, DataType::Dictionary(..)) => {
            DataType::Dictionary(keys.clone(), Box::new(in_bytes(values)?))
        }
        DataType::Struct(fields) => {
            let field = fields.first()?;
            let inner = Some(field.data_type()).filter(|inner| !inner.is_nested())?;
            DataType::Struct([Arc::new(Field::new(field.name(), in_bytes(inner)?, true))].into())
        }
        _ => return None,
    })
}

fn is_string(declared: &DataType) -> bool {
    match declared {
        DataType::Dictionary(_, values) => is_string(values),
        declared => declared.is_string(),
    }
}

/// Checks everything that reading relies on: lengths, offsets, keys.
fn validated(data: ArrayData) -> std::result::Result<ArrayData, ArrowError> {
    let Err(error) = data.validate_full() else { return Ok(data) };
    // Data of a null can be anything.
    if *data.data_type() != DataType::BinaryView || data.null_count() == 0 {
        return Err(error);
    }
    let data = with_empty_nulls(data)?;
    data.validate_full()?;
    Ok(data)
}

/// The views, with an empty one for each null.
fn with_empty_nulls(data: ArrayData) -> std::result::Result<ArrayData, ArrowError> {
    data.validate()?;
    let views = ScalarBuffer::<u128>::new(data.buffers()[0].clone(), data.offset(), data.len());
    let views = (0..).zip(views.iter()).map(|(at, view)| if data.is_null(at) { 0 } else { *view });
    let mut buffers = data.buffers().to_vec();
    buffers[0] = Buffer::from_iter(views);
    let nulls = data.nulls().cloned();
    let builder = data.into_builder().offset(0).nulls(nulls).null_bit_buffer(None);
    builder.buffers(buffers).build()
}

/// Fails if a text isn't UTF-8, although its type says so.
fn check_utf8(array: &ArrayRef, declared: &DataType) -> Result<()> {
    let bad = match array.data_type() {
        DataType::Binary => first_bad(array.as_binary::<i32>()),
        DataType::LargeBinary => first_bad(array.as_binary::<i64>()),
        DataType::BinaryView => first_bad(array.as_binary_view()),
        DataType::Dictionary(..) => {
            return check_utf8(array.as_any_dictionary().values(), declared);
        }
        _ => None,
    };
    bad.map_or(Ok(()), |place| {
        Err(format!(
            "the text at position {place} isn't UTF-8, though its type is {declared}; cast the \
             column to binary to get a report on it"
        )
        .into())
    })
}

/// The first place that isn't UTF-8.
fn first_bad<'a>(texts: impl IntoIterator<Item = Option<&'a [u8]>>) -> Option<usize> {
    texts.into_iter().position(|text| text.is_some_and(|text| str::from_utf8(text).is_err()))
}
