package paylint

import (
	"context"
	"sync"
)

// The pool limits the number of instances, and replaces one that has failed.
type pool struct {
	policies  []string
	directory string
	// Idle instances.
	idle chan *instance
	// A token for each instance that may still be made.
	unmade chan struct{}
	closed chan struct{}
	once   sync.Once
}

func newPool(policies []string, directory string, most int) (*pool, error) {
	// The first is made at once, to find out whether the policies are valid.
	first, err := newInstance(policies, directory)
	if err != nil {
		return nil, err
	}
	it := &pool{
		policies: policies, directory: directory,
		idle:   make(chan *instance, most),
		unmade: make(chan struct{}, most),
		closed: make(chan struct{}),
	}
	it.idle <- first
	for range most - 1 {
		it.unmade <- struct{}{}
	}
	return it, nil
}

// take returns an instance that nobody else uses. The caller must put it back.
func (pool *pool) take(ctx context.Context) (*instance, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	select {
	case <-pool.closed:
		return nil, failure{kind: ErrClosed}
	default:
	}
	// A new one is made only if none is idle.
	select {
	case it := <-pool.idle:
		return it, nil
	default:
	}
	select {
	case it := <-pool.idle:
		return it, nil
	case <-pool.unmade:
		it, err := newInstance(pool.policies, pool.directory)
		if err != nil {
			pool.unmade <- struct{}{}
		}
		return it, err
	case <-pool.closed:
		return nil, failure{kind: ErrClosed}
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

func (pool *pool) put(it *instance) {
	if it.isSpent() {
		it.close()
		pool.unmade <- struct{}{}
		return
	}
	pool.idle <- it
	select {
	case <-pool.closed:
		pool.drain()
	default:
	}
}

func (pool *pool) drain() {
	for {
		select {
		case it := <-pool.idle:
			it.close()
		default:
			return
		}
	}
}

func (pool *pool) close() error {
	pool.once.Do(func() { close(pool.closed) })
	pool.drain()
	return nil
}

// use does work with an instance.
func use[T any](ctx context.Context, engine *Engine, work func(*instance) (T, error)) (T, error) {
	it, err := engine.pool.take(ctx)
	if err != nil {
		var none T
		return none, err
	}
	// Also after a panic.
	defer engine.pool.put(it)
	return work(it)
}
