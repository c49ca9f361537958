package io.github.paylint;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.github.paylint.spi.Backend;
import io.github.paylint.spi.Backend.Question;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/**
 * A compiled policy. Make it once: any number of threads, virtual ones too, can share it.
 *
 * <p>A body is the request's, exactly as you send it; an empty one is none. A text is taken as UTF-8.
 *
 * <p>After {@link #close}, every call throws {@link IllegalStateException}. Calls that are running then still end well.
 */
public final class Engine implements AutoCloseable {
    private final Backend.Compiled compiled;

    private final AtomicBoolean closed = new AtomicBoolean();

    /** How many calls are running, and one more until the engine is closed. Whoever makes it 0 frees the memory. */
    private final AtomicInteger users = new AtomicInteger(1);

    /**
     * Compiles a policy.
     *
     * @param policies presets by name, or JSON, each laid over the one before it; none for the default policy
     * @throws InvalidPolicyException if one can't be used
     * @throws LibraryUnavailableException if the engine can't be loaded here
     */
    public Engine(String... policies) {
        compiled = Backends.get().compile(Arrays.stream(policies).map(it -> it.getBytes(UTF_8)).toList());
    }

    /** Checks a request. */
    public Report check(Operation operation, byte[] body, Facts facts) {
        return check(operation, body, facts, Facts.none());
    }

    /** Checks a request. */
    public Report check(Operation operation, String body, Facts facts) {
        return check(operation, body.getBytes(UTF_8), facts);
    }

    /**
     * Checks a request, with facts for it alone laid over those that stand: if both have a {@code merchant}, that of the
     * changing ones replaces all of the other.
     */
    public Report check(Operation operation, byte[] body, Facts standing, Facts changing) {
        return Report.of(use(it -> it.check(operation, body, standing.handle, changing.handle)));
    }

    /** Checks a request, with facts for it alone laid over those that stand. */
    public Report check(Operation operation, String body, Facts standing, Facts changing) {
        return check(operation, body.getBytes(UTF_8), standing, changing);
    }

    /** Whether the gateway can accept a request: the verdict alone, which takes less time. */
    public boolean accepts(Operation operation, byte[] body, Facts facts) {
        return accepts(operation, body, facts, Facts.none());
    }

    /** Whether the gateway can accept a request. */
    public boolean accepts(Operation operation, String body, Facts facts) {
        return accepts(operation, body.getBytes(UTF_8), facts);
    }

    /** Whether the gateway can accept a request, with facts for it alone laid over those that stand. */
    public boolean accepts(Operation operation, byte[] body, Facts standing, Facts changing) {
        return use(it -> it.accepts(operation, body, standing.handle, changing.handle));
    }

    /** Whether the gateway can accept a request, with facts for it alone laid over those that stand. */
    public boolean accepts(Operation operation, String body, Facts standing, Facts changing) {
        return accepts(operation, body.getBytes(UTF_8), standing, changing);
    }

    /** Says of every known member whether it may be given and whether it must be, for a form or an editor. */
    public Fields fields(Operation operation, byte[] body, Facts facts) {
        return Fields.of(answer(Question.FIELDS, operation, body, facts));
    }

    /** Says of every known member whether it may be given and whether it must be, for a form or an editor. */
    public Fields fields(Operation operation, String body, Facts facts) {
        return fields(operation, body.getBytes(UTF_8), facts);
    }

    /** Says what to change in a body so that its findings go away. */
    public Fixes fixes(Operation operation, byte[] body, Facts facts) {
        return Fixes.of(answer(Question.FIXES, operation, body, facts));
    }

    /** Says what to change in a body so that its findings go away. */
    public Fixes fixes(Operation operation, String body, Facts facts) {
        return fixes(operation, body.getBytes(UTF_8), facts);
    }

    /** The body with the safe changes made; empty if nothing is left of it. */
    public byte[] apply(Operation operation, byte[] body, Facts facts) {
        return answer(Question.APPLY_SAFE, operation, body, facts);
    }

    /** The body with the safe changes made; empty if nothing is left of it. */
    public String apply(Operation operation, String body, Facts facts) {
        return new String(apply(operation, body.getBytes(UTF_8), facts), UTF_8);
    }

    /** The body with the changes made that are safe, and those that a person must confirm. */
    public byte[] applyUnsafe(Operation operation, byte[] body, Facts facts) {
        return answer(Question.APPLY_UNSAFE, operation, body, facts);
    }

    /** The body with the changes made that are safe, and those that a person must confirm. */
    public String applyUnsafe(Operation operation, String body, Facts facts) {
        return new String(applyUnsafe(operation, body.getBytes(UTF_8), facts), UTF_8);
    }

    private byte[] answer(Question question, Operation operation, byte[] body, Facts facts) {
        return use(it -> it.answer(question, operation, body, facts.json));
    }

    /**
     * Adds up what was sent for an order: the member {@code order} of the facts of its next request, for
     * {@link Facts#of(Map)}.
     *
     * @param events what was accepted, as a JSON array: first the order or the payout
     * @throws InvalidHistoryException if it isn't such an array
     */
    public Map<String, Object> orderFacts(String events) {
        return Members.of(Json.read(use(it -> it.orderFacts(events.getBytes(UTF_8))))).asMap();
    }

    /**
     * Notes for the policy's author, one per line: it uses a rule's old name, or names a rule that is deprecated. They don't
     * change what the policy does.
     */
    public List<String> policyNotes() {
        return use(Backend.Compiled::policyNotes);
    }

    private <T> T use(Function<Backend.Compiled, T> call) {
        if (users.getAndUpdate(it -> it == 0 ? 0 : it + 1) == 0) {
            throw isClosed();
        }
        try {
            if (closed.get()) {
                throw isClosed();
            }
            return call.apply(compiled);
        } finally {
            leave();
        }
    }

    private void leave() {
        if (users.decrementAndGet() == 0) {
            compiled.free();
        }
    }

    private static IllegalStateException isClosed() {
        return new IllegalStateException("the engine is closed");
    }

    /** Frees the memory as soon as no call uses it any more. Closing again does nothing. */
    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            leave();
        }
    }
}
