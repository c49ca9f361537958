package io.github.paylint.tests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.paylint.Engine;
import io.github.paylint.Facts;
import io.github.paylint.InvalidPolicyException;
import io.github.paylint.Operation;
import java.util.ArrayList;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class ThreadsTest {
    private static final Facts SHOP = Facts.of(Map.of("merchant", Map.of("avs_permission", false)));

    /** Bodies whose reports differ. */
    private static String body(int number) {
        return EngineTest.ORDER.replace(":0}", ":" + number + "}");
    }

    private static void all(ExecutorService executor, int tasks, java.util.function.IntFunction<Callable<?>> task)
            throws Exception {
        try (executor) {
            var results = new ArrayList<Future<?>>();
            for (int i = 0; i < tasks; i++) {
                results.add(executor.submit(task.apply(i)));
            }
            for (var result : results) {
                result.get();
            }
        }
    }

    private static void share(ExecutorService executor, int tasks, int checks) throws Exception {
        try (var engine = new Engine()) {
            all(executor, tasks, task -> () -> {
                var body = body(task);
                var expected = engine.check(Operation.ORDER, body, SHOP).json();
                assertTrue(expected.contains("\"total\":\"" + task + "\""));
                for (int i = 0; i < checks; i++) {
                    assertEquals(expected, engine.check(Operation.ORDER, body, SHOP).json());
                    assertEquals(task > 0, engine.accepts(Operation.ORDER, body, SHOP));
                    Thread.yield();
                }
                return null;
            });
        }
    }

    @Test
    void platformThreadsShareAnEngine() throws Exception {
        share(Executors.newFixedThreadPool(16), 16, 500);
    }

    @Test
    void virtualThreadsShareAnEngine() throws Exception {
        share(Executors.newVirtualThreadPerTaskExecutor(), 1000, 10);
    }

    /** Each gets its own error, on whatever thread of the system it runs. */
    @Test
    void anErrorIsThatOfItsOwnCall() throws Exception {
        all(Executors.newVirtualThreadPerTaskExecutor(), 64, task -> () -> {
            for (int i = 0; i < 200; i++) {
                var name = "no.rule" + (char) ('a' + task % 26) + "x".repeat(task / 26);
                var policy = "{\"levels\":{\"" + name + "\":\"deny\"}}";
                var error = assertThrows(InvalidPolicyException.class, () -> new Engine(policy));
                assertEquals("invalid policy: levels." + name + ": unknown rule \"" + name + "\"", error.getMessage());
                Thread.yield();
            }
            return null;
        });
    }

    /** Nothing waits here, so an interruption is left for who does. */
    @Test
    void anInterruptedThreadGetsItsReport() {
        try (var engine = new Engine()) {
            Thread.currentThread().interrupt();
            assertTrue(engine.check(Operation.ORDER, body(7), SHOP).json().contains("\"total\":\"7\""));
            assertTrue(Thread.interrupted());
        }
    }

    @Test
    void afterCloseEveryCallThrows() {
        var engine = new Engine();
        engine.close();
        engine.close();
        assertThrows(IllegalStateException.class, () -> engine.check(Operation.REFUND, "", SHOP));
        assertThrows(IllegalStateException.class, () -> engine.accepts(Operation.REFUND, "", SHOP));
        assertThrows(IllegalStateException.class, () -> engine.fields(Operation.REFUND, "", SHOP));
        assertThrows(IllegalStateException.class, () -> engine.fixes(Operation.REFUND, "", SHOP));
        assertThrows(IllegalStateException.class, () -> engine.apply(Operation.REFUND, "", SHOP));
        assertThrows(IllegalStateException.class, () -> engine.orderFacts("[]"));
    }

    @Test
    void closingWhileCallsRunIsSafe() throws Exception {
        var refused = new AtomicInteger();
        for (int round = 0; round < 100; round++) {
            var engine = new Engine();
            var expected = engine.check(Operation.ORDER, body(0), SHOP).json();
            var running = new CountDownLatch(4);
            // Threads of the system: virtual ones that never wait let no other begin.
            all(Executors.newFixedThreadPool(5), 5, task -> () -> {
                if (task == 4) {
                    running.await();
                    engine.close();
                    return null;
                }
                try {
                    while (true) {
                        assertEquals(expected, engine.check(Operation.ORDER, body(0), SHOP).json());
                        running.countDown();
                    }
                } catch (IllegalStateException closed) {
                    refused.incrementAndGet();
                }
                return null;
            });
        }
        assertEquals(400, refused.get());
    }
}
