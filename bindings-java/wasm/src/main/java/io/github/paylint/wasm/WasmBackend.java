package io.github.paylint.wasm;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.github.paylint.Operation;
import io.github.paylint.spi.Backend;
import java.util.Arrays;
import java.util.List;

/** The engine as libpaylint.wasm. */
final class WasmBackend implements Backend {
    /** The instances that no engine holds. */
    private final Pool<Library> libraries = new Pool<>(Library::new);

    /** The numbers of the operations, which the library knows by name. */
    private final int[] numbers = libraries.with(
            library -> Arrays.stream(Operation.values()).mapToInt(it -> numberOf(library, it)).toArray());

    private static int numberOf(Library library, Operation operation) {
        var name = operation.toString().getBytes(UTF_8);
        library.check(library.status("operation_from_name", name, library.out, library.error));
        return library.number();
    }

    int number(Operation operation) {
        return numbers[operation.ordinal()];
    }

    @Override
    public Operation route(String method, String path) {
        return libraries.with(library -> {
            int status = library.status("operation_route", method.getBytes(UTF_8), path.getBytes(UTF_8), library.out,
                    library.error);
            if (status == Status.NONE) {
                return null;
            }
            library.check(status);
            int number = library.number();
            return Arrays.stream(Operation.values()).filter(it -> number(it) == number).findAny().orElse(null);
        });
    }

    @Override
    public Compiled compile(List<byte[]> policies) {
        var engine = new WasmEngine(this, libraries, policies);
        engine.compile();
        return engine;
    }

    @Override
    public Object facts(byte[] json) {
        var facts = new WasmFacts(json);
        libraries.with(library -> library.standing.handle(facts));
        return facts;
    }
}
