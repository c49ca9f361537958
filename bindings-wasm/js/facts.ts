// Facts: compiled once, or laid over compiled ones for a single call.

import { FactsError } from './errors.js';
import type { FactsInit } from './types.js';
import {
  CHANGING_SIZE,
  changing,
  names,
  need,
  numberOfFeature,
  put,
  raw,
  takeFailure,
} from './instance.js';

const registry = new FinalizationRegistry<number>((handle) => raw.free(handle));

/**
 * What the host knows and the body cannot say, compiled once and used for any number of checks.
 *
 * Immutable. Its memory is given back when it is garbage, or earlier by {@link Facts.free}.
 */
export class Facts {
  /** As it is written, also where names are shortened. */
  static readonly name: string = 'Facts';
  #handle: number;

  /**
   * Compiles facts: an object, or JSON text (numbers are then read from their digits).
   *
   * @throws {FactsError} An unknown member, a wrong type (`null` too), or a value that the member
   *   cannot hold.
   */
  constructor(facts: FactsInit | string = {}) {
    need();
    this.#handle = compile(facts, 0);
    registry.register(this, this.#handle, this);
  }

  /**
   * These facts with others laid over them, top-level member by member: `facts.with({ now })`. To
   * lay facts over these for one call only, give them to the check as its fourth argument, which
   * costs less.
   *
   * @throws {FactsError} As the constructor.
   */
  with(changes: FactsInit | string): Facts {
    const facts = new Facts();
    const empty = facts.#handle;
    facts.#handle = compile(changes, this.#live());
    registry.unregister(facts);
    registry.register(facts, facts.#handle, facts);
    raw.free(empty);
    return facts;
  }

  /** Gives the memory back now; the facts cannot be used any more. */
  free(): void {
    if (this.#handle === 0) return;
    registry.unregister(this);
    raw.free(this.#handle);
    this.#handle = 0;
  }

  #live(): number {
    if (this.#handle === 0) throw new FactsError('these facts were freed');
    return this.#handle;
  }

  /** Says no more than what this is: facts can hold a bearer token. */
  toJSON(): string {
    return '[object Facts]';
  }

  /** @internal */
  static handleOf(facts: Facts): number {
    return facts.#live();
  }
}

function compile(facts: FactsInit | string, standing: number): number {
  const handle = raw.new_facts(put(jsonOf(facts)), standing);
  if (handle < 0) throw failure();
  return handle;
}

function failure(): FactsError {
  const [member, message] = takeFailure();
  return new FactsError(message, member);
}

function jsonOf(facts: FactsInit | string): string {
  if (typeof facts === 'string') return facts;
  let json: string | undefined;
  try {
    json = JSON.stringify(facts);
  } catch (error) {
    throw new FactsError(`invalid facts: ${(error as Error).message}`);
  }
  if (json === undefined)
    throw new FactsError(`invalid facts: expected an object, found ${typeof facts}`);
  return json;
}

/**
 * Lays facts over those of the next call: packed if they are as usual, else, and to say what is
 * wrong, as JSON.
 */
export function lay(facts: FactsInit | string): void {
  if (typeof facts === 'object' && facts !== null) {
    const length = pack(facts as Record<string, unknown>);
    if (length > 0 && raw.lay_packed(length) === 0) return;
  }
  if (raw.lay_json(put(jsonOf(facts))) !== 0) throw failure();
}

// The packed form: see ../src/lay.rs.
const TEXT = 0;
const FALSE = 1;
const TRUE = 2;
const ELEMENT = 3;
const FEATURES = 4;
const HEADER = 5;
const INTEGER = 6;

/** Facts, and groups of facts, by name. */
type Numbers = Map<string, number | Map<string, number>>;
let numbers: Numbers | undefined;
const AMOUNTS = ['order.amount', 'order.captured', 'order.refunded'];
let amounts: number[] = [];
let holdDays = 0;

function factNumbers(): Numbers {
  const all: Numbers = new Map();
  names.facts.forEach((fact, index) => {
    const [group, name] = fact.split('.') as [string, string?];
    if (name === undefined) {
      all.set(group, index);
    } else {
      const members = (all.get(group) as Map<string, number> | undefined) ?? new Map();
      all.set(group, members.set(name, index));
    }
  });
  amounts = AMOUNTS.map((fact) => names.facts.indexOf(fact));
  holdDays = names.facts.indexOf('merchant.hold_days');
  return all;
}

/** Where the next entry goes. */
let at = 0;

/** Packs facts. Returns how many bytes they have, or -1 if something is not as usual. */
function pack(facts: Record<string, unknown>): number {
  if ('toJSON' in facts) return -1;
  numbers ??= factNumbers();
  at = 0;
  for (const name of Object.keys(facts)) {
    const value = facts[name];
    if (value === undefined) continue;
    const number = numbers.get(name);
    if (number === undefined) return -1;
    const packed = typeof number === 'number' ? packValue(number, value) : packGroup(number, value);
    if (!packed) return -1;
  }
  return at;
}

function packGroup(numbers: Map<string, number>, group: unknown): boolean {
  if (typeof group !== 'object' || group === null || 'toJSON' in group) return false;
  const before = at;
  for (const name of Object.keys(group)) {
    const value = (group as Record<string, unknown>)[name];
    if (value === undefined) continue;
    const number = numbers.get(name);
    if (number === undefined || !packValue(number, value)) return false;
  }
  // A group of which nothing is known is there nevertheless.
  return at > before;
}

function packValue(fact: number, value: unknown): boolean {
  switch (typeof value) {
    case 'string':
      return packText(fact, TEXT, value);
    case 'boolean':
      return packText(fact, value ? TRUE : FALSE, '');
    case 'number':
      if (fact === holdDays)
        return (value & 0x7f) === value && packText(fact, INTEGER, String.fromCharCode(value));
      return (
        amounts.includes(fact) &&
        /^[0-9.]+$/.test(String(value)) &&
        packText(fact, TEXT, String(value))
      );
    case 'object':
      if (value instanceof Date)
        return !Number.isNaN(value.getTime()) && packText(fact, TEXT, value.toJSON());
      if (Array.isArray(value)) return packList(fact, value);
      return value !== null && packHeaders(fact, value as Record<string, unknown>);
    default:
      return false;
  }
}

function packList(fact: number, list: unknown[]): boolean {
  if (names.facts[fact] !== 'order.capabilities') {
    return (
      list.length > 0 &&
      list.every((text) => typeof text === 'string' && packText(fact, ELEMENT, text))
    );
  }
  const numbers = list.map((name) => numberOfFeature.get(name as string));
  return (
    !numbers.includes(undefined) &&
    packText(fact, FEATURES, String.fromCharCode(...(numbers as number[])))
  );
}

function packHeaders(fact: number, headers: Record<string, unknown>): boolean {
  const all = Object.keys(headers);
  return (
    !('toJSON' in headers) &&
    all.length > 0 &&
    all.every((name) => {
      const value = headers[name];
      const isPlain = typeof value === 'string' && !name.includes('\n');
      return isPlain && packText(fact, HEADER, `${name}\n${value}`);
    })
  );
}

/** Packs a text if it is ASCII and there is room for it. */
function packText(fact: number, kind: number, text: string): boolean {
  const length = text.length;
  if (at + 4 + length > CHANGING_SIZE) return false;
  const bytes = changing();
  bytes[at++] = fact;
  bytes[at++] = kind;
  bytes[at++] = length & 0xff;
  bytes[at++] = length >> 8;
  for (let index = 0; index < length; index++) {
    const code = text.charCodeAt(index);
    if (code > 0x7f) return false;
    bytes[at++] = code;
  }
  return true;
}
