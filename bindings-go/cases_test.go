package paylint_test

import (
	"bufio"
	"context"
	"encoding/base64"
	"encoding/json"
	"os"
	"strings"
	"testing"

	paylint "github.com/paylint/paylint/bindings-go"
)

// cases returns the fields of each case: tests/examples of the project writes them.
func cases(t *testing.T) [][]string {
	t.Helper()
	name := os.Getenv("PAYLINT_CASES")
	if name == "" {
		t.Skip("PAYLINT_CASES is not set: cargo xtask test go sets it")
	}
	file, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	var all [][]string
	scanner := bufio.NewScanner(file)
	scanner.Buffer(nil, 1<<26)
	for scanner.Scan() {
		all = append(all, strings.Split(scanner.Text(), "\t"))
	}
	if err := scanner.Err(); err != nil {
		t.Fatal(err)
	}
	return all
}

func orEmpty(field string) string {
	if field == "-" {
		return ""
	}
	return field
}

// engines has an engine for each policy.
type engines map[string]*paylint.Engine

func (all engines) of(t *testing.T, policy string) (*paylint.Engine, error) {
	if engine, made := all[policy]; made {
		return engine, nil
	}
	var policies []string
	if policy != "-" {
		policies = append(policies, policy)
	}
	engine, err := paylint.New(policies...)
	if err == nil {
		t.Cleanup(func() { engine.Close() })
		all[policy] = engine
	}
	return engine, err
}

func TestEveryCaseGivesTheSameBytes(t *testing.T) {
	ctx := context.Background()
	all := engines{}
	count, failed, histories := 0, 0, 0
	for _, fields := range cases(t) {
		id, operation, facts := fields[0], paylint.Operation(fields[1]), paylint.Facts(orEmpty(fields[3]))
		body, err := base64.StdEncoding.DecodeString(orEmpty(fields[2]))
		if err != nil {
			t.Fatal(id, err)
		}
		count++
		engine, err := all.of(t, fields[4])
		var report *paylint.Report
		var order json.RawMessage
		if err == nil && operation == "history" {
			order, err = engine.OrderFacts(ctx, body)
			histories++
		} else if err == nil {
			report, err = engine.Check(ctx, operation, body, facts)
		}
		if err != nil {
			if fields[5] != "!" || err.Error() != "paylint: "+fields[6] {
				t.Errorf("%s: %v", id, err)
			}
			failed++
			continue
		}
		if operation == "history" {
			if string(order) != fields[5] {
				t.Errorf("%s: %s", id, order)
			}
			continue
		}
		if string(report.JSON()) != fields[5] {
			t.Errorf("%s: another report: %s", id, report.JSON())
		}
		if accepts, err := engine.Accepts(ctx, operation, body, facts); err != nil || accepts != report.Accepted() {
			t.Errorf("%s: accepts %v, %v", id, accepts, err)
		}
		if again, err := engine.CheckJSON(ctx, operation, body, "", facts); err != nil || string(again) != fields[5] {
			t.Errorf("%s: another report of changing facts: %s, %v", id, again, err)
		}
		if len(fields) < 10 {
			continue
		}
		found, wrong := engine.Fields(ctx, operation, body, facts)
		if wrong != nil || string(found) != fields[7] {
			t.Errorf("%s: other fields: %s, %v", id, found, wrong)
		}
		found, wrong = engine.Fixes(ctx, operation, body, facts)
		if wrong != nil || string(found) != fields[8] {
			t.Errorf("%s: other fixes: %s, %v", id, found, wrong)
		}
		applied, wrong := engine.Apply(ctx, operation, body, facts)
		if wrong != nil || base64.StdEncoding.EncodeToString(applied) != fields[9] {
			t.Errorf("%s: another body: %v", id, wrong)
		}
	}
	t.Logf("%d cases, %d of them errors, %d histories", count, failed, histories)
	if count < 600 || failed == 0 || histories < 20 {
		t.Error("too few")
	}
}
