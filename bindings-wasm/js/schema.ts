// Standard Schema (https://standardschema.dev): a validator that form libraries accept.

import type { Engine } from './engine.js';
import type { Facts } from './facts.js';
import { denies, reasons } from './report.js';
import type { Reason } from './report.js';
import type {
  AsyncSchema,
  Body,
  FactsInit,
  Finding,
  Issue,
  Operation,
  Report,
  SchemaOptions,
  Validated,
} from './types.js';

type AnyFacts = Facts | FactsInit | string | undefined;

export function schemaOf<O extends Operation>(
  engine: Engine,
  operation: O,
  facts: AnyFacts | (() => AnyFacts | PromiseLike<AnyFacts>),
  options: SchemaOptions,
): AsyncSchema<O> {
  return {
    '~standard': {
      version: 1,
      vendor: 'paylint',
      validate(value) {
        const validate = (known: AnyFacts) => validated(engine, operation, value, known, options);
        if (typeof facts !== 'function') return validate(facts);
        const now = facts();
        return isPromise(now) ? Promise.resolve(now).then(validate) : validate(now);
      },
    },
  };
}

function isPromise(value: AnyFacts | PromiseLike<AnyFacts>): value is PromiseLike<AnyFacts> {
  try {
    // No facts have such a member.
    return typeof (value as { then?: unknown } | undefined)?.then === 'function';
  } catch {
    // The engine says what is wrong with it.
    return false;
  }
}

function validated<O extends Operation>(
  engine: Engine,
  operation: O,
  value: unknown,
  facts: AnyFacts,
  { message, warnings }: SchemaOptions,
): Validated<O> {
  // A schema validates values, so a string is a JSON string, not JSON text.
  const body = typeof value === 'string' ? JSON.stringify(value) : value;
  const report = engine.check(operation, body as Body<O>, facts) as Report;
  warnings?.(report.findings.filter((finding) => !denies(finding)));
  const issues = reasons(report)
    .filter(denies)
    .map((reason) => issueOf(reason, value, message));
  return issues.length > 0 ? { issues } : { value: value as never };
}

function issueOf(reason: Reason, value: unknown, message: SchemaOptions['message']): Issue {
  const { rule, params = {}, path } = reason;
  // An unchecked rule has no params, and so no message but ours.
  const text = reason.params && message?.(reason as Finding);
  return { message: text ?? reason.message, path: stepsOf(path, value), rule, params };
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
