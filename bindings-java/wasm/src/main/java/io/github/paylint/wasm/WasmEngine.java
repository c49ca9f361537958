package io.github.paylint.wasm;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.github.paylint.Operation;
import io.github.paylint.PaylintException;
import io.github.paylint.spi.Backend.Compiled;
import io.github.paylint.spi.Backend.Question;
import io.github.paylint.spi.Backend.Status;
import java.util.ArrayList;
import java.util.List;

/** A policy, compiled in as many instances as calls ran at once. */
final class WasmEngine implements Compiled {
    private final WasmBackend backend;
    private final Pool<Library> libraries;
    private final List<byte[]> policies;
    private final Pool<Engine> engines = new Pool<>(this::engine);

    /** A {@code paylint_engine} in an instance. */
    private record Engine(Library library, int handle) {}

    WasmEngine(WasmBackend backend, Pool<Library> libraries, List<byte[]> policies) {
        this.backend = backend;
        this.libraries = libraries;
        this.policies = policies;
    }

    private Engine engine() {
        var library = libraries.take();
        try {
            return new Engine(library, library.engine(policies));
        } catch (PaylintException error) {
            libraries.give(library);
            throw error;
        }
    }

    /** Compiles the policy a first time, which shows whether it can be used. */
    void compile() {
        engines.with(Engine::handle);
    }

    @Override
    public byte[] check(Operation operation, byte[] body, Object standing, Object changing) {
        return engines.with(it -> {
            var library = it.library;
            library.check(library.status("check_into", it.handle, backend.number(operation), body,
                    library.standing.handle(standing), library.changing.handle(changing), library.report,
                    library.error));
            library.check(library.status("report_json", library.report, library.out));
            return library.text();
        });
    }

    @Override
    public boolean accepts(Operation operation, byte[] body, Object standing, Object changing) {
        return engines.with(it -> {
            var library = it.library;
            library.check(library.status("accepts", it.handle, backend.number(operation), body,
                    library.standing.handle(standing), library.changing.handle(changing), library.out,
                    library.error));
            return library.number() == 1;
        });
    }

    @Override
    public byte[] answer(Question question, Operation operation, byte[] body, byte[] facts) {
        int number = backend.number(operation);
        return engines.with(it -> switch (question) {
            case FIELDS -> it.library.written("fields_json", it.handle, number, body, facts);
            case FIXES -> it.library.written("fixes_json", it.handle, number, body, facts);
            case APPLY_SAFE -> it.library.written("apply", it.handle, number, body, facts, 0);
            case APPLY_UNSAFE -> it.library.written("apply", it.handle, number, body, facts, 1);
        });
    }

    @Override
    public byte[] orderFacts(byte[] events) {
        return engines.with(it -> it.library.written("history_json", it.handle, events));
    }

    @Override
    public List<String> policyNotes() {
        return engines.with(it -> {
            var notes = new ArrayList<String>();
            int status;
            while ((status = it.library.status("engine_policy_note", it.handle, notes.size(), it.library.out))
                    != Status.NONE) {
                it.library.check(status);
                notes.add(new String(it.library.text(), UTF_8));
            }
            return List.copyOf(notes);
        });
    }

    @Override
    public void free() {
        for (var it = engines.poll(); it != null; it = engines.poll()) {
            it.library.free("engine_free", it.handle);
            libraries.give(it.library);
        }
    }
}
