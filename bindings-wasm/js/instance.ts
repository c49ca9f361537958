// The WebAssembly instance: starts it, and moves texts into and out of its memory.

import { PaylintError } from './errors.js';
import type { ErrorCode } from './errors.js';
import { fingerprint } from './generated/form.js';
import { kindOf } from './kind.js';
import { TextDecoder, TextEncoder } from './stand-ins.js';
import type { InitOutput } from './generated/whole/paylint.js';
import type { InitSource } from './source.js';

type Exports = typeof import('./generated/whole/paylint.js');

/** Exports of every module (../src/lib.rs). `check.wasm` has no `ask` and no `compiled`. */
export type Raw = Pick<InitOutput, 'memory'> & Omit<Exports, 'ask' | 'compiled'> & Partial<Pick<Exports, 'ask' | 'compiled'>>;

/** A request that was passed to the module: the body's length, the handles, and whether changing facts are laid over the others. */
export type Passed = Parameters<Raw['check']>;

/** The smallest input buffer, and the largest one that is kept (../src/state.rs). */
const LEAST_ROOM = 8192;
const KEPT_ROOM = 1 << 20;

export let raw: Raw;

const numberOfOperation = new Map<string, number>();

/** Whether the module is instantiated. */
export let isReady = false;
let source: (() => Raw) | undefined;
let memoryView: Uint8Array = new Uint8Array(0);
let room: Uint8Array = new Uint8Array(0);

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Sets how to get the module on first use, where that is possible without waiting. */
export function startWith(get: () => Raw): void {
  source = get;
}

/** Decodes the module from base64. */
export function inlined(base64: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < bytes.length; at++) bytes[at] = text.charCodeAt(at);
  return bytes;
}

/** Instantiates a compiled module. */
export function instantiated(module: WebAssembly.Module): Raw {
  // The module of another program.
  if (!WebAssembly.Module.exports(module).some(({ name }) => name === 'new_engine'))
    throw otherVersion();
  return new WebAssembly.Instance(module).exports as unknown as Raw;
}

/** Takes an instance, if it is of this version. */
export function start(instance: Raw): void {
  if (isReady) return;
  raw = instance;
  // Scripts and module must know the same rules.
  if (takeOutput(raw.version()) !== fingerprint) throw otherVersion();
  isReady = true;
}

function otherVersion(): PaylintError {
  return new PaylintError(
    'the WebAssembly module is of another version than its scripts: load all files from one package',
    NOT_STARTED,
  );
}

/** Makes sure that the module is ready, or throws an error. */
export function ensureReady(): void {
  if (isReady) return;
  if (source === undefined) {
    throw new PaylintError(
      "paylint isn't ready: await init() first, or import 'paylint/inline'",
      NOT_STARTED,
    );
  }
  try {
    start(source());
  } catch (error) {
    throw startError(error);
  }
}

/** Starts the module. Only for code that also runs in browsers, with an entry that has to wait. */
export async function init(_source?: InitSource | Promise<InitSource>): Promise<void> {
  ensureReady();
}

const NOT_STARTED = 'ERR_PAYLINT_INIT';

/** The error for a failure to start, which says what to do if the cause is known. */
export function startError(error: unknown): PaylintError {
  if (error instanceof PaylintError) return error;
  const text = error instanceof Error ? error.message : '';
  return new PaylintError(obstacle() ?? `can't load the WebAssembly module: ${text}`, NOT_STARTED, { cause: error });
}

/** A module with one function that returns a vector: (module (func (result v128) (v128.const i64x2 0 0))). */
const VECTOR = 'AGFzbQEAAAABBQFgAAF7AwIBAAoWARQA/QwAAAAAAAAAAAAAAAAAAAAACw==';

/** The reason why the module can't be compiled here; `undefined` if it can. */
export function obstacle(): string | undefined {
  const instead = "import 'paylint/script' instead";
  if (typeof WebAssembly !== 'object') return `this browser has no WebAssembly: ${instead}`;
  const vector = inlined(VECTOR);
  if (!WebAssembly.validate(vector))
    return `this browser's WebAssembly has no SIMD, which came in 2021 to 2023: ${instead}`;
  try {
    void new WebAssembly.Module(vector);
  } catch {
    return (
      "the page's Content Security Policy blocks WebAssembly: " +
      `add 'wasm-unsafe-eval' to its script-src, or ${instead}`
    );
  }
  return undefined;
}

/** Returns a view of the input buffer with room for this many bytes. Its old content is lost. */
export function makeRoom(bytes: number): Uint8Array {
  // If memory has grown, it has another buffer.
  if (bytes <= room.length && room.length <= KEPT_ROOM && room.buffer === raw.memory.buffer)
    return room;
  let size = LEAST_ROOM;
  while (size < bytes && size < KEPT_ROOM) size *= 2;
  size = Math.max(size, bytes);
  const at = raw.input(size) >>> 0;
  if (at === 0) throw new PaylintError(`not enough memory for ${bytes} bytes`);
  room = memory().subarray(at, at + size);
  return room;
}

/**
 * Writes a text to the input buffer as UTF-8, unless it is over the limit. Returns its length in
 * bytes.
 */
export function put(text: string, limit = Infinity): number {
  const units = text.length;
  // There are at least as many bytes as UTF-16 units, and at most three for each.
  if (units > limit) return utf8Length(text);
  let into = makeRoom(3 * units > KEPT_ROOM ? units : 3 * units);
  let { read, written } = encoder.encodeInto(text, into);
  if (read === units && written === units) return units;
  // The stand-in for the encoder claims to have read the whole text, even if there was no room for it.
  if (read < units || written > into.length) {
    const bytes = utf8Length(text);
    if (bytes > limit) return bytes;
    into = makeRoom(bytes);
    written = encoder.encodeInto(text, into).written;
  }
  // The encoder replaces half a surrogate pair by valid text, two bytes longer than its units. Restore
  // the first half, so that the reader rejects it.
  if (written - units > 1 && written <= limit && !isWellFormed(text)) {
    const half = text.search(HALF_PAIR);
    into.set([0xed, 0xa0, 0x80], utf8Length(text.slice(0, half)));
  }
  return written;
}

export const HALF_PAIR = /\p{Surrogate}/u;

/** Whether a text has no half of a surrogate pair. */
export function isWellFormed(text: string): boolean {
  const { isWellFormed } = text as { isWellFormed?: () => boolean };
  // Browsers before 2023 don't have the method.
  return isWellFormed ? isWellFormed.call(text) : !HALF_PAIR.test(text);
}

/** Copies bytes to the input buffer, unless there are more than the limit. Returns their number. */
export function putBytes(bytes: Uint8Array, limit = Infinity): number {
  const { length } = bytes;
  if (length > 0 && length <= limit) makeRoom(length).set(bytes);
  return length;
}

/** The length of a text in UTF-8. Half a surrogate pair counts as three bytes. */
function utf8Length(text: string): number {
  return new Blob([text]).size;
}

/** A text as UTF-8. */
export function utf8(text: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(utf8Length(text));
  encoder.encodeInto(text, bytes);
  return bytes;
}

/** A view of all memory, renewed if memory has grown. */
function memory(): Uint8Array {
  const { buffer } = raw.memory;
  if (memoryView.buffer !== buffer) memoryView = new Uint8Array(buffer);
  return memoryView;
}

/** Reads the output text, which has this many bytes. */
export function takeOutput(length: number): string {
  const at = raw.output() >>> 0;
  return decoder.decode(memory().subarray(at, at + length));
}

/** The error of a failed call. */
export function failure(code?: ErrorCode, layer = 0): PaylintError {
  const text = takeOutput(raw.output_length());
  const end = text.indexOf('\n');
  return new PaylintError(text.slice(end + 1), code, { member: text.slice(0, end), layer });
}

// Without it, memory is freed only by `free()`.
const registry = typeof FinalizationRegistry === 'undefined' ? undefined : new FinalizationRegistry<number>(free);

/** Returns the handle of a new object, which is freed once the object is collected. */
export function kept(owner: object, handle: number): number {
  registry?.register(owner, handle, owner);
  return handle;
}

/** Frees the handle of an object now, unless that has happened. Returns the handle of none. */
export function freed(owner: object, handle: number): 0 {
  registry?.unregister(owner);
  if (handle !== 0) free(handle);
  return 0;
}

function free(handle: number): void {
  try {
    raw.free(handle);
  } catch {
    // The module has trapped (out of memory), so there is nothing left to free. An error here would end
    // the process, since nobody could catch it.
  }
}

/** Codes of errors, by the status of an answer. */
const CODES: { readonly [status: string]: ErrorCode } = { invalid_facts: 'ERR_PAYLINT_FACTS', invalid_history: 'ERR_PAYLINT_HISTORY' };

/**
 * Asks a question that isn't a check (../../core/src/ask/door), about an engine or, without one, about the default policy.
 *
 * @throws If the question, or the facts or history in it, can't be used.
 */
export function ask<Answer>(question: object | string, engine = 0): Answer {
  ensureReady();
  if (raw.ask === undefined) throw onlyChecks();
  const length = raw.ask(engine, put(typeof question === 'string' ? question : JSON.stringify(question)));
  if (length >= 0) return JSON.parse(takeOutput(length)) as Answer;
  const { error = '', status = '', member } = JSON.parse(takeOutput(raw.output_length())) as Record<string, string>;
  throw new PaylintError(error.replace('invalid question: ', ''), CODES[status], { member });
}

/** The error for a call that the module of `paylint/check` doesn't support. */
export function onlyChecks(): PaylintError {
  return new PaylintError("this page has loaded check.wasm, which only checks: import 'paylint' and load paylint.wasm");
}

/** The result of a call: a length, a verdict, a number. Throws if the call failed. */
export function checked(result: number): number {
  if (result < 0) throw failure();
  return result;
}

/** The number of an operation. */
export function operationNumber(operation: string): number {
  const known = numberOfOperation.get(operation);
  if (known !== undefined) return known;
  ensureReady();
  if (typeof operation !== 'string') throw notAName('operation', operation, 'order');
  // Core doesn't show names that are long or not printable ASCII, so their content doesn't matter.
  const number = checked(raw.operation(put(operation.slice(0, 99).replace(/[^ -~]/g, ' '))));
  numberOfOperation.set(operation, number);
  return number;
}

/** The error for a name that isn't a string. */
export function notAName(what: string, value: unknown, example: string): PaylintError {
  return new PaylintError(`the ${what} is ${kindOf(value)}: pass its name, such as '${example}'`);
}
