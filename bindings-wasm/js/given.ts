// Facts and policies, taken apart: the module reads no JSON but bodies (../src/given.rs).

import { PaylintError } from './errors.js';
import { encoder, makeRoom } from './instance.js';

/** Makes the error that something is wrong with a member; '' for the whole. */
export type Refuse = (problem: string, member: string) => Error;

/** An object that was given, to be gone through with the two below. JSON text is parsed. */
export function objectOf(given: unknown, member: string, refuse: Refuse): object {
  const value = member === '' && typeof given === 'string' ? parsed(given, refuse) : plain(given);
  if (typeof value !== 'object' || value === null || Array.isArray(value) || value instanceof Digits)
    throw refuse(`expected an object, found ${typeName(value)}`, member);
  return value;
}

export function namesOf(object: object): string[] {
  return object instanceof Map ? [...object.keys()].map(String) : Object.keys(object);
}

/** What JSON makes of a member; `undefined` if it leaves it out. */
export function memberOf(object: object, name: string): unknown {
  return plain(
    object instanceof Map ? object.get(name) : (object as Record<string, unknown>)[name],
  );
}

/** A number of JSON text: its digits say more than a number holds. */
class Digits {
  constructor(readonly text: string) {}
}

/** What JSON text says: objects are maps. */
function parsed(text: string, refuse: Refuse): unknown {
  try {
    // The tokens are looked at one by one below, so it must be JSON.
    JSON.parse(text);
    const tokens = text.match(/"(?:\\.|[^"\\])*"|[[\]{}]|[^\s:,"[\]{}]+/g) as string[];
    let at = 0;
    const value = (member: string): unknown => {
      const token = tokens[at++] as string;
      if (token === '[') {
        const elements = [];
        while (tokens[at] !== ']') elements.push(value(member));
        at++;
        return elements;
      }
      if (token !== '{') return /^[-\d]/.test(token) ? new Digits(token) : JSON.parse(token);
      const members = new Map<string, unknown>();
      while (tokens[at] !== '}') {
        const name = JSON.parse(tokens[at++] as string) as string;
        // A name with digits could be a card number.
        const path = (member && `${member}.`) + (/^[a-z_-]{1,64}$/i.test(name) ? name : '*');
        if (members.has(name)) throw refuse('given twice', path);
        members.set(name, value(path));
      }
      at++;
      return members;
    };
    return value('');
  } catch (error) {
    if (error instanceof PaylintError) throw error;
    // Not the whole message: it quotes what was given, which may be secret.
    const place = /line \d+ column \d+/.exec((error as Error).message);
    const where = place ? `: ${place[0].replace(' c', ', c')}` : '';
    throw refuse(/\S/.test(text) ? `not JSON${where}` : 'empty, expected a JSON object', '');
  }
}

function typeName(value: unknown): string {
  if (value instanceof Digits) return 'number';
  return value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;
}

/** What JSON makes of a value; `undefined` if it leaves it out. */
function plain(given: unknown): unknown {
  let value = given;
  if (typeof given === 'object' && given !== null && 'toJSON' in given) {
    const { toJSON } = given;
    if (typeof toJSON === 'function') value = toJSON.call(given);
  }
  return typeof value === 'function' || typeof value === 'symbol' ? undefined : value;
}

// The kinds of entries (../src/given.rs).
const NULL = 0;
const FALSE = 1;
const TRUE = 2;
const NUMBER = 3;
const TEXT = 4;
const EMPTY_ARRAY = 5;
const ARRAY = 6;
const OBJECT = 7;
export const NAME = 8;
export const GROUP = 9;

/**
 * Entries, three elements each: what it is about, by number; its kind; its text. They are put into
 * memory only when all are there: what was given may have code that checks, too.
 */
export type Entries = (number | string)[];

/** Adds the entry of a value, and those of its parts. */
export function addValue(all: Entries, about: number, value: unknown): void {
  addHead(all, about, value);
  if (Array.isArray(value)) {
    for (const element of value) addHead(all, about, plain(element) ?? null);
  } else if (typeof value === 'object' && value !== null && !(value instanceof Digits)) {
    for (const name of namesOf(value)) {
      const part = memberOf(value, name);
      if (part === undefined) continue;
      all.push(about, NAME, name);
      addHead(all, about, part);
    }
  }
}

/** Adds the entry of a value without its parts. */
function addHead(all: Entries, about: number, value: unknown): void {
  let kind = NULL;
  let text = '';
  if (typeof value === 'string') {
    kind = TEXT;
    text = value;
  } else if (typeof value === 'boolean') {
    kind = value ? TRUE : FALSE;
  } else if (value instanceof Digits) {
    kind = NUMBER;
    text = value.text;
  } else if (Array.isArray(value)) {
    kind = value.length > 0 ? ARRAY : EMPTY_ARRAY;
  } else if (typeof value === 'object') {
    if (value !== null) kind = OBJECT;
  } else if (Number.isFinite(Number(value))) {
    // JSON has no other numbers, and makes null of them.
    kind = NUMBER;
    text = String(value);
  }
  all.push(about, kind, text);
}

const HEAD = 7;
/** Texts under so many UTF-16 units are written faster without an encoder. */
const SHORT = 64;

/** Puts entries into the input buffer. Returns how many bytes they have. */
export function putEntries(all: Entries, refuse: Refuse): number {
  let most = 0;
  for (let index = 0; index < all.length; index += 3)
    // Never more than three bytes for a unit.
    most += HEAD + 3 * (all[index + 2] as string).length;
  const bytes = makeRoom(most);
  let at = 0;
  for (let index = 0; index < all.length; index += 3) {
    const text = all[index + 2] as string;
    const units = text.length;
    const start = at + HEAD;
    let end = start;
    if (units < SHORT) {
      for (let unit = 0; unit < units; unit++) {
        const code = text.charCodeAt(unit);
        if (code > 0x7f) break;
        bytes[end++] = code;
      }
    }
    if (end < start + units) {
      if (/\p{Surrogate}/u.test(text))
        throw refuse('a text is not Unicode: it has half a surrogate pair', '');
      end = start + encoder.encodeInto(text, bytes.subarray(start)).written;
    }
    const length = end - start;
    bytes[at] = all[index] as number;
    bytes[at + 1] = all[index + 1] as number;
    bytes[at + 2] = length & 0x7f;
    bytes[at + 3] = (length >> 7) & 0x7f;
    bytes[at + 4] = (length >> 14) & 0x7f;
    bytes[at + 5] = (length >> 21) & 0x7f;
    bytes[at + 6] = length >> 28;
    at = end;
  }
  return at;
}
