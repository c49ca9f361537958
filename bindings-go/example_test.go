package paylint_test

import (
	"context"
	"errors"
	"fmt"
	"log"
	"net/http"
	"strings"

	paylint "github.com/paylint/paylint/bindings-go"
)

func Example() {
	engine, err := paylint.New("shop-members")
	if err != nil {
		log.Fatal(err)
	}
	shop := paylint.Facts(`{"merchant":{"avs_permission":false}}`)
	report, err := engine.Check(context.Background(), paylint.Order, []byte(`{"products":[{"title":"Cup","price":0}]}`), shop)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(report.Verdict)
	for _, finding := range report.Findings {
		fmt.Println(finding.Rule, finding.Path)
	}
	// Output:
	// reject
	// order.client_required /client
	// product.price_minimum /products/0/price
}

func ExampleTransport() {
	engine, err := paylint.New()
	if err != nil {
		log.Fatal(err)
	}
	client := &http.Client{Transport: &paylint.Transport{
		Engine:  engine,
		Observe: func(_ *http.Request, it paylint.Observation) { fmt.Println(it.Verdict, it.Findings, it.Status) },
	}}
	_, err = client.Post("https://gate.example/api/v0.6/orders/42/refund/", "application/json", strings.NewReader(`{"amount":0}`))
	var refused *paylint.RefusedError
	fmt.Println(errors.As(err, &refused))
	// Output:
	// reject [[refund.amount_minimum /amount deny]] <nil>
	// true
}
