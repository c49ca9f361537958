// Package paylint validates card-payment requests before you send them: it tells you whether the gateway can accept a
// request and, if not, everything that is wrong and where.
//
// The engine is the one of every other binding of paylint, as a WebAssembly module that is part of this package. There is
// no C compiler to have and no library to install. It has no clock, reads no files and sends nothing.
package paylint

import (
	"context"
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
	ErrInvalidQuestion  = errors.New("invalid question")
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
	// CacheDirectory is where the module is kept as machine code, so that later processes needn't compile it. The directory is
	// made if it isn't there; keep it from others, since what lies in it is run. Without any, nothing is kept.
	CacheDirectory string
}

// Engine is a compiled policy. Make it once; any number of goroutines can use it.
//
// Its methods wait for an instance that is free until their context is done; a check that has begun ends.
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
	pool, err := newPool(append([]string(nil), config.Policies...), config.CacheDirectory, instances)
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
