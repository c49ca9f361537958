package paylint

import (
	"bytes"
	"encoding/json"
	"errors"
	"slices"
)

// readFacts reads facts, unless they are the previous call's.
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

// request places a check's arguments, except for the last ones.
func (it *instance) request(operation Operation, body []byte, facts []Facts) ([]uint32, error) {
	number := slices.Index(operations, operation) + 1
	if number == 0 {
		return nil, failure{kind: ErrUnknownOperation}
	}
	if err := it.readFacts(facts); err != nil {
		return nil, err
	}
	at, err := it.place(body)
	if err != nil {
		return nil, err
	}
	return []uint32{it.engine, uint32(number), at[0], uint32(len(body)), it.facts[0], it.facts[1]}, nil
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

// ask asks a question of paylint.h.
func (it *instance) ask(question []byte) ([]byte, error) {
	at, err := it.place(question)
	if err != nil {
		return nil, err
	}
	status, err := it.call("ask", it.engine, at[0], uint32(len(question)), it.out)
	if err != nil {
		return nil, err
	}
	handle := it.word(it.out)
	if handle == 0 {
		return nil, it.must(status, nil)
	}
	if err := it.must(it.call("answer_text", handle, it.out)); err != nil {
		return nil, err
	}
	found := bytes.Clone(it.text(it.out))
	if _, err := it.call("answer_free", handle); err != nil || status == statusOK {
		return found, err
	}
	var failed struct {
		Error string `json:"error"`
	}
	if err := json.Unmarshal(found, &failed); err != nil {
		return nil, err
	}
	return nil, failureOf(status, failed.Error)
}

// newEngine compiles policies in layers, each the name of a preset or JSON.
func (it *instance) newEngine(policies []string) (uint32, error) {
	layers := make([][]byte, len(policies))
	for i, policy := range policies {
		layers[i] = []byte(policy)
	}
	at, err := it.place(layers...)
	if err != nil {
		return 0, err
	}
	// Structs paylint_text: the address, and the length.
	texts, err := it.call("alloc", uint32(8*len(layers)+1))
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
