//! What is done to lines.

/// What is done to lines. Each thread has a worker.
pub(crate) trait Worker: Send {
    /// What a block of lines comes to.
    type Output: Default + Send + 'static;

    /// Works on a line, without its line feed, the `number`th of its block from 0. What is to be
    /// written goes into `text`.
    fn line(&mut self, number: u64, line: &[u8], text: &mut String, output: &mut Self::Output);

    /// Works on a line that is longer than the plan's `longest_line`: only its length is known.
    fn too_long(&mut self, number: u64, length: u64, text: &mut String, output: &mut Self::Output);
}

/// A block of lines that was worked on.
pub(crate) struct Done<'a, T> {
    /// The file, as people know it.
    pub(crate) source: &'a str,
    /// The number of the first line in the file, from 1.
    pub(crate) first_line: u64,
    /// How many lines there are.
    pub(crate) lines: u64,
    /// What they came to.
    pub(crate) output: T,
}
