//! The command `paylint`.
fn main() {}
