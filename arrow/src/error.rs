//! Errors of whole batches.

use arrow_schema::DataType;

/// The reason why a batch can't be checked at all. A fault of a single row is in its `error` instead.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BatchError {
    /// A column isn't text.
    #[error(
        "{column}: {found} is neither text nor binary; Utf8, LargeUtf8, Utf8View, Binary, \
         LargeBinary, BinaryView, dictionaries of them, and Null are"
    )]
    Type {
        /// The argument: `operation`, `bodies`, `facts` …
        column: &'static str,
        /// The column's type.
        found: DataType,
    },
    /// Two columns have different numbers of rows.
    #[error("{column} has {rows} rows, but {beside} has {expected}")]
    Rows {
        /// The argument.
        column: &'static str,
        /// The argument's number of rows.
        rows: usize,
        /// The argument that it stands beside.
        beside: &'static str,
        /// That argument's number of rows.
        expected: usize,
    },
    /// A column of the result would have more text than its offsets, of 32 bits, can address.
    #[error("a column of the result has more than 2 GiB of text: use smaller batches")]
    TooLarge,
}
