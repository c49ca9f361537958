//! Columns of text, in whichever layout, as bytes.
//!
//! The text of an array isn't taken from it as `&str`: what another program handed over was never
//! validated, neither the UTF-8 nor where the texts begin and end. Here the latter is checked row
//! by row, and the former is the business of whoever reads the bytes.

use crate::BatchError;
use arrow_array::cast::AsArray;
use arrow_array::types::{
    BinaryType, BinaryViewType, ByteArrayType, ByteViewType, LargeBinaryType, LargeUtf8Type,
    StringViewType, Utf8Type,
};
use arrow_array::{Array, downcast_integer_array};
use arrow_buffer::{ArrowNativeType, NullBuffer};
use arrow_schema::DataType;

/// A column of text.
pub(crate) struct TextArray<'a> {
    nulls: Option<&'a NullBuffer>,
    len: usize,
    texts: Texts<'a>,
}

/// The text of a row that isn't null, by the column's layout.
type Texts<'a> = Box<dyn Fn(usize) -> Result<Option<&'a [u8]>, Corrupt> + 'a>;

/// A row whose offsets, view or key lead out of the column's data.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Corrupt;

/// A text of up to so many bytes lies in its view, behind its length.
const INLINE: usize = 12;

impl<'a> TextArray<'a> {
    /// The column, unless it isn't text. `name` is what the error calls it.
    pub(crate) fn new(
        name: &'static str,
        array: &'a dyn Array,
    ) -> Result<TextArray<'a>, BatchError> {
        let found = || array.data_type().clone();
        TextArray::of(array).ok_or_else(|| BatchError::Type { column: name, found: found() })
    }

    fn of(array: &'a dyn Array) -> Option<TextArray<'a>> {
        let texts: Texts<'a> = match array.data_type() {
            DataType::Null => Box::new(|_| Ok(None)),
            DataType::Utf8 => by_offsets::<Utf8Type>(array)?,
            DataType::LargeUtf8 => by_offsets::<LargeUtf8Type>(array)?,
            DataType::Binary => by_offsets::<BinaryType>(array)?,
            DataType::LargeBinary => by_offsets::<LargeBinaryType>(array)?,
            DataType::Utf8View => by_views::<StringViewType>(array)?,
            DataType::BinaryView => by_views::<BinaryViewType>(array)?,
            DataType::Dictionary(_, values) if !matches!(**values, DataType::Dictionary(..)) => {
                by_keys(array)?
            }
            _ => return None,
        };
        Some(TextArray { nulls: array.nulls(), len: array.len(), texts })
    }

    /// The number of rows.
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// The text of a row.
    #[inline]
    pub(crate) fn get(&self, row: usize) -> Result<Option<&'a [u8]>, Corrupt> {
        if row >= self.len {
            return Err(Corrupt);
        }
        if self.nulls.is_some_and(|nulls| nulls.is_null(row)) {
            return Ok(None);
        }
        (self.texts)(row)
    }
}

/// Texts one after the other; the offsets say where each begins and ends.
fn by_offsets<'a, T: ByteArrayType>(array: &'a dyn Array) -> Option<Texts<'a>> {
    let array = array.as_bytes_opt::<T>()?;
    let (offsets, data) = (array.value_offsets(), array.value_data());
    let text = |row: usize| {
        let (start, end) = (offsets.get(row)?.to_usize()?, offsets.get(row + 1)?.to_usize()?);
        data.get(start..end)
    };
    Some(Box::new(move |row| text(row).map(Some).ok_or(Corrupt)))
}

/// Short texts in the views, which are also there as bytes; the rest in the buffers.
fn by_views<'a, T: ByteViewType>(array: &'a dyn Array) -> Option<Texts<'a>> {
    let array = array.as_byte_view_opt::<T>()?;
    let (views, inline, buffers) =
        (array.views(), array.views().inner().as_slice(), array.data_buffers());
    let text = |row: usize| {
        let view = *views.get(row)?;
        let word = |index: u32| (view >> (32 * index)) as u32 as usize;
        let [length, buffer, offset] = [word(0), word(2), word(3)];
        if length <= INLINE {
            let start = 16 * row + 4;
            return inline.get(start..start + length);
        }
        buffers.get(buffer)?.as_slice().get(offset..offset.checked_add(length)?)
    };
    Some(Box::new(move |row| text(row).map(Some).ok_or(Corrupt)))
}

/// Texts of a dictionary, by integers.
fn by_keys(array: &dyn Array) -> Option<Texts<'_>> {
    let array = array.as_any_dictionary_opt()?;
    let values = TextArray::of(array.values().as_ref())?;
    let keys = array.keys();
    downcast_integer_array! {
        keys => {
            let keys = keys.values();
            let key = |row: usize| keys.get(row)?.to_usize();
            Some(Box::new(move |row| values.get(key(row).ok_or(Corrupt)?)))
        },
        _ => None,
    }
}
