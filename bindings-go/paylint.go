// Package paylint validates card-payment requests before you send them: it tells you whether the gateway can accept a
// request and, if not, everything that is wrong and where.
//
// The engine is the one of every other binding of paylint, as a WebAssembly module that is part of this package. There is
// no C compiler to have and no library to install. It has no clock, reads no files and sends nothing.
package paylint

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"runtime"
)

// Operation is a kind of request.
type Operation string

// The operations. https://github.com/paylint/paylint/blob/main/docs/operations.md says what each does.
const (
	Order       Operation = "order"
	Capture     Operation = "capture"
	Refund      Operation = "refund"
	Reversal    Operation = "reversal"
	PayoutA2A   Operation = "payout_a2a"
	PayoutB2P   Operation = "payout_b2p"
	PayoutP2P   Operation = "payout_p2p"
	PayoutOG    Operation = "payout_og"
	PayoutSDWO  Operation = "payout_sdwo"
	Client      Operation = "client"
	Tax         Operation = "tax"
	Payment     Operation = "payment"
	CardWebhook Operation = "card_webhook"
)

// Facts are what you know and the body can't say, as the text of a JSON object.
// https://github.com/paylint/paylint/blob/main/docs/facts.md lists them. Empty means none.
type Facts string

// Errors, for errors.Is. Their text says what is wrong and where, and never shows a value that you passed.
var (
	ErrInvalidPolicy    = errors.New("invalid policy")
	ErrInvalidFacts     = errors.New("invalid facts")
	ErrInvalidHistory   = errors.New("invalid history")
	ErrUnknownOperation = errors.New("unknown operation")
	// ErrInternal is a bug in paylint. The engine goes on working.
	ErrInternal = errors.New("internal error")
	ErrClosed   = errors.New("the engine is closed")
)

// Config is what an Engine can be made of. The zero value is the default policy.
type Config struct {
	// Policies say how strict to be: each is the name of a preset, or the text of a JSON object. The last is on top.
	// https://github.com/paylint/paylint/blob/main/docs/policies.md explains them.
	Policies []string
	// MaxInstances is how many checks can go on at once; by default GOMAXPROCS. The module's instances are made when they are
	// first needed, and each takes about half a megabyte.
	MaxInstances int
}

// Engine is a compiled policy. Make it once; any number of goroutines can use it.
//
// Its methods wait for an instance that is free until their context is done.
type Engine struct {
	pool *pool
}

// New makes an engine of policies, each the name of a preset or the text of a JSON object. The last is on top; without any
// it's the default policy.
func New(policies ...string) (*Engine, error) {
	return Config{Policies: policies}.New()
}

// New makes an engine.
func (config Config) New() (*Engine, error) {
	instances := config.MaxInstances
	if instances <= 0 {
		instances = runtime.GOMAXPROCS(0)
	}
	pool, err := newPool(append([]string(nil), config.Policies...), instances)
	if err != nil {
		return nil, err
	}
	return &Engine{pool}, nil
}

// Close frees the engine's memory. Checks that go on end first; later ones return ErrClosed.
func (engine *Engine) Close() error {
	return engine.pool.close()
}

// Check checks a request: body is exactly what will be sent, and empty if there is no body.
//
// The facts are at most two texts: what stands, such as the merchant, and what changes with each request, which is laid over
// the first by top-level member. A rejected request isn't an error.
func (engine *Engine) Check(ctx context.Context, operation Operation, body []byte, facts ...Facts) (*Report, error) {
	text, err := engine.CheckJSON(ctx, operation, body, facts...)
	if err != nil {
		return nil, err
	}
	report := new(Report)
	if err := report.UnmarshalJSON(text); err != nil {
		return nil, fmt.Errorf("paylint: %w: the report can't be read", ErrInternal)
	}
	return report, nil
}

// CheckJSON is Check for those who pass the report on: it returns the canonical JSON, which is the same, byte for byte, in
// every binding of paylint.
func (engine *Engine) CheckJSON(ctx context.Context, operation Operation, body []byte, facts ...Facts) ([]byte, error) {
	return use(ctx, engine, func(it *instance) ([]byte, error) { return it.check(operation, body, facts) })
}

// Accepts tells whether the gateway can accept a request. It takes less time than Check. If there is an error, it's false.
func (engine *Engine) Accepts(ctx context.Context, operation Operation, body []byte, facts ...Facts) (bool, error) {
	return use(ctx, engine, func(it *instance) (bool, error) { return it.accepts(operation, body, facts) })
}

// Fields returns which members a request may have, and which it must, as JSON.
// https://github.com/paylint/paylint/blob/main/docs/fields.md explains it.
func (engine *Engine) Fields(ctx context.Context, operation Operation, body []byte, facts Facts) (json.RawMessage, error) {
	return use(ctx, engine, func(it *instance) (json.RawMessage, error) { return it.ask("fields_json", operation, body, facts) })
}

// Fixes returns what to change so that the findings go away, as JSON.
// https://github.com/paylint/paylint/blob/main/docs/fixes.md explains it.
func (engine *Engine) Fixes(ctx context.Context, operation Operation, body []byte, facts Facts) (json.RawMessage, error) {
	return use(ctx, engine, func(it *instance) (json.RawMessage, error) { return it.ask("fixes_json", operation, body, facts) })
}

// Apply returns the body with the changes made that are safe. Bytes that no change touches stay as they are.
func (engine *Engine) Apply(ctx context.Context, operation Operation, body []byte, facts Facts) ([]byte, error) {
	return use(ctx, engine, func(it *instance) ([]byte, error) { return it.ask("apply", operation, body, facts, 0) })
}

// ApplyUnsafe is Apply, and also makes the changes that a person has to confirm.
func (engine *Engine) ApplyUnsafe(ctx context.Context, operation Operation, body []byte, facts Facts) ([]byte, error) {
	return use(ctx, engine, func(it *instance) ([]byte, error) { return it.ask("apply", operation, body, facts, 1) })
}

// OrderFacts adds up what was sent for an order, the text of a JSON array, to the facts "order" of its next request.
// https://github.com/paylint/paylint/blob/main/docs/history.md explains it.
func (engine *Engine) OrderFacts(ctx context.Context, events []byte) (json.RawMessage, error) {
	return use(ctx, engine, func(it *instance) (json.RawMessage, error) { return it.history(events) })
}

// PolicyNotes returns notes for the policies' author, one per line: they use a rule's old name, or name a rule that is
// deprecated. The notes don't change what the policies do.
func (engine *Engine) PolicyNotes(ctx context.Context) ([]string, error) {
	return use(ctx, engine, func(it *instance) ([]string, error) { return it.policyNotes() })
}

// Route returns the operation of an HTTP method and a path, which may have a query; "" if it's none that paylint knows. The
// card post and the card webhook have no fixed path.
func (engine *Engine) Route(ctx context.Context, method, path string) (Operation, error) {
	return use(ctx, engine, func(it *instance) (Operation, error) { return it.route(method, path) })
}
