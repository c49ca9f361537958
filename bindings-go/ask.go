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
// Whatever isn't a check is one; the methods of this file ask them for you.
// https://github.com/paylint/paylint/blob/main/docs/languages.md#questions lists them.
func (engine *Engine) Ask(ctx context.Context, question any, answer any) error {
	_, err := use(ctx, engine, func(it *instance) (struct{}, error) { return struct{}{}, it.ask(question, answer) })
	return err
}

// ask asks a question whose answer is of a type.
func ask[T any](ctx context.Context, engine *Engine, question map[string]any) (answer T, err error) {
	err = engine.Ask(ctx, question, &answer)
	return answer, err
}

// request is a question about a request.
func request(name string, operation Operation, body []byte, facts Facts) map[string]any {
	question := map[string]any{"ask": name, "operation": operation, "raw_base64": body}
	if len(body) == 0 {
		delete(question, "raw_base64")
	}
	if facts != "" {
		question["facts"] = raw([]byte(facts))
	}
	return question
}

// raw is a JSON text as it is. Other text is passed as a string, which the engine refuses with words of its own.
func raw(text []byte) any {
	if json.Valid(text) {
		return json.RawMessage(text)
	}
	return string(text)
}

// Fields returns which members a request may have, and which it must.
// https://github.com/paylint/paylint/blob/main/docs/fields.md explains it.
func (engine *Engine) Fields(ctx context.Context, operation Operation, body []byte, facts Facts) (json.RawMessage, error) {
	return ask[json.RawMessage](ctx, engine, request("fields", operation, body, facts))
}

// Fixes returns what to change so that the findings go away.
// https://github.com/paylint/paylint/blob/main/docs/fixes.md explains it.
func (engine *Engine) Fixes(ctx context.Context, operation Operation, body []byte, facts Facts) (json.RawMessage, error) {
	return ask[json.RawMessage](ctx, engine, request("fixes", operation, body, facts))
}

// Problem returns problem details (RFC 9457) of a request that is rejected, else null.
func (engine *Engine) Problem(ctx context.Context, operation Operation, body []byte, facts Facts) (json.RawMessage, error) {
	return ask[json.RawMessage](ctx, engine, request("problem", operation, body, facts))
}

// Apply returns the body with the changes made that are safe. Bytes that no change touches stay as they are.
func (engine *Engine) Apply(ctx context.Context, operation Operation, body []byte, facts Facts) ([]byte, error) {
	return engine.apply(ctx, request("apply", operation, body, facts))
}

// ApplyUnsafe is Apply, and also makes the changes that a person has to confirm.
func (engine *Engine) ApplyUnsafe(ctx context.Context, operation Operation, body []byte, facts Facts) ([]byte, error) {
	question := request("apply", operation, body, facts)
	question["unsafe"] = true
	return engine.apply(ctx, question)
}

func (engine *Engine) apply(ctx context.Context, question map[string]any) ([]byte, error) {
	answer, err := ask[struct {
		Raw       string `json:"raw"`
		RawBase64 []byte `json:"raw_base64"`
	}](ctx, engine, question)
	if answer.RawBase64 != nil {
		return answer.RawBase64, err
	}
	return []byte(answer.Raw), err
}

// OrderFacts adds up what was sent for an order, the text of a JSON array, to the facts "order" of its next request.
// https://github.com/paylint/paylint/blob/main/docs/history.md explains it.
func (engine *Engine) OrderFacts(ctx context.Context, events []byte) (json.RawMessage, error) {
	return ask[json.RawMessage](ctx, engine, map[string]any{"ask": "history", "events": raw(events)})
}

// PolicyNotes returns notes for the policies' author, one per line: they use a rule's old name, or name a rule that is
// deprecated. The notes don't change what the policies do.
func (engine *Engine) PolicyNotes(ctx context.Context) ([]string, error) {
	return ask[[]string](ctx, engine, map[string]any{"ask": "notes"})
}

// Fingerprints are what to keep beside reports: they change when rules or policy decide or say something else.
type Fingerprints struct {
	Rules  string `json:"rules"`
	Policy string `json:"policy"`
	Label  string `json:"label"`
}

// Fingerprints returns those of the rules and the policy, and the policy's label.
func (engine *Engine) Fingerprints(ctx context.Context) (Fingerprints, error) {
	return ask[Fingerprints](ctx, engine, map[string]any{"ask": "fingerprints"})
}

// Route is where the method and the path of a request lead.
type Route struct {
	// Operation is also set where they lead to one but for a mistake; "" if it's none that paylint knows.
	Operation Operation `json:"operation"`
	// Problem is what is wrong with them; "" if they lead to an operation.
	Problem string `json:"problem"`
}

// Route returns the operation of an HTTP method and a path or URL, and what is wrong with them. The card post and the card
// webhook have no fixed path.
func (engine *Engine) Route(ctx context.Context, method, path string) (Route, error) {
	return ask[Route](ctx, engine, map[string]any{"ask": "route", "method": method, "path": path})
}

// Catalogue returns all rules, with the levels of the policy.
func (engine *Engine) Catalogue(ctx context.Context) (json.RawMessage, error) {
	return ask[json.RawMessage](ctx, engine, map[string]any{"ask": "catalogue"})
}

// Rule returns what is known of a rule.
func (engine *Engine) Rule(ctx context.Context, name string) (json.RawMessage, error) {
	return ask[json.RawMessage](ctx, engine, map[string]any{"ask": "rule", "rule": name})
}

// Matrix returns which features go together.
func (engine *Engine) Matrix(ctx context.Context, features ...string) (json.RawMessage, error) {
	return ask[json.RawMessage](ctx, engine, map[string]any{"ask": "matrix", "features": features})
}

// Members returns the members of an operation's body; of all for "".
func (engine *Engine) Members(ctx context.Context, operation Operation) (json.RawMessage, error) {
	question := map[string]any{"ask": "members"}
	if operation != "" {
		question["operation"] = operation
	}
	return ask[json.RawMessage](ctx, engine, question)
}

// Schema returns the JSON Schema of an operation's body, of "facts" or of "policy".
func (engine *Engine) Schema(ctx context.Context, name string) (json.RawMessage, error) {
	return ask[json.RawMessage](ctx, engine, map[string]any{"ask": "schema", "schema": name})
}

// Presets returns the policies that have names.
func (engine *Engine) Presets(ctx context.Context) (map[string]json.RawMessage, error) {
	return ask[map[string]json.RawMessage](ctx, engine, map[string]any{"ask": "presets"})
}

// Brand is a card network.
type Brand struct {
	Brand      string `json:"brand"`
	Lengths    []int  `json:"lengths"`
	CodeLength int    `json:"code_length"`
}

// Brand returns the network whose card numbers begin with these digits; nil if that isn't one.
func (engine *Engine) Brand(ctx context.Context, digits string) (*Brand, error) {
	return ask[*Brand](ctx, engine, map[string]any{"ask": "brand", "digits": digits})
}

// Names returns the names that questions, policies and facts use.
func (engine *Engine) Names(ctx context.Context) (map[string][]string, error) {
	return ask[map[string][]string](ctx, engine, map[string]any{"ask": "names"})
}
