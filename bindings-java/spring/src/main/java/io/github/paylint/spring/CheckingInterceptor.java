package io.github.paylint.spring;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalInt;
import org.springframework.http.HttpRequest;
import org.springframework.http.client.ClientHttpRequestExecution;
import org.springframework.http.client.ClientHttpRequestInterceptor;
import org.springframework.http.client.ClientHttpResponse;

/**
 * Checks the requests of a {@code RestClient} or {@code RestTemplate} to the gateway. Throws {@link
 * RequestRefusedException} instead of sending one that can't be accepted. Requests to endpoints that paylint has no
 * rules for are sent unchecked, and so are card posts, whose endpoint has no fixed path.
 *
 * <p>The headers are used only if {@code Authorization} is among them; otherwise the client adds it later.
 */
public final class CheckingInterceptor implements ClientHttpRequestInterceptor {
    private final Checking checking;

    public CheckingInterceptor(Checking checking) {
        this.checking = checking;
    }

    @Override
    public ClientHttpResponse intercept(HttpRequest request, byte[] body, ClientHttpRequestExecution execution)
            throws IOException {
        var method = request.getMethod().name();
        var path = request.getURI().getRawPath();
        var operation = checking.operation(method, path);
        if (operation.isEmpty()) {
            return execution.execute(request, body);
        }
        if (Checking.isEncoded(request.getHeaders().getFirst("Content-Encoding"))) {
            var why = "the body has a Content-Encoding, which isn't decoded";
            if (checking.passesUnchecked(why)) {
                return execution.execute(request, body);
            }
            throw new IOException(why);
        }
        Map<String, String> headers = new HashMap<>();
        request.getHeaders().forEach((name, values) -> headers.put(name, String.join(", ", values)));
        var hasKey = request.getHeaders().getFirst("Authorization") != null;
        var checked = checking.check(operation.get(), method, path, hasKey ? headers : Map.of(), body);
        if (checked.isEmpty()) {
            return execution.execute(request, body);
        }
        var report = checked.get().report();
        var status = OptionalInt.empty();
        try {
            if (checking.refuses(report)) {
                throw new RequestRefusedException(report);
            }
            var response = execution.execute(request, body);
            status = OptionalInt.of(response.getStatusCode().value());
            return response;
        } finally {
            checking.answered(report, status);
        }
    }
}
