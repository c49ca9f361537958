#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| paylint_tests::fuzz::policies(input));
