// The WebAssembly instance: how it comes to be, and how texts get into its memory and out of it.

import { initSync } from './generated/glue/paylint.js';
import { PaylintError } from './errors.js';
import { kindOf } from './kind.js';

/** What the module exports (../src/lib.rs). */
export interface Raw {
  readonly memory: WebAssembly.Memory;
  input(bytes: number): number;
  place(what: number): number;
  new_engine(length: number): number;
  lay(length: number): number;
  new_facts(): number;
  free(handle: number): void;
  limit(engine: number): number;
  run(engine: number, operation: number, length: number, facts: number, how: number): number;
  refusing(): void;
  catalogue(): number;
  unknown(length: number): number;
  compatible(a: number, b: number): number;
  compatible_with(features: number): number;
  route(length: number): number;
}

/** The names that the exported functions use numbers for. */
export interface Names {
  operations: string[];
  features: string[];
  facts: string[];
  levels: string[];
  /** In the order of the catalogue. */
  rules: string[];
  ruleOf: Record<number, string>;
}

const WORDS = 8 + 3 * 128;
/** What begins where, or how long it is (../src/lib.rs). */
const WORDS_OF_OUTCOME = 0;
const OUTPUT = 1;
const OUTPUT_LENGTH = 2;
/**
 * Rooms are at least so large, and are given back once they exceed what is kept (../src/state.rs).
 */
const LEAST_ROOM = 8192;
const KEPT_ROOM = 1 << 20;
/** Of so many UTF-16 units at a time the bytes are counted. */
const CHUNK = 1 << 14;

export let raw: Raw;
export let names: Names;
export let numberOfOperation: Map<string, number>;
export let numberOfFeature: Map<string, number>;

let isReady = false;
let compile: (() => WebAssembly.Module) | undefined;
let memoryView: Uint8Array = new Uint8Array(0);
let room: Uint8Array = new Uint8Array(0);
let wordsView = new Uint32Array(0);

export const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Says how to come by the module at the first use, where that is possible without waiting. */
export function compileWith(source: () => WebAssembly.Module): void {
  compile = source;
}

/** Makes the module ready. */
export function start(module: WebAssembly.Module): void {
  if (isReady) return;
  raw = initSync({ module }) as unknown as Raw;
  names = namesOf(catalogue());
  numberOfOperation = new Map(names.operations.map((name, index) => [name, index]));
  numberOfFeature = new Map(names.features.map((name, index) => [name, index]));
  isReady = true;
}

/** The lines that tell all names and rules (../src/catalogue.rs). */
export function catalogue(): string[] {
  return takeOutput(raw.catalogue()).split('\n').slice(0, -1);
}

/** How many of them are before the rules. */
export const LISTS = 4;

function namesOf(lines: string[]): Names {
  const [operations, features, facts, levels] = lines.map(list) as [
    string[],
    string[],
    string[],
    string[],
  ];
  const rules = lines.slice(LISTS).map((line) => line.split('\t', 2) as [string, string]);
  return {
    operations,
    features,
    facts,
    levels,
    rules: rules.map(([, name]) => name),
    ruleOf: Object.fromEntries(rules) as Record<number, string>,
  };
}

/** The names of a list. */
export function list(text: string): string[] {
  return text === '' ? [] : text.split(' ');
}

/** Whether {@link start} was called. */
export function ready(): boolean {
  return isReady;
}

/** Makes sure that the module is ready. */
export function need(): void {
  if (isReady) return;
  if (compile === undefined) {
    throw new PaylintError(
      "paylint is not ready: call and await init() first, or import 'paylint/inline'",
    );
  }
  try {
    start(compile());
  } catch (error) {
    throw explained(error);
  }
}

/** An error of starting, in words that say what to do where that is known. */
export function explained(error: unknown): unknown {
  const text = error instanceof Error ? error.message : '';
  if (/unsafe-eval|Content Security Policy|blocked by CSP/i.test(text)) {
    return new PaylintError(
      "the page's Content Security Policy keeps WebAssembly from running: " +
        "add 'wasm-unsafe-eval' to its script-src",
    );
  }
  return error;
}

/** A view of the input buffer with room for so many bytes. What was put there is gone. */
export function makeRoom(bytes: number): Uint8Array {
  // A view of memory that has grown since is empty.
  if (bytes <= room.length && room.length <= KEPT_ROOM) return room;
  let size = LEAST_ROOM;
  while (size < bytes && size < KEPT_ROOM) size *= 2;
  size = Math.max(size, bytes);
  const at = raw.input(size) >>> 0;
  if (at === 0) throw new PaylintError(`there is no memory for ${bytes} bytes`);
  room = memory().subarray(at, at + size);
  return room;
}

/**
 * Puts a text into the input buffer, as UTF-8, but nothing of one that has more bytes than the
 * limit. Returns how many bytes it has.
 */
export function put(text: string, limit = Infinity): number {
  const units = text.length;
  // Never fewer bytes than UTF-16 units.
  if (units > limit) return utf8Length(text);
  const { read, written } = encoder.encodeInto(text, makeRoom(units));
  // As many bytes as units: all ASCII.
  return read === units && written === units ? units : putBeyondAscii(text, limit);
}

function putBeyondAscii(text: string, limit: number): number {
  // Never more than three bytes for a unit; they are counted where so many could be too many.
  const most = 3 * text.length;
  const bytes = most > Math.min(limit, KEPT_ROOM) ? utf8Length(text) : most;
  if (bytes > limit) return bytes;
  const into = makeRoom(bytes);
  const { written } = encoder.encodeInto(text, into);
  // Half a surrogate pair comes out as a character; the first is made what the reader refuses.
  const half = text.search(/\p{Surrogate}/u);
  if (half >= 0) into.set([0xed, 0xa0, 0x80], utf8Length(text.slice(0, half)));
  return written;
}

/**
 * Puts bytes into the input buffer, but none if there are more than the limit. Returns how many
 * there are.
 */
export function putBytes(bytes: Uint8Array, limit = Infinity): number {
  const { length } = bytes;
  if (length > 0 && length <= limit) makeRoom(length).set(bytes);
  return length;
}

/** How many bytes UTF-8 has for a text, with three for half a surrogate pair. */
export function utf8Length(text: string): number {
  const scratch = new Uint8Array(3 * CHUNK);
  let bytes = 0;
  for (let at = 0; at < text.length;) {
    let end = at + CHUNK;
    // Not between the halves of a pair.
    if ((text.charCodeAt(end - 1) & 0xfc00) === 0xd800) end--;
    bytes += encoder.encodeInto(text.slice(at, end), scratch).written;
    at = end;
  }
  return bytes;
}

/** A view of all memory. One of memory that has grown since is empty. */
function memory(): Uint8Array {
  if (memoryView.length === 0) memoryView = new Uint8Array(raw.memory.buffer);
  return memoryView;
}

/** The output text of so many bytes. */
export function takeOutput(length: number): string {
  const at = raw.place(OUTPUT) >>> 0;
  return decoder.decode(memory().subarray(at, at + length));
}

/** The output text where it is short and ASCII, from `start` on: cheaper than a decoder. */
export function takeAscii(start: number, length: number): string | null {
  if (length === 0) return null;
  const bytes = memory();
  let text = '';
  let at = (raw.place(OUTPUT) >>> 0) + start;
  for (const end = at + length; at < end; at++) text += String.fromCharCode(bytes[at] as number);
  return text;
}

/** What a failed call says: the member or rule, and the message. */
export function takeFailure(): [member: string, message: string] {
  const text = takeOutput(raw.place(OUTPUT_LENGTH));
  const end = text.indexOf('\n');
  return [text.slice(0, end), text.slice(end + 1)];
}

/** The words of an outcome without findings (../src/outcome.rs). */
export function words(): Uint32Array {
  if (wordsView.length === 0) {
    wordsView = new Uint32Array(raw.memory.buffer, raw.place(WORDS_OF_OUTCOME) >>> 0, WORDS);
  }
  return wordsView;
}

/** `unknown rule "…"; did you mean "…"?` */
export function unknown(what: string, name: string, known: readonly string[]): string {
  // A name with anything but printable ASCII is not shown, whatever it is, and no long one.
  const shown = name.slice(0, 99).replace(/[^ -~]/g, ' ');
  const lines = [what, shown, ...known].map((line) => `${line}\n`);
  return takeOutput(raw.unknown(put(lines.join(''))));
}

/** The number of an operation. */
export function operationNumber(operation: string): number {
  return numberOfOperation.get(operation) ?? noSuch('operation', operation, names.operations);
}

/** The number of a feature. */
export function featureNumber(feature: string): number {
  return numberOfFeature.get(feature) ?? noSuch('feature', feature, names.features);
}

/** Throws the error that there is no such operation, feature or rule. */
export function noSuch(what: string, name: unknown, known: readonly string[]): never {
  if (typeof name === 'string') throw new PaylintError(unknown(what, name, known));
  throw new PaylintError(`the ${what} is ${kindOf(name)}: pass its name, such as '${known[0]}'`);
}
