/** Runs the engine as libpaylint.wasm, in Java alone. */
module io.github.paylint.wasm {
    requires transitive io.github.paylint;
    requires com.dylibso.chicory.runtime;
    requires com.dylibso.chicory.wasm;

    provides io.github.paylint.spi.BackendProvider with io.github.paylint.wasm.WasmProvider;
}
