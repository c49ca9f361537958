// The values that a click can give a fact that is missing: those that its schema lists, or gives as examples.

import type { FactName, Operation } from 'paylint';
import { SCHEMAS, schemasAt } from './schemas.js';

export function choicesOf(fact: FactName, operation: Operation): unknown[] {
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
export function wordsOf(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.join(', ');
  return typeof value === 'object' ? 'an example' : String(value);
}
