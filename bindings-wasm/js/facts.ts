// Facts: compiled once, or laid over compiled facts for a single call.

import { DISPOSE } from './dispose.js';
import { FactsError } from './errors.js';
import { addValue, membersOf, plain, putEntries, whole } from './entries.js';
import type { Entries } from './entries.js';
import { facts as factNames, times } from './generated/catalogue.js';
import { Kind } from './generated/numbers.js';
import { free, need, raw, takeFailure, unknown } from './instance.js';
import { COMPILED, described, isPlain } from './kind.js';
import type { FactsInit } from './types.js';

const registry = new FinalizationRegistry<number>(free);

/**
 * Compiled facts: what you know and the body can't say. Compile them once, and use them for any
 * number of checks.
 *
 * They are immutable. Their memory is freed when they are garbage collected, or at once by
 * {@link Facts.free}.
 */
export class Facts {
  /** Set explicitly, because minifiers shorten names. */
  static readonly name: string = 'Facts';
  /** The name of the class, which identifies a copy (a spread, a clone, a worker's message). */
  readonly paylint = 'Facts';
  #handle = 0;
  #entries: Entries = [];

  /**
   * Compiles facts: a plain object or JSON text. In JSON text, numbers are exact.
   *
   * @throws {FactsError} If a member is unknown, has the wrong type (or is `null`), or can't have
   *   this value.
   */
  constructor(facts: Facts | FactsInit | string = {}) {
    need();
    this.#compile(entriesOf(facts));
  }

  /**
   * Compiles these facts with others laid over them, by top-level member: `facts.with({ now })`.
   * For a single call, pass the changes as the fourth argument of the check, which is faster.
   *
   * @throws {FactsError} Like the constructor.
   */
  with(changes: Facts | FactsInit | string): Facts {
    const above = entriesOf(changes);
    this.#live();
    const facts = new Facts();
    facts.free();
    facts.#compile(overlaid(this.#entries, above));
    return facts;
  }

  /** Frees the memory now. The facts can't be used any more. */
  free(): void {
    if (this.#handle === 0) return;
    registry.unregister(this);
    free(this.#handle);
    this.#handle = 0;
    this.#entries = [];
  }

  #compile(entries: Entries): void {
    lay(entries);
    this.#entries = entries;
    this.#handle = raw.new_facts();
    registry.register(this, this.#handle, this);
  }

  #live(): number {
    if (this.#handle === 0) throw new FactsError('these facts were freed');
    return this.#handle;
  }

  /** Calls {@link Facts.free} at the end of a block: `using facts = new Facts()`. */
  [DISPOSE](): void {
    this.free();
  }

  /** Names only the class, because facts can contain a bearer token. */
  toJSON(): string {
    return '[object Facts]';
  }

  /**
   * Doesn't look at the prototype, because a copy can have the same one and reading it can throw.
   *
   * @internal
   */
  static is(value: unknown): value is Facts {
    return typeof value === 'object' && value !== null && #handle in value;
  }

  /** @internal */
  static handleOf(facts: Facts): number {
    return facts.#live();
  }

  /** @internal */
  static entriesOf(facts: Facts): Entries {
    facts.#live();
    return facts.#entries;
  }
}

const FOREIGN =
  'compiled by another copy of paylint (of another version, one loaded with import and one with require, or ' +
  'paylint and paylint/check in one page): use the Facts and the Engine of the same import';

function refuse(problem: string, member: string): FactsError {
  return new FactsError(`invalid facts: ${member && `${member}: `}${problem}`, member);
}

/** The numbers of facts by name; a group has a map of its own members. */
type Numbers = Map<string, number | Map<string, number>>;
let numbers: Numbers | undefined;

function factNumbers(): Numbers {
  const all: Numbers = new Map();
  factNames.forEach((fact, number) => {
    const [group, name] = fact.split('.') as [string, string?];
    if (name === undefined) {
      all.set(group, number);
    } else {
      const members = (all.get(group) as Map<string, number> | undefined) ?? new Map();
      all.set(group, members.set(name, number));
    }
  });
  return all;
}

/**
 * Sets the changing facts of the next call.
 *
 * @internal
 */
export function lay(all: Entries): void {
  if (raw.lay(putEntries(all, refuse)) === 0) return;
  const [member, message] = takeFailure();
  throw new FactsError(message, member);
}

/**
 * Returns the entries of facts: a plain object, JSON text or compiled facts. Runs the caller's
 * getters and `toJSON`, which may run checks or free the facts.
 *
 * @internal
 */
export function entriesOf(facts: Facts | FactsInit | string): Entries {
  if (Facts.is(facts)) return Facts.entriesOf(facts);
  if (typeof facts !== 'string' && !isPlain(facts) && described(facts).startsWith(COMPILED))
    throw refuse(FOREIGN, '');
  const all: Entries = [];
  numbers ??= factNumbers();
  addFacts(all, whole(facts, refuse), '', numbers);
  return all;
}

/** Adds the entries of all facts, or of those in a group. */
function addFacts(all: Entries, facts: unknown, group: string, known: Numbers): void {
  const members = membersOf(facts, group, refuse);
  for (const name of Object.keys(members)) {
    const input = members[name];
    const value = plain(input);
    if (value === undefined) continue;
    const number = known.get(name);
    if (number === undefined) throw refuse(unknown('member', name, [...known.keys()]), group);
    if (typeof number === 'number') {
      if (times.includes(number)) refuseOddTime(input, value, factNames[number] as string);
      addValue(all, number, value, factNames[number] as string, refuse);
    } else {
      // Even an empty group replaces the standing one.
      const [first] = number.values();
      all.push(first as number, Kind.Group, '');
      addFacts(all, value, name, number);
    }
  }
}

/** Says what a time is, to whoever passes milliseconds or a date that isn't one. */
function refuseOddTime(input: unknown, value: unknown, member: string): void {
  const isDate = Object.prototype.toString.call(input) === '[object Date]';
  if (!(isDate && value === null) && typeof value !== 'number') return;
  const found = isDate ? 'an invalid Date' : 'a number';
  throw refuse(`expected a Date or a text such as 2026-11-20T10:15:00Z, found ${found}`, member);
}

/**
 * Returns the entries of facts with others laid over them, by top-level member.
 *
 * @internal
 */
export function overlaid(standing: Entries, changes: Entries): Entries {
  const topOf = (all: Entries, index: number): string =>
    (factNames[all[index] as number] as string).split('.', 1)[0] as string;
  const changed = new Set<string>();
  for (let index = 0; index < changes.length; index += 3) changed.add(topOf(changes, index));
  const all: Entries = [];
  for (let index = 0; index < standing.length; index += 3)
    if (!changed.has(topOf(standing, index))) all.push(...standing.slice(index, index + 3));
  return all.concat(changes);
}
