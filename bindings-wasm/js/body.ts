// What a body is, and how it gets into the module's memory.

import { PaylintError } from './errors.js';
import { makeRoom, put, putBytes } from './instance.js';
import { described, isPlain, isUnread } from './kind.js';

/**
 * A body as text or bytes, empty for none. Runs code of the caller's (`toJSON`), so it comes before
 * all that is put anywhere.
 *
 * @throws {PaylintError} It is neither text nor bytes nor what JSON can say.
 */
export function bodyOf(body: unknown): string | Uint8Array {
  if (typeof body === 'string') return body;
  if (body === undefined) return '';
  if (ArrayBuffer.isView(body)) return body instanceof Uint8Array ? body : bytesOf(body);
  if (typeof body === 'object' && body !== null) return ofObject(body);
  // JSON, too, if none that can be accepted.
  if (body === null || typeof body === 'number' || typeof body === 'boolean')
    return JSON.stringify(body);
  throw refused(body);
}

function ofObject(body: object): string | Uint8Array {
  try {
    const isOrdinary = isPlain(body) || Array.isArray(body);
    if (!isOrdinary && /ArrayBuffer]$/.test(Object.prototype.toString.call(body)))
      return bytesOf(body as ArrayBufferLike);
    const { then } = body as PromiseLike<unknown>;
    if (typeof then === 'function' || (!isOrdinary && isUnread(body))) throw refused(body);
    const json = JSON.stringify(body) as string | undefined;
    if (json !== undefined && (isOrdinary || (json !== '{}' && /^[[{]/.test(json)))) return json;
  } catch (error) {
    if (error instanceof PaylintError) throw error;
    // Not what the error says: it names members, and a member's name may be a card number.
    throw refused(
      body,
      NO_REQUEST,
      'it refers to itself, is too large, holds a bigint, or its own code throws an error',
    );
  }
  throw refused(body, NO_REQUEST);
}

const NO_REQUEST = " that JSON.stringify can't turn into a request";

function refused(
  body: unknown,
  problem?: string,
  instead = 'pass text, bytes, a plain object or an array',
): PaylintError {
  return new PaylintError(`the body is ${described(body, problem, instead)}`);
}

/** The bytes of a buffer or a view of any realm. */
function bytesOf(body: ArrayBufferLike | ArrayBufferView): Uint8Array {
  try {
    // What is no buffer, or a detached one, has no view.
    const { buffer, byteOffset, byteLength } = ArrayBuffer.isView(body) ? body : new DataView(body);
    return new Uint8Array(buffer, byteOffset, byteLength);
  } catch {
    throw detached();
  }
}

function detached(): PaylintError {
  return new PaylintError(
    'the body is detached: its buffer was transferred elsewhere; check it before, or a copy of it',
  );
}

/** How many bytes the body that was put last has, where it is over the limit; else 0. */
export let excessive = 0;

/**
 * Puts a body into the input buffer. Returns how many bytes it has. Of one over the limit, whose
 * length alone matters, nothing is put: it has one byte more than the limit then.
 */
export function putBody(body: string | Uint8Array, limit: number): number {
  // What has become of it, now that none of the caller's code runs any more, until it is copied.
  if (body.length === 0 && typeof body !== 'string') {
    try {
      // Fails where an array is no longer within its buffer.
      Uint8Array.prototype.values.call(body);
    } catch {
      throw detached();
    }
  }
  const length = typeof body === 'string' ? put(body, limit) : putBytes(body, limit);
  excessive = length > limit ? length : 0;
  if (excessive === 0) return length;
  makeRoom(limit + 1);
  return limit + 1;
}
