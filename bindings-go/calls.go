package paylint

import (
	"bytes"
	"errors"
)

// operationNumber returns what paylint.h calls an operation.
func (it *instance) operationNumber(operation Operation) (uint32, error) {
	if number, known := it.operations[operation]; known {
		return number, nil
	}
	name := []byte(operation)
	at, err := it.place(name)
	if err != nil {
		return 0, err
	}
	status, err := it.tell("operation_from_name", at[0], uint32(len(name)), it.out)
	if err != nil {
		return 0, err
	}
	if status != statusOK {
		return 0, failure{kind: ErrUnknownOperation}
	}
	it.operations[operation] = it.word(it.out)
	return it.operations[operation], nil
}

// readFacts reads facts, unless they are those of the call before.
func (it *instance) readFacts(facts []Facts) error {
	if len(facts) > len(it.facts) {
		return errors.New("paylint: there can be two sets of facts: what stands, and what changes")
	}
	for i, handle := range it.facts {
		text := Facts("")
		if i < len(facts) {
			text = facts[i]
		}
		if text == it.read[i] {
			continue
		}
		it.read[i] = ""
		if text == "" {
			if err := it.must(it.call("facts_clear", handle)); err != nil {
				return err
			}
			continue
		}
		at, err := it.place([]byte(text))
		if err != nil {
			return err
		}
		if err := it.must(it.tell("facts_read_json", handle, at[0], uint32(len(text)))); err != nil {
			return err
		}
		it.read[i] = text
	}
	return nil
}

// request places what a check takes, all but its last parameters.
func (it *instance) request(operation Operation, body []byte, facts []Facts) ([]uint32, error) {
	number, err := it.operationNumber(operation)
	if err != nil {
		return nil, err
	}
	if err := it.readFacts(facts); err != nil {
		return nil, err
	}
	at, err := it.place(body)
	if err != nil {
		return nil, err
	}
	return []uint32{it.engine, number, at[0], uint32(len(body)), it.facts[0], it.facts[1]}, nil
}

func (it *instance) check(operation Operation, body []byte, facts []Facts) ([]byte, error) {
	request, err := it.request(operation, body, facts)
	if err != nil {
		return nil, err
	}
	if err := it.must(it.tell("check_into", append(request, it.report)...)); err != nil {
		return nil, err
	}
	if err := it.must(it.call("report_json", it.report, it.out)); err != nil {
		return nil, err
	}
	return bytes.Clone(it.text(it.out)), nil
}

func (it *instance) accepts(operation Operation, body []byte, facts []Facts) (bool, error) {
	request, err := it.request(operation, body, facts)
	if err != nil {
		return false, err
	}
	err = it.must(it.tell("accepts", append(request, it.out)...))
	return err == nil && it.word(it.out) == 1, err
}

// ask asks for fields, fixes, or a body with changes made; more is what the function takes besides a request.
func (it *instance) ask(function string, operation Operation, body []byte, facts Facts, more ...uint32) ([]byte, error) {
	number, err := it.operationNumber(operation)
	if err != nil {
		return nil, err
	}
	at, err := it.place(body, []byte(facts))
	if err != nil {
		return nil, err
	}
	factsAt := at[1]
	if facts == "" {
		factsAt = 0
	}
	request := []uint32{it.engine, number, at[0], uint32(len(body)), factsAt, uint32(len(facts))}
	return it.answer(function, append(request, more...))
}

func (it *instance) history(events []byte) ([]byte, error) {
	at, err := it.place(events)
	if err != nil {
		return nil, err
	}
	return it.answer("history_json", []uint32{it.engine, at[0], uint32(len(events))})
}

// answer calls a function that writes into a buffer of the caller's.
func (it *instance) answer(function string, arguments []uint32) ([]byte, error) {
	if err := it.grow(&it.output, 1); err != nil {
		return nil, err
	}
	for {
		status, err := it.tell(function, append(arguments, it.output.address, it.output.size, it.out)...)
		length := it.word(it.out)
		if status == statusBufferTooSmall && !it.trapped {
			if err := it.grow(&it.output, int(length)); err != nil {
				return nil, err
			}
			continue
		}
		if err := it.must(status, err); err != nil {
			return nil, err
		}
		text, _ := it.memory.Read(it.output.address, length)
		return bytes.Clone(text), nil
	}
}

func (it *instance) route(method, path string) (Operation, error) {
	at, err := it.place([]byte(method), []byte(path))
	if err != nil {
		return "", err
	}
	status, err := it.tell("operation_route", at[0], uint32(len(method)), at[1], uint32(len(path)), it.out)
	if err != nil || status != statusOK {
		return "", err
	}
	if err := it.must(it.call("operation_name", it.word(it.out), it.out)); err != nil {
		return "", err
	}
	return Operation(it.text(it.out)), nil
}

// newEngine compiles policies, each the name of a preset or JSON.
func (it *instance) newEngine(policies []string) (uint32, error) {
	layers := make([][]byte, len(policies))
	for i, policy := range policies {
		layers[i] = []byte(policy)
	}
	at, err := it.place(layers...)
	if err != nil {
		return 0, err
	}
	// Texts as paylint.h has them: the address, and the length.
	texts, err := it.alloc(uint32(8*len(layers) + 1))
	if err != nil {
		return 0, err
	}
	for i, layer := range layers {
		it.memory.WriteUint32Le(texts+uint32(8*i), at[i])
		it.memory.WriteUint32Le(texts+uint32(8*i)+4, uint32(len(layer)))
	}
	err = it.must(it.tell("engine_new_in_layers", texts, uint32(len(layers)), it.out))
	return it.word(it.out), err
}

// policyNotes returns what the engine has to say of its policies.
func (it *instance) policyNotes() ([]string, error) {
	var notes []string
	for {
		status, err := it.call("engine_policy_note", it.engine, uint32(len(notes)), it.out)
		if err != nil || status == statusNone {
			return notes, err
		}
		if err := it.must(status, nil); err != nil {
			return notes, err
		}
		notes = append(notes, string(it.text(it.out)))
	}
}
