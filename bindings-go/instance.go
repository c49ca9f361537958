package paylint

import (
	"context"
	_ "embed"
	"fmt"
	"strings"
	"sync"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
)

// libpaylint for WebAssembly: paylint.h is its interface.
//
//go:embed libpaylint.wasm
var wasm []byte

const statusOK = 0

// kinds maps the statuses of paylint.h that are the caller's fault to errors.
var kinds = map[uint32]error{6: ErrInvalidPolicy, 7: ErrInvalidFacts, 11: ErrInvalidHistory, 12: ErrInvalidQuestion}

// failure is an error with the message of the library, if it says more than the kind.
type failure struct {
	kind error
	text string
}

// failureOf returns the error of a status: ErrInternal unless it's the caller's fault.
func failureOf(status uint32, text string) failure {
	if kind := kinds[status]; kind != nil {
		return failure{kind, text}
	}
	return failure{ErrInternal, text}
}

func (it failure) Unwrap() error { return it.kind }

func (it failure) Error() string {
	if it.text == "" {
		return "paylint: " + it.kind.Error()
	}
	return "paylint: " + it.text
}

// library is the compiled module.
type library struct {
	runtime wazero.Runtime
	module  wazero.CompiledModule
}

// libraries maps cache directories to functions that compile the module once in a process: func() (library, error).
var libraries sync.Map

// load returns the compiled module.
func load(directory string) (library, error) {
	compile := sync.OnceValues(func() (library, error) {
		ctx := context.Background()
		config := wazero.NewRuntimeConfig()
		if directory != "" {
			cache, err := wazero.NewCompilationCacheWithDir(directory)
			if err != nil {
				return library{}, fmt.Errorf("paylint: CacheDirectory can't be used: %w", err)
			}
			config = config.WithCompilationCache(cache)
		}
		runtime := wazero.NewRuntimeWithConfig(ctx, config)
		module, err := runtime.CompileModule(ctx, wasm)
		if err != nil {
			err = fmt.Errorf("paylint: %w: the module can't be compiled: %w", ErrInternal, err)
		}
		return library{runtime, module}, err
	})
	compiled, _ := libraries.LoadOrStore(directory, compile)
	return compiled.(func() (library, error))()
}

// The longest text that is passed, in bytes. A variable for the tests.
var mostInput = 1 << 30

// The most memory that an instance keeps. A large body makes it grow, and it never shrinks.
const mostMemory = 16 << 20

// instance is an instance of the module, with an engine and memory that checks reuse. One goroutine uses it at a time.
type instance struct {
	module    api.Module
	memory    api.Memory
	functions map[string]api.Function
	stack     [16]uint64
	// Whether it has trapped, which leaves it in an unknown state.
	trapped bool
	// Out-parameters: a handle, an error, and a text.
	out, errorOut, errorText uint32
	// Memory for texts that functions read, and its size.
	input, inputSize uint32
	engine           uint32
	report           uint32
	// Standing and changing facts, and the texts that they were read from.
	facts [2]uint32
	read  [2]Facts
}

func newInstance(policies []string, directory string) (*instance, error) {
	library, err := load(directory)
	if err != nil {
		return nil, err
	}
	// Without a name, so that there can be several.
	config := wazero.NewModuleConfig().WithName("").WithStartFunctions()
	made, err := library.runtime.InstantiateModule(context.Background(), library.module, config)
	if err != nil {
		return nil, fmt.Errorf("paylint: %w: the module can't be instantiated: %w", ErrInternal, err)
	}
	it := &instance{
		module:    made,
		memory:    made.Memory(),
		functions: map[string]api.Function{},
	}
	if err := it.prepare(policies); err != nil {
		it.close()
		return nil, err
	}
	return it, nil
}

// prepare makes the handles that all checks use.
func (it *instance) prepare(policies []string) (err error) {
	if it.out, err = it.call("alloc", 20); err != nil {
		return err
	}
	it.errorText, it.errorOut = it.out+8, it.out+16
	if it.engine, err = it.newEngine(policies); err != nil {
		return err
	}
	for i := range it.facts {
		if it.facts[i], err = it.make("facts_new"); err != nil {
			return err
		}
	}
	it.report, err = it.make("report_new")
	return err
}

func (it *instance) close() {
	_ = it.module.Close(context.Background())
}

// isSpent reports whether it has to be replaced.
func (it *instance) isSpent() bool {
	return it.trapped || it.memory.Size() > mostMemory
}

// call calls a function of paylint.h, and returns its result.
func (it *instance) call(name string, arguments ...uint32) (uint32, error) {
	function := it.functions[name]
	if function == nil {
		function = it.module.ExportedFunction("paylint_" + name)
		it.functions[name] = function
	}
	for i, argument := range arguments {
		it.stack[i] = uint64(argument)
	}
	// A panic in the module is a trap, after which the instance can't be used. Its text has no value of the request.
	if err := function.CallWithStack(context.Background(), it.stack[:]); err != nil {
		it.trapped = true
		text, _, _ := strings.Cut(err.Error(), "\n")
		return 0, failure{ErrInternal, ErrInternal.Error() + ": " + text}
	}
	return uint32(it.stack[0]), nil
}

// tell calls a function whose last parameter is for its error, and returns its status: also "none" if there is nothing
// to return.
func (it *instance) tell(name string, arguments ...uint32) (uint32, error) {
	status, err := it.call(name, append(arguments, it.errorOut)...)
	if err != nil || status == statusOK {
		return status, err
	}
	handle := it.word(it.errorOut)
	if handle == 0 {
		return status, nil
	}
	if _, err := it.call("error_text", handle, it.errorText); err != nil {
		return status, err
	}
	text := string(it.text(it.errorText))
	if _, err := it.call("error_free", handle); err != nil {
		return status, err
	}
	return status, failureOf(status, text)
}

// must turns the result of a call that can only succeed or fail into an error.
func (it *instance) must(status uint32, err error) error {
	if err == nil && status != statusOK {
		err = failure{ErrInternal, fmt.Sprintf("%v: status %d", ErrInternal, status)}
	}
	return err
}

// make calls a function that makes a handle, and returns the handle.
func (it *instance) make(function string) (uint32, error) {
	err := it.must(it.call(function, it.out))
	return it.word(it.out), err
}

// word reads four bytes. Each access gets the memory anew, since it may have grown.
func (it *instance) word(address uint32) uint32 {
	word, _ := it.memory.ReadUint32Le(address)
	return word
}

// text returns the text that a function wrote at an address. It's valid until the next call.
func (it *instance) text(address uint32) []byte {
	text, _ := it.memory.Read(it.word(address), it.word(address+4))
	return text
}

// grow makes the memory for texts at least this large. Its content is lost.
func (it *instance) grow(size int) (err error) {
	if size <= int(it.inputSize) {
		return nil
	}
	if size > mostInput {
		return fmt.Errorf("paylint: more than %d bytes can't be passed", mostInput)
	}
	if _, err = it.call("free", it.input, it.inputSize); err != nil {
		return err
	}
	it.inputSize = 0
	size = max(size, 4096)
	if it.input, err = it.call("alloc", uint32(size)); err == nil {
		it.inputSize = uint32(size)
	}
	return err
}

// place writes texts into the module's memory, one after another, and returns their addresses.
func (it *instance) place(texts ...[]byte) ([]uint32, error) {
	total := 1 // so that there is an address even if all are empty
	for _, text := range texts {
		total += len(text)
	}
	if err := it.grow(total); err != nil {
		return nil, err
	}
	address := it.input
	addresses := make([]uint32, len(texts))
	for i, text := range texts {
		it.memory.Write(address, text)
		addresses[i] = address
		address += uint32(len(text))
	}
	return addresses, nil
}
