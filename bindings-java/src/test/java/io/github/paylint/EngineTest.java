package io.github.paylint;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

class EngineTest {
    static final String ORDER = """
            {"client":{"email":"a@mail.example"},"products":[{"title":"Cup","price":0}]}""";
    private static final String MISSPELT = """
            {"client":{"email":"a@mail.example"},"products":[{"title":"Cup","price":2}],"langauge":"lv"}""";

    @Test
    void aReportIsTyped() {
        var engine = new Engine();
        var report = engine.check(Operation.ORDER, ORDER);
        assertEquals(Verdict.REJECT, report.verdict());
        assertEquals("reject", report.verdict().toString());
        assertFalse(report.isAccepted());
        assertEquals(400, report.status());
        assertEquals(Operation.ORDER, report.operation());
        assertEquals(Optional.of("one_step"), report.scenario());
        assertEquals(Optional.of(BigDecimal.ZERO), report.total());
        var finding = report.at("/products/0/price").get(0);
        assertEquals("product.price_minimum", finding.rule());
        assertEquals(Level.DENY, finding.level());
        assertEquals(Map.of("minimum", "0.01", "actual", "0"), finding.params());
        assertEquals(List.of(), report.at("/products"));
        assertEquals(List.of("merchant.avs_permission"), report.unchecked().get(0).needs());
        assertThrows(UnsupportedOperationException.class, () -> finding.params().clear());
    }

    @Test
    void anObligationHasItsDeadline() {
        var facts = Facts.of(Map.of("now", Instant.parse("2026-11-20T10:15:00Z"), "merchant", Map.of("hold_days", 7)));
        var order = ORDER.replace(":0}", ":5}").replaceFirst("\\{", "{\"skip_capture\":true,");
        var engine = new Engine();
        var due = engine.check(Operation.ORDER, order, facts).obligations().stream()
                .filter(it -> it.kind().equals("capture")).findAny().orElseThrow();
        assertEquals(Optional.of(Instant.parse("2026-11-27T10:15:00Z")), due.by());
    }

    @Test
    void aPolicyIsPresetsAndJsonInLayers() {
        var deny = "{\"levels\":{\"field.misspelt\":\"deny\"}}";
        for (var policies : new String[][] {{deny}, {"shop-members", deny}, {"strict"}}) {
            var engine = new Engine(policies);
            assertFalse(engine.accepts(Operation.ORDER, MISSPELT));
        }
        var warn = "{\"levels\":{\"field.misspelt\":\"warn\"}}";
        for (var policies : new String[][] {{}, {"default"}, {"{}"}, {deny, warn}}) {
            var engine = new Engine(policies);
            assertTrue(engine.accepts(Operation.ORDER, MISSPELT));
        }
    }

    @Test
    void whatCannotBeUsedSaysWhy() {
        assertFails("invalid policy: levels.no.rule: unknown rule \"no.rule\"",
                () -> new Engine("{\"levels\":{\"no.rule\":\"deny\"}}"));
        assertFails("invalid policy: unknown preset \"lenient\" (presets are default, checkout, shop-members, strict)",
                () -> new Engine("lenient"));
        assertThrows(PaylintException.class, () -> new Engine(""));
        assertFails("invalid facts: merchant.hold_days: 40 is not in 6..=28",
                () -> Facts.of(Map.of("merchant", Map.of("hold_days", 40))));
        assertFails("invalid facts: JSON has nothing for java.lang.Object",
                () -> Facts.of(Map.of("now", new Object())));
        var endless = new ArrayList<Object>();
        endless.add(endless);
        assertFails("invalid facts: nested too deeply",
                () -> Facts.of(Map.of("key", endless)));
        var engine = new Engine();
        assertFails("invalid history: has no events", () -> engine.history("[]"));
        assertThrows(PaylintException.class, () -> engine.history("[\"\ud800\"]"));
        assertThrows(IllegalArgumentException.class, () -> engine.ask(Map.of("ask", "brand", "digits", Double.NaN)));
    }

    private static void assertFails(String message, Executable call) {
        assertEquals(message, assertThrows(PaylintException.class, call).getMessage());
    }

    @Test
    void factsAreLaidOverOthers() {
        var shop = Facts.of(Map.of("merchant", Map.of("avs_permission", false)));
        var country = Facts.ofJson("{\"merchant\":{\"country\":\"LV\"}}");
        var engine = new Engine();
        assertEquals(0, engine.check(Operation.ORDER, MISSPELT, shop).unchecked().size());
        assertEquals(2, engine.check(Operation.ORDER, MISSPELT, shop, country).unchecked().size());
        assertEquals(0, engine.check(Operation.ORDER, MISSPELT, country, shop).unchecked().size());
        assertEquals(2, engine.check(Operation.ORDER, MISSPELT).unchecked().size());
        assertEquals(0, engine.check(Operation.ORDER, MISSPELT, null, shop).unchecked().size());
        assertEquals(engine.fields(Operation.ORDER, MISSPELT, shop), engine.fields(Operation.ORDER, MISSPELT, null, shop));
        engine = new Engine("strict", "{\"levels\":{\"field.misspelt\":\"warn\"}}");
        assertTrue(engine.accepts(Operation.ORDER, MISSPELT, country, shop));
        assertFalse(engine.accepts(Operation.ORDER, MISSPELT, shop, country));
    }

    @Test
    void factsAreWrittenAsTheEngineReadsThem() {
        var onTheHour = OffsetDateTime.parse("2026-11-20T10:00+02:00");
        for (var now : new Object[] {onTheHour, onTheHour.toInstant(), onTheHour.toZonedDateTime(), "2026-11-20T08:00:00Z"}) {
            Facts.of(Map.of("now", now));
        }
        assertEquals("{\"order\":{\"amount\":12.50}}",
                Facts.of(Map.of("order", Map.of("amount", new BigDecimal("12.50")))).json());
        Facts.of(Map.of("order", Map.of("amount", new BigDecimal("1E+3"))));
        var sum = new LongAdder();
        sum.add(5);
        assertEquals("{\"order\":{\"amount\":5}}", Facts.of(Map.of("order", Map.of("amount", sum))).json());
        Facts.of(Map.of("environment", Environment.live, "key", Map.of("brands", List.of("visa"))));
    }

    private enum Environment {
        live
    }

    @Test
    void anOperationIsKnownByItsRequest() throws Exception {
        var refund = Engine.route("POST", "/api/v0.6/orders/42/refund/");
        assertEquals(new Engine.Route(Optional.of(Operation.REFUND), Optional.empty()), refund);
        var mistaken = Engine.route("POST", "/api/v0.6/orders/refund/");
        assertEquals(Optional.of(Operation.REFUND), mistaken.operation());
        assertTrue(mistaken.problem().orElseThrow().contains("the order's id"), mistaken.toString());
        // All operations of the library.
        var header = Files.readString(Path.of(System.getenv("PAYLINT_HEADER")));
        var numbers = Pattern.compile("^ +PAYLINT_OPERATION_(\\w+ = \\d+)", Pattern.MULTILINE).matcher(header).results();
        assertEquals(numbers.map(it -> it.group(1)).toList(),
                Arrays.stream(Operation.values()).map(it -> it.name() + " = " + Wasm.number(it)).toList());
    }

    @Test
    void otherQuestionsHaveTheirAnswers() {
        var engine = new Engine("{\"label\":\"ours\",\"levels\":{\"field.misspelt\":\"deny\"}}");
        assertEquals("ours", ((Map<?, ?>) engine.ask(Map.of("ask", "fingerprints"))).get("label"));
        var brand = Map.of("brand", "amex", "lengths", List.of(15), "code_length", 4);
        assertEquals(brand, engine.ask(Map.of("ask", "brand", "digits", "37 82")));
        assertEquals(null, engine.ask(Map.of("ask", "brand", "digits", "")));
        assertThrows(PaylintException.class, () -> engine.ask(Map.of("ask", "rule", "rule", "no.rule")));
        assertTrue(engine.problem(Operation.ORDER, MISSPELT).orElseThrow().contains("\"status\":400"));
        assertEquals(Optional.empty(), engine.problem(Operation.REVERSAL, ""));
        assertEquals("the reversal is accepted", engine.check(Operation.REVERSAL, "").summary());
        assertTrue(engine.check(Operation.ORDER, MISSPELT).summary()
                .startsWith("the order is rejected:\n  deny[field.misspelt] /langauge: "));
    }

    @Test
    void aBodyCanBeEmptyAndLong() {
        var engine = new Engine();
        assertTrue(engine.accepts(Operation.REFUND, ""));
        var long100kB = MISSPELT.replace("Cup", "ä".repeat(50_000));
        var report = engine.check(Operation.ORDER, long100kB);
        assertEquals(report, engine.check(Operation.ORDER, long100kB));
        assertEquals(long100kB, engine.apply(Operation.ORDER, long100kB));
        assertEquals("", engine.apply(Operation.REVERSAL, "{ }"));
        // A report that is longer than the buffer kept between checks.
        var many = "{\"products\":[" + "{\"x\":1},".repeat(2000) + "{}]}";
        var patient = new Engine("{\"max_findings\":10000}");
        assertTrue(patient.check(Operation.ORDER, many).json().length() > 65536);
        assertEquals(report, engine.check(Operation.ORDER, long100kB));
    }

    @Test
    void noExceptionAndNoTextShowsAValue() {
        var secret = "5500000000000004";
        var calls = List.<Executable>of(
                () -> Facts.of(Map.of("request", Map.of("headers", Map.of("Authorization", secret, "b", 5)))),
                () -> Facts.ofJson("{\"card\":{\"brand\":" + secret + "}}"),
                () -> Facts.ofJson(secret),
                () -> new Engine("{\"levels\":{\"avs.*\":\"" + secret + "\"}}"),
                () -> new Engine(secret),
                () -> new Engine().history("[{\"operation\":\"order\",\"at\":\"" + secret + "\"}]"));
        for (var call : calls) {
            for (Throwable error = assertThrows(PaylintException.class, call); error != null; error = error.getCause()) {
                assertFalse(error.toString().contains(secret), error.toString());
            }
        }
        var facts = Facts.of(Map.of("request", Map.of("headers", Map.of("Authorization", secret))));
        assertFalse(facts.toString().contains(secret));
        var body = "{\"card\":{\"number\":\"" + secret + "\"},\"client\":{\"name\":\"" + secret + "\"}," + ORDER.substring(1);
        var engine = new Engine();
        assertFalse(engine.toString().contains(secret));
        for (var operation : List.of(Operation.ORDER, Operation.PAYMENT)) {
            var report = engine.check(operation, body, facts);
            assertFalse(report.toString().contains(secret));
            assertFalse(engine.fields(operation, body, facts).toString().contains(secret));
            assertFalse(engine.fixes(operation, body, facts).toString().contains(secret));
            assertFalse(report.findings().stream().map(Finding::toString).anyMatch(it -> it.contains(secret)));
        }
    }
}
