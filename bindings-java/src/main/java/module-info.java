/** Validates card-payment requests before you send them. */
module io.github.paylint {
    requires com.dylibso.chicory.runtime;
    requires com.dylibso.chicory.wasm;
    requires com.fasterxml.jackson.core;

    exports io.github.paylint;
}
