package io.github.paylint.ffm;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.github.paylint.LibraryUnavailableException;
import io.github.paylint.spi.Backend.Status;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;

/** What is used of {@code paylint.h}, with the parameters in its order; {@code size_t} is a long. */
final class C {
    private static final int ABI = 0;

    private static final Linker LINKER = Linker.nativeLinker();
    private static final SymbolLookup LIBRARY = LibraryFile.load();

    static {
        checkAbi();
    }

    static final MethodHandle ENGINE_NEW = function("engine_new_in_layers", ADDRESS, JAVA_LONG, ADDRESS, ADDRESS);
    static final MethodHandle ENGINE_POLICY_NOTE = function("engine_policy_note", ADDRESS, JAVA_LONG, ADDRESS);
    static final MethodHandle ENGINE_FREE = free("engine_free");
    static final MethodHandle FACTS_FROM_JSON = function("facts_from_json", ADDRESS, JAVA_LONG, ADDRESS, ADDRESS);
    static final MethodHandle FACTS_FREE = free("facts_free");
    static final MethodHandle REPORT_NEW = function("report_new", ADDRESS);
    static final MethodHandle REPORT_FREE = free("report_free");
    static final MethodHandle REPORT_JSON = function("report_json", ADDRESS, ADDRESS);
    static final MethodHandle CHECK_INTO = function("check_into",
            ADDRESS, JAVA_INT, ADDRESS, JAVA_LONG, ADDRESS, ADDRESS, ADDRESS, ADDRESS);
    static final MethodHandle ACCEPTS = function("accepts",
            ADDRESS, JAVA_INT, ADDRESS, JAVA_LONG, ADDRESS, ADDRESS, ADDRESS, ADDRESS);
    static final MethodHandle FIELDS_JSON = function("fields_json",
            ADDRESS, JAVA_INT, ADDRESS, JAVA_LONG, ADDRESS, JAVA_LONG, ADDRESS, JAVA_LONG, ADDRESS, ADDRESS);
    static final MethodHandle FIXES_JSON = function("fixes_json",
            ADDRESS, JAVA_INT, ADDRESS, JAVA_LONG, ADDRESS, JAVA_LONG, ADDRESS, JAVA_LONG, ADDRESS, ADDRESS);
    static final MethodHandle APPLY = function("apply",
            ADDRESS, JAVA_INT, ADDRESS, JAVA_LONG, ADDRESS, JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG, ADDRESS, ADDRESS);
    static final MethodHandle HISTORY_JSON = function("history_json",
            ADDRESS, ADDRESS, JAVA_LONG, ADDRESS, JAVA_LONG, ADDRESS, ADDRESS);
    static final MethodHandle OPERATION_FROM_NAME = function("operation_from_name",
            ADDRESS, JAVA_LONG, ADDRESS, ADDRESS);
    static final MethodHandle OPERATION_ROUTE = function("operation_route",
            ADDRESS, JAVA_LONG, ADDRESS, JAVA_LONG, ADDRESS, ADDRESS);
    static final MethodHandle ERROR_TEXT = function("error_text", ADDRESS, ADDRESS);
    static final MethodHandle ERROR_FREE = free("error_free");

    /** The size of a {@code paylint_text}: a pointer and a length. */
    static final long TEXT = 16;

    /** Calls of these functions. */
    interface Calls<T> {
        T run() throws Throwable;
    }

    /** Calls of these functions that need memory, which is freed afterwards. */
    interface CallsInMemory<T> {
        T run(Arena arena, MemorySegment out, MemorySegment error) throws Throwable;
    }

    private C() {}

    /** Makes calls. The exceptions that a method handle declares can't be thrown by a function of C. */
    static <T> T calls(Calls<T> calls) {
        try {
            return calls.run();
        } catch (RuntimeException | Error error) {
            throw error;
        } catch (Throwable error) {
            throw new AssertionError(error);
        }
    }

    static <T> T callsInMemory(CallsInMemory<T> calls) {
        try (var arena = Arena.ofConfined()) {
            var out = out(arena);
            var error = out(arena);
            return calls(() -> calls.run(arena, out, error));
        }
    }

    /** Memory for whatever a function writes: a pointer, a number or a text. */
    static MemorySegment out(Arena arena) {
        return arena.allocate(TEXT, ADDRESS.byteSize());
    }

    /** A handle that frees itself with the arena. */
    static MemorySegment owned(MemorySegment handle, Arena arena, MethodHandle free) {
        return handle.reinterpret(arena, it -> free(it, free));
    }

    static void free(MemorySegment handle, MethodHandle free) {
        calls(() -> {
            free.invokeExact(handle);
            return null;
        });
    }

    /** Throws what is wrong, if a call failed. */
    static void check(int status, MemorySegment error) throws Throwable {
        if (status != Status.OK) {
            throw Status.exception(status, taken(error));
        }
    }

    /** The text of the error that a failed call has set, which is freed. */
    static String taken(MemorySegment error) throws Throwable {
        var made = error.get(ADDRESS, 0);
        int status = (int) ERROR_TEXT.invokeExact(made, error);
        var text = status == Status.OK ? new String(text(error), UTF_8) : "";
        ERROR_FREE.invokeExact(made);
        return text;
    }

    /** A copy of what a {@code paylint_text} refers to. */
    static byte[] text(MemorySegment text) {
        return text.get(ADDRESS, 0).reinterpret(text.get(JAVA_LONG, ADDRESS.byteSize())).toArray(JAVA_BYTE);
    }

    /** A text to pass, with its length as its size. */
    static MemorySegment copy(Arena arena, byte[] text) {
        var memory = arena.allocate(text.length + 1L).asSlice(0, text.length);
        MemorySegment.copy(text, 0, memory, JAVA_BYTE, 0, text.length);
        return memory;
    }

    private static MethodHandle function(String name, MemoryLayout... parameters) {
        return LINKER.downcallHandle(symbol(name), FunctionDescriptor.of(JAVA_INT, parameters));
    }

    private static MethodHandle free(String name) {
        return LINKER.downcallHandle(symbol(name), FunctionDescriptor.ofVoid(ADDRESS));
    }

    private static MemorySegment symbol(String name) {
        return LIBRARY.find("paylint_" + name).orElseThrow(
                () -> new LibraryUnavailableException("libpaylint has no function paylint_" + name));
    }

    private static void checkAbi() {
        int abi = calls(() -> (int) function("abi").invokeExact());
        if (abi != ABI) {
            throw new LibraryUnavailableException("libpaylint has binary interface " + abi + ", but this package needs "
                    + ABI + ": install the library of its version");
        }
    }
}
