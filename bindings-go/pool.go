package paylint

import (
	"context"
	"sync"
)

// The pool limits the number of instances, and replaces one that has failed.
type pool struct {
	policies  []string
	directory string
	// A place for each instance that is taken.
	taken chan struct{}
	mutex sync.Mutex
	// Both under the mutex.
	idle     []*instance
	isClosed bool
}

func newPool(policies []string, directory string, most int) (*pool, error) {
	// The first is made at once, to find out whether the policies are valid.
	first, err := newInstance(policies, directory)
	if err != nil {
		return nil, err
	}
	return &pool{policies: policies, directory: directory, taken: make(chan struct{}, most), idle: []*instance{first}}, nil
}

// take returns an instance that nobody else uses. The caller must put it back.
func (pool *pool) take(ctx context.Context) (*instance, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	select {
	case pool.taken <- struct{}{}:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	it, err := pool.pop()
	if it == nil && err == nil {
		it, err = newInstance(pool.policies, pool.directory)
	}
	if err != nil {
		<-pool.taken
	}
	return it, err
}

// pop returns an idle instance, or nil if there is none.
func (pool *pool) pop() (it *instance, err error) {
	pool.mutex.Lock()
	defer pool.mutex.Unlock()
	if pool.isClosed {
		return nil, failure{kind: ErrClosed}
	}
	if last := len(pool.idle) - 1; last >= 0 {
		it, pool.idle = pool.idle[last], pool.idle[:last]
	}
	return it, nil
}

func (pool *pool) put(it *instance) {
	pool.mutex.Lock()
	defer pool.mutex.Unlock()
	if it.isSpent() || pool.isClosed {
		it.close()
	} else {
		pool.idle = append(pool.idle, it)
	}
	<-pool.taken
}

func (pool *pool) close() {
	pool.mutex.Lock()
	defer pool.mutex.Unlock()
	pool.isClosed = true
	for _, it := range pool.idle {
		it.close()
	}
	pool.idle = nil
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
