//! Columns of text, in whichever layout, as bytes.

use crate::BatchError;
use arrow_array::cast::AsArray;
use arrow_array::{Array, ArrayAccessor, downcast_integer_array};
use arrow_buffer::ArrowNativeType;
use arrow_schema::DataType;

/// A column of text.
pub(crate) struct TextArray<'a> {
    len: usize,
    texts: Texts<'a>,
}

/// The text of a row, by the column's layout.
type Texts<'a> = Box<dyn Fn(usize) -> Option<&'a [u8]> + 'a>;

impl<'a> TextArray<'a> {
    /// The column, unless it isn't text. `name` is what the error calls it.
    pub(crate) fn new(
        name: &'static str,
        array: &'a dyn Array,
    ) -> Result<TextArray<'a>, BatchError> {
        let found = || array.data_type().clone();
        let texts = texts_of(array);
        let texts = texts.ok_or_else(|| BatchError::Type { column: name, found: found() })?;
        Ok(TextArray { len: array.len(), texts })
    }

    /// The number of rows.
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// The text of a row; `None` if it is null.
    #[inline]
    pub(crate) fn get(&self, row: usize) -> Option<&'a [u8]> {
        (self.texts)(row)
    }
}

fn texts_of(array: &dyn Array) -> Option<Texts<'_>> {
    Some(match array.data_type() {
        DataType::Null => Box::new(|_| None),
        DataType::Utf8 => texts(array.as_string::<i32>()),
        DataType::LargeUtf8 => texts(array.as_string::<i64>()),
        DataType::Utf8View => texts(array.as_string_view()),
        DataType::Binary => texts(array.as_binary::<i32>()),
        DataType::LargeBinary => texts(array.as_binary::<i64>()),
        DataType::BinaryView => texts(array.as_binary_view()),
        DataType::Dictionary(_, values) if !matches!(**values, DataType::Dictionary(..)) => {
            by_keys(array)?
        }
        _ => return None,
    })
}

fn texts<'a, T: AsRef<[u8]> + ?Sized + 'a>(
    array: impl ArrayAccessor<Item = &'a T> + 'a,
) -> Texts<'a> {
    Box::new(move |row| array.is_valid(row).then(|| array.value(row).as_ref()))
}

/// Texts of a dictionary, by integers.
fn by_keys(array: &dyn Array) -> Option<Texts<'_>> {
    let array = array.as_any_dictionary();
    let values = texts_of(array.values().as_ref())?;
    let keys = array.keys();
    downcast_integer_array! {
        keys => Some(Box::new(move |row| {
            let key = keys.is_valid(row).then(|| keys.value(row).as_usize())?;
            values(key)
        })),
        _ => None,
    }
}
