package paylint_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	paylint "github.com/paylint/paylint/bindings-go"
)

const (
	shop = paylint.Facts(`{"merchant":{"avs_permission":false}}`)
	free = `{"client":{"email":"helen@garden.example"},"products":[{"title":"Cup","price":0}]}`
	good = `{"client":{"email":"helen@garden.example"},"products":[{"title":"Cup","price":2.5}]}`
	// Secrets that no output may show.
	secret = "4111111111111111"
)

var ctx = context.Background()

func TestAReportIsTyped(t *testing.T) {
	engine := paylint.EngineFor(t, paylint.Config{})
	report, err := engine.Check(ctx, paylint.Order, []byte(free))
	if err != nil {
		t.Fatal(err)
	}
	if report.Accepted() || report.Status != 400 || report.Operation != paylint.Order || report.Scenario != "one_step" ||
		report.Total != "0" || !report.ValidUntil.IsZero() {
		t.Errorf("%+v", report)
	}
	found := report.At("/products/0/price")
	if len(found) != 1 || found[0].Rule != "product.price_minimum" || found[0].Level != paylint.Deny ||
		found[0].Params["minimum"] != "0.01" {
		t.Errorf("%+v", found)
	}
	if len(report.At("/products")) != 0 || !slices.Equal(report.Unchecked[0].Needs, []string{"merchant.avs_permission"}) {
		t.Errorf("%+v", report)
	}
	if want := "the order is rejected:\n  deny[product.price_minimum] /products/0/price: "; !strings.HasPrefix(report.Summary(), want) {
		t.Error(report.Summary())
	}

	var read paylint.Report
	if err := json.Unmarshal(report.JSON(), &read); err != nil || string(read.JSON()) != string(report.JSON()) {
		t.Errorf("%v: %s", err, read.JSON())
	}
	if (&paylint.Report{}).Accepted() {
		t.Error("no report accepts")
	}
	if kept, err := json.Marshal(*report); err != nil || string(kept) != string(report.JSON()) {
		t.Errorf("%v: a copy is written as %s", err, kept)
	}
	for _, text := range []string{"{}", "[]", `{"verdict":` + secret + `}`, `{"verdict":"` + secret + `"}`} {
		if err := json.Unmarshal([]byte(text), &read); err == nil || strings.Contains(err.Error(), secret) {
			t.Errorf("%s: %v", text, err)
		}
	}

	held := strings.Replace(good, `"client"`, `"skip_capture":true,"client"`, 1)
	report, err = engine.Check(ctx, paylint.Order, []byte(held), shop,
		`{"now":"2026-11-20T10:15:00Z","merchant":{"hold_days":7}}`)
	if err != nil || !report.Accepted() || !report.Obligations[0].By.Equal(time.Date(2026, 11, 27, 10, 15, 0, 0, time.UTC)) {
		t.Errorf("%v: %s", err, report.JSON())
	}
}

func TestChangingFactsAreLaidOverStandingOnes(t *testing.T) {
	engine := paylint.EngineFor(t, paylint.Config{MaxInstances: 1})
	for _, it := range []struct {
		unchecked int
		facts     []paylint.Facts
	}{
		{2, nil},
		{0, []paylint.Facts{shop}},
		{0, []paylint.Facts{"", shop}},
		{2, []paylint.Facts{shop, `{"merchant":{"country":"LV"}}`}},
		{0, []paylint.Facts{shop, "{}"}},
		{2, []paylint.Facts{"{}"}},
		{2, nil}, // the previous call's facts don't stay
	} {
		report, err := engine.Check(ctx, paylint.Order, []byte(good), it.facts...)
		if err != nil || len(report.Unchecked) != it.unchecked {
			t.Errorf("%v: %v, %s", it.facts, err, report.JSON())
		}
	}
	// Invalid facts leave none behind, and the next ones are read.
	if _, err := engine.Check(ctx, paylint.Order, []byte(good), shop, `{"terminals":1}`); !errors.Is(err, paylint.ErrInvalidFacts) {
		t.Error(err)
	}
	if report, err := engine.Check(ctx, paylint.Order, []byte(good), `{"terminals":1}`); !errors.Is(err, paylint.ErrInvalidFacts) {
		t.Error(report, err)
	}
	if report, err := engine.Check(ctx, paylint.Order, []byte(good), shop); err != nil || len(report.Unchecked) != 0 {
		t.Errorf("%v: %s", err, report.JSON())
	}
	if _, err := engine.Check(ctx, paylint.Order, []byte(good), shop, shop, shop); err == nil {
		t.Error("three sets of facts")
	}
}

func TestPoliciesAreLaidOverEachOther(t *testing.T) {
	misspelt := []byte(strings.Replace(good, `"client"`, `"langauge":"lv","client"`, 1))
	deny, warn := `{"levels":{"field.misspelt":"deny"}}`, `{"levels":{"field.misspelt":"warn"}}`
	for _, it := range []struct {
		accepts  bool
		policies []string
	}{
		{true, nil},
		{true, []string{"default"}},
		{false, []string{deny}},
		{false, []string{"shop-members", deny}},
		{true, []string{deny, warn}},
	} {
		engine := paylint.EngineFor(t, paylint.Config{Policies: it.policies})
		if accepts, err := engine.Accepts(ctx, paylint.Order, misspelt, shop); err != nil || accepts != it.accepts {
			t.Errorf("%v: %v, %v", it.policies, accepts, err)
		}
	}
}

func TestErrorsSayWhatIsWrongAndShowNoValue(t *testing.T) {
	engine := paylint.EngineFor(t, paylint.Config{})
	check := func(operation paylint.Operation, facts paylint.Facts) error {
		_, err := engine.Check(ctx, operation, []byte(good), facts)
		return err
	}
	made := func(policies ...string) error { _, err := paylint.New(policies...); return err }
	fields := func(facts paylint.Facts) error {
		_, err := engine.Fields(ctx, paylint.Order, []byte(good), facts)
		return err
	}
	history := func(events string) error { _, err := engine.OrderFacts(ctx, []byte(events)); return err }
	for _, it := range []struct {
		err, kind error
		text      string
	}{
		{made(`{"levels":{"no.rule":"deny"}}`), paylint.ErrInvalidPolicy, `paylint: invalid policy: levels.no.rule: unknown rule "no.rule"`},
		{made("lenient"), paylint.ErrInvalidPolicy, `paylint: invalid policy: unknown preset "lenient" (presets are default, checkout, shop-members, strict)`},
		{made(""), paylint.ErrInvalidPolicy, ""},
		{made(`{"levels":{"avs.*":"` + secret + `"}}`), paylint.ErrInvalidPolicy, ""},
		{check(paylint.Order, `{"request":{"headers":{"Authorization":"`+secret+`","b":5}}}`), paylint.ErrInvalidFacts, ""},
		{check(paylint.Order, `{"card":{"brand":"`+secret+`"},"now":"`+secret+`"}`), paylint.ErrInvalidFacts, ""},
		{check(secret, shop), paylint.ErrUnknownOperation, "paylint: unknown operation"},
		{check("\xff", shop), paylint.ErrUnknownOperation, "paylint: unknown operation"},
		{fields("{"), paylint.ErrInvalidFacts, "paylint: invalid facts: not JSON"},
		{fields("[]"), paylint.ErrInvalidFacts, "paylint: invalid facts: expected an object, found array"},
		{history(`[{"operation":"` + secret + `"}]`), paylint.ErrInvalidHistory, ""},
		{history(""), paylint.ErrInvalidHistory, "paylint: invalid history: not JSON"},
		{engine.Ask(ctx, math.NaN(), nil), paylint.ErrInvalidQuestion, "paylint: invalid question: it can't be written as JSON"},
	} {
		if !errors.Is(it.err, it.kind) || !strings.HasPrefix(it.err.Error(), it.text) {
			t.Errorf("%v isn't %v: %s", it.err, it.kind, it.text)
		}
		if it.err != nil && strings.Contains(fmt.Sprintf("%v %+v %#v", it.err, it.err, it.err), secret) {
			t.Errorf("%v shows a value", it.kind)
		}
	}
	if shown := fmt.Sprintf("%+v %#v", engine, engine); strings.Contains(shown, secret) {
		t.Error("an engine shows a value")
	}
	// After an error, the facts aren't mistaken for the previous ones.
	if err := check(paylint.Order, shop); err != nil {
		t.Error(err)
	}
}

func TestLongBodiesAndRoutes(t *testing.T) {
	engine := paylint.EngineFor(t, paylint.Config{})
	// More than the buffer's first size.
	long := `{"client":{"email":"helen@garden.example"},"products":[{"title":"` + strings.Repeat("ä", 30000) + `","price":"2.50"}]}`
	fixed, err := engine.Apply(ctx, paylint.Order, []byte(long), shop)
	if err != nil || string(fixed) != strings.Replace(long, `"2.50"`, "2.5", 1) {
		t.Errorf("%v: %d bytes", err, len(fixed))
	}
	if none, err := engine.Apply(ctx, paylint.Reversal, []byte("{ }"), ""); err != nil || len(none) != 0 {
		t.Errorf("%v: %s", err, none)
	}
	for path, want := range map[string]paylint.Route{
		"/api/v0.6/orders/42/refund/?a=b": {Operation: paylint.Refund},
		"/api/v0.6/orders/refund/": {
			paylint.Refund, "the order's id is missing; the path of this endpoint is /api/v0.6/orders/{order_id}/refund/",
		},
	} {
		if route, err := engine.Route(ctx, "POST", path); err != nil || route != want {
			t.Errorf("%s: %+v, %v", path, route, err)
		}
	}
	if route, err := engine.Route(ctx, "POST", "/nothing/"); err != nil || route.Operation != "" || route.Problem == "" {
		t.Errorf("%+v, %v", route, err)
	}
}

func TestManyGoroutinesShareAnEngine(t *testing.T) {
	engine := paylint.EngineFor(t, paylint.Config{MaxInstances: 4})
	bodies := make([]string, 8)
	alone := make([]string, len(bodies))
	for i := range bodies {
		bodies[i] = fmt.Sprintf(`{"products":[{"title":"Cup","price":%d}]}`, i)
		json, err := engine.CheckJSON(ctx, paylint.Order, []byte(bodies[i]), shop)
		if err != nil {
			t.Fatal(err)
		}
		alone[i] = string(json)
	}
	var group sync.WaitGroup
	for i := range 64 {
		group.Go(func() {
			for range 100 {
				json, err := engine.CheckJSON(ctx, paylint.Order, []byte(bodies[i%8]), shop)
				if err != nil || string(json) != alone[i%8] {
					t.Errorf("another goroutine's report: %v", err)
				}
				// Facts that fail, each in its own way.
				name := fmt.Sprintf("fact_%d", i)
				_, err = engine.Check(ctx, paylint.Order, nil, paylint.Facts(`{"`+name+`":1}`))
				if err == nil || !strings.Contains(err.Error(), `"`+name+`"`) {
					t.Errorf("another goroutine's error: %v", err)
				}
			}
		})
	}
	group.Wait()
}

func TestAClosedEngineSaysSo(t *testing.T) {
	engine, err := paylint.New()
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if err := engine.Close(); err != nil {
			t.Error(err)
		}
	}
	if accepts, err := engine.Accepts(ctx, paylint.Order, []byte(good)); accepts || !errors.Is(err, paylint.ErrClosed) {
		t.Error(accepts, err)
	}
}

// A million checks, a thousandth of them errors, take no more memory than a thousand.
func TestMemoryIsFlat(t *testing.T) {
	engine := paylint.EngineFor(t, paylint.Config{MaxInstances: 2})
	const rounds = 1_000_000
	var early uint64
	for i := range rounds {
		body := good
		if i%2 == 0 {
			body = free
		}
		if _, err := engine.CheckJSON(ctx, paylint.Order, []byte(body), shop); err != nil {
			t.Fatal(err)
		}
		if i%1000 == 0 {
			if _, err := engine.Check(ctx, paylint.Order, nil, `{"terminals":1}`); err == nil {
				t.Fatal("invalid facts")
			}
		}
		if i == 2000 {
			early = inUse()
		}
	}
	late := inUse()
	if late > early+1<<20 {
		t.Errorf("%d bytes after a thousand checks, %d after %d", early, late, rounds)
	}
	t.Logf("%d bytes, and %d after %d checks", early, late, rounds)
}

// inUse returns the memory in use, including the modules'.
func inUse() uint64 {
	var stats runtime.MemStats
	runtime.GC()
	runtime.GC()
	runtime.ReadMemStats(&stats)
	return stats.HeapInuse
}
