package io.github.paylint.tests;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.paylint.Engine;
import io.github.paylint.Facts;
import io.github.paylint.InvalidPolicyException;
import io.github.paylint.Operation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A million calls, or fewer of a slower backend, take no more memory. */
class MemoryTest {
    private static final int QUARTER = Integer.getInteger("calls") / 4;

    /** In each of four rounds a leak would show; what Java itself still makes, only in some. */
    @Test
    void manyCallsTakeNoMoreMemory() throws IOException {
        calls(QUARTER);
        var more = new ArrayList<Long>();
        for (int round = 0; round < 4; round++) {
            long before = resident();
            calls(QUARTER);
            more.add(resident() - before);
        }
        System.out.println("memory that each quarter of " + 4 * QUARTER + " calls took: " + more + " kB");
        assertTrue(Collections.min(more) < 512, more + " kB");
    }

    private static void calls(int count) {
        var engine = new Engine();
        var shop = Facts.of(Map.of("merchant", Map.of("avs_permission", false)));
        for (int i = 0; i < count; i++) {
            engine.accepts(Operation.ORDER, EngineTest.ORDER, shop);
            if (i % 10 == 0) {
                engine.check(Operation.ORDER, EngineTest.ORDER, Facts.of(Map.of("environment", "live")), shop);
            }
            if (i % 20 == 0) {
                engine.apply(Operation.ORDER, EngineTest.ORDER, shop);
                assertThrows(InvalidPolicyException.class, () -> new Engine("{\"levels\":{\"no.rule\":\"deny\"}}"));
                engine.close();
                engine = new Engine("strict");
            }
        }
        engine.close();
    }

    private static long resident() throws IOException {
        System.gc();
        var status = Files.readString(Path.of("/proc/self/status"));
        return Long.parseLong(status.replaceAll("(?s).*VmRSS:\\s+(\\d+) kB.*", "$1"));
    }
}
