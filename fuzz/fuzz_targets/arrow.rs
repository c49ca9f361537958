#![no_main]

#[path = "../../arrow/tests/stream/mod.rs"]
mod stream;

libfuzzer_sys::fuzz_target!(|input: &[u8]| {
    stream::run(input);
});
