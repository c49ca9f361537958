// Standard Schema (https://standardschema.dev): a validator that form libraries accept.

import type { AnyFacts } from './facts.js';
import { denies, reasons } from './report.js';
import type { Reason } from './report.js';
import type {
  AsyncSchema,
  CheckedForm,
  Finding,
  Issue,
  Operation,
  Operations,
  SchemaOptions,
  Unchecked,
  Validated,
} from './types.js';

/** The parts of an engine that a schema or a form needs. */
export interface Checking {
  checkForm(operation: Operation, values: unknown, facts: AnyFacts): CheckedForm;
}

export function schemaOf<S extends Operation | Operations>(
  engine: Checking,
  of: S,
  facts: AnyFacts | (() => AnyFacts | PromiseLike<AnyFacts>),
  options: SchemaOptions,
): AsyncSchema<S> {
  const validate = (value: unknown, known: AnyFacts) => validated(engine, of, value, known, options) as Validated<S>;
  return {
    '~standard': {
      version: 1,
      vendor: 'paylint',
      validate(value) {
        if (typeof facts !== 'function') return validate(value, facts);
        const now = facts();
        return isPromise(now) ? Promise.resolve(now).then((now) => validate(value, now)) : validate(value, now);
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

function validated(
  engine: Checking,
  of: Operation | Operations,
  value: unknown,
  facts: AnyFacts,
  options: SchemaOptions,
): { value: unknown } | { issues: Issue[] } {
  const single = typeof of === 'string';
  const issues: Issue[] = [];
  const bodies: Record<string, unknown> = {};
  for (const [name, operation] of Object.entries(single ? { '': of } : of)) {
    const values = single ? value : (Object(value) as Record<string, unknown>)[name];
    const { body, report } = engine.checkForm(operation, values, facts);
    bodies[name] = body;
    options.warnings?.(report.findings.filter((finding) => !denies(finding)));
    for (const reason of reasons(report)) {
      if (!denies(reason) && options.level !== 'warn') continue;
      const issue = issueOf(reason, values, options);
      issues.push(single ? issue : { ...issue, path: [name, ...issue.path] });
    }
  }
  if (issues.length > 0) return { issues };
  return { value: single ? bodies[''] : { ...(value as object), ...bodies } };
}

function issueOf(reason: Reason, value: unknown, { message, unchecked = '' }: SchemaOptions): Issue {
  const { rule, params, path, level, needs = [] } = reason;
  const text = message?.(params ? (reason as Finding) : ({ rule, level, needs } as Unchecked));
  const otherwise = params ? reason.message : unchecked;
  return { message: text || otherwise, path: stepsOf(path, value), rule, params: params ?? {} };
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
