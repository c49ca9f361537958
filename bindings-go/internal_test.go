package paylint

import (
	"context"
	"errors"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
)

// EngineFor makes an engine that is closed at the test's end.
func EngineFor(t testing.TB, config Config) *Engine {
	t.Helper()
	engine, err := config.New()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { engine.Close() })
	return engine
}

// taken returns an instance that nobody else uses.
func taken(t *testing.T, engine *Engine) *instance {
	t.Helper()
	it, err := engine.pool.take(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	return it
}

// The module runs in simple runtimes: it imports nothing, and uses no SIMD and no reference types.
func TestTheModuleNeedsLittle(t *testing.T) {
	ctx := context.Background()
	features := api.CoreFeaturesV1 | api.CoreFeatureBulkMemoryOperations | api.CoreFeatureNonTrappingFloatToIntConversion |
		api.CoreFeatureSignExtensionOps
	runtime := wazero.NewRuntimeWithConfig(ctx, wazero.NewRuntimeConfigInterpreter().WithCoreFeatures(features))
	defer runtime.Close(ctx)
	compiled, err := runtime.CompileModule(ctx, wasm)
	if err != nil {
		t.Fatal(err)
	}
	if len(compiled.ImportedFunctions()) != 0 || len(compiled.ImportedMemories()) != 0 {
		t.Error("the module has imports")
	}
}

func TestATrapEndsAnInstanceAndNotTheEngine(t *testing.T) {
	ctx := context.Background()
	engine := EngineFor(t, Config{MaxInstances: 1})
	for range 3 {
		it := taken(t, engine)
		it.engine = 0xffff_fff0 // beyond its memory
		engine.pool.put(it)
		accepts, err := engine.Accepts(ctx, Order, []byte(`{"products":[]}`))
		if accepts || !errors.Is(err, ErrInternal) {
			t.Error(accepts, err)
		}
		t.Log(err)
		if _, err := engine.Check(ctx, Order, []byte(`{"products":[]}`)); err != nil {
			t.Error(err)
		}
	}
}

// ending is a context that is done once the pool has looked at it.
type ending struct {
	context.Context
	hasBegun bool
}

func (it *ending) Done() <-chan struct{} {
	if it.hasBegun {
		return it.Context.Done()
	}
	it.hasBegun = true
	return nil
}

func (it *ending) Err() error {
	if it.hasBegun {
		return it.Context.Err()
	}
	return nil
}

func TestAContextEndsAQuestion(t *testing.T) {
	engine := EngineFor(t, Config{MaxInstances: 1})
	done, cancel := context.WithCancel(context.Background())
	cancel()
	body := `{"products":[` + strings.Repeat(`{"titel":1},`, 2_000) + "{}]}"
	if _, err := engine.Fixes(&ending{Context: done}, Order, []byte(body), ""); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	// The instance finishes its work, and can be used again.
	it := taken(t, engine)
	engine.pool.put(it)
}

func TestAQuestionThatPanicsIsAnError(t *testing.T) {
	engine := EngineFor(t, Config{MaxInstances: 1})
	it := taken(t, engine)
	it.memory = nil
	engine.pool.idle = append(engine.pool.idle, it)
	<-engine.pool.taken
	for _, expected := range []error{ErrInternal, nil} {
		if _, err := engine.Route(context.Background(), "GET", "/"); !errors.Is(err, expected) {
			t.Error(err)
		}
	}
}

func TestAnInstanceThatHasGrownIsReplaced(t *testing.T) {
	engine := EngineFor(t, Config{MaxInstances: 1})
	report, err := engine.Check(context.Background(), Order, make([]byte, 2*mostMemory))
	if err != nil || report.Findings[0].Rule != "json.too_large" {
		t.Errorf("%v: %s", err, report.JSON())
	}
	it := taken(t, engine)
	if it.memory.Size() > 1<<20 {
		t.Errorf("%d bytes", it.memory.Size())
	}
	engine.pool.put(it)
}

func TestWhatIsTooLongToPassIsAnError(t *testing.T) {
	ctx := context.Background()
	engine := EngineFor(t, Config{})
	defer func(before int) { mostInput = before }(mostInput)
	mostInput = 10000
	long := strings.Repeat(" ", mostInput+1)
	_, first := engine.Check(ctx, Order, []byte(long))
	_, second := engine.Check(ctx, Order, nil, Facts(long))
	_, third := engine.Fixes(ctx, Order, []byte(long), "")
	_, fourth := engine.OrderFacts(ctx, []byte(`"`+long+`"`))
	_, fifth := engine.Route(ctx, long, long)
	_, sixth := New(long)
	for i, err := range []error{first, second, third, fourth, fifth, sixth} {
		if err == nil || err.Error() != "paylint: more than 10000 bytes can't be passed" {
			t.Error(i, err)
		}
	}
	if accepts, err := engine.Accepts(ctx, Reversal, nil); err != nil || !accepts {
		t.Error(accepts, err)
	}
}

func TestTheModuleIsKeptAsMachineCode(t *testing.T) {
	directory := t.TempDir()
	for range 2 {
		engine, err := Config{CacheDirectory: directory}.New()
		if err != nil {
			t.Fatal(err)
		}
		engine.Close()
		libraries.Delete(directory) // as in another process
	}
	kept, err := filepath.Glob(directory + "/*/*")
	if err != nil || len(kept) != 1 {
		t.Error(kept, err)
	}
	if _, err := (Config{CacheDirectory: kept[0]}).New(); err == nil || !strings.Contains(err.Error(), "CacheDirectory can't be used") {
		t.Error(err)
	}
}

func TestThePoolIsBounded(t *testing.T) {
	ctx := context.Background()
	engine := EngineFor(t, Config{MaxInstances: 2})
	done, cancel := context.WithCancel(ctx)
	cancel()
	if _, err := engine.Check(done, Order, nil); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	first, second := taken(t, engine), taken(t, engine)
	if first == second {
		t.Fatal("one instance is taken twice")
	}
	short, cancel := context.WithTimeout(ctx, time.Millisecond)
	defer cancel()
	if _, err := engine.Accepts(short, Order, nil); !errors.Is(err, context.DeadlineExceeded) {
		t.Error(err)
	}
	var group sync.WaitGroup
	group.Go(func() {
		if _, err := engine.Accepts(ctx, Order, nil); err != nil {
			t.Error(err)
		}
	})
	engine.pool.put(first)
	group.Wait()
	engine.pool.put(second)
}
