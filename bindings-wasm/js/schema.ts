// Standard Schema (https://standardschema.dev): a validator that form libraries accept.

import type { Engine } from './engine.js';
import { Facts } from './facts.js';
import { denies, reasons } from './report.js';
import type { Body, FactsInit, Issue, Operation, Report, Schema } from './types.js';

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
        const report = engine.check(operation, body as Body<O>, now) as Report;
        const issues = reasons(report)
          .filter(denies)
          .map((reason) => issueOf(reason, value));
        return issues.length > 0 ? { issues } : { value: value as never };
      },
    },
  };
}

type Reason = ReturnType<typeof reasons>[number];

function issueOf({ rule, message, params = {}, path }: Reason, value: unknown): Issue {
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
