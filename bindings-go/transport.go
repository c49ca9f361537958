package paylint

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"
)

// Transport is an http.RoundTripper that checks what is sent to the gateway. What can't be accepted isn't sent: RoundTrip
// returns a *RefusedError. Requests to endpoints that paylint has no rules for are sent unchecked, and so are card posts,
// whose endpoint has no fixed path.
//
// Besides the facts that you pass, it knows the time (now), and of the request its method, path and headers. The headers
// count only if Authorization is among them: if it isn't, Base adds headers when it sends.
type Transport struct {
	Engine *Engine
	// Base sends the requests; http.DefaultTransport if nil.
	Base http.RoundTripper
	// Facts are what stands.
	Facts Facts
	// Changing returns facts of one request, by their top-level names: for example the history of its order, as "order".
	Changing func(*http.Request, Operation) map[string]any
	// ReportOnly is told why a request would be refused, which is then sent all the same. The error is a *RefusedError, or says
	// why the request can't be checked.
	ReportOnly func(*http.Request, error)
}

// RefusedError says that a request wasn't sent. Its text has all findings, and no value of the request.
type RefusedError struct {
	Report *Report
}

func (refused *RefusedError) Error() string {
	return "paylint: " + refused.Report.Summary()
}

// RoundTrip checks a request and sends it.
func (transport *Transport) RoundTrip(request *http.Request) (*http.Response, error) {
	base := transport.Base
	if base == nil {
		base = http.DefaultTransport
	}
	request, err := transport.check(request)
	if err != nil && transport.ReportOnly != nil {
		transport.ReportOnly(request, err)
		err = nil
	}
	if err != nil {
		if request.Body != nil {
			request.Body.Close()
		}
		return nil, err
	}
	return base.RoundTrip(request)
}

// check checks a request, and returns one like it whose body hasn't been read.
func (transport *Transport) check(request *http.Request) (*http.Request, error) {
	ctx := request.Context()
	path := request.URL.EscapedPath()
	operation, err := transport.Engine.Route(ctx, request.Method, path)
	if err != nil || operation == "" {
		return request, err
	}
	var body []byte
	if request.Body != nil && request.Body != http.NoBody {
		body, err = io.ReadAll(request.Body)
		request.Body.Close()
		// A RoundTripper doesn't change the request that it's passed.
		request = request.Clone(ctx)
		request.Body = io.NopCloser(bytes.NewReader(body))
		if err != nil {
			request.Body = io.NopCloser(io.MultiReader(bytes.NewReader(body), failing{err}))
			return request, fmt.Errorf("paylint: the body can't be read: %w", err)
		}
	}
	changing, err := transport.changing(request, operation, path)
	if err != nil {
		return request, err
	}
	report, err := transport.Engine.Check(ctx, operation, body, transport.Facts, changing)
	if err == nil && !report.Accepted() {
		err = &RefusedError{report}
	}
	return request, err
}

// failing is a reader that fails as the one before did.
type failing struct{ err error }

func (it failing) Read([]byte) (int, error) { return 0, it.err }

func (transport *Transport) changing(request *http.Request, operation Operation, path string) (Facts, error) {
	line := map[string]any{"method": request.Method, "path": path}
	if request.Header.Get("Authorization") != "" {
		headers := make(map[string]string, len(request.Header))
		for name, values := range request.Header {
			headers[name] = strings.Join(values, ", ")
		}
		line["headers"] = headers
	}
	facts := map[string]any{"now": time.Now().UTC().Format(time.RFC3339), "request": line}
	if transport.Changing != nil {
		for name, fact := range transport.Changing(request, operation) {
			facts[name] = fact
		}
	}
	text, err := json.Marshal(facts)
	if err != nil {
		// Its text may show a value.
		return "", failure{ErrInvalidFacts, "invalid facts: Changing returned what can't be written as JSON"}
	}
	return Facts(text), nil
}
