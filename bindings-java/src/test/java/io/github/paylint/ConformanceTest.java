package io.github.paylint;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Every case and every history gives the core's result, byte for byte. */
class ConformanceTest {
    /** An answer takes a hundred checks, so only some cases get one. */
    private static final int FIELDS_OF_EACH = 10;

    private static byte[] bytes(String base64) {
        return base64.equals("-") ? new byte[0] : Base64.getDecoder().decode(base64);
    }

    private static Facts facts(String json) {
        return Facts.ofJson(json.equals("-") ? "{}" : json);
    }

    private static Engine engine(String policy) {
        return policy.equals("-") ? new Engine() : new Engine(policy);
    }

    @Test
    void everyCaseGivesTheSameBytes() throws IOException {
        int count = 0;
        int errors = 0;
        int histories = 0;
        // tests/examples/expected.rs has written it.
        for (var line : Files.readAllLines(Path.of(System.getenv("PAYLINT_CASES")))) {
            var fields = line.split("\t", -1);
            count++;
            if (fields[1].equals("history")) {
                histories++;
                addUp(new String(bytes(fields[2]), UTF_8), fields);
                continue;
            }
            var id = fields[0];
            var operation = Arrays.stream(Operation.values()).filter(it -> it.toString().equals(fields[1])).findAny();
            if (fields[5].equals("!")) {
                errors++;
                // Java can't express an unknown operation.
                operation.ifPresent(it -> assertFails(id, it, fields));
                continue;
            }
            var facts = facts(fields[3]);
            var engine = engine(fields[4]);
            check(id, engine, operation.orElseThrow(), bytes(fields[2]), facts, fields);
            if (fields.length > 7 && count % FIELDS_OF_EACH == 0) {
                var found = engine.fields(operation.get(), bytes(fields[2]), facts);
                assertEquals(Json.read(fields[7].getBytes(UTF_8)), found, id);
            }
        }
        assertTrue(count > 600 && errors > 0 && histories > 40, count + " cases, " + errors + " of them errors");
    }

    private static void check(String id, Engine engine, Operation operation, byte[] body, Facts facts,
            String[] fields) {
        var report = engine.check(operation, body, facts);
        assertEquals(fields[5], report.json(), id);
        assertEquals(report.isAccepted(), engine.accepts(operation, body, facts), id);
        assertEquals(report, engine.check(operation, body, Facts.of(Map.of()), facts), id);
        if (fields.length > 7) {
            assertEquals(Json.read(fields[8].getBytes(UTF_8)), engine.fixes(operation, body, facts), id);
            assertArrayEquals(bytes(fields[9]), engine.apply(operation, body, facts), id);
        }
    }

    private static void assertFails(String id, Operation operation, String[] fields) {
        try {
            engine(fields[4]).check(operation, bytes(fields[2]), facts(fields[3]));
        } catch (PaylintException error) {
            assertEquals(fields[6], error.getMessage(), id);
            return;
        }
        throw new AssertionError(id + ": nothing was thrown");
    }

    private static void addUp(String events, String[] fields) {
        try {
            var order = Facts.of(Map.of("order", engine(fields[4]).history(events)));
            assertEquals("{\"order\":" + fields[5] + "}", order.json(), events);
        } catch (PaylintException error) {
            assertEquals(List.of("!", error.getMessage()), Arrays.asList(fields).subList(5, 7), events);
        }
    }
}
