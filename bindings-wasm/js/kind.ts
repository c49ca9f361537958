// Classifies values and describes them in errors: their kind and what to do with them, never their
// content.

/** Whether a value is a plain object, as from a literal or JSON, in any realm; or has no prototype. */
export function isPlain(value: unknown): value is { [name: string]: unknown } {
  try {
    const prototype = Object.getPrototypeOf(value) as object | null;
    return (
      prototype === Object.prototype ||
      prototype === null ||
      // The Object.prototype of another realm.
      (Object.getPrototypeOf(prototype) === null && Object.hasOwn(prototype, 'isPrototypeOf'))
    );
  } catch {
    // A revoked proxy, or one whose code throws.
    return false;
  }
}

/** `a Promise: await it first`; `instead` is the hint if there is none for this kind. */
export function described(value: unknown, problem = '', instead = ''): string {
  try {
    const hint = hintOf(value) || instead;
    return kindOf(value) + problem + (hint && `: ${hint}`);
  } catch {
    return "an object that can't be read";
  }
}

/** Why an object can't be JSON. The error's own message would name members, and a name may be a card number. */
export const UNFIT = 'it refers to itself, is too large, contains a bigint, or its own code throws an error';

/** The kind of compiled Facts, of this or another copy of the package. */
export const COMPILED = 'compiled Facts';

/** `a Promise`, `an array`, `an object of a class`. */
export function kindOf(value: unknown): string {
  if (value === undefined || value === null) return `${value}`;
  let name: string = typeof value;
  if (Array.isArray(value)) {
    name = 'array';
  } else if (typeof value === 'object' && !isPlain(value)) {
    // Not the value's own `constructor`, which could be anything.
    const { constructor } = Object.getPrototypeOf(value) as object;
    name = typeof constructor === 'function' ? constructor.name : '';
    if (!/^\w{1,40}$/.test(name) || name === 'Object') name = 'object of a class';
  }
  if (name === 'Facts') return COMPILED;
  return `a${/^[aeio]/i.test(name) ? 'n' : ''} ${name}`;
}

function hintOf(value: unknown): string {
  if (typeof value === 'function') return 'call it first';
  if (typeof value !== 'object' || value === null) return '';
  if (can(value, 'then')) return 'await it first';
  if (can(value, 'text', 'arrayBuffer')) return 'await its text() first';
  if (isUnread(value)) return 'read it to the end first';
  // Map, FormData, URLSearchParams, Headers.
  if (can(value, 'get', 'entries')) return 'convert it with Object.fromEntries() first';
  return (value as { paylint?: unknown }).paylint === 'Facts' && !isPlain(value)
    ? 'pass them as the third argument of a check, to an Engine from the same import'
    : '';
}

/** Whether its content must be read first: a promise, a request, a response, a blob, a stream. */
export function isUnread(value: object): boolean {
  return ['then', 'arrayBuffer', 'getReader', 'pipe'].some((name) => can(value, name));
}

/** Whether an object has all of these methods. */
function can(value: object, ...methods: string[]): boolean {
  return methods.every((name) => typeof (value as Record<string, unknown>)[name] === 'function');
}
