package paylint

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"strings"
	"time"
)

// Transport is an http.RoundTripper that checks requests to the gateway. It doesn't send one that can't be accepted or
// checked: RoundTrip returns a *RefusedError, or why it can't be checked. A path that nearly leads to an operation,
// such as //orders/, is checked as that operation, so that the rules http.path and http.trailing_slash report it.
// Requests to other endpoints are sent unchecked, and so are card posts, whose endpoint has no fixed path.
//
// Besides the facts that you pass, it knows the time (now) and the request's method, path and headers. It uses the
// headers only if Authorization is among them; otherwise Base adds it later.
type Transport struct {
	Engine *Engine
	// Base sends the requests; http.DefaultTransport if nil.
	Base http.RoundTripper
	// Facts are the standing facts.
	Facts Facts
	// Changing returns the facts of one request by top-level name, for example the history of its order as "order".
	Changing func(*http.Request, Operation) map[string]any
	// ReportOnly sends requests that would be refused all the same.
	ReportOnly bool
	// Observe is called for every checked request, once there is an answer or there can't be one.
	Observe func(*http.Request, Observation)
	// Unchecked is called for every request that wasn't checked, with the reason: ErrUnknownEndpoint, or what went wrong.
	Unchecked func(*http.Request, error)
	// Logger gets a line for every request that is rejected, has warnings or isn't checked. Nothing is logged if it's nil.
	Logger *slog.Logger
}

// Reasons why a request can't be checked, for errors.Is.
var (
	ErrUnknownEndpoint = errors.New("the request leads to no operation")
	ErrEncodedBody     = errors.New("the body has a Content-Encoding, which isn't decoded")
)

// RefusedError says that a request wasn't sent. Its text has all findings, and no value of the request.
type RefusedError struct {
	Report *Report
}

func (refused *RefusedError) Error() string {
	return "paylint: the request wasn't sent: " + refused.Report.Summary()
}

// Observation is a verdict and the gateway's answer, with nothing from the two bodies.
type Observation struct {
	Operation Operation `json:"operation"`
	// At is when it was sent, in RFC 3339.
	At      string  `json:"at"`
	Verdict Verdict `json:"verdict"`
	// Findings are the rule, member and level of each finding.
	Findings [][3]string `json:"findings"`
	// Status is the answer's; nil if the request wasn't sent or failed.
	Status *int `json:"status"`
	// Report has all findings, including warnings.
	Report *Report `json:"-"`
}

// String returns a line of JSON for `paylint calibrate`, without a line break.
func (it Observation) String() string {
	text, _ := json.Marshal(it)
	return string(text)
}

// RoundTrip checks a request and sends it.
func (transport *Transport) RoundTrip(request *http.Request) (*http.Response, error) {
	base := transport.Base
	if base == nil {
		base = http.DefaultTransport
	}
	request, report, err := transport.check(request)
	if err != nil {
		transport.unchecked(request, err)
	} else if !report.Accepted() {
		err = &RefusedError{report}
	}
	mustSend := transport.ReportOnly && transport.Engine != nil
	if err != nil && !mustSend && !errors.Is(err, ErrUnknownEndpoint) {
		if request.Body != nil {
			request.Body.Close()
		}
		transport.observe(request, report, nil)
		return nil, err
	}
	answer, err := base.RoundTrip(request)
	transport.observe(request, report, answer)
	return answer, err
}

func (transport *Transport) observe(request *http.Request, report *Report, answer *http.Response) {
	if report == nil {
		return
	}
	at := time.Now().UTC().Format(time.RFC3339)
	it := Observation{report.Operation, at, report.Verdict, [][3]string{}, nil, report}
	for _, finding := range report.Findings {
		it.Findings = append(it.Findings, [3]string{finding.Rule, finding.Path, string(finding.Level)})
	}
	status := "none"
	if answer != nil {
		it.Status, status = &answer.StatusCode, answer.Status
	}
	if len(it.Findings) > 0 || !report.Accepted() {
		transport.log(request.Context(), slog.LevelWarn, report.Summary(), "status", status)
	}
	if transport.Observe != nil {
		transport.shielded(func() { transport.Observe(request, it) })
	}
}

// shielded calls the host's callback or logger. A panic is logged, if need be with slog's default.
func (transport *Transport) shielded(call func()) {
	defer func() {
		if why := recover(); why != nil {
			defer func() { _ = recover() }()
			logger := transport.Logger
			if logger == nil {
				logger = slog.Default()
			}
			logger.Error("paylint: a callback has panicked", "why", why)
		}
	}()
	call()
}

func (transport *Transport) unchecked(request *http.Request, why error) {
	level := slog.LevelWarn
	if errors.Is(why, ErrUnknownEndpoint) {
		level = slog.LevelInfo
	}
	transport.log(request.Context(), level, "not checked", "why", why)
	if transport.Unchecked != nil {
		transport.shielded(func() { transport.Unchecked(request, why) })
	}
}

func (transport *Transport) log(ctx context.Context, level slog.Level, text string, attributes ...any) {
	if transport.Logger != nil {
		transport.shielded(func() { transport.Logger.Log(ctx, level, "paylint: "+text, attributes...) })
	}
}

// check checks a request, and returns one like it with an unread body.
func (transport *Transport) check(request *http.Request) (*http.Request, *Report, error) {
	if transport.Engine == nil {
		return request, nil, errors.New("paylint: the Transport has no Engine")
	}
	ctx := request.Context()
	path := request.URL.EscapedPath()
	route, err := transport.Engine.Route(ctx, request.Method, path)
	if err != nil {
		return request, nil, err
	}
	if route.Operation == "" {
		return request, nil, failure{ErrUnknownEndpoint, route.Problem}
	}
	encoding := strings.Join(request.Header.Values("Content-Encoding"), ", ")
	if encoding != "" && !strings.EqualFold(encoding, "identity") {
		return request, nil, failure{kind: ErrEncodedBody}
	}
	var body []byte
	if request.Body != nil && request.Body != http.NoBody {
		body, err = io.ReadAll(request.Body)
		request.Body.Close()
		// A RoundTripper mustn't change the request.
		request = request.Clone(ctx)
		request.Body = io.NopCloser(bytes.NewReader(body))
		if err != nil {
			request.Body = io.NopCloser(io.MultiReader(bytes.NewReader(body), failing{err}))
			return request, nil, fmt.Errorf("paylint: the body can't be read: %w", err)
		}
	}
	changing, err := transport.changing(request, route.Operation, path)
	if err != nil {
		return request, nil, err
	}
	report, err := transport.Engine.Check(ctx, route.Operation, body, transport.Facts, changing)
	return request, report, err
}

// failing is a reader that repeats another's error.
type failing struct{ err error }

func (it failing) Read([]byte) (int, error) { return 0, it.err }

func (transport *Transport) changing(request *http.Request, operation Operation, path string) (found Facts, err error) {
	defer func() {
		if recover() != nil {
			// The panic's value may show a secret.
			err = failure{ErrInvalidFacts, "invalid facts: Changing has panicked"}
		}
	}()
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
