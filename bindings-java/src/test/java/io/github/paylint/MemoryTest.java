package io.github.paylint;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import org.junit.jupiter.api.Test;

/** Many calls, and many engines, take no more memory. */
class MemoryTest {
    @Test
    void manyCallsTakeNoMoreMemory() {
        calls(5_000);
        long before = used();
        calls(20_000);
        long more = (used() - before) / 1024;
        System.out.println("memory that 20,000 calls took: " + more + " kB");
        assertTrue(more < 512, more + " kB");
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
                assertThrows(PaylintException.class, () -> new Engine("{\"levels\":{\"no.rule\":\"deny\"}}"));
                engine = new Engine("strict");
            }
        }
    }

    private static long used() {
        System.gc();
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }
}
