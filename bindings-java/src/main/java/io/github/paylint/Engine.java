package io.github.paylint;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.dylibso.chicory.runtime.ChicoryInterruptedException;
import com.dylibso.chicory.wasm.ChicoryException;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.Semaphore;
import java.util.function.Function;

/**
 * A compiled policy. Make it once: any number of threads can share it.
 *
 * <p>Pass the body exactly as you send it; an empty one means no body, and text is encoded as UTF-8. Pass no facts (or
 * null), standing facts, or these and the facts of this request, which replace them by top-level member: if both have a
 * {@code merchant}, all of the standing one is replaced.
 *
 * <p>If the thread is interrupted, calls end with {@link CancellationException}, and the thread stays interrupted.
 */
public final class Engine {
    /** An instance takes more than a megabyte, and calls never block, so more would gain nothing. */
    private static final Semaphore RUNNING = new Semaphore(Runtime.getRuntime().availableProcessors());

    /** The default policy, compiled on first use: here, an interrupt would make the class unusable. */
    private static final Engine STANDARD = new Engine(List.of());

    private final ConcurrentLinkedDeque<Wasm> idle = new ConcurrentLinkedDeque<>();
    private final List<byte[]> policies;

    private Engine(List<byte[]> policies) {
        this.policies = policies;
    }

    /**
     * Compiles a policy.
     *
     * @param policies names of presets or JSON, each laid over the previous one; none for the default policy
     * @throws PaylintException if one can't be used
     */
    public Engine(String... policies) {
        this(Arrays.stream(policies).map(policy -> policy.getBytes(UTF_8)).toList());
        use(wasm -> wasm);
    }

    /** Checks a request. */
    public Report check(Operation operation, byte[] body, Facts... facts) {
        return Report.of(use(wasm -> wasm.check(operation, body, two(facts))));
    }

    /** Checks a request. */
    public Report check(Operation operation, String body, Facts... facts) {
        return check(operation, body.getBytes(UTF_8), facts);
    }

    /** Whether the gateway can accept a request. Takes less time than a report. */
    public boolean accepts(Operation operation, byte[] body, Facts... facts) {
        return use(wasm -> wasm.accepts(operation, body, two(facts)));
    }

    /** Whether the gateway can accept a request. Takes less time than a report. */
    public boolean accepts(Operation operation, String body, Facts... facts) {
        return accepts(operation, body.getBytes(UTF_8), facts);
    }

    /** The answer to a rejected request: problem details (RFC 9457) as JSON; empty if it is accepted. */
    public Optional<String> problem(Operation operation, byte[] body, Facts... facts) {
        return Optional.of(new String(request("problem", operation, body, facts), UTF_8)).filter(json -> !json.equals("null"));
    }

    /** The answer to a rejected request: problem details (RFC 9457) as JSON; empty if it is accepted. */
    public Optional<String> problem(Operation operation, String body, Facts... facts) {
        return problem(operation, body.getBytes(UTF_8), facts);
    }

    /** The members that may or must be given, for a form or an editor. */
    public Map<String, Object> fields(Operation operation, byte[] body, Facts... facts) {
        return map(request("fields", operation, body, facts));
    }

    /** The members that may or must be given, for a form or an editor. */
    public Map<String, Object> fields(Operation operation, String body, Facts... facts) {
        return fields(operation, body.getBytes(UTF_8), facts);
    }

    /** Changes to a body that make its findings go away. */
    public Map<String, Object> fixes(Operation operation, byte[] body, Facts... facts) {
        return map(request("fixes", operation, body, facts));
    }

    /** Changes to a body that make its findings go away. */
    public Map<String, Object> fixes(Operation operation, String body, Facts... facts) {
        return fixes(operation, body.getBytes(UTF_8), facts);
    }

    /** The body after the safe changes; empty if nothing is left of it. */
    public byte[] apply(Operation operation, byte[] body, Facts... facts) {
        var answer = Members.of(Json.read(request("apply", operation, body, facts)));
        return answer.optional("raw").map(raw -> raw.getBytes(UTF_8))
                .orElseGet(() -> Base64.getDecoder().decode(answer.text("raw_base64")));
    }

    /** The body after the safe changes; empty if nothing is left of it. */
    public String apply(Operation operation, String body, Facts... facts) {
        return new String(apply(operation, body.getBytes(UTF_8), facts), UTF_8);
    }

    /**
     * Adds up an order's requests so far to the member {@code order} of the next one's facts, for {@link
     * Facts#of(Map)}.
     *
     * @param events the accepted events as a JSON array, beginning with the order or the payout
     * @throws PaylintException if it isn't such an array
     */
    public Map<String, Object> history(String events) {
        var text = events.getBytes(UTF_8);
        try {
            Json.read(text);
        } catch (IllegalArgumentException error) {
            throw new PaylintException("invalid history: not JSON");
        }
        return map(ask("history", Map.of("events", new Json.Text(new String(text, UTF_8)))));
    }

    /**
     * Answers a question, whose member {@code ask} names it: {@code ask(Map.of("ask", "brand", "digits", "37"))}. Returns
     * its JSON value: a map, a list, a string, a number, a boolean or null.
     * <a href="https://github.com/paylint/paylint/blob/main/docs/languages.md#questions">docs/languages.md</a> lists them.
     */
    public Object ask(Map<String, ?> question) {
        return Json.read(json(question));
    }

    /**
     * The operation of an HTTP method and a path or a URL, and what is wrong with them. The card post and the card webhook
     * have no fixed path.
     */
    public static Route route(String method, String path) {
        var route = Members.of(STANDARD.ask(Map.of("ask", "route", "method", method, "path", path)));
        return new Route(route.optional("operation").map(Operation::of), route.optional("problem"));
    }

    /**
     * The operation that a request goes to.
     *
     * @param operation the operation, even if method or path have a mistake but clearly mean it
     * @param problem what is wrong with its method or path
     */
    public record Route(Optional<Operation> operation, Optional<String> problem) {}

    /** Checks whether facts can be used. */
    static void read(Facts facts) {
        STANDARD.use(wasm -> {
            wasm.read(0, facts);
            return null;
        });
    }

    private static Facts[] two(Facts[] facts) {
        if (facts.length > 2) {
            throw new IllegalArgumentException("facts are those that stand, and at most one more for this request");
        }
        return facts;
    }

    private byte[] request(String ask, Operation operation, byte[] body, Facts[] facts) {
        var given = Arrays.stream(two(facts)).filter(Objects::nonNull);
        return ask(ask, Map.of(
                "operation", operation,
                "raw_base64", Base64.getEncoder().encodeToString(body),
                "facts", given.map(one -> new Json.Text(one.json())).toList()));
    }

    private byte[] ask(String ask, Map<String, ?> members) {
        var question = new HashMap<String, Object>(members);
        question.put("ask", ask);
        return json(question);
    }

    private byte[] json(Map<String, ?> question) {
        var text = Json.write(question);
        return use(wasm -> wasm.ask(text));
    }

    private static Map<String, Object> map(byte[] json) {
        return Members.of(Json.read(json)).asMap();
    }

    /** Calls an idle instance. */
    private <T> T use(Function<Wasm, T> call) {
        try {
            RUNNING.acquire();
        } catch (InterruptedException error) {
            throw interrupted();
        }
        try {
            var taken = idle.pollFirst();
            var wasm = taken == null ? new Wasm(policies) : taken;
            try {
                var result = call.apply(wasm);
                idle.addFirst(wasm);
                return result;
            } catch (PaylintException error) {
                idle.addFirst(wasm);
                throw error;
            }
        } catch (ChicoryInterruptedException error) {
            throw interrupted();
        } catch (ChicoryException error) {
            // The instance can't be used any more. Chicory's message may show the content of its memory.
            throw new PaylintException("libpaylint.wasm stopped with " + error.getClass().getSimpleName());
        } finally {
            RUNNING.release();
        }
    }

    private static CancellationException interrupted() {
        Thread.currentThread().interrupt();
        return new CancellationException("the thread was interrupted");
    }
}
