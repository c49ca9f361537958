package io.github.paylint.spi;

import io.github.paylint.InvalidFactsException;
import io.github.paylint.InvalidHistoryException;
import io.github.paylint.InvalidPolicyException;
import io.github.paylint.Operation;
import io.github.paylint.PaylintException;
import java.util.List;

/** What runs the engine. Any thread may call it at any time. JSON is UTF-8. */
public interface Backend {
    /** The operation of an HTTP request, or null. */
    Operation route(String method, String path);

    /** Compiles policies, each a preset's name or JSON, and laid over the one before it. */
    Compiled compile(List<byte[]> policies);

    /** Reads facts into whatever the methods of {@link Compiled} take as facts. It frees itself. */
    Object facts(byte[] json);

    /** A compiled policy. A body without bytes is none, and facts that are null are none. */
    interface Compiled {
        /** The canonical JSON of a report. */
        byte[] check(Operation operation, byte[] body, Object standing, Object changing);

        boolean accepts(Operation operation, byte[] body, Object standing, Object changing);

        byte[] answer(Question question, Operation operation, byte[] body, byte[] facts);

        /** The facts {@code order} that follow from events. */
        byte[] orderFacts(byte[] events);

        /** Notes for the policy's author, one per line. */
        List<String> policyNotes();

        /** Called once, after the last call. */
        void free();
    }

    /** What can be asked about a body besides its report. */
    enum Question {
        FIELDS,
        FIXES,
        APPLY_SAFE,
        APPLY_UNSAFE
    }

    /** The outcomes of a call of the C interface that its hosts tell apart. */
    final class Status {
        public static final int OK = 0;
        public static final int NONE = 1;
        public static final int BUFFER_TOO_SMALL = 9;

        private static final int INVALID_POLICY = 6;
        private static final int INVALID_FACTS = 7;
        private static final int INVALID_HISTORY = 11;

        private Status() {}

        /** The exception for a status and the library's text about it, which shows no value. */
        public static PaylintException exception(int status, String text) {
            return switch (status) {
                case INVALID_POLICY -> new InvalidPolicyException(text);
                case INVALID_FACTS -> new InvalidFactsException(text);
                case INVALID_HISTORY -> new InvalidHistoryException(text);
                default -> new PaylintException(text.isEmpty() ? "libpaylint failed with status " + status : text);
            };
        }
    }
}
