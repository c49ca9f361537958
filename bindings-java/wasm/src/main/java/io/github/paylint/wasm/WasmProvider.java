package io.github.paylint.wasm;

import io.github.paylint.spi.Backend;
import io.github.paylint.spi.BackendProvider;

/** Provides libpaylint.wasm, where libpaylint can't be used. */
public final class WasmProvider implements BackendProvider {
    @Override
    public int priority() {
        return 1;
    }

    @Override
    public Backend load() {
        return new WasmBackend();
    }
}
