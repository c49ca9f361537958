package io.github.paylint.spring;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.paylint.Engine;
import io.github.paylint.Facts;
import io.github.paylint.Observation;
import io.github.paylint.Operation;
import io.github.paylint.PaylintException;
import io.github.paylint.Report;
import jakarta.servlet.FilterChain;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;
import org.springframework.mock.http.client.MockClientHttpRequest;
import org.springframework.mock.http.client.MockClientHttpResponse;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;

/** The filter and the interceptor, without a server. */
class CheckingTest {
    private static final String ORDERS = "/api/v0.6/orders/";
    private static final String REFUND = ORDERS + "42/refund/";
    private static final String ORDER =
            "{\"client\":{\"email\":\"ada@mail.example\"},\"products\":[{\"title\":\"Cup\",\"price\":2.5}]}";
    private static final String FREE = ORDER.replace("2.5", "0");
    private static final String ENCODED = "the body has a Content-Encoding, which isn't decoded";

    /** What the observer was told, and what was received. */
    private final List<String> told = new ArrayList<>();
    private final List<String> received = new ArrayList<>();
    /** The report that the last handler was passed. */
    private Report report;
    private final Checking checking = new Checking(new Engine()).observer(new Observer() {
        @Override
        public void observed(Observation observation) {
            told.add(observation.report().verdict() + " " + observation.status().orElse(0));
        }

        @Override
        public void unchecked(String why) {
            told.add(why);
        }
    });

    /** The status that the filter gives a request, whose handler answers with 201. */
    private int filtered(MockHttpServletRequest request, String body) throws Exception {
        request.addHeader("Authorization", "Bearer sk_example");
        request.setContentType("application/json");
        request.setContent(body.getBytes(UTF_8));
        var response = new MockHttpServletResponse();
        FilterChain chain = (checked, answer) -> {
            received.add(checked.getReader().readLine());
            report = (Report) checked.getAttribute(Report.class.getName());
            ((MockHttpServletResponse) answer).setStatus(201);
        };
        new CheckingFilter(checking).doFilter(request, response, chain);
        if (response.getContentAsByteArray().length > 0) {
            assertEquals("application/problem+json", response.getContentType());
            var status = "\"status\":" + response.getStatus() + ",";
            assertTrue(response.getContentAsString().contains(status), response.getContentAsString());
        }
        return response.getStatus();
    }

    private static MockHttpServletRequest served(String header, String value) {
        var request = new MockHttpServletRequest("POST", ORDERS);
        request.addHeader(header, value);
        return request;
    }

    private static MockClientHttpRequest client(String header, String value) {
        var request = client(ORDERS);
        request.getHeaders().add(header, value);
        return request;
    }

    private static MockClientHttpRequest client(String path) {
        return new MockClientHttpRequest(HttpMethod.POST, URI.create("https://gateway.example" + path));
    }

    private int filtered(String path, String body) throws Exception {
        return filtered(new MockHttpServletRequest("POST", path), body);
    }

    /** The status of the answer to a client's request, which the gateway answers with 201. */
    private int sent(MockClientHttpRequest request, String body) throws IOException {
        request.getHeaders().add("Content-Type", "application/json");
        var interceptor = new CheckingInterceptor(checking);
        return interceptor.intercept(request, body.getBytes(UTF_8), (checked, bytes) -> {
            received.add(new String(bytes, UTF_8));
            return new MockClientHttpResponse(new byte[0], HttpStatus.CREATED);
        }).getStatusCode().value();
    }

    private int sent(String path, String body) throws IOException {
        return sent(client(path), body);
    }

    private void assertDone(List<String> told, List<String> received) {
        assertEquals(told, this.told);
        assertEquals(received, this.received);
        this.told.clear();
        this.received.clear();
    }

    @Test
    void requestIsPassedOnUnlessItIsRejected() throws Exception {
        assertEquals(201, filtered(ORDERS, ORDER));
        assertTrue(report.isAccepted());
        assertDone(List.of("accept 201"), List.of(ORDER));
        assertEquals(400, filtered(ORDERS, FREE));
        assertDone(List.of("reject 0"), List.of());
        assertEquals(201, sent(ORDERS, ORDER));
        assertDone(List.of("accept 201"), List.of(ORDER));
        var refused = assertThrows(RequestRefusedException.class, () -> sent(ORDERS, FREE));
        assertTrue(refused.getMessage().contains("must be at least 0.01"), refused.getMessage());
        assertEquals("product.price_minimum", refused.report().findings().get(0).rule());
        assertDone(List.of("reject 0"), List.of());
        checking.reportOnly(true);
        assertEquals(201, filtered(ORDERS, FREE));
        assertEquals(201, sent(ORDERS, FREE));
        assertDone(List.of("reject 201", "reject 201"), List.of(FREE, FREE));
        // Half of it can't be passed on.
        assertEquals(413, filtered(ORDERS, ORDER + " ".repeat(1 << 20)));
        assertDone(List.of("reject 0"), List.of());
    }

    @Test
    void everythingThatIsKnownCounts() throws Exception {
        checking.facts(Facts.of(Map.of("merchant", Map.of("avs_permission", true))));
        assertEquals(400, filtered(ORDERS, ORDER));
        assertThrows(RequestRefusedException.class, () -> sent(ORDERS, ORDER));
        checking.changing((operation, path) -> {
            if (operation == Operation.REFUND) {
                assertEquals(REFUND, path);
            }
            return Map.of("order", Map.of("scenario", "one_step", "amount", "10.00", "refunded", 0));
        });
        assertEquals(400, filtered(REFUND, "{\"amount\":15}"));
        assertEquals(201, filtered(REFUND, "{\"amount\":5}"));
        assertThrows(RequestRefusedException.class, () -> sent(REFUND, "{\"amount\":15}"));
        assertEquals(201, sent(REFUND, "{\"amount\":5}"));
        checking.facts(Facts.of(Map.of()));
        // Two headers of a name. Without one, the client adds the key later.
        var served = served("Authorization", "Bearer sk_other");
        assertEquals(403, filtered(served, ORDER));
        var client = client("Authorization", "Bearer sk_example");
        client.getHeaders().add("Authorization", "Bearer sk_other");
        assertThrows(RequestRefusedException.class, () -> sent(client, ORDER));
        checking.changing((operation, path) -> Map.of("order", Map.of("paid_at", "2001-01-01T00:00:00Z")));
        assertEquals(400, filtered(REFUND, ""));
        assertThrows(RequestRefusedException.class, () -> sent(REFUND, ""));
        assertThrows(RequestRefusedException.class, () -> sent(ORDERS + "a%2Fb/refund/", ""));
    }

    @Test
    void uncheckedRequestIsToldAndPassedOnOrRefused() throws Exception {
        assertEquals(201, filtered("/balance/", FREE));
        assertEquals(201, sent("/balance/", FREE));
        var why = Engine.route("POST", "/balance/").problem().orElseThrow();
        assertDone(List.of(why, why), List.of(FREE, FREE));
        for (var reportOnly : List.of(false, true)) {
            checking.reportOnly(reportOnly);
            assertEquals(201, filtered(served("Content-Encoding", "Identity"), ORDER));
            assertDone(List.of("accept 201"), List.of(ORDER));
            var served = served("Content-Encoding", "gzip");
            var client = client("Content-Encoding", "gzip");
            if (reportOnly) {
                assertEquals(List.of(201, 201), List.of(filtered(served, ORDER), sent(client, ORDER)));
            } else {
                assertEquals(415, filtered(served, ORDER));
                assertEquals(ENCODED, assertThrows(IOException.class, () -> sent(client, ORDER)).getMessage());
            }
            assertDone(List.of(ENCODED, ENCODED), reportOnly ? List.of(ORDER, ORDER) : List.of());
        }
    }

    @Test
    void factsThatCannotBeHadShowNoValue() throws Exception {
        checking.changing((operation, path) -> Map.of("ordr", 7));
        assertThrows(PaylintException.class, () -> filtered(ORDERS, ORDER));
        checking.changing((operation, path) -> {
            throw new IllegalStateException("no row for 4111111111111111");
        });
        assertThrows(IllegalStateException.class, () -> sent(ORDERS, ORDER));
        assertTrue(told.get(0).contains("\"ordr\""), told.get(0));
        assertDone(List.of(told.get(0), "the facts of the request failed"), List.of());
        checking.reportOnly(true);
        assertEquals(List.of(201, 201), List.of(filtered(ORDERS, ORDER), sent(ORDERS, ORDER)));
        assertDone(List.of("the facts of the request failed", "the facts of the request failed"), List.of(ORDER, ORDER));
        assertEquals(413, filtered(ORDERS, ORDER + " ".repeat(1 << 20)));
        assertEquals(List.of(), received);
    }
}
