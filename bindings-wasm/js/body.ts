// Bodies: their types, and how they get into the module's memory.

import { PaylintError } from './errors.js';
import { HALF_PAIR, isWellFormed, put, putBytes, utf8 } from './instance.js';
import { jsonOf } from './json.js';
import { isPlain, isUnread, kindOf, UNFIT } from './kind.js';
import { TextDecoder } from './stand-ins.js';

/**
 * Returns a body as text or bytes; empty if there is none. May run the caller's code (`toJSON`), so
 * call it before anything is written to a buffer.
 *
 * @throws {PaylintError} If it isn't text or bytes and JSON can't represent it.
 */
export function bodyOf(body: unknown, what = 'body'): string | Uint8Array {
  if (typeof body === 'string') return body;
  if (body === undefined) return '';
  if (ArrayBuffer.isView(body)) return body instanceof Uint8Array ? body : bytesOf(body, what);
  if (typeof body === 'object' && body !== null) return ofObject(body, what);
  if (body !== null && typeof body !== 'number' && typeof body !== 'boolean') throw refused(body, what);
  // These are JSON, too, although no operation accepts them.
  refuseOddNumbers(body, what);
  return JSON.stringify(body);
}

function ofObject(body: object, what: string): string | Uint8Array {
  try {
    const isOrdinary = isPlain(body) || Array.isArray(body);
    if (!isOrdinary && /ArrayBuffer]$/.test(Object.prototype.toString.call(body)))
      return bytesOf(body as ArrayBufferLike, what);
    const { then } = body as PromiseLike<unknown>;
    if (typeof then === 'function' || (!isOrdinary && isUnread(body))) throw refused(body, what);
    const json = JSON.stringify(body) as string | undefined;
    // A null was most often a number that JSON can't represent.
    if (json?.includes('null')) refuseOddNumbers(body, what);
    if (json !== undefined && (isOrdinary || /^(\[|\{(?!\}|"paylint":"))/.test(json))) return json;
  } catch (error) {
    if (error instanceof PaylintError) throw error;
    throw new PaylintError(`the ${what} is ${kindOf(body)} that can't be JSON: ${UNFIT}`);
  }
  throw refused(body, what);
}

/** Refuses numbers that JSON doesn't have, which `JSON.stringify` writes as null. */
function refuseOddNumbers(body: unknown, what: string): void {
  jsonOf(body, (value, path) => {
    if (typeof value !== 'number' || Number.isFinite(value)) return;
    const where = path.length > 0 ? ` at /${path.join('/')}` : '';
    throw new PaylintError(`the ${what} has ${value}${where}, which JSON doesn't have: leave it out, or pass the number`);
  });
}

const INSTEAD = 'await a promise, call text() on a request, or pass Object.fromEntries() of a Map';

function refused(body: unknown, what: string): PaylintError {
  return new PaylintError(`the ${what} is ${kindOf(body)}, not text, bytes, a plain object or an array: ${INSTEAD}`);
}

/** The bytes of a buffer or view, from any realm. */
function bytesOf(body: ArrayBufferLike | ArrayBufferView, what: string): Uint8Array {
  try {
    // Throws if it isn't a buffer or if it is detached.
    const { buffer, byteOffset, byteLength } = ArrayBuffer.isView(body) ? body : new DataView(body);
    return new Uint8Array(buffer, byteOffset, byteLength);
  } catch {
    throw detached(what);
  }
}

function detached(what: string): PaylintError {
  return new PaylintError(
    `the ${what} is detached: its buffer was transferred; check the ${what} before that, or check a copy`,
  );
}

/**
 * Writes a body to the input buffer and returns its length in bytes. Only the length of a body over
 * the limit matters, so such a body isn't copied.
 */
export function putBody(body: string | Uint8Array, limit: number): number {
  refuseDetached(body, 'body');
  return typeof body === 'string' ? put(body, limit) : putBytes(body, limit);
}

/** A body in a question: text or, if it isn't UTF-8, base64. */
export interface AskedBody {
  raw?: string;
  raw_base64?: string;
}

/** The body for a question. Cut after the limit, since its content doesn't matter then. */
export function askedBody(body: string | Uint8Array, limit: number): AskedBody {
  refuseDetached(body, 'body');
  const part = body.length > limit ? body.slice(0, limit + 1) : body;
  if (typeof part !== 'string') return decoded(part);
  if (isWellFormed(part)) return { raw: part };
  // Half a surrogate pair can't be UTF-8.
  const half = part.search(HALF_PAIR);
  return decoded(Uint8Array.of(...utf8(part.slice(0, half)), 0xff));
}

/** The text of a history. */
export function textOf(history: string | Uint8Array): string {
  refuseDetached(history, 'history');
  return typeof history === 'string' ? history : (decoded(history).raw ?? '');
}

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function decoded(bytes: Uint8Array): AskedBody {
  try {
    return { raw: strict.decode(bytes) };
  } catch {
    // It isn't UTF-8, or is in shared memory.
    return { raw_base64: btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')) };
  }
}

/** Checks again, because the caller's code, such as getters of facts, may have detached the buffer. */
function refuseDetached(body: string | Uint8Array, what: string): void {
  if (body.length > 0 || typeof body === 'string') return;
  try {
    // Throws if the array is no longer within its buffer.
    Uint8Array.prototype.values.call(body);
  } catch {
    throw detached(what);
  }
}
