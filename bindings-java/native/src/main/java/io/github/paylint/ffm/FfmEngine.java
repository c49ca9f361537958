package io.github.paylint.ffm;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.github.paylint.Operation;
import io.github.paylint.spi.Backend.Compiled;
import io.github.paylint.spi.Backend.Question;
import io.github.paylint.spi.Backend.Status;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/** A {@code paylint_engine}. */
record FfmEngine(MemorySegment engine) implements Compiled {
    /** The bytes that an answer may have at first. */
    private static final int CAPACITY = 64 * 1024;

    @Override
    public byte[] check(Operation operation, byte[] body, Object standing, Object changing) {
        return Scratch.with(body, (scratch, text) -> {
            C.check((int) C.CHECK_INTO.invokeExact(engine, FfmBackend.number(operation), text, (long) body.length,
                    pointer(standing), pointer(changing), scratch.report, scratch.error), scratch.error);
            C.check((int) C.REPORT_JSON.invokeExact(scratch.report, scratch.out), scratch.error);
            return C.text(scratch.out);
        });
    }

    @Override
    public boolean accepts(Operation operation, byte[] body, Object standing, Object changing) {
        return Scratch.with(body, (scratch, text) -> {
            C.check((int) C.ACCEPTS.invokeExact(engine, FfmBackend.number(operation), text, (long) body.length,
                    pointer(standing), pointer(changing), scratch.out, scratch.error), scratch.error);
            return scratch.out.get(JAVA_INT, 0) == 1;
        });
    }

    private static MemorySegment pointer(Object facts) {
        return facts == null ? MemorySegment.NULL : (MemorySegment) facts;
    }

    @Override
    public byte[] answer(Question question, Operation operation, byte[] body, byte[] facts) {
        int number = FfmBackend.number(operation);
        return C.callsInMemory((arena, length, error) -> {
            var text = C.copy(arena, body);
            var known = C.copy(arena, facts);
            return written(arena, length, error, buffer -> switch (question) {
                case FIELDS -> (int) C.FIELDS_JSON.invokeExact(engine, number, text, text.byteSize(),
                        known, known.byteSize(), buffer, buffer.byteSize(), length, error);
                case FIXES -> (int) C.FIXES_JSON.invokeExact(engine, number, text, text.byteSize(),
                        known, known.byteSize(), buffer, buffer.byteSize(), length, error);
                case APPLY_SAFE, APPLY_UNSAFE -> (int) C.APPLY.invokeExact(engine, number, text, text.byteSize(),
                        known, known.byteSize(), question == Question.APPLY_UNSAFE ? 1 : 0,
                        buffer, buffer.byteSize(), length, error);
            });
        });
    }

    @Override
    public byte[] orderFacts(byte[] events) {
        return C.callsInMemory((arena, length, error) -> {
            var text = C.copy(arena, events);
            return written(arena, length, error, buffer -> (int) C.HISTORY_JSON.invokeExact(
                    engine, text, text.byteSize(), buffer, buffer.byteSize(), length, error));
        });
    }

    @Override
    public List<String> policyNotes() {
        return C.callsInMemory((arena, out, error) -> {
            var notes = new ArrayList<String>();
            int status;
            while ((status = (int) C.ENGINE_POLICY_NOTE.invokeExact(engine, (long) notes.size(), out)) != Status.NONE) {
                C.check(status, error);
                notes.add(new String(C.text(out), UTF_8));
            }
            return List.copyOf(notes);
        });
    }

    private interface Writing {
        int into(MemorySegment buffer) throws Throwable;
    }

    /** What a function writes into a buffer, which is made larger if it must be. */
    private static byte[] written(Arena arena, MemorySegment length, MemorySegment error, Writing writing)
            throws Throwable {
        var buffer = arena.allocate(CAPACITY);
        int status = writing.into(buffer);
        if (status == Status.BUFFER_TOO_SMALL) {
            C.taken(error);
            buffer = arena.allocate(length.get(JAVA_LONG, 0));
            status = writing.into(buffer);
        }
        C.check(status, error);
        return buffer.asSlice(0, length.get(JAVA_LONG, 0)).toArray(JAVA_BYTE);
    }

    @Override
    public void free() {
        C.free(engine, C.ENGINE_FREE);
    }
}
