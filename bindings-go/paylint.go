// Package paylint validates card-payment requests before you send them: it tells you whether the gateway can accept a
// request and, if not, everything that is wrong and where.
//
// The engine is the same as in paylint's other bindings, as a WebAssembly module in this package. You need no C
// compiler and no library. It has no clock, reads no files and sends nothing.
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

// In the order of their numbers in paylint.h, which begin at 1.
var operations = []Operation{
	Order, Capture, Refund, Reversal, PayoutA2A, PayoutB2P, PayoutP2P, PayoutOG, PayoutSDWO, Client, Tax, Payment, CardWebhook,
}

// Facts are what you know about a request beyond its body, as a JSON object.
// https://github.com/paylint/paylint/blob/main/docs/facts.md lists them. Empty means none.
type Facts string

// Errors for errors.Is. Their text says what is wrong and where, and never shows a value that you passed.
var (
	ErrInvalidPolicy    = errors.New("invalid policy")
	ErrInvalidFacts     = errors.New("invalid facts")
	ErrInvalidHistory   = errors.New("invalid history")
	ErrInvalidQuestion  = errors.New("invalid question")
	ErrUnknownOperation = errors.New("unknown operation")
	// ErrInternal is a bug in paylint. The engine keeps working.
	ErrInternal = errors.New("internal error")
	ErrClosed   = errors.New("the engine is closed")
)

// Config configures an Engine. The zero value has the default policy.
type Config struct {
	// Policies are layers, each the name of a preset or a JSON object. The last is on top.
	// https://github.com/paylint/paylint/blob/main/docs/policies.md explains them.
	Policies []string
	// MaxInstances limits how many checks run at once; the default is GOMAXPROCS. The module's instances are made when
	// they are first needed, and each takes about half a megabyte.
	MaxInstances int
	// CacheDirectory is where the compiled module is kept for later processes. It is created if necessary. Its content is
	// executed, so nobody else should be able to write to it. If it is empty, nothing is kept.
	CacheDirectory string
}

// Engine is a compiled policy. Make it once; any number of goroutines can use it.
//
// Its methods wait for a free instance until their context is done; a check that has begun isn't interrupted.
type Engine struct {
	pool *pool
}

// New makes an engine from policies, each the name of a preset or a JSON object. The last is on top; without any, the
// engine has the default policy.
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

// Close frees the engine's memory, after running checks have ended. Later ones return ErrClosed.
func (engine *Engine) Close() error {
	engine.pool.close()
	return nil
}

// Check checks a request: body is exactly what will be sent, and empty if there is no body.
//
// Pass at most two sets of facts: standing ones, such as the merchant, and those of this request, which are laid over
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

// CheckJSON checks a request like Check, but returns the report as canonical JSON, which is the same, byte for byte, in
// every binding of paylint.
func (engine *Engine) CheckJSON(ctx context.Context, operation Operation, body []byte, facts ...Facts) ([]byte, error) {
	return use(ctx, engine, func(it *instance) ([]byte, error) { return it.check(operation, body, facts) })
}

// Accepts reports whether the gateway can accept a request, in less time than Check. On an error it's false.
func (engine *Engine) Accepts(ctx context.Context, operation Operation, body []byte, facts ...Facts) (bool, error) {
	return use(ctx, engine, func(it *instance) (bool, error) { return it.accepts(operation, body, facts) })
}
