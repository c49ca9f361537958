//! Columns of text, in whichever layout, as bytes.
//!
//! The text of an array isn't taken from it as `&str`: what another program handed over was never
//! validated, neither the UTF-8 nor where the texts begin and end. Here the latter is checked row
//! by row, and the former is the business of whoever reads the bytes.

use crate::BatchError;
use arrow_array::cast::AsArray;
use arrow_array::types::{BinaryViewType, ByteViewType, StringViewType};
use arrow_array::{Array, GenericByteViewArray, downcast_integer_array};
use arrow_buffer::{ArrowNativeType, Buffer, NullBuffer};
use arrow_schema::DataType;

/// A column of text.
pub(crate) struct TextArray<'a> {
    nulls: Option<&'a NullBuffer>,
    len: usize,
    layout: Layout<'a>,
}

/// The layout of a column's texts in memory.
enum Layout<'a> {
    Null,
    /// Texts one after the other; the offsets say where each begins and ends.
    Offsets(&'a [i32], &'a [u8]),
    LargeOffsets(&'a [i64], &'a [u8]),
    /// Short ones in the views, which are also there as bytes; the rest in the buffers.
    Views(&'a [u128], &'a [u8], &'a [Buffer]),
    Dictionary(KeyOf<'a>, Box<TextArray<'a>>),
}

/// The key of a row.
type KeyOf<'a> = Box<dyn Fn(usize) -> Option<usize> + 'a>;

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
        let layout = match array.data_type() {
            DataType::Dictionary(..) => dictionary(name, array)?,
            _ => Layout::plain(array),
        };
        let found = || array.data_type().clone();
        let layout = layout.ok_or_else(|| BatchError::Type { column: name, found: found() })?;
        Ok(TextArray { nulls: array.nulls(), len: array.len(), layout })
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
        let text = match &self.layout {
            Layout::Null => return Ok(None),
            Layout::Offsets(offsets, data) => between(offsets, data, row),
            Layout::LargeOffsets(offsets, data) => between(offsets, data, row),
            Layout::Views(views, inline, buffers) => viewed(views, inline, buffers, row),
            Layout::Dictionary(keys, values) => return values.get(keys(row).ok_or(Corrupt)?),
        };
        text.map(Some).ok_or(Corrupt)
    }
}

impl<'a> Layout<'a> {
    /// The layout of a column that isn't a dictionary.
    fn plain(array: &'a dyn Array) -> Option<Layout<'a>> {
        Some(match array.data_type() {
            DataType::Null => Layout::Null,
            DataType::Utf8 => {
                let array = array.as_string_opt::<i32>()?;
                Layout::Offsets(array.value_offsets(), array.value_data())
            }
            DataType::Binary => {
                let array = array.as_binary_opt::<i32>()?;
                Layout::Offsets(array.value_offsets(), array.value_data())
            }
            DataType::LargeUtf8 => {
                let array = array.as_string_opt::<i64>()?;
                Layout::LargeOffsets(array.value_offsets(), array.value_data())
            }
            DataType::LargeBinary => {
                let array = array.as_binary_opt::<i64>()?;
                Layout::LargeOffsets(array.value_offsets(), array.value_data())
            }
            DataType::Utf8View => views::<StringViewType>(array.as_byte_view_opt()?),
            DataType::BinaryView => views::<BinaryViewType>(array.as_byte_view_opt()?),
            _ => return None,
        })
    }
}

fn views<T: ByteViewType + ?Sized>(array: &GenericByteViewArray<T>) -> Layout<'_> {
    let views = array.views();
    Layout::Views(views, views.inner().as_slice(), array.data_buffers())
}

/// The layout of a dictionary of texts; none, if it is one of something else.
fn dictionary<'a>(
    name: &'static str,
    array: &'a dyn Array,
) -> Result<Option<Layout<'a>>, BatchError> {
    let Some(array) = array.as_any_dictionary_opt() else { return Ok(None) };
    let values = array.values().as_ref();
    if matches!(values.data_type(), DataType::Dictionary(..)) {
        return Ok(None);
    }
    let Ok(values) = TextArray::new(name, values) else { return Ok(None) };
    Ok(keys(array.keys()).map(|keys| Layout::Dictionary(keys, Box::new(values))))
}

/// The keys of a dictionary, if they are integers.
fn keys(keys: &dyn Array) -> Option<KeyOf<'_>> {
    downcast_integer_array! {
        keys => {
            let keys = keys.values();
            Some(Box::new(move |row: usize| keys.get(row)?.to_usize()) as KeyOf<'_>)
        },
        _ => None,
    }
}

fn between<'a, O: ArrowNativeType>(offsets: &[O], data: &'a [u8], row: usize) -> Option<&'a [u8]> {
    let (start, end) = (offsets.get(row)?.to_usize()?, offsets.get(row + 1)?.to_usize()?);
    data.get(start..end)
}

fn viewed<'a>(
    views: &[u128],
    inline: &'a [u8],
    buffers: &'a [Buffer],
    row: usize,
) -> Option<&'a [u8]> {
    let view = *views.get(row)?;
    let word = |index: u32| (view >> (32 * index)) as u32 as usize;
    let [length, buffer, offset] = [word(0), word(2), word(3)];
    if length <= INLINE {
        let start = 16 * row + 4;
        return inline.get(start..start + length);
    }
    buffers.get(buffer)?.as_slice().get(offset..offset.checked_add(length)?)
}
