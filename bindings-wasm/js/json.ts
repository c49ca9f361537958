// The JSON text of facts and policies, which the caller passes as an object or as JSON text.

import { PaylintError } from './errors.js';
import { isWellFormed } from './instance.js';
import { isPlain, kindOf, UNFIT } from './kind.js';

type Input = 'facts' | 'policy';

/** The error about a member; '' is the whole. */
export function refused(what: Input, problem: string, member = '', layer = 0): PaylintError {
  const code = what === 'facts' ? 'ERR_PAYLINT_FACTS' : 'ERR_PAYLINT_POLICY';
  return new PaylintError(`invalid ${what}: ${member && `${member}: `}${problem}`, code, { member, layer });
}

/** Separates layers, as in a JSON text sequence (RFC 7464). JSON text can't contain it. */
const SEPARATOR = '\u001e';

/**
 * The text of `JSON.stringify`, which runs the caller's getters and `toJSON`. `look` sees each value in it, and what
 * that was before its `toJSON`. A name in a path that could be a card number, because it has digits, is `*`.
 */
export function jsonOf(whole: unknown, look: (value: unknown, path: readonly string[], original: unknown) => void): string | undefined {
  const paths = new Map<unknown, string[]>();
  return JSON.stringify(whole, function (this: Record<string, unknown>, key: string, value: unknown) {
    const above = paths.get(this);
    const step = Array.isArray(this) || /^[a-z_-]{1,64}$/i.test(key) ? key : '*';
    const path = above === undefined ? [] : [...above, step];
    look(value, path, above === undefined ? whole : this[key]);
    paths.set(value, path);
    return value;
  }) as string | undefined;
}

/** A layer of facts or of a policy, as a JSON text sequence. */
export function layerOf(what: Input, input: unknown, layer = 0): string {
  const text = typeof input === 'string' ? input : textOf(what, input, layer);
  // The first member of a copy is the name of its class.
  const [, name] = /^\{"paylint":"(Facts|Engine)"/.exec(text) ?? [];
  if (name !== undefined) {
    const how = `a copied ${name} object (by a spread, a clone, a worker or JSON) is empty`;
    throw refused(what, `${how}: pass the original, or make a new one`, '', layer);
  }
  // A text with a separator would be read as two layers, and isn't JSON anyway.
  return SEPARATOR + text.replaceAll(SEPARATOR, '\0');
}

/** The JSON text of an object. Unlike `JSON.stringify`, it refuses values that JSON can't represent, so that no fact is lost. */
function textOf(what: Input, input: unknown, layer: number): string {
  if (!isPlain(input)) throw refused(what, `expected a plain object, found ${kindOf(input)}`, '', layer);
  const look = (value: unknown, path: readonly string[], original: unknown): void => {
    const problem = problemOf(value, original);
    if (problem !== undefined) throw refused(what, problem, path.join('.'), layer);
  };
  try {
    return jsonOf(input, look) ?? 'null';
  } catch (error) {
    if (error instanceof PaylintError) throw error;
    throw refused(what, `found ${kindOf(input)}: ${UNFIT}`, '', layer);
  }
}

function problemOf(value: unknown, original: unknown): string | undefined {
  if (value === null && original instanceof Date) return 'found an invalid Date';
  if (typeof value === 'string' && !isWellFormed(value))
    return "a string isn't valid Unicode: it contains half a surrogate pair";
  const isJson = value == null || /^(string|boolean)$/.test(typeof value) || Number.isFinite(value);
  if (isJson || Array.isArray(value) || isPlain(value)) return undefined;
  return `expected a JSON value, found ${typeof value === 'number' ? value : kindOf(value)}`;
}
