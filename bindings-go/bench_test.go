package paylint

import (
	"context"
	"os"
	"testing"
)

func BenchmarkCheck(b *testing.B) {
	facts, err := os.ReadFile("../examples/facts.json")
	if err != nil {
		b.Fatal(err)
	}
	engine, err := New()
	if err != nil {
		b.Fatal(err)
	}
	defer engine.Close()
	for _, file := range []string{"order-good", "order"} {
		body, err := os.ReadFile("../examples/" + file + ".json")
		if err != nil {
			b.Fatal(err)
		}
		ctx := context.Background()
		b.Run(file+"/json", func(b *testing.B) {
			for b.Loop() {
				if _, err := engine.CheckJSON(ctx, Order, body, Facts(facts)); err != nil {
					b.Fatal(err)
				}
			}
		})
		b.Run(file+"/report", func(b *testing.B) {
			for b.Loop() {
				if _, err := engine.Check(ctx, Order, body, Facts(facts)); err != nil {
					b.Fatal(err)
				}
			}
		})
		b.Run(file+"/accepts", func(b *testing.B) {
			for b.Loop() {
				if _, err := engine.Accepts(ctx, Order, body, Facts(facts)); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
