package paylint

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"
)

// Verdict says whether the gateway can accept a request.
type Verdict string

// The verdicts.
const (
	Accept Verdict = "accept"
	Reject Verdict = "reject"
)

// Level is the level that a policy gives a rule.
type Level string

// The levels of findings.
const (
	Warn Level = "warn"
	Deny Level = "deny" // the request is rejected
)

// Report is the result of a check. https://github.com/paylint/paylint/blob/main/docs/report.md explains it. It holds no card
// number, code, token, name or address.
type Report struct {
	Verdict Verdict `json:"verdict"`
	// Status is the HTTP status that the gateway would answer with: 200, 400 or 403.
	Status    int       `json:"status"`
	Operation Operation `json:"operation"`
	// Scenario is "" if the operation has none.
	Scenario string `json:"scenario"`
	// Capabilities are the active ones of an order or a payout.
	Capabilities []string `json:"capabilities"`
	// Total is the sum of an order's products as a decimal, "" if it can't be computed.
	Total    string    `json:"total"`
	Findings []Finding `json:"findings"`
	// Truncated reports whether findings were left out because a level had more than the policy keeps.
	Truncated bool `json:"truncated"`
	// Unchecked are the rules that can't be decided.
	Unchecked []Unchecked `json:"unchecked"`
	// Obligations are what you must do besides sending the request.
	Obligations []Obligation `json:"obligations"`
	// ValidUntil is the last instant at which the request is still in time; zero if there is no limit.
	ValidUntil time.Time `json:"valid_until"`

	text []byte
}

// Finding is a violation of a rule at a place.
type Finding struct {
	Rule  string `json:"rule"`
	Level Level  `json:"level"`
	// Basis is stated, inferred, convention, integrity or custom.
	Basis string `json:"basis"`
	// Source is the section of the gateway's documentation, or the standard; "" if there is none.
	Source string `json:"source"`
	// Path is a JSON Pointer, for a missing member to where it should be; "" for the whole body.
	Path string `json:"path"`
	// Message says what is wrong, in one English sentence.
	Message string `json:"message"`
	// Params are the values behind the message. Decimals are strings.
	Params map[string]any `json:"params"`
}

// Unchecked is a rule that can't be decided.
type Unchecked struct {
	Rule  string `json:"rule"`
	Level Level  `json:"level"`
	// Needs are the facts that are missing.
	Needs []string `json:"needs"`
}

// Obligation is something that you must do besides sending the request.
type Obligation struct {
	// Kind is three_ds or capture.
	Kind string `json:"kind"`
	// By is the deadline, zero if there is none or it isn't known.
	By time.Time `json:"by"`
	// Needs are the missing facts that it depends on.
	Needs []string `json:"needs"`
}

// Accepted reports whether the verdict is Accept. It's false for the zero value.
func (report *Report) Accepted() bool { return report != nil && report.Verdict == Accept }

// At returns the findings at a JSON Pointer, such as "/client/zip_code".
func (report *Report) At(path string) []Finding {
	var found []Finding
	for _, finding := range report.Findings {
		if finding.Path == path {
			found = append(found, finding)
		}
	}
	return found
}

// Summary returns the verdict and, a line each, the findings, or the unchecked rules if these alone reject.
func (report *Report) Summary() string {
	var lines []string
	denied := false
	for _, it := range report.Findings {
		lines = append(lines, fmt.Sprintf("%s[%s] %s: %s", it.Level, it.Rule, it.Path, it.Message))
		denied = denied || it.Level == Deny
	}
	if !denied && !report.Accepted() {
		for _, it := range report.Unchecked {
			// A rule about an unknown total needs no fact.
			why := ": the total isn't known"
			if len(it.Needs) > 0 {
				why = " without " + strings.Join(it.Needs, ", ")
			}
			lines = append(lines, fmt.Sprintf("%s[%s] can't be decided%s", it.Level, it.Rule, why))
		}
	}
	verdict := fmt.Sprintf("the %s is %sed", report.Operation, report.Verdict)
	if len(lines) == 0 {
		return verdict
	}
	return verdict + ":\n  " + strings.Join(lines, "\n  ")
}

// JSON returns the canonical JSON, which is the same, byte for byte, in every binding of paylint.
func (report *Report) JSON() []byte { return report.text }

// MarshalJSON returns the canonical JSON.
func (report Report) MarshalJSON() ([]byte, error) {
	if report.text == nil {
		return []byte("null"), nil
	}
	return report.text, nil
}

// UnmarshalJSON reads the result of JSON, even of an earlier program or another language.
func (report *Report) UnmarshalJSON(text []byte) error {
	type plain Report
	read := plain{text: append([]byte(nil), text...)}
	err := json.Unmarshal(text, &read)
	isReport := read.Verdict == Accept || read.Verdict == Reject || string(text) == "null"
	if err != nil || !isReport {
		// The text isn't shown, since it may be anything.
		return errors.New("paylint: not a report")
	}
	*report = Report(read)
	return nil
}
