package paylint_test

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	paylint "github.com/paylint/paylint/bindings-go"
)

// gateway answers with the body that it received.
func gateway(t *testing.T) (address string, received func() []string) {
	var bodies []string
	server := httptest.NewServer(http.HandlerFunc(func(answer http.ResponseWriter, request *http.Request) {
		body, _ := io.ReadAll(request.Body)
		bodies = append(bodies, string(body))
		_, _ = answer.Write(body)
	}))
	t.Cleanup(server.Close)
	return server.URL, func() []string { return bodies }
}

func post(t *testing.T, client *http.Client, address string, body io.Reader) (string, error) {
	t.Helper()
	request, err := http.NewRequest(http.MethodPost, address, body)
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Authorization", "Bearer "+secret)
	answer, err := client.Do(request)
	if err != nil {
		return "", err
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	return string(text), err
}

func TestWhatCannotBeAcceptedIsNotSent(t *testing.T) {
	address, received := gateway(t)
	client := &http.Client{Transport: &paylint.Transport{Engine: paylint.EngineFor(t, paylint.Config{}), Facts: shop}}

	if answer, err := post(t, client, address+"/api/v0.6/orders/", strings.NewReader(good)); err != nil || answer != good {
		t.Error(answer, err)
	}
	// A body of unknown length that can be read only once.
	if answer, err := post(t, client, address+"/orders/", io.MultiReader(strings.NewReader(good))); err != nil || answer != good {
		t.Error(answer, err)
	}
	// Another endpoint gets everything unchecked.
	if answer, err := post(t, client, address+"/reports/", strings.NewReader(free)); err != nil || answer != free {
		t.Error(answer, err)
	}

	_, err := post(t, client, address+"/orders/", strings.NewReader(strings.Replace(free, "Cup", secret, 1)))
	var refused *paylint.RefusedError
	if !errors.As(err, &refused) || refused.Report.At("/products/0/price")[0].Rule != "product.price_minimum" {
		t.Error(err)
	}
	said := "the request wasn't sent: the order is rejected:"
	if err == nil || !strings.Contains(err.Error(), said) || strings.Contains(err.Error(), secret) {
		t.Error("nothing is refused, it isn't said, or a value is shown")
	}
	if len(received()) != 3 {
		t.Errorf("%d requests were sent", len(received()))
	}
}

// told records a Transport's callbacks.
type told struct {
	observed  []string
	unchecked []error
	log       strings.Builder
}

func (it *told) by(transport *paylint.Transport) *http.Client {
	transport.Observe = func(_ *http.Request, one paylint.Observation) {
		it.observed = append(it.observed, strings.Replace(one.String(), one.At, "…", 1))
	}
	transport.Unchecked = func(_ *http.Request, why error) { it.unchecked = append(it.unchecked, why) }
	transport.Logger = slog.New(slog.NewTextHandler(&it.log, nil))
	return &http.Client{Transport: transport}
}

func TestEveryRequestIsObservedOrToldUnchecked(t *testing.T) {
	address, received := gateway(t)
	transport := &paylint.Transport{Engine: paylint.EngineFor(t, paylint.Config{}), Facts: shop}
	var told told
	client := told.by(transport)
	_, err := post(t, client, address+"/api/v0.6/orders/", strings.NewReader(free))
	var refused *paylint.RefusedError
	if !errors.As(err, &refused) {
		t.Error(err)
	}
	transport.ReportOnly = true
	misspelt := strings.Replace(good, `"client"`, `"langauge":"lv","client"`, 1)
	for path, body := range map[string]string{"/api/v0.6/orders": misspelt, "/api/v0.6//orders/": good, "/reports/": free} {
		told.observed = told.observed[:1]
		if answer, err := post(t, client, address+path, strings.NewReader(body)); err != nil || answer != body {
			t.Error(answer, err)
		}
		want := map[string]string{
			"/api/v0.6/orders":   `{"operation":"order","at":"…","verdict":"accept","findings":[["field.misspelt","/langauge","warn"],["http.trailing_slash","","warn"]],"status":200}`,
			"/api/v0.6//orders/": `{"operation":"order","at":"…","verdict":"reject","findings":[["http.path","","deny"]],"status":200}`,
			"/reports/":          "",
		}[path]
		if got := strings.Join(told.observed[1:], ""); got != want {
			t.Errorf("%s: %s", path, got)
		}
	}
	if want := `{"operation":"order","at":"…","verdict":"reject","findings":[["product.price_minimum","/products/0/price","deny"]],"status":null}`; told.observed[0] != want {
		t.Error(told.observed[0])
	}
	if len(told.unchecked) != 1 || !errors.Is(told.unchecked[0], paylint.ErrUnknownEndpoint) {
		t.Error(told.unchecked)
	}
	// The program's fault, not the request's.
	transport.Facts = `{"terminals":1}`
	if answer, err := post(t, client, address+"/orders/", strings.NewReader(good)); err != nil || answer != good {
		t.Error(answer, err)
	}
	if len(told.unchecked) != 2 || !errors.Is(told.unchecked[1], paylint.ErrInvalidFacts) || len(received()) != 4 {
		t.Errorf("%v; %d requests were sent", told.unchecked, len(received()))
	}
	log := told.log.String()
	for _, part := range []string{"field.misspelt", "status=none", `status="200 OK"`, "level=INFO", "not checked"} {
		if !strings.Contains(log, part) || strings.Contains(log, secret) {
			t.Errorf("%s: %s", part, log)
		}
	}
}

// broken is a logger that panics.
type broken struct{ slog.Handler }

func (broken) Enabled(context.Context, slog.Level) bool { panic("the disk is full") }

func TestAPanickingCallbackChangesNoOutcome(t *testing.T) {
	address, received := gateway(t)
	var told told
	transport := &paylint.Transport{Engine: paylint.EngineFor(t, paylint.Config{}), Facts: shop, ReportOnly: true}
	client := told.by(transport)
	transport.Observe = func(*http.Request, paylint.Observation) { panic("the disk is full") }
	transport.Unchecked = func(*http.Request, error) { panic("the disk is full") }
	for _, path := range []string{"/api/v0.6/orders/", "/reports/"} {
		if answer, err := post(t, client, address+path, strings.NewReader(good)); err != nil || answer != good {
			t.Error(answer, err)
		}
	}
	if strings.Count(told.log.String(), "level=ERROR") != 2 {
		t.Error(told.log.String())
	}
	transport.Logger = slog.New(broken{})
	transport.Changing = func(*http.Request, paylint.Operation) map[string]any { panic("no database") }
	for _, path := range []string{"/api/v0.6/orders/", "/reports/"} {
		if _, err := post(t, client, address+path, strings.NewReader(good)); err != nil {
			t.Error(err)
		}
	}
	if len(received()) != 4 {
		t.Errorf("%d requests were sent", len(received()))
	}
}

func TestWhatCannotBeCheckedIsNotSent(t *testing.T) {
	address, received := gateway(t)
	engine := paylint.EngineFor(t, paylint.Config{})
	for _, transport := range []*paylint.Transport{{}, {ReportOnly: true}} {
		_, err := post(t, &http.Client{Transport: transport}, address+"/orders/", strings.NewReader(good))
		if err == nil || !strings.Contains(err.Error(), "the Transport has no Engine") {
			t.Error(err)
		}
	}
	var told told
	request, _ := http.NewRequest(http.MethodPost, address+"/orders/", strings.NewReader("\x1f\x8b"))
	request.Header["Content-Encoding"] = []string{"identity", "gzip"}
	_, err := told.by(&paylint.Transport{Engine: engine}).Do(request)
	if !errors.Is(err, paylint.ErrEncodedBody) || len(told.unchecked) != 1 || len(told.observed) != 0 {
		t.Error(err, told)
	}
	// A closed engine, for example.
	engine.Close()
	if _, err := post(t, told.by(&paylint.Transport{Engine: engine}), address+"/", nil); !errors.Is(err, paylint.ErrClosed) {
		t.Error(err)
	}
	if len(received()) != 0 {
		t.Errorf("%d requests were sent", len(received()))
	}
}

func TestARequestWithoutAnswerIsObserved(t *testing.T) {
	var told told
	transport := &paylint.Transport{Engine: paylint.EngineFor(t, paylint.Config{}), Base: nobody{}}
	// Without a key, which Base may add.
	address := "http://gate.example/api/v0.6/orders/"
	if _, err := told.by(transport).Post(address, "application/json", strings.NewReader(good)); err == nil {
		t.Error("nobody answered")
	}
	if want := `{"operation":"order","at":"…","verdict":"accept","findings":[],"status":null}`; len(told.observed) != 1 || told.observed[0] != want {
		t.Error(told.observed)
	}
}

// nobody is a RoundTripper that fails.
type nobody struct{}

func (nobody) RoundTrip(request *http.Request) (*http.Response, error) {
	_, err := io.ReadAll(request.Body)
	return nil, errors.Join(err, errors.New("unreachable"))
}

func TestARequestItselfIsAmongTheFacts(t *testing.T) {
	address, received := gateway(t)
	engine := paylint.EngineFor(t, paylint.Config{})
	history, err := engine.OrderFacts(ctx, []byte(`[{"operation":"order","at":"2026-11-18T09:00:00Z","body":`+good+`}]`))
	if err != nil {
		t.Fatal(err)
	}
	transport := &paylint.Transport{Engine: engine, Facts: shop}
	transport.Changing = func(request *http.Request, operation paylint.Operation) map[string]any {
		if operation != paylint.Refund || request.Method != http.MethodPost {
			t.Error(operation, request.Method)
		}
		return map[string]any{"order": history, "now": "2026-11-20T10:15:00Z"}
	}
	client := &http.Client{Transport: transport}
	_, err = post(t, client, address+"/orders/42/refund/", strings.NewReader(`{"amount":2.51}`))
	var refused *paylint.RefusedError
	if !errors.As(err, &refused) {
		t.Error(err)
	}

	transport.Changing = nil
	request, _ := http.NewRequest(http.MethodPost, address+"/orders/", strings.NewReader(good))
	request.Header.Set("Content-Type", "text/plain")
	request.Header.Set("Authorization", "Basic "+secret)
	_, err = client.Do(request)
	if !errors.As(err, &refused) || refused.Report.Status != 403 || strings.Contains(err.Error(), secret) {
		t.Error(err)
	}
	transport.Changing = func(*http.Request, paylint.Operation) map[string]any {
		return map[string]any{"order": func() {}}
	}
	if _, err := post(t, client, address+"/orders/", strings.NewReader(good)); !errors.Is(err, paylint.ErrInvalidFacts) {
		t.Error(err)
	}
	if len(received()) != 0 {
		t.Errorf("%d requests were sent", len(received()))
	}
}

// failing is a body that can't be read to its end.
type failing struct{ closed bool }

func (it *failing) Read([]byte) (int, error) { return 0, errors.New("the disk is gone") }
func (it *failing) Close() error             { it.closed = true; return nil }

func TestABodyThatCannotBeReadIsClosed(t *testing.T) {
	engine := paylint.EngineFor(t, paylint.Config{})
	for _, reportOnly := range []bool{false, true} {
		body := &failing{}
		transport := &paylint.Transport{Engine: engine, Base: nobody{}, ReportOnly: reportOnly}
		request := &http.Request{Method: http.MethodPost, URL: &url.URL{Path: "/orders/"}, Body: body}
		_, err := transport.RoundTrip(request)
		if err == nil || !strings.Contains(err.Error(), "the disk is gone") || !body.closed {
			t.Error(err, body.closed)
		}
		if request.Body != body {
			t.Error("the request was changed")
		}
	}
}
