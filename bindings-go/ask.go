package paylint

import (
	"context"
	"encoding/json"
)

// Ask asks a question, a value that is written as a JSON object whose "ask" names it, and reads the answer into a value:
//
//	var brand *struct{ Brand string }
//	err := engine.Ask(ctx, map[string]any{"ask": "brand", "digits": "4"}, &brand)
//
// Everything except checks is a question. https://github.com/paylint/paylint/blob/main/docs/languages.md#questions
// lists them.
//
// Once the context is done, it returns the context's error. The instance finishes its work before it takes more.
func (engine *Engine) Ask(ctx context.Context, question any, answer any) error {
	text, err := json.Marshal(question)
	if err != nil {
		// Its text may show a value.
		return failure{ErrInvalidQuestion, "invalid question: it can't be written as JSON"}
	}
	it, err := engine.pool.take(ctx)
	if err != nil {
		return err
	}
	var found []byte
	ended := make(chan error, 1)
	go func() {
		var err error
		defer func() {
			// A panic in our goroutine would end the process.
			if recover() != nil {
				it.trapped = true
				err = failure{ErrInternal, ErrInternal.Error() + ": the question panicked"}
			}
			engine.pool.put(it)
			ended <- err
		}()
		found, err = it.ask(text)
	}()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case err := <-ended:
		if err != nil {
			return err
		}
		return json.Unmarshal(found, answer)
	}
}

// ask asks a question, and returns the answer as a T.
func ask[T any](ctx context.Context, engine *Engine, question map[string]any) (answer T, err error) {
	err = engine.Ask(ctx, question, &answer)
	return answer, err
}

// about asks a question about a request.
func about[T any](
	ctx context.Context, engine *Engine, name string, operation Operation, body []byte, facts Facts,
) (answer T, err error) {
	question := map[string]any{"ask": name, "operation": operation, "raw_base64": body}
	if facts != "" {
		text, err := document([]byte(facts), ErrInvalidFacts)
		if err != nil {
			return answer, err
		}
		question["facts"] = []json.RawMessage{text}
	}
	return ask[T](ctx, engine, question)
}

// document returns a JSON text as a member of a question.
func document(text []byte, kind error) (json.RawMessage, error) {
	if !json.Valid(text) {
		return nil, failure{kind, kind.Error() + ": not JSON"}
	}
	return text, nil
}

// Fields returns the members that a request may or must have.
// https://github.com/paylint/paylint/blob/main/docs/fields.md explains it.
func (engine *Engine) Fields(ctx context.Context, operation Operation, body []byte, facts Facts) (json.RawMessage, error) {
	return about[json.RawMessage](ctx, engine, "fields", operation, body, facts)
}

// Fixes returns changes that make the findings go away. https://github.com/paylint/paylint/blob/main/docs/fixes.md
// explains it.
func (engine *Engine) Fixes(ctx context.Context, operation Operation, body []byte, facts Facts) (json.RawMessage, error) {
	return about[json.RawMessage](ctx, engine, "fixes", operation, body, facts)
}

// Problem returns problem details (RFC 9457) for a rejected request, else null.
func (engine *Engine) Problem(ctx context.Context, operation Operation, body []byte, facts Facts) (json.RawMessage, error) {
	return about[json.RawMessage](ctx, engine, "problem", operation, body, facts)
}

// Apply returns the body after the safe changes. Bytes that no change touches stay as they are.
func (engine *Engine) Apply(ctx context.Context, operation Operation, body []byte, facts Facts) ([]byte, error) {
	answer, err := about[struct {
		Raw       string `json:"raw"`
		RawBase64 []byte `json:"raw_base64"`
	}](ctx, engine, "apply", operation, body, facts)
	if answer.RawBase64 != nil {
		return answer.RawBase64, err
	}
	return []byte(answer.Raw), err
}

// OrderFacts adds up an order's requests so far, a JSON array, to the facts "order" of the next one.
// https://github.com/paylint/paylint/blob/main/docs/history.md explains it.
func (engine *Engine) OrderFacts(ctx context.Context, events []byte) (json.RawMessage, error) {
	text, err := document(events, ErrInvalidHistory)
	if err != nil {
		return nil, err
	}
	return ask[json.RawMessage](ctx, engine, map[string]any{"ask": "history", "events": text})
}

// Route is the operation that the method and the path of a request lead to.
type Route struct {
	// Operation is also set if they have a mistake but clearly mean it; "" if it's unknown.
	Operation Operation `json:"operation"`
	// Problem is what is wrong with them; "" if they lead to an operation.
	Problem string `json:"problem"`
}

// Route returns the operation of an HTTP method and a path or URL, and what is wrong with them. The card post and the card
// webhook have no fixed path.
func (engine *Engine) Route(ctx context.Context, method, path string) (Route, error) {
	return ask[Route](ctx, engine, map[string]any{"ask": "route", "method": method, "path": path})
}
