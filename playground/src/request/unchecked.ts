// The rules that can't be decided, and the facts that would decide them.

import type { FactName, Operation, Report } from 'paylint';
import { byId, hint, make, makeButton, refill, ruleLink } from '../dom.js';
import { SCHEMAS, schemasAt } from './schemas.js';

export function showUnchecked(
  { unchecked, operation }: Omit<Report, 'findings'>,
  setFact: (name: FactName, value: unknown) => void,
): void {
  const facts = [...new Set(unchecked.flatMap(({ needs }) => needs))];
  const items = facts.map((fact) => {
    const rules = unchecked.filter(({ needs }) => needs.includes(fact));
    const links = rules.flatMap(({ rule }, index) => [index > 0 && ', ', ruleLink(rule)]);
    const choices = choicesOf(fact, operation).map((value) =>
      makeButton(wordsOf(value), () => setFact(fact, value), {
        class: 'choice-button',
        'aria-label': `Set ${fact} to ${wordsOf(value)}`,
        'data-key': `${fact} ${wordsOf(value)}`,
      }),
    );
    return make(
      'li',
      {},
      make('p', {}, make('code', {}, fact), ' decides ', ...links),
      make('p', { class: 'buttons' }, ...choices),
    );
  });
  if (items.length === 0) return refill(byId('unchecked'));
  const list = make('ul', { class: 'list' }, ...items);
  refill(byId('unchecked'), make('h2', {}, 'Undecided'), hint('Facts are missing. A click adds one.'), list);
}

/** The values that a click can give a fact that is missing: those that its schema lists, or gives as examples. */
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

/** The path that an operation is sent to; none if the address comes with the order or is the merchant's own. */
function pathsOf(operation: Operation): string[] {
  const [, path] = / POST (\S+)$/.exec(SCHEMAS[operation].title ?? '') ?? [];
  return path === undefined ? [] : [`/api/v0.6${path.replace('{order_id}', 'ORDER_ID')}`];
}

/** What a button says of a value. */
function wordsOf(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.join(', ');
  return typeof value === 'object' ? 'an example' : String(value);
}
