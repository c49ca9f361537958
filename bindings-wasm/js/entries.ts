// Decides what facts are and takes them apart, because they change from call to call and the module
// parses no JSON for them (../src/entries.rs).

import { PaylintError } from './errors.js';
import { Kind } from './generated/numbers.js';
import { encoder, isWellFormed, makeRoom, utf8Length } from './instance.js';
import { described, isPlain } from './kind.js';

/** Makes the error about a member; '' stands for the whole. */
export type Refuse = (problem: string, member: string) => Error;

/** The members of an object; {@link plain} converts their values. */
export type Members = Readonly<Record<string, unknown>>;

/** Takes facts, as a plain object or JSON text, and returns the JSON value. */
export function whole(input: unknown, refuse: Refuse): unknown {
  if (typeof input === 'string') {
    refuseCopy(input, refuse);
    return plain(parsed(input, refuse));
  }
  const members = membersOf(input, '', refuse);
  if ('paylint' in members) refuseCopy(`{"paylint":"${String(members['paylint'])}"}`, refuse);
  return plain(members);
}

/**
 * Refuses the JSON text of a copy of compiled facts or of an engine. Their only enumerable member is the
 * name of their class, and it is all that a copy or their JSON has.
 */
export function refuseCopy(text: string, refuse: Refuse): void {
  const [, json, copied] =
    /^(?:"?\[object (\w+)]"?|\{"paylint":"(\w+)"\})$/.exec(text) ?? [];
  const name = json ?? copied;
  if (name !== 'Facts' && name !== 'Engine') return;
  throw refuse(
    `a copied ${name} object (by a spread, a clone, a worker or JSON) is empty: ` +
      'pass the original, or make a new one',
    '',
  );
}

/** Returns the members of a value that must be an object. */
export function membersOf(value: unknown, member: string, refuse: Refuse): Members {
  if (typeof value === 'object' && value !== null && isPlain(value)) return value as Members;
  throw refuse(`expected an object, found ${found(value, 'a plain object')}`, member);
}

/** A number from JSON text, kept as digits because a JavaScript number may be less precise. */
class Digits {
  readonly #isOne = true;
  constructor(readonly text: string) {}

  /** Doesn't look at the prototype, because reading it can throw. */
  static is(value: unknown): value is Digits {
    return typeof value === 'object' && value !== null && #isOne in value;
  }
}

/** Parses JSON text. */
function parsed(text: string, refuse: Refuse): unknown {
  try {
    // The code below expects tokens of valid JSON.
    JSON.parse(text);
    const tokens = tokensOf(text);
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
      // Without a prototype, so that no name is special.
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
    // Only the position: the error's own message quotes the text, which may be secret.
    const place = /line \d+ column \d+/.exec((error as Error).message);
    const where = place ? `: ${place[0].replace(' c', ', c')}` : '';
    throw refuse(/\S/.test(text) ? `not JSON${where}` : 'empty, expected a JSON object', '');
  }
}

/** The tokens of JSON text, without colons and commas. */
function tokensOf(text: string): string[] {
  const tokens = [];
  const start = /["[\]{}]|[^\s:,"[\]{}]+/g;
  for (let match = start.exec(text); match !== null; match = start.exec(text)) {
    let [token] = match;
    if (token === '"') {
      // A pattern would run out of stack in a long string.
      let end = start.lastIndex;
      while (text[end] !== '"') end += text[end] === '\\' ? 2 : 1;
      token = text.slice(match.index, ++end);
      start.lastIndex = end;
    }
    tokens.push(token);
  }
  return tokens;
}

/** Refuses a function, a symbol, or an object of a class. */
export function refuseUnlessPlain(value: unknown, member: string, refuse: Refuse): void {
  if (typeof value === 'object' && value !== null && isPlain(value)) return;
  const problem = `expected a JSON value, found ${found(value, 'a plain object or array')}`;
  throw refuse(problem, member);
}

/** Describes an unexpected value: its JSON type, or its class and what to pass instead. */
function found(value: unknown, instead: string): string {
  if (Digits.is(value)) return 'number';
  if (value === null) return 'null';
  if (typeof value !== 'object' && typeof value !== 'function') return typeof value;
  const kind = described(value, '', `pass ${instead}`);
  return kind.startsWith('an array') ? 'array' : kind;
}

/** Applies `toJSON`, as JSON.stringify does. */
export function plain(value: unknown): unknown {
  if (typeof value === 'object' && value !== null && 'toJSON' in value) {
    const { toJSON } = value;
    if (typeof toJSON === 'function') return toJSON.call(value);
  }
  return value;
}

/**
 * Entries of three elements each: the number of a fact or a `Subject`, a `Kind`, and a text. They are written to the input buffer only
 * when all are collected, because getters of the arguments may run checks, too.
 */
export type Entries = (number | string)[];

/** Adds the entries of a member's value and of its parts. */
export function addValue(
  all: Entries,
  subject: number,
  value: unknown,
  member: string,
  refuse: Refuse,
): void {
  const add = (part: unknown): void => {
    if (!addHead(all, subject, part))
      throw refuse(
        `expected a JSON value, found ${found(part, 'a plain object or array')}`,
        member,
      );
  };
  add(value);
  if (Array.isArray(value)) {
    for (const element of value) add(plain(element) ?? null);
  } else if (typeof value === 'object' && value !== null && !Digits.is(value)) {
    for (const name of Object.keys(value)) {
      const part = plain((value as Members)[name]);
      if (part === undefined) continue;
      all.push(subject, Kind.Name, name);
      add(part);
    }
  }
}

/** Adds the entry of a value without its parts. Returns false if JSON has no such value. */
function addHead(all: Entries, subject: number, value: unknown): boolean {
  let kind = Kind.Null;
  let text = '';
  if (typeof value === 'string') {
    kind = Kind.Text;
    text = value;
  } else if (typeof value === 'boolean') {
    kind = value ? Kind.True : Kind.False;
  } else if (Digits.is(value)) {
    kind = Kind.Number;
    text = value.text;
  } else if (Array.isArray(value)) {
    kind = value.length > 0 ? Kind.Array : Kind.EmptyArray;
  } else if (typeof value === 'object') {
    if (value !== null) {
      if (!isPlain(value)) return false;
      kind = Kind.Object;
    }
  } else if (typeof value === 'function' || typeof value === 'symbol') {
    return false;
  } else if (Number.isFinite(Number(value))) {
    // JSON has no other numbers: JSON.stringify turns them into null.
    kind = Kind.Number;
    text = String(value);
  }
  all.push(subject, kind, text);
  return true;
}

const HEAD = 7;
/** Below this many UTF-16 units, writing a text without an encoder is faster. */
const SHORT = 64;
const LONG = 8192;

/** Writes entries to the input buffer and returns their length in bytes. */
export function putEntries(all: Entries, refuse: Refuse): number {
  let most = 0;
  for (let index = 0; index < all.length; index += 3) {
    const text = all[index + 2] as string;
    // A unit takes at most three bytes; the bytes of a long text are counted.
    most += HEAD + (text.length < LONG ? 3 * text.length : utf8Length(text));
  }
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
      if (!isWellFormed(text))
        throw refuse("a string isn't valid Unicode: it contains half a surrogate pair", '');
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
