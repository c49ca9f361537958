package paylint_test

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	paylint "github.com/paylint/paylint/bindings-go"
)

// gateway answers with the body that it's sent.
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
	client := &http.Client{Transport: &paylint.Transport{Engine: newEngine(t, paylint.Config{}), Facts: shop}}

	if answer, err := post(t, client, address+"/api/v0.6/orders/", strings.NewReader(good)); err != nil || answer != good {
		t.Error(answer, err)
	}
	// A body that can be read once, and whose length isn't known.
	if answer, err := post(t, client, address+"/orders/", io.MultiReader(strings.NewReader(good))); err != nil || answer != good {
		t.Error(answer, err)
	}
	// Another endpoint, which may be sent what it likes.
	if answer, err := post(t, client, address+"/reports/", strings.NewReader(free)); err != nil || answer != free {
		t.Error(answer, err)
	}

	_, err := post(t, client, address+"/orders/", strings.NewReader(strings.Replace(free, "Cup", secret, 1)))
	var refused *paylint.RefusedError
	if !errors.As(err, &refused) || refused.Report.At("/products/0/price")[0].Rule != "product.price_minimum" {
		t.Error(err)
	}
	if err == nil || strings.Contains(err.Error(), secret) {
		t.Error("nothing is refused, or it shows a value")
	}
	if len(received()) != 3 {
		t.Errorf("%d requests were sent", len(received()))
	}
}

func TestReportOnlySendsAllTheSame(t *testing.T) {
	address, received := gateway(t)
	var reported []error
	transport := &paylint.Transport{
		Engine:     newEngine(t, paylint.Config{}),
		ReportOnly: func(_ *http.Request, err error) { reported = append(reported, err) },
	}
	client := &http.Client{Transport: transport}
	for _, body := range []string{good, free} {
		if answer, err := post(t, client, address+"/orders/", strings.NewReader(body)); err != nil || answer != body {
			t.Error(answer, err)
		}
	}
	// Not a request's fault, but the program's.
	transport.Facts = `{"terminals":1}`
	if answer, err := post(t, client, address+"/orders/", strings.NewReader(good)); err != nil || answer != good {
		t.Error(answer, err)
	}
	var refused *paylint.RefusedError
	if len(reported) != 2 || !errors.As(reported[0], &refused) || !errors.Is(reported[1], paylint.ErrInvalidFacts) {
		t.Error(reported)
	}
	if len(received()) != 3 {
		t.Errorf("%d requests were sent", len(received()))
	}
}

func TestARequestItselfIsAmongTheFacts(t *testing.T) {
	address, received := gateway(t)
	engine := newEngine(t, paylint.Config{})
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
	body := &failing{}
	transport := &paylint.Transport{Engine: newEngine(t, paylint.Config{})}
	request := &http.Request{Method: http.MethodPost, URL: &url.URL{Path: "/orders/"}, Body: body}
	if _, err := transport.RoundTrip(request); err == nil || !body.closed {
		t.Error(err, body.closed)
	}
	if request.Body != body {
		t.Error("the request was changed")
	}
}
