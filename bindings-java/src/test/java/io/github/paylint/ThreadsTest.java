package io.github.paylint;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.FutureTask;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class ThreadsTest {
    private static final Facts SHOP = Facts.of(Map.of("merchant", Map.of("avs_permission", false)));

    /** Bodies whose reports differ. */
    private static String body(int number) {
        return EngineTest.ORDER.replace(":0}", ":" + number + "}");
    }

    private static void all(int threads, IntFunction<Callable<Object>> task) throws Exception {
        var tasks = new ArrayList<Callable<Object>>();
        for (int i = 0; i < threads; i++) {
            tasks.add(task.apply(i));
        }
        var executor = Executors.newFixedThreadPool(threads);
        for (var result : executor.invokeAll(tasks)) {
            result.get();
        }
        executor.shutdown();
    }

    @Test
    void threadsShareAnEngine() throws Exception {
        var engine = new Engine();
        all(16, task -> () -> {
            var expected = engine.check(Operation.ORDER, body(task), SHOP).json();
            assertTrue(expected.contains("\"total\":\"" + task + "\""));
            for (int i = 0; i < 500; i++) {
                assertEquals(expected, engine.check(Operation.ORDER, body(task), SHOP).json());
                assertEquals(task > 0, engine.accepts(Operation.ORDER, body(task), SHOP));
                Thread.yield();
            }
            return null;
        });
    }

    @Test
    void anInterruptedThreadStaysInterrupted() {
        var engine = new Engine();
        Thread.currentThread().interrupt();
        assertThrows(CancellationException.class, () -> engine.check(Operation.ORDER, body(7), SHOP));
        assertTrue(Thread.interrupted());
        assertTrue(engine.check(Operation.ORDER, body(7), SHOP).json().contains("\"total\":\"7\""));
    }

    /** Otherwise it would take many seconds. */
    @Test
    void anInterruptStopsALongQuestion() throws Exception {
        var engine = new Engine();
        var products = "{\"title\":\"Cup\",\"price\":\"2.50\",\"discount\":null},".repeat(2000);
        var order = EngineTest.ORDER.replace("[", "[" + products);
        var question = new FutureTask<>(() -> engine.fields(Operation.ORDER, order, SHOP));
        var thread = new Thread(question);
        thread.start();
        Thread.sleep(500);
        assertFalse(question.isDone());
        thread.interrupt();
        thread.join();
        var error = assertThrows(ExecutionException.class, question::get);
        assertEquals(CancellationException.class, error.getCause().getClass());
        assertTrue(engine.accepts(Operation.ORDER, body(7), SHOP));
    }
}
