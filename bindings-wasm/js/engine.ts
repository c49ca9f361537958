// The engine: a compiled policy.

import { bodyOf, excessive, putBody } from './body.js';
import { PaylintError, PolicyError } from './errors.js';
import { Facts, entriesOf, lay, overlaid } from './facts.js';
import { NAME, addValue, membersOf, plain, putEntries, whole } from './given.js';
import type { Entries } from './given.js';
import { need, operationNumber, raw, takeFailure, takeOutput, unknown } from './instance.js';
import { takeReport } from './report.js';
import { schemaOf } from './schema.js';
import type { Body, FactsInit, Operation, Policy, Report, Schema } from './types.js';

const registry = new FinalizationRegistry<number>((handle) => raw.free(handle));

/** What a run is for, and whether facts are laid over others (../src/lib.rs). */
const LAID = 1;
const VERDICT = 2;
const JSON_TEXT = 4;

/**
 * A compiled policy. Immutable: make one, and check any number of requests with it. Its memory is
 * given back when it is garbage, or earlier by {@link Engine.free}.
 *
 * In all checks, `facts` are compiled {@link Facts}, a plain object or JSON text, and `changing` is
 * laid over them for that call alone, top-level member by member: `engine.check('refund', body, standing, {
 * now, order })`.
 */
export class Engine {
  /** As it is written, also where names are shortened. */
  static readonly name: string = 'Engine';
  /** What this is: all that a copy by a spread, a clone or a worker has. */
  readonly paylint = 'Engine';
  #handle: number;
  /** How many bytes a body has at most. */
  #limit: number;

  /**
   * Compiles a policy: a plain object, or JSON text. None is the default policy.
   *
   * @throws {PolicyError} An unknown member, rule or family (with the nearest name), a number out
   *   of range,
   *   or a level for a rule whose level cannot be changed.
   */
  constructor(policy?: Policy | string) {
    need();
    this.#handle = compile(policy);
    this.#limit = raw.limit(this.#handle);
    registry.register(this, this.#handle, this);
  }

  /**
   * Checks a request and tells everything that is wrong with it.
   *
   * The body is JSON text, its bytes, or an object or array (taken through `JSON.stringify`);
   * `undefined` is no body, and `null` the JSON body `null`.
   *
   * @throws {FactsError} The facts cannot be used.
   * @throws {PaylintError} There is no such operation, or the body is nothing that can be checked:
   *   a promise, a `Map`, a `Request`, a detached array …
   */
  check<O extends Operation>(
    operation: O,
    body?: Body<O>,
    facts?: Facts | FactsInit | string,
    changing?: Facts | FactsInit | string,
  ): Report<O> {
    const length = this.#run(operation, body, facts, changing, 0);
    return takeReport(length, operation, excessive) as Report<O>;
  }

  /**
   * Whether the request can be accepted: the verdict of {@link Engine.check} alone, for less.
   *
   * What is unchecked for want of a fact does not make it `false`: who must not proceed on less
   * than everything looks at a report's `unchecked`.
   *
   * @throws As {@link Engine.check}.
   */
  accepts<O extends Operation>(
    operation: O,
    body?: Body<O>,
    facts?: Facts | FactsInit | string,
    changing?: Facts | FactsInit | string,
  ): boolean {
    return this.#run(operation, body, facts, changing, VERDICT) === 1;
  }

  /**
   * Checks a request and gives the report as canonical JSON text: the same bytes as every other
   * face of paylint.
   *
   * @throws As {@link Engine.check}.
   */
  checkJson<O extends Operation>(
    operation: O,
    body?: Body<O>,
    facts?: Facts | FactsInit | string,
    changing?: Facts | FactsInit | string,
  ): string {
    const length = this.#run(operation, body, facts, changing, JSON_TEXT);
    if (excessive > 0) return JSON.stringify(takeReport(length, operation, excessive));
    return takeOutput(length);
  }

  /**
   * A validator of an operation's body for everything that takes Standard Schema (form libraries,
   * routers). Findings at level deny are its issues; warnings are not.
   *
   * Facts that change, such as `now`, are best given as a function, called at each validation.
   */
  schema<O extends Operation>(
    operation: O,
    facts?: Facts | FactsInit | (() => Facts | FactsInit | undefined),
  ): Schema<O> {
    operationNumber(operation);
    return schemaOf(this, operation, facts);
  }

  /** Gives the memory back now; the engine cannot be used any more. */
  free(): void {
    if (this.#handle === 0) return;
    registry.unregister(this);
    raw.free(this.#handle);
    this.#handle = 0;
  }

  /** Says no more than what this is: it is no policy. */
  toJSON(): string {
    return '[object Engine]';
  }

  /** What the module returns for a request: ../src/lib.rs. */
  #run(operation: string, body: unknown, facts: Given, changing: Given, how: number): number {
    const number = operationNumber(operation);
    // What was passed may have code that checks or frees, too: all of it runs before anything is
    // put anywhere.
    const taken = bodyOf(body);
    const compiled = Facts.is(facts) ? facts : undefined;
    const below = compiled || facts === undefined ? undefined : entriesOf(facts);
    const above = changing === undefined ? undefined : entriesOf(changing);
    if (this.#handle === 0) throw new PaylintError('this engine was freed');
    const standing = compiled ? Facts.handleOf(compiled) : 0;
    if (below) lay(below);
    if (above) lay(below ? overlaid(below, above) : above);
    const length = putBody(taken, this.#limit);
    return raw.run(this.#handle, number, length, standing, below || above ? how | LAID : how);
  }
}

type Given = Facts | FactsInit | string | undefined;

function refuse(problem: string, member: string): PolicyError {
  return new PolicyError(`invalid policy: ${member && `${member}: `}${problem}`, member);
}

const LIMITS = ['max_findings', 'max_body_bytes'];

function compile(policy: Policy | string = {}): number {
  const all: Entries = [];
  const members = membersOf(whole(policy, refuse), '', refuse);
  for (const name of Object.keys(members)) {
    const value = plain(members[name]);
    if (value === undefined) continue;
    const limit = LIMITS.indexOf(name);
    if (limit >= 0) addValue(all, 1 + limit, value, name, refuse);
    else if (name === 'levels') addLevels(all, value);
    else throw refuse(unknown('member', name, ['levels', ...LIMITS]), '');
  }
  const handle = raw.new_engine(putEntries(all, refuse));
  if (handle >= 0) return handle;
  const [member, message] = takeFailure();
  throw new PolicyError(message, member);
}

/** Adds the levels: a rule's own entry wins over its family's, whichever comes first. */
function addLevels(all: Entries, given: unknown): void {
  const levels = membersOf(given, 'levels', refuse);
  for (const families of [true, false]) {
    for (const selector of Object.keys(levels)) {
      const level = plain(levels[selector]);
      if (level === undefined || selector.endsWith('.*') !== families) continue;
      all.push(0, NAME, selector);
      addValue(all, 0, level, 'levels.*', refuse);
    }
  }
}
