package io.github.paylint.spring;

import io.github.paylint.Engine;
import io.github.paylint.Facts;
import io.github.paylint.Observation;
import io.github.paylint.Operation;
import io.github.paylint.PaylintException;
import io.github.paylint.Report;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.BiFunction;

/** Settings for {@link CheckingInterceptor} and {@link CheckingFilter}. Set it up before the first request. */
public final class Checking {
    private final Engine engine;
    private Facts facts = Facts.of(Map.of());
    private BiFunction<Operation, String, Map<String, ?>> changing = (operation, path) -> Map.of();
    private boolean reportOnly;
    private Observer observer = new Observer() {};
    private Logger logger;

    public Checking(Engine engine) {
        this.engine = engine;
    }

    /** The standing facts. The time and the request's method, path and headers are known without them. */
    public Checking facts(Facts facts) {
        this.facts = facts;
        return this;
    }

    /** The facts of one request, such as {@code order}, by its operation and path. */
    public Checking changing(BiFunction<Operation, String, Map<String, ?>> changing) {
        this.changing = changing;
        return this;
    }

    /** Lets requests pass even if they are rejected or can't be checked. */
    public Checking reportOnly(boolean reportOnly) {
        this.reportOnly = reportOnly;
        return this;
    }

    /** An observer of every request. */
    public Checking observer(Observer observer) {
        this.observer = observer;
        return this;
    }

    /** A logger, which gets a line for every request that is rejected, has warnings or isn't checked. */
    public Checking logger(Logger logger) {
        this.logger = logger;
        return this;
    }

    /** The operation of a request; without one, it isn't checked. */
    Optional<Operation> operation(String method, String path) {
        var route = Engine.route(method, path);
        if (route.operation().isEmpty()) {
            unchecked(Level.INFO, route.problem().orElse(""));
        }
        return route.operation();
    }

    /** Handles a request that can't be checked, which may be let pass. */
    boolean passesUnchecked(String why) {
        unchecked(Level.WARNING, why);
        return reportOnly;
    }

    private void unchecked(Level level, String why) {
        log(level, "paylint: not checked: " + why);
        shielded(() -> observer.unchecked(why));
    }

    static boolean isEncoded(String contentEncoding) {
        return contentEncoding != null && !contentEncoding.equalsIgnoreCase("identity");
    }

    /** The report of a request, and the facts that it was checked with. */
    record Checked(Report report, Facts[] facts) {}

    /** Checks a request; empty if it can't be checked but may pass. */
    Optional<Checked> check(
            Operation operation, String method, String path, Map<String, String> headers, byte[] body) {
        try {
            var facts = facts(operation, method, path, headers);
            return Optional.of(new Checked(engine.check(operation, body, facts), facts));
        } catch (RuntimeException error) {
            // An exception of `changing` may show a value.
            if (passesUnchecked(error instanceof PaylintException ? error.getMessage() : "the facts of the request failed")) {
                return Optional.empty();
            }
            throw error;
        }
    }

    private Facts[] facts(Operation operation, String method, String path, Map<String, String> headers) {
        var request = new HashMap<String, Object>(Map.of("method", method, "path", path));
        if (!headers.isEmpty()) {
            request.put("headers", headers);
        }
        var all = new HashMap<String, Object>(Map.of("now", Instant.now(), "request", request));
        all.putAll(changing.apply(operation, path));
        return new Facts[] {facts, Facts.of(all)};
    }

    /** The problem details of a rejected request. */
    String problem(Operation operation, byte[] body, Facts... facts) {
        return engine.problem(operation, body, facts).orElse("");
    }

    boolean refuses(Report report) {
        return !report.isAccepted() && !reportOnly;
    }

    void answered(Report report, OptionalInt status) {
        if (!report.isAccepted() || !report.findings().isEmpty()) {
            log(Level.WARNING, "paylint: " + report.summary());
        }
        shielded(() -> observer.observed(new Observation(report, status, Instant.now())));
    }

    private void log(Level level, String text) {
        if (logger != null) {
            shielded(() -> logger.log(level, text));
        }
    }

    /** Calls the host's observer or logger. If that throws, it is logged and changes no outcome. */
    private void shielded(Runnable call) {
        try {
            call.run();
        } catch (Throwable failure) {
            try {
                var to = logger == null ? System.getLogger("io.github.paylint") : logger;
                to.log(Level.ERROR, "paylint: the observer, or the logger, failed: " + failure);
            } catch (Throwable again) {
                // Nobody is left to tell.
            }
        }
    }
}
