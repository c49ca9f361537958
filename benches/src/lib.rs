//! Shared by the benchmarks: requests, the facts that go with them, and the yardstick's types.

#[cfg(feature = "peers")]
pub mod peers;
pub mod requests;
pub mod typed;
