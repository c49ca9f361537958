/** Validates card-payment requests before you send them. */
// The modules that it exports to are built after it.
@SuppressWarnings("module")
module io.github.paylint {
    requires com.fasterxml.jackson.core;

    exports io.github.paylint;
    exports io.github.paylint.spi to io.github.paylint.ffm, io.github.paylint.wasm;

    uses io.github.paylint.spi.BackendProvider;
}
