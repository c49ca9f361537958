// Decides what policies are, and passes them to the module, each layer as JSON text.

import { PolicyError } from './errors.js';
import { isWellFormed, put, raw, takeFailure } from './instance.js';
import { membersOf, plain, refuseCopy, refuseUnlessPlain } from './entries.js';
import type { Policy } from './types.js';

/** Stands before each layer, as in a JSON text sequence (RFC 7464). JSON text can't contain it. */
const SEPARATOR = '\u001e';
/** No policy is deeper. */
const MAX_DEPTH = 8;

/**
 * Compiles a policy, or layers of which each is laid over those before it, and returns the handle of an
 * engine.
 */
export function compile(policy: Policy | string | readonly (Policy | string)[]): number {
  const layers = isArray(policy) ? policy : [policy];
  const text = layers.map((layer, place) => SEPARATOR + textOf(layer, place)).join('');
  const handle = raw.new_engine(put(text));
  if (handle >= 0) return handle;
  const [member, message] = takeFailure();
  throw new PolicyError(message, member, -1 - handle);
}

/** The JSON text of a layer. */
function textOf(layer: unknown, place: number): string {
  const refuse = (problem: string, member: string) =>
    new PolicyError(`invalid policy: ${member && `${member}: `}${problem}`, member, place);

  const checked = (part: unknown, member: string, depth: number): unknown => {
    const value = plain(part);
    if (typeof value === 'string' && !isWellFormed(value))
      throw refuse("a string isn't valid Unicode: it contains half a surrogate pair", member);
    // As JSON.stringify has no text for it. No number in a policy has so many digits.
    if (typeof value === 'bigint') return Number(value);
    if (typeof value === 'function' || typeof value === 'symbol' || typeof value === 'object') {
      if (value === null) return null;
      if (depth === MAX_DEPTH) throw refuse('nested too deep', member);
      if (isArray(value))
        return Array.from(value, (element, index) =>
          checked(element, `${member}.${index}`, depth + 1),
        );
      refuseUnlessPlain(value, member, refuse);
      // Without a prototype, so that no name is special.
      const members = Object.create(null) as Record<string, unknown>;
      for (const name of Object.keys(value)) {
        // A name with digits could be a card number.
        const path = (member && `${member}.`) + (/^[a-z_-]{1,64}$/i.test(name) ? name : '*');
        members[name] = checked((value as Record<string, unknown>)[name], path, depth + 1);
      }
      return members;
    }
    return value;
  };

  let text = layer;
  if (typeof text !== 'string') {
    const { paylint } = membersOf(layer, '', refuse);
    if (paylint !== undefined) refuseCopy(`{"paylint":"${String(paylint)}"}`, refuse);
    // What a toJSON returns may have no text.
    text = JSON.stringify(checked(layer, '', 0)) ?? 'null';
  }
  refuseCopy(text as string, refuse);
  // So that a text isn't taken for two layers: with it, it isn't JSON in any case.
  return (text as string).replaceAll(SEPARATOR, '\0');
}

function isArray(value: unknown): value is readonly unknown[] {
  try {
    return Array.isArray(value);
  } catch {
    // A revoked proxy.
    return false;
  }
}
