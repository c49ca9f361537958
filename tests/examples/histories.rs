//! Writes every history with the resulting facts, as tab-separated lines: the policy or `-`, the events; then the
//! facts, or `!` and the error.
//!
//! `cargo run -p paylint-tests --example histories > histories.tsv`

use paylint_tests::{cases, engine};
use std::io::{self, BufWriter, Write};

fn main() -> io::Result<()> {
    let mut out = BufWriter::new(io::stdout().lock());
    for (events, policy) in cases::histories() {
        let order = engine::order_facts(&events, policy.as_deref());
        let order = order.unwrap_or_else(|error| format!("!\t{error}"));
        writeln!(out, "{}\t{events}\t{order}", policy.as_deref().unwrap_or("-"))?;
    }
    out.flush()
}
