// Lists the facts that would decide unchecked rules.

import { html, nothing } from 'lit-html';
import { repeat } from 'lit-html/directives/repeat.js';
import type { FactName, Operation, Report } from 'paylint';
import { fill, hint, ruleLink } from '../dom.js';
import { SCHEMAS, schemasAt } from './schemas.js';

export function showUnchecked(
  { unchecked, operation }: Omit<Report, 'findings'>,
  setFact: (name: FactName, value: unknown) => void,
): void {
  const facts = [...new Set(unchecked.flatMap(({ needs }) => needs))];
  if (facts.length === 0) return fill('unchecked', nothing);
  const rulesOf = (fact: FactName): string[] =>
    unchecked.filter(({ needs }) => needs.includes(fact)).map(({ rule }) => rule);
  const button = (fact: FactName, value: unknown): unknown => {
    const label = `Set ${fact} to ${wordsOf(value)}`;
    const set = (): void => setFact(fact, value);
    return html`<button type="button" class="choice-button" aria-label=${label} @click=${set}>${wordsOf(value)}</button>`;
  };
  const item = (fact: FactName): unknown =>
    html`<li>
      <p><code>${fact}</code> decides ${rulesOf(fact).map((rule, index) => [index > 0 ? ', ' : '', ruleLink(rule)])}</p>
      <p class="buttons">${choicesOf(fact, operation).map((value) => button(fact, value))}</p>
    </li>`;
  fill(
    'unchecked',
    html`<h2>Undecided</h2>
      ${hint('Facts are missing. A click adds one.')}
      <ul class="list">${repeat(facts, (fact) => [fact, ...rulesOf(fact)].join(), item)}</ul>`,
  );
}

/** Values to offer for a missing fact: those that its schema lists, or gives as examples. */
function choicesOf(fact: FactName, operation: Operation): unknown[] {
  if (fact === 'request.path') return pathsOf(operation);
  const schemas = schemasAt(SCHEMAS.facts, fact.split('.'));
  const isOf = (type: string): boolean => schemas.some((schema) => schema.type === type);
  if (schemas.some(({ format }) => format === 'date-time'))
    return [`${new Date().toISOString().slice(0, 19)}Z`];
  if (isOf('boolean')) return [true, false];
  const values = schemas.flatMap((schema) => schema.enum ?? schema.examples ?? []);
  return isOf('array') ? [[], ...values] : values;
}

/** The path of an operation; none if the address comes with the order or is the merchant's own. */
function pathsOf(operation: Operation): string[] {
  const [, path] = / POST (\S+)$/.exec(SCHEMAS[operation].title ?? '') ?? [];
  return path === undefined ? [] : [`/api/v0.6${path.replace('{order_id}', 'ORDER_ID')}`];
}

/** The text of a value's button. */
function wordsOf(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.join(', ');
  return typeof value === 'object' ? 'an example' : String(value);
}
