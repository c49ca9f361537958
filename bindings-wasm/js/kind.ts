// Classifies values and names their kind in errors, never their content.

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

/** Why an object can't be JSON. The error's own message would name members, and a name may be a card number. */
export const UNFIT = 'it refers to itself, is too large, contains a bigint, or its own code throws an error';

/** `null`, `a Promise`, `an array`, `an object of a class`. */
export function kindOf(value: unknown): string {
  if (value === undefined || value === null) return `${value}`;
  let name: string = typeof value;
  try {
    if (Array.isArray(value)) {
      name = 'array';
    } else if (typeof value === 'object' && !isPlain(value)) {
      // Not the value's own `constructor`, which could be anything.
      const { constructor } = Object.getPrototypeOf(value) as object;
      name = typeof constructor === 'function' ? constructor.name : '';
      if (!/^\w{1,40}$/.test(name) || name === 'Object') name = 'object of a class';
    }
  } catch {
    return "an object that can't be read";
  }
  return `a${/^[aeio]/i.test(name) ? 'n' : ''} ${name}`;
}

/** Whether its content must be read first: a promise, a request, a response, a blob, a stream. */
export function isUnread(value: object): boolean {
  const methods = ['then', 'arrayBuffer', 'getReader', 'pipe'];
  return methods.some((name) => typeof (value as Record<string, unknown>)[name] === 'function');
}
