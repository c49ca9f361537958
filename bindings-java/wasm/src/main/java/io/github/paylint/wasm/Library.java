package io.github.paylint.wasm;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.dylibso.chicory.runtime.ByteArrayMemory;
import com.dylibso.chicory.runtime.Instance;
import com.dylibso.chicory.runtime.Memory;
import com.dylibso.chicory.wasm.WasmModule;
import io.github.paylint.spi.Backend.Status;
import java.util.Arrays;
import java.util.List;

/** An instance of {@code libpaylint.wasm}: {@code paylint.h} with pointers of 4 bytes. For one thread at a time. */
final class Library {
    private static final WasmModule MODULE = Libpaylint.load();

    private final Instance instance = Instance.builder(MODULE)
            .withMachineFactory(Libpaylint::create)
            .withMemoryFactory(ByteArrayMemory::new)
            .build();
    private final Memory memory = instance.memory();

    /** Where functions write a handle, a number, or a text: its address and its length. */
    final int out = allocated(8);

    /** Where functions write an error. */
    final int error = allocated(4);

    private int capacity = 64 * 1024;
    private int buffer = allocated(capacity);

    final int report = made("report_new");
    final FactsSlot standing = new FactsSlot();
    final FactsSlot changing = new FactsSlot();

    /** Facts for the next call. */
    final class FactsSlot {
        private final int handle = made("facts_new");
        private WasmFacts read;

        /** The handle of facts, which are read if they aren't those of the last call; 0 for none. */
        int handle(Object facts) {
            if (facts == null) {
                return 0;
            }
            if (facts != read) {
                read = null;
                var given = (WasmFacts) facts;
                check(status("facts_read_json", handle, given.json(), error));
                read = given;
            }
            return handle;
        }
    }

    /** Compiles policies, each laid over the one before it. */
    int engine(List<byte[]> policies) {
        int texts = allocated(8 * policies.size());
        for (int i = 0; i < policies.size(); i++) {
            memory.writeI32(texts + 8 * i, passed(policies.get(i)));
            memory.writeI32(texts + 8 * i + 4, policies.get(i).length);
        }
        int status = status("engine_new_in_layers", texts, policies.size(), out, error);
        for (int i = 0; i < policies.size(); i++) {
            call("free", memory.readInt(texts + 8 * i), policies.get(i).length);
        }
        call("free", texts, 8 * policies.size());
        check(status);
        return number();
    }

    private int passed(byte[] text) {
        int address = allocated(text.length);
        memory.write(address, text);
        return address;
    }

    /** Calls a function. A text is passed as its address and its length. */
    int status(String function, Object... given) {
        long[] arguments = new long[2 * given.length];
        int count = 0;
        for (var it : given) {
            if (it instanceof byte[] text) {
                arguments[count++] = passed(text);
                arguments[count++] = text.length;
            } else {
                arguments[count++] = (Integer) it;
            }
        }
        int status = (int) call(function, Arrays.copyOf(arguments, count))[0];
        count = 0;
        for (var it : given) {
            if (it instanceof byte[] text) {
                call("free", arguments[count++], text.length);
            }
            count++;
        }
        return status;
    }

    private long[] call(String function, long... arguments) {
        return instance.export("paylint_" + function).apply(arguments);
    }

    private int allocated(int size) {
        return (int) call("alloc", size)[0];
    }

    private int made(String function) {
        check(status(function, out));
        return number();
    }

    void free(String function, int handle) {
        call(function, handle);
    }

    /** Throws what is wrong, if a call failed. */
    void check(int status) {
        if (status != Status.OK) {
            throw Status.exception(status, taken());
        }
    }

    /** The text of the error that a failed call has set, which is freed. */
    private String taken() {
        int made = memory.readInt(error);
        check(status("error_text", made, out));
        var text = new String(text(), UTF_8);
        call("error_free", made);
        return text;
    }

    /** The number or the handle that a function has written. */
    int number() {
        return memory.readInt(out);
    }

    /** A copy of the text that a function has written. */
    byte[] text() {
        return memory.readBytes(memory.readInt(out), memory.readInt(out + 4));
    }

    /** What a function writes into a buffer, which is made larger if it must be. */
    byte[] written(String function, Object... given) {
        var arguments = Arrays.copyOf(given, given.length + 4);
        int status = Status.BUFFER_TOO_SMALL;
        while (status == Status.BUFFER_TOO_SMALL) {
            arguments[given.length] = buffer;
            arguments[given.length + 1] = capacity;
            arguments[given.length + 2] = out;
            arguments[given.length + 3] = error;
            status = status(function, arguments);
            if (status == Status.BUFFER_TOO_SMALL) {
                int needed = number();
                taken();
                call("free", buffer, capacity);
                capacity = needed;
                buffer = allocated(capacity);
            }
        }
        check(status);
        return memory.readBytes(buffer, number());
    }
}
