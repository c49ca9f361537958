package io.github.paylint.ffm;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.ConcurrentLinkedDeque;

/** Memory for one check at a time: the body, a report, and what a function writes. */
final class Scratch {
    /** The longest body, and the longest report, after which the memory is kept. */
    private static final int KEPT = 64 * 1024;

    /** As many as calls ran at once. A thread's own would be too many where threads are virtual. */
    private static final ConcurrentLinkedDeque<Scratch> IDLE = new ConcurrentLinkedDeque<>();

    final MemorySegment report;
    final MemorySegment out;
    final MemorySegment error;
    private final MemorySegment body;

    private Scratch(Arena arena, int capacity) {
        body = arena.allocate(Math.max(1, capacity));
        out = C.out(arena);
        error = C.out(arena);
        report = C.calls(() -> {
            C.check((int) C.REPORT_NEW.invokeExact(out), error);
            return C.owned(out.get(ADDRESS, 0), arena, C.REPORT_FREE);
        });
    }

    /** What is done with the memory, in which the body is. */
    interface Use<T> {
        T run(Scratch scratch, MemorySegment body) throws Throwable;
    }

    static <T> T with(byte[] body, Use<T> use) {
        if (body.length > KEPT) {
            try (var arena = Arena.ofConfined()) {
                return new Scratch(arena, body.length).run(body, use);
            }
        }
        var idle = IDLE.pollFirst();
        var scratch = idle == null ? new Scratch(Arena.ofAuto(), KEPT) : idle;
        var result = scratch.run(body, use);
        if (!(result instanceof byte[] json && json.length > KEPT)) {
            IDLE.addFirst(scratch);
        }
        return result;
    }

    private <T> T run(byte[] bytes, Use<T> use) {
        MemorySegment.copy(bytes, 0, body, JAVA_BYTE, 0, bytes.length);
        return C.calls(() -> use.run(this, body));
    }
}
