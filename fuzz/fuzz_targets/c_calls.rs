#![no_main]

// Links the functions that are declared there.
use paylint_c_binding as _;

#[path = "../../bindings-c/src/tests/calls/mod.rs"]
mod calls;

libfuzzer_sys::fuzz_target!(|input: &[u8]| calls::run(input));
