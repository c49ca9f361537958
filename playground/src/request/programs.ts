// The request as a command that sends it, and as programs that check it.

import { pathOf } from './operations.js';
import type { Sheet } from './share.js';

/** What the request can be copied as. */
export const FORMS: Record<string, (sheet: Sheet) => string> = {
  curl,
  fetch: fetchCall,
  PHP: php,
  Java: java,
  Go: go,
  Rust: rust,
};

/** Where the request is sent. The host is to be filled in. */
function addressOf({ operation }: Sheet): string {
  if (operation === 'card_webhook') return 'https://merchant.example/webhook';
  const path = pathOf(operation);
  return path === undefined ? 'PAYMENT_URL' : `https://gateway.example${path}`;
}

/** A command line that sends the request. The host and the token are to be filled in. */
function curl(sheet: Sheet): string {
  const { operation, body } = sheet;
  return [
    `curl --request POST ${quoted(addressOf(sheet))}`,
    ...(operation === 'card_webhook'
      ? [`--header 'X-Webhook-Event: card'`, `--header 'X-Webhook-Version: v1.0'`]
      : [`--header "Authorization: Bearer $TOKEN"`]),
    ...(isBlank(body)
      ? []
      : [`--header 'Content-Type: application/json'`, `--data-binary ${quoted(body)}`]),
  ].join(' \\\n  ');
}

/** Quotes a text for a POSIX shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

function isBlank(text: string): boolean {
  return text.trim() === '';
}

function fetchCall(sheet: Sheet): string {
  const { operation, body, facts, policy } = sheet;
  const literal = (text: string): string => `\`${text.replaceAll(/[`\\]|\$(?=\{)/g, '\\$&')}\``;
  const headers =
    operation === 'card_webhook'
      ? `'X-Webhook-Event': 'card', 'X-Webhook-Version': 'v1.0'`
      : 'Authorization: `Bearer ${process.env.TOKEN}`';
  const type = isBlank(body) ? '' : `, 'Content-Type': 'application/json'`;
  return `import { Engine } from 'paylint';

const engine = new Engine(${isBlank(policy) ? '' : literal(policy)});
const body = ${isBlank(body) ? 'undefined' : literal(body)};
const report = engine.check('${operation}', body, ${isBlank(facts) ? '{}' : literal(facts)});
if (report.verdict === 'reject') {
  throw new Error(report.findings.find(({ level }) => level === 'deny')?.message ?? 'undecided');
}
await fetch('${addressOf(sheet)}', {
  method: 'POST',
  headers: { ${headers}${type} },
  body,
});
`;
}

function php({ operation, body, facts, policy }: Sheet): string {
  // A line of the text that begins like its end would end it.
  const end = (text: string): string => (/^\s*JSON\b/m.test(text) ? 'PAYLINT_JSON' : 'JSON');
  const literal = (text: string): string => `<<<'${end(text)}'\n${text}\n${end(text)}`;
  return `<?php
require 'vendor/autoload.php';

$engine = new Paylint\\Engine(${isBlank(policy) ? '' : literal(policy)});
$body = ${isBlank(body) ? 'null' : literal(body)};
$facts = ${isBlank(facts) ? 'null' : literal(facts)};
$report = $engine->check('${operation}', $body, $facts);
echo $report->verdict->value, "\\n";
foreach ($report->findings() as $finding) {
    echo $finding->path, ': ', $finding->message, "\\n";
}
`;
}

function java({ operation, body, facts, policy }: Sheet): string {
  const literal = (text: string): string =>
    `"""\n${text.replaceAll('\\', '\\\\').replaceAll('"""', '\\"""')}"""`;
  return `import io.github.paylint.Engine;
import io.github.paylint.Facts;
import io.github.paylint.Operation;

class Check {
    public static void main(String[] arguments) {
        var engine = new Engine(${isBlank(policy) ? '' : literal(policy)});
        var body = ${isBlank(body) ? '""' : literal(body)};
        var facts = Facts.ofJson(${isBlank(facts) ? '"{}"' : literal(facts)});
        var report = engine.check(Operation.${operation.toUpperCase()}, body, facts);
        System.out.println(report.isAccepted() ? "accept" : "reject");
        for (var finding : report.findings()) {
            System.out.println(finding.path() + ": " + finding.message());
        }
    }
}
`;
}

function go({ operation, body, facts, policy }: Sheet): string {
  const literal = (text: string): string =>
    text.includes('`') ? JSON.stringify(text) : `\`${text}\``;
  const known = isBlank(facts) ? '' : `, paylint.Facts(${literal(facts)})`;
  return `package main

import (
	"context"
	"fmt"
	"log"

	paylint "github.com/paylint/paylint/bindings-go"
)

func main() {
	engine, err := paylint.New(${isBlank(policy) ? '' : literal(policy)})
	if err != nil {
		log.Fatal(err)
	}
	body := []byte(${literal(isBlank(body) ? '' : body)})
	report, err := engine.Check(context.Background(), "${operation}", body${known})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(report.Verdict)
	for _, finding := range report.Findings {
		fmt.Printf("%s: %s\\n", finding.Path, finding.Message)
	}
}
`;
}

function rust({ operation, body, facts, policy }: Sheet): string {
  const literal = (text: string): string => {
    let marks = '#';
    while (text.includes(`"${marks}`)) marks += '#';
    return `r${marks}"${text}"${marks}`;
  };
  const engine = isBlank(policy)
    ? 'Engine::new(&Policy::default())'
    : `Engine::new(&Policy::from_json(${literal(policy)}.as_bytes())?)`;
  const name = operation.replaceAll(/(?:^|_)([a-z])/g, (_, first: string) => first.toUpperCase());
  return `use paylint::{Engine, FactsBuf, Operation, Policy};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let engine = ${engine};
    let body = ${literal(isBlank(body) ? '' : body)};
    let facts = FactsBuf::from_json(${literal(isBlank(facts) ? '{}' : facts)}.as_bytes())?;
    let report = engine.check(Operation::${name}, body.as_bytes(), &facts.as_facts());
    println!("{}", report.verdict());
    for finding in report.findings() {
        println!("{}: {}", finding.path(), finding.message());
    }
    Ok(())
}
`;
}
