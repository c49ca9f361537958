package io.github.paylint.spring;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.github.paylint.Report;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalInt;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Checks requests before they reach your controllers. A rejected one is answered with problem details (RFC 9457); any
 * other is passed on with its body unchanged, and with its {@link Report} as an attribute of the request, named after the
 * class. Requests to other endpoints are passed on unread.
 */
public final class CheckingFilter extends OncePerRequestFilter {
    /** The longest body that is read, in bytes: the default policy's limit. */
    private static final int MOST = 1 << 20;

    private final Checking checking;

    public CheckingFilter(Checking checking) {
        this.checking = checking;
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        var method = request.getMethod();
        var path = request.getRequestURI();
        var operation = checking.operation(method, path);
        if (operation.isEmpty()) {
            chain.doFilter(request, response);
            return;
        }
        if (Checking.isEncoded(request.getHeader("Content-Encoding"))) {
            var why = "the body has a Content-Encoding, which isn't decoded";
            if (checking.passesUnchecked(why)) {
                chain.doFilter(request, response);
            } else {
                answer(response, 415, "{\"type\":\"about:blank\",\"status\":415,\"detail\":\"" + why + "\"}");
            }
            return;
        }
        var body = request.getInputStream().readNBytes(MOST + 1);
        Map<String, String> headers = new HashMap<>();
        Collections.list(request.getHeaderNames())
                .forEach(name -> headers.put(name, String.join(", ", Collections.list(request.getHeaders(name)))));
        var checked = checking.check(operation.get(), method, path, headers, body);
        if (checked.isEmpty()) {
            if (body.length > MOST) {
                response.sendError(413);
            } else {
                chain.doFilter(new WithBody(request, body), response);
            }
            return;
        }
        var report = checked.get().report();
        var status = OptionalInt.empty();
        try {
            // A truncated body can't be passed on.
            if (checking.refuses(report) || body.length > MOST) {
                int refusal = body.length > MOST ? 413 : report.status();
                var problem = checking.problem(operation.get(), body, checked.get().facts());
                answer(response, refusal, problem.replaceFirst("\"status\":\\d+", "\"status\":" + refusal));
                return;
            }
            request.setAttribute(Report.class.getName(), report);
            chain.doFilter(new WithBody(request, body), response);
            status = request.isAsyncStarted() ? status : OptionalInt.of(response.getStatus());
        } finally {
            checking.answered(report, status);
        }
    }

    private static void answer(HttpServletResponse response, int status, String problem) throws IOException {
        response.setStatus(status);
        response.setContentType("application/problem+json");
        response.getOutputStream().write(problem.getBytes(UTF_8));
    }

    /** A request with a body that was already read. */
    private static final class WithBody extends HttpServletRequestWrapper {
        private final ServletInputStream stream;

        WithBody(HttpServletRequest request, byte[] body) {
            super(request);
            var bytes = new ByteArrayInputStream(body);
            stream = new ServletInputStream() {
                @Override
                public int read() {
                    return bytes.read();
                }

                @Override
                public int read(byte[] to, int at, int length) {
                    return bytes.read(to, at, length);
                }

                @Override
                public boolean isFinished() {
                    return bytes.available() == 0;
                }

                @Override
                public boolean isReady() {
                    return true;
                }

                @Override
                public void setReadListener(ReadListener listener) {
                    throw new IllegalStateException("the body was read already: read it without a listener");
                }
            };
        }

        @Override
        public ServletInputStream getInputStream() {
            return stream;
        }

        @Override
        public BufferedReader getReader() {
            return new BufferedReader(new InputStreamReader(stream, UTF_8));
        }
    }
}
