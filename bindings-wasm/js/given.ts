// Facts and policies, taken apart: the module reads no JSON but bodies (../src/given.rs).

import { PaylintError } from './errors.js';
import { encoder, makeRoom } from './instance.js';

/** Makes the error that something is wrong with a member; '' for the whole. */
export type Refuse = (problem: string, member: string) => Error;

/** An object's members; what JSON makes of one, `plain` says. */
export type Members = Readonly<Record<string, unknown>>;

/** What facts or a policy are: a value, or JSON text. */
export function whole(given: unknown, refuse: Refuse): unknown {
  return typeof given === 'string' ? parsed(given, refuse) : plain(given);
}

/** The members of what must be an object. */
export function membersOf(value: unknown, member: string, refuse: Refuse): Members {
  const type = typeOf(value);
  if (type !== 'object') throw refuse(`expected an object, found ${type}`, member);
  return value as Members;
}

/** A number of JSON text: its digits say more than a number holds. */
class Digits {
  constructor(readonly text: string) {}
}

/** What JSON text says. */
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
      // Without a prototype, so that no name has a meaning.
      const members = Object.create(null) as Record<string, unknown>;
      while (tokens[at] !== '}') {
        const name = JSON.parse(tokens[at++] as string) as string;
        // A name with digits could be a card number.
        const path = (member && `${member}.`) + (/^[a-z_-]{1,64}$/i.test(name) ? name : '*');
        if (name in members) throw refuse('given twice', path);
        members[name] = value(path);
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

/** The JSON type of a value. */
function typeOf(value: unknown): string {
  if (value instanceof Digits) return 'number';
  return value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;
}

/** What JSON makes of a value; `undefined` if it leaves it out. */
export function plain(given: unknown): unknown {
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
  } else if (typeOf(value) === 'object') {
    for (const name of Object.keys(value as Members)) {
      const part = plain((value as Members)[name]);
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
