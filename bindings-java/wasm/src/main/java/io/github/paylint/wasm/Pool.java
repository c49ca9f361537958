package io.github.paylint.wasm;

import com.dylibso.chicory.runtime.ChicoryInterruptedException;
import com.dylibso.chicory.wasm.ChicoryException;
import io.github.paylint.PaylintException;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.Semaphore;
import java.util.function.Function;
import java.util.function.Supplier;

/** What only one call at a time may use. It is kept between calls. */
final class Pool<T> {
    /** An instance takes more than a megabyte, and calls never wait, so more of them would gain nothing. */
    private static final Semaphore RUNNING = new Semaphore(Runtime.getRuntime().availableProcessors());

    private final ConcurrentLinkedDeque<T> idle = new ConcurrentLinkedDeque<>();
    private final Supplier<T> make;

    Pool(Supplier<T> make) {
        this.make = make;
    }

    <R> R with(Function<T, R> use) {
        RUNNING.acquireUninterruptibly();
        // Chicory stops where a thread is interrupted. That is for whoever waits, and nothing waits here.
        boolean interrupted = Thread.interrupted();
        try {
            while (true) {
                try {
                    return using(take(), use);
                } catch (ChicoryInterruptedException error) {
                    interrupted |= Thread.interrupted();
                } catch (ChicoryException error) {
                    // The instance can't be used any more. What Chicory says may show what is in its memory.
                    throw new PaylintException("libpaylint.wasm stopped with " + error.getClass().getSimpleName());
                }
            }
        } finally {
            RUNNING.release();
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private <R> R using(T item, Function<T, R> use) {
        try {
            var result = use.apply(item);
            give(item);
            return result;
        } catch (PaylintException error) {
            give(item);
            throw error;
        }
    }

    /** One that is idle, or a new one. */
    T take() {
        var item = idle.pollFirst();
        return item == null ? make.get() : item;
    }

    void give(T item) {
        idle.addFirst(item);
    }

    /** One that is idle, or null. */
    T poll() {
        return idle.pollFirst();
    }
}
