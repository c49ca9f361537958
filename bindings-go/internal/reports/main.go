// Reports prints the report of each case, or "error", one on each line: go run ./internal/reports cases.tsv
//
// The fields of a case are separated by tabs: id, operation, body in base64 or "-", facts or "-", policy or "-".
package main

import (
	"bufio"
	"context"
	"encoding/base64"
	"fmt"
	"log"
	"os"
	"strings"

	paylint "github.com/paylint/paylint/bindings-go"
)

func main() {
	file, err := os.Open(os.Args[1])
	if err != nil {
		log.Fatal(err)
	}
	standard, err := paylint.New()
	if err != nil {
		log.Fatal(err)
	}
	out := bufio.NewWriter(os.Stdout)
	cases := bufio.NewScanner(file)
	cases.Buffer(nil, 1<<26)
	for cases.Scan() {
		report, err := report(standard, strings.Split(cases.Text(), "\t"))
		if err != nil {
			report = []byte("error")
		}
		fmt.Fprintf(out, "%s\n", report)
	}
	if err := cases.Err(); err != nil {
		log.Fatal(err)
	}
	if err := out.Flush(); err != nil {
		log.Fatal(err)
	}
}

func report(engine *paylint.Engine, fields []string) ([]byte, error) {
	for i := range fields {
		if fields[i] == "-" {
			fields[i] = ""
		}
	}
	body, err := base64.StdEncoding.DecodeString(fields[2])
	if err != nil {
		return nil, err
	}
	if policy := fields[4]; policy != "" {
		engine, err = paylint.New(policy)
		if err != nil {
			return nil, err
		}
		defer engine.Close()
	}
	return engine.CheckJSON(context.Background(), paylint.Operation(fields[1]), body, paylint.Facts(fields[3]))
}
