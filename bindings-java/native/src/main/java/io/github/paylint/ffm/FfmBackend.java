package io.github.paylint.ffm;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.github.paylint.Operation;
import io.github.paylint.spi.Backend;
import java.lang.foreign.Arena;
import java.util.Arrays;
import java.util.List;

/** The engine as libpaylint. */
final class FfmBackend implements Backend {
    /** The numbers of the operations, which the library knows by name. */
    private static final int[] NUMBERS = Arrays.stream(Operation.values()).mapToInt(FfmBackend::numberOf).toArray();

    private static int numberOf(Operation operation) {
        return C.callsInMemory((arena, out, error) -> {
            var name = C.copy(arena, operation.toString().getBytes(UTF_8));
            C.check((int) C.OPERATION_FROM_NAME.invokeExact(name, name.byteSize(), out, error), error);
            return out.get(JAVA_INT, 0);
        });
    }

    static int number(Operation operation) {
        return NUMBERS[operation.ordinal()];
    }

    @Override
    public Operation route(String method, String path) {
        return C.callsInMemory((arena, out, error) -> {
            var verb = C.copy(arena, method.getBytes(UTF_8));
            var place = C.copy(arena, path.getBytes(UTF_8));
            int status = (int) C.OPERATION_ROUTE.invokeExact(
                    verb, verb.byteSize(), place, place.byteSize(), out, error);
            if (status == Status.NONE) {
                return null;
            }
            C.check(status, error);
            int number = out.get(JAVA_INT, 0);
            return Arrays.stream(Operation.values()).filter(it -> number(it) == number).findAny().orElse(null);
        });
    }

    @Override
    public Compiled compile(List<byte[]> policies) {
        return C.callsInMemory((arena, out, error) -> {
            var texts = arena.allocate(C.TEXT * (policies.size() + 1), ADDRESS.byteSize());
            for (int i = 0; i < policies.size(); i++) {
                var policy = C.copy(arena, policies.get(i));
                texts.set(ADDRESS, i * C.TEXT, policy);
                texts.set(JAVA_LONG, i * C.TEXT + ADDRESS.byteSize(), policy.byteSize());
            }
            C.check((int) C.ENGINE_NEW.invokeExact(texts, (long) policies.size(), out, error), error);
            return new FfmEngine(out.get(ADDRESS, 0));
        });
    }

    @Override
    public Object facts(byte[] json) {
        return C.callsInMemory((arena, out, error) -> {
            var text = C.copy(arena, json);
            C.check((int) C.FACTS_FROM_JSON.invokeExact(text, text.byteSize(), out, error), error);
            // Until nothing refers to them any more: neither the program nor a call that they are passed to.
            return C.owned(out.get(ADDRESS, 0), Arena.ofAuto(), C.FACTS_FREE);
        });
    }
}
