package paylint_test

import (
	"encoding/base64"
	"os"
	"strings"
	"testing"

	paylint "github.com/paylint/paylint/bindings-go"
)

func orEmpty(field string) string {
	if field == "-" {
		return ""
	}
	return field
}

// run compares the answers about a case with its fields, which tests/examples of the project writes.
func run(t *testing.T, engine *paylint.Engine, fields []string) error {
	id, operation, facts := fields[0], paylint.Operation(fields[1]), paylint.Facts(orEmpty(fields[3]))
	body, err := base64.StdEncoding.DecodeString(orEmpty(fields[2]))
	if err != nil {
		return err
	}
	if fields[4] != "-" {
		if engine, err = paylint.New(fields[4]); err != nil {
			return err
		}
		defer engine.Close()
	}
	if operation == "history" {
		order, err := engine.OrderFacts(ctx, body)
		if err == nil && string(order) != fields[5] {
			t.Errorf("%s: %s", id, order)
		}
		return err
	}
	report, err := engine.Check(ctx, operation, body, facts)
	if err != nil {
		return err
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
		return nil
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
	return nil
}

func TestEveryCaseGivesTheSameBytes(t *testing.T) {
	text, err := os.ReadFile(os.Getenv("PAYLINT_CASES"))
	if err != nil {
		t.Skip("PAYLINT_CASES names no file: cargo xtask test go sets it")
	}
	engine := paylint.EngineFor(t, paylint.Config{})
	count, failed, histories := 0, 0, strings.Count(string(text), "\thistory\t")
	for line := range strings.Lines(string(text)) {
		count++
		fields := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if err := run(t, engine, fields); err != nil {
			failed++
			if fields[5] != "!" || err.Error() != "paylint: "+fields[6] {
				t.Errorf("%s: %v", fields[0], err)
			}
		}
	}
	t.Logf("%d cases, %d of them errors, %d histories", count, failed, histories)
	if count < 600 || failed == 0 || histories < 20 {
		t.Error("too few")
	}
}
