package io.github.paylint;

import com.dylibso.chicory.runtime.ByteArrayMemory;
import com.dylibso.chicory.runtime.Instance;
import com.dylibso.chicory.runtime.Memory;
import com.dylibso.chicory.wasm.WasmModule;
import io.github.paylint.wasm.Libpaylint;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * An instance of {@code libpaylint.wasm} with an engine in it: {@code paylint.h} with pointers of 4 bytes. For one
 * thread at a time. All its memory is Java's, so nothing has to be freed.
 */
final class Wasm {
    private static final WasmModule MODULE = Libpaylint.load();

    private final Instance instance = Instance.builder(MODULE)
            .withMachineFactory(Libpaylint::create)
            .withMemoryFactory(ByteArrayMemory::new)
            .build();
    private final Memory memory = instance.memory();

    /** The out-parameter for a handle, a truth value, or the address and the length of a text. */
    private final int out = call("alloc", 12);

    /** The out-parameter for an error. */
    private final int error = out + 8;

    /** The buffer for texts that functions read. */
    private int in;

    private int capacity;

    private final int engine;
    private final int report = made("report_new", out);
    private final Slot[] slots = {new Slot(), new Slot()};

    /** Facts of a check, and the text that they were read from. */
    private final class Slot {
        private final int handle = made("facts_new", out);
        private Facts facts;
    }

    /**
     * Compiles policies.
     *
     * @throws PaylintException if one can't be used
     */
    Wasm(List<byte[]> policies) {
        int texts = call("alloc", 8 * policies.size() + 1);
        for (int i = 0; i < policies.size(); i++) {
            byte[] policy = policies.get(i);
            int address = call("alloc", policy.length + 1);
            memory.write(address, policy);
            memory.writeI32(texts + 8 * i, address);
            memory.writeI32(texts + 8 * i + 4, policy.length);
        }
        engine = made("engine_new_in_layers", texts, policies.size(), out, error);
    }

    byte[] check(Operation operation, byte[] body, Facts[] facts) {
        int[] handles = {handle(0, facts), handle(1, facts)};
        hold(call("check_into", engine, number(operation), put(body), body.length, handles[0], handles[1], report, error));
        hold(call("report_json", report, out));
        return text();
    }

    boolean accepts(Operation operation, byte[] body, Facts[] facts) {
        int[] handles = {handle(0, facts), handle(1, facts)};
        hold(call("accepts", engine, number(operation), put(body), body.length, handles[0], handles[1], out, error));
        return memory.readInt(out) == 1;
    }

    /** The answer to a question, both JSON. */
    byte[] ask(byte[] question) {
        int status = call("ask", engine, put(question), question.length, out);
        int answer = memory.readInt(out);
        call("answer_text", answer, out);
        byte[] text = text();
        call("answer_free", answer);
        if (status != 0) {
            throw new PaylintException(Members.of(Json.read(text)).text("error"));
        }
        return text;
    }

    /** Reads facts, unless they are the last check's. */
    void read(int slot, Facts facts) {
        var kept = slots[slot];
        if (kept.facts != facts) {
            kept.facts = null;
            hold(call("facts_read_json", kept.handle, put(facts.json), facts.json.length, error));
            kept.facts = facts;
        }
    }

    /** The handle of facts, 0 for none. */
    private int handle(int slot, Facts[] facts) {
        if (slot >= facts.length || facts[slot] == null) {
            return 0;
        }
        read(slot, facts[slot]);
        return slots[slot].handle;
    }

    /** An operation's number in paylint.h. */
    static int number(Operation operation) {
        return operation.ordinal() + 1;
    }

    private int call(String function, long... arguments) {
        long[] results = instance.export("paylint_" + function).apply(arguments);
        return results == null || results.length == 0 ? 0 : (int) results[0];
    }

    /** The handle that a function has written. */
    private int made(String function, long... arguments) {
        hold(call(function, arguments));
        return memory.readInt(out);
    }

    /** Throws the error if a call failed. */
    private void hold(int status) {
        if (status != 0) {
            int handle = memory.readInt(error);
            call("error_text", handle, out);
            var text = new String(text(), StandardCharsets.UTF_8);
            call("error_free", handle);
            throw new PaylintException(text);
        }
    }

    /** Writes a text into the buffer, and returns its address. */
    private int put(byte[] text) {
        if (text.length > capacity) {
            call("free", in, capacity);
            capacity = Math.max(text.length, 4096);
            in = call("alloc", capacity);
        }
        memory.write(in, text);
        return in;
    }

    /** A copy of the text that a function has written. */
    private byte[] text() {
        return memory.readBytes(memory.readInt(out), memory.readInt(out + 4));
    }
}
