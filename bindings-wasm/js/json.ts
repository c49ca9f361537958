// The JSON text of facts and policies, which the caller passes as an object or as JSON text.

import { isWellFormed } from './instance.js';
import { described, isPlain } from './kind.js';

/** Makes the error about a member; '' is the whole. */
export type Refuse = (problem: string, member: string) => Error;

/** Separates layers, as in a JSON text sequence (RFC 7464). JSON text can't contain it. */
const SEPARATOR = '\u001e';
/** The deepest nesting; valid facts and policies never reach it. */
const MAX_DEPTH = 8;

/** A layer of facts or of a policy, as a JSON text sequence. Runs the caller's getters and `toJSON`. */
export function layerOf(input: unknown, refuse: Refuse): string {
  let text = input;
  if (typeof text !== 'string') {
    if (!isPlain(input)) throw notAnObject(input, refuse);
    refuseCopy(`{"paylint":"${String(input['paylint'])}"}`, refuse);
    const value = plain(input);
    if (!isPlain(value)) throw notAnObject(value, refuse);
    text = textOf(value, '', 0, refuse);
  }
  refuseCopy(text as string, refuse);
  // A text with a separator would be read as two layers, and isn't JSON anyway.
  return SEPARATOR + (text as string).replaceAll(SEPARATOR, '\0');
}

function notAnObject(value: unknown, refuse: Refuse): Error {
  return refuse(`expected an object, found ${found(value, 'pass a plain object')}`, '');
}

/**
 * Refuses the JSON text of a copy of compiled facts or of an engine. A copy, like their JSON, has only their one
 * enumerable member, the name of the class.
 */
function refuseCopy(text: string, refuse: Refuse): void {
  const [, name] = /^(?:"?\[object |\{"paylint":")(Facts|Engine)(?:]"?|"})$/.exec(text) ?? [];
  if (name === undefined) return;
  throw refuse(
    `a copied ${name} object (by a spread, a clone, a worker or JSON) is empty: ` +
      'pass the original, or make a new one',
    '',
  );
}

/**
 * The JSON text of a value. Unlike `JSON.stringify`, it refuses values that JSON can't represent, so that no fact is
 * lost.
 */
function textOf(part: unknown, member: string, depth: number, refuse: Refuse): string | undefined {
  const value = plain(part);
  if (value === undefined) return undefined;
  if (value === null) {
    if (Object.prototype.toString.call(part) === '[object Date]') throw refuse('found an invalid Date', member);
    return 'null';
  }
  if (typeof value === 'string') {
    if (isWellFormed(value)) return JSON.stringify(value);
    throw refuse("a string isn't valid Unicode: it contains half a surrogate pair", member);
  }
  if (typeof value === 'boolean' || typeof value === 'bigint' || Number.isFinite(value)) return String(value);
  const isArray = Array.isArray(value);
  if (!isArray && !isPlain(value))
    throw refuse(`expected a JSON value, found ${typeof value === 'number' ? value : found(value)}`, member);
  if (depth === MAX_DEPTH) throw refuse('nested too deep', member);
  const parts: string[] = [];
  if (isArray) {
    for (const [index, element] of value.entries())
      parts.push(textOf(element, `${member}.${index}`, depth + 1, refuse) ?? 'null');
    return `[${parts.join()}]`;
  }
  for (const name of Object.keys(value)) {
    // A name with digits could be a card number.
    const path = (member && `${member}.`) + (/^[a-z_-]{1,64}$/i.test(name) ? name : '*');
    const text = textOf(value[name], path, depth + 1, refuse);
    if (text !== undefined) parts.push(`${JSON.stringify(name)}:${text}`);
  }
  return `{${parts.join()}}`;
}

/** Applies `toJSON`, as JSON.stringify does. */
function plain(value: unknown): unknown {
  if (typeof value === 'object' && value !== null && 'toJSON' in value) {
    const { toJSON } = value;
    if (typeof toJSON === 'function') return toJSON.call(value);
  }
  return value;
}

/** Describes an unexpected value: its JSON type, or its class and what to pass instead. */
function found(value: unknown, instead = 'pass a plain object or array'): string {
  if (value === null) return 'null';
  if (Object(value) !== value) return typeof value;
  const kind = described(value, '', instead);
  return kind.startsWith('an array') ? 'array' : kind;
}
