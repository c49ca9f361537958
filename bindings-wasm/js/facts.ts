// Facts: compiled once, or laid over compiled ones for a single call.

import { FactsError } from './errors.js';
import { GROUP, addValue, membersOf, plain, putEntries, whole } from './given.js';
import type { Entries } from './given.js';
import { names, need, raw, takeFailure, unknown } from './instance.js';
import type { FactsInit } from './types.js';

const registry = new FinalizationRegistry<number>((handle) => raw.free(handle));

/**
 * What the host knows and the body cannot say, compiled once and used for any number of checks.
 *
 * Immutable. Its memory is given back when it is garbage, or earlier by {@link Facts.free}.
 */
export class Facts {
  /** As it is written, also where names are shortened. */
  static readonly name: string = 'Facts';
  /** What this is: all that a copy by a spread, a clone or a worker has, which no check takes. */
  readonly paylint = 'Facts';
  #handle = 0;
  #entries: Entries = [];

  /**
   * Compiles facts: a plain object, or JSON text (numbers are then read from their digits).
   *
   * @throws {FactsError} An unknown member, a wrong type (`null` too), or a value that the member
   *   cannot hold.
   */
  constructor(facts: Facts | FactsInit | string = {}) {
    need();
    this.#compile(entriesOf(facts));
  }

  /**
   * These facts with others laid over them, top-level member by member: `facts.with({ now })`. To
   * lay facts over these for one call only, give them to the check as its fourth argument, which
   * costs less.
   *
   * @throws {FactsError} As the constructor.
   */
  with(changes: Facts | FactsInit | string): Facts {
    const above = entriesOf(changes);
    this.#live();
    const facts = new Facts();
    facts.free();
    facts.#compile(overlaid(this.#entries, above));
    return facts;
  }

  /** Gives the memory back now; the facts cannot be used any more. */
  free(): void {
    if (this.#handle === 0) return;
    registry.unregister(this);
    raw.free(this.#handle);
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

  /** Says no more than what this is: facts can hold a bearer token. */
  toJSON(): string {
    return '[object Facts]';
  }

  /** Not by its prototype, which a copy can have, and reading which can fail. @internal */
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

function refuse(problem: string, member: string): FactsError {
  return new FactsError(`invalid facts: ${member && `${member}: `}${problem}`, member);
}

/** The numbers of facts, and of those of a group, by name. */
type Numbers = Map<string, number | Map<string, number>>;
let numbers: Numbers | undefined;

function factNumbers(): Numbers {
  const all: Numbers = new Map();
  names.facts.forEach((fact, number) => {
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
 * Lays facts over those of the next call.
 *
 * @internal
 */
export function lay(all: Entries): void {
  if (raw.lay(putEntries(all, refuse)) === 0) return;
  const [member, message] = takeFailure();
  throw new FactsError(message, member);
}

/**
 * The entries of facts: a plain object, JSON text, or compiled ones. Runs code of the caller's (getters,
 * `toJSON`), which may check, and free what was passed.
 *
 * @internal
 */
export function entriesOf(facts: Facts | FactsInit | string): Entries {
  if (Facts.is(facts)) return Facts.entriesOf(facts);
  const all: Entries = [];
  numbers ??= factNumbers();
  addFacts(all, whole(facts, refuse), '', numbers);
  return all;
}

/** Adds the entries of facts, or of those of a group. */
function addFacts(all: Entries, given: unknown, group: string, known: Numbers): void {
  const members = membersOf(given, group, refuse);
  for (const name of Object.keys(members)) {
    const value = plain(members[name]);
    if (value === undefined) continue;
    const number = known.get(name);
    if (number === undefined) throw refuse(unknown('member', name, [...known.keys()]), group);
    if (typeof number === 'number') {
      addValue(all, number, value, names.facts[number] as string, refuse);
    } else {
      // A group of which nothing is known is there nevertheless.
      const [first] = number.values();
      all.push(first as number, GROUP, '');
      addFacts(all, value, name, number);
    }
  }
}

/**
 * The entries of facts with others laid over them: whole members of the top level.
 *
 * @internal
 */
export function overlaid(standing: Entries, changes: Entries): Entries {
  const topOf = (all: Entries, index: number): string =>
    (names.facts[all[index] as number] as string).split('.', 1)[0] as string;
  const changed = new Set<string>();
  for (let index = 0; index < changes.length; index += 3) changed.add(topOf(changes, index));
  const all: Entries = [];
  for (let index = 0; index < standing.length; index += 3)
    if (!changed.has(topOf(standing, index))) all.push(...standing.slice(index, index + 3));
  return all.concat(changes);
}
