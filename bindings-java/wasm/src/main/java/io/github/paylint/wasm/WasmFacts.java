package io.github.paylint.wasm;

/** Facts, which each instance reads for itself. */
record WasmFacts(byte[] json) {}
