// Standard Schema (https://standardschema.dev): a validator that form libraries accept.

import type { Facts } from './facts.js';
import { isPlain } from './kind.js';
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

/** What a schema needs of an engine. */
interface Engine {
  check(operation: Operation, body: Body, facts: AnyFacts): Report;
}

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
  options: SchemaOptions,
): Validated<O> {
  const report = engine.check(operation, bodyOf(value) as Body<O>, facts) as Report;
  options.warnings?.(report.findings.filter((finding) => !denies(finding)));
  const issues = reasons(report)
    .filter((reason) => denies(reason) || options.level === 'warn')
    .map((reason) => issueOf(reason, value, options));
  return issues.length > 0 ? { issues } : { value: value as never };
}

/**
 * The body that a value is. A string is a JSON string, not JSON text. NaN counts as absent, because form libraries make it of
 * an empty input for a number.
 */
function bodyOf(value: unknown): unknown {
  if (typeof value !== 'object' || value === null)
    return typeof value === 'string' ? JSON.stringify(value) : value;
  if (!Array.isArray(value) && !isPlain(value)) return value;
  try {
    const text = JSON.stringify(value, (_, part: unknown) => (Number.isNaN(part) ? undefined : part));
    return text === JSON.stringify(value) ? value : text;
  } catch {
    // The engine says what is wrong with it.
    return value;
  }
}

function issueOf(reason: Reason, value: unknown, { message, unchecked = '' }: SchemaOptions): Issue {
  const { rule, params, path, level, needs = [] } = reason;
  const text = message?.(params ? (reason as Finding) : { rule, level, needs });
  const otherwise = params ? reason.message : unchecked;
  return { message: text ?? otherwise, path: stepsOf(path, value), rule, params: params ?? {} };
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
