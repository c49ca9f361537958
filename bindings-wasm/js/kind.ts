// What a value is, for those who take one and for errors. Errors name the kind of a value and what
// to do with it, never what is in it.

/** Whether it is an object as a literal or JSON makes one: of any realm, or without a prototype. */
export function isPlain(value: object): boolean {
  try {
    const prototype = Object.getPrototypeOf(value) as object | null;
    return (
      prototype === Object.prototype ||
      prototype === null ||
      // Another realm's.
      (Object.getPrototypeOf(prototype) === null && Object.hasOwn(prototype, 'isPrototypeOf'))
    );
  } catch {
    // A proxy that was revoked, or whose code throws.
    return false;
  }
}

/** `a Promise: await it first`; `instead` says what to do where the kind does not tell. */
export function described(value: unknown, problem = '', instead = ''): string {
  try {
    const hint = hintOf(value) || instead;
    return kindOf(value) + problem + (hint && `: ${hint}`);
  } catch {
    return "an object that can't be read";
  }
}

/** `a Promise`, `an array`, `an object of a class`. */
export function kindOf(value: unknown): string {
  if (value === undefined || value === null) return `${value}`;
  let name: string = typeof value;
  if (Array.isArray(value)) {
    name = 'array';
  } else if (typeof value === 'object' && !isPlain(value)) {
    // Not the value's own member of that name, which may hold anything.
    const { constructor } = Object.getPrototypeOf(value) as object;
    name = typeof constructor === 'function' ? constructor.name : '';
    if (!/^\w{1,40}$/.test(name) || name === 'Object') name = 'object of a class';
  }
  if (name === 'Facts') return 'compiled Facts';
  return `a${/^[aeio]/i.test(name) ? 'n' : ''} ${name}`;
}

function hintOf(value: unknown): string {
  if (typeof value === 'function') return 'call it first';
  if (typeof value !== 'object' || value === null) return '';
  if (can(value, 'then')) return 'await it first';
  if (can(value, 'text', 'arrayBuffer')) return 'await its text() first';
  if (isUnread(value)) return 'read it to its end first';
  // Map, FormData, URLSearchParams, Headers.
  if (can(value, 'get', 'entries')) return 'pass Object.fromEntries() of it';
  return (value as { paylint?: unknown }).paylint === 'Facts' && !isPlain(value)
    ? 'they are the third argument of a check, by an Engine of the same import'
    : '';
}

/** Whether what it stands for is still to come: a promise, a request, a response, a blob, a stream. */
export function isUnread(value: object): boolean {
  return ['then', 'arrayBuffer', 'getReader', 'pipe'].some((name) => can(value, name));
}

/** Whether it has all of these methods. */
function can(value: object, ...methods: string[]): boolean {
  return methods.every((name) => typeof (value as Record<string, unknown>)[name] === 'function');
}
