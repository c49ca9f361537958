// Standard Schema (https://standardschema.dev): a validator that form libraries accept.

import type { Engine } from './engine.js';
import { Facts } from './facts.js';
import type { Body, FactsInit, Finding, Issue, Operation, Schema } from './types.js';

type FactsSource = Facts | FactsInit | (() => Facts | FactsInit | undefined) | undefined;

export function schemaOf<O extends Operation>(
  engine: Engine,
  operation: O,
  facts: FactsSource,
): Schema<O> {
  return {
    '~standard': {
      version: 1,
      vendor: 'paylint',
      validate(value) {
        // A schema validates values, so a string is a JSON string, not JSON text.
        const body = typeof value === 'string' ? JSON.stringify(value) : value;
        const now = typeof facts === 'function' ? facts() : facts;
        const { findings } = engine.check(operation, body as Body<O>, now);
        const issues = findings
          .filter(({ level }) => level === 'deny')
          .map((finding) => issueOf(finding, value));
        return issues.length > 0 ? { issues } : { value: value as never };
      },
    },
  };
}

function issueOf({ rule, message, params, path }: Finding, value: unknown): Issue {
  return { message, path: stepsOf(path, value), rule, params };
}

/** Splits a JSON Pointer into steps; indexes of arrays become numbers. */
function stepsOf(pointer: string, value: unknown): (string | number)[] {
  let inside = value;
  return pointer
    .split('/')
    .slice(1)
    .map((step) => {
      const key = Array.isArray(inside) ? Number(step) : step;
      inside = (inside as Record<string | number, unknown> | null | undefined)?.[key];
      return key;
    });
}
