// The engine: a compiled policy.

import { PaylintError, PolicyError } from './errors.js';
import { Facts, entriesOf, lay, overlaid } from './facts.js';
import { NAME, addValue, membersOf, plain, putEntries, whole } from './given.js';
import type { Entries } from './given.js';
import {
  need,
  operationNumber,
  put,
  putBytes,
  raw,
  takeFailure,
  takeOutput,
  unknown,
} from './instance.js';
import { takeReport } from './report.js';
import { schemaOf } from './schema.js';
import type { Body, FactsInit, Operation, Policy, Report, Schema } from './types.js';

const registry = new FinalizationRegistry<number>((handle) => raw.free(handle));

/** The facts of a call, as the WebAssembly module takes them. */
let standing = 0;
let laid = 0;
/** What a run is for, beside whether facts are laid over others (../src/lib.rs). */
const VERDICT = 2;
const JSON_TEXT = 4;

/**
 * A compiled policy. Immutable: make one, and check any number of requests with it. Its memory is
 * given back when it is garbage, or earlier by {@link Engine.free}.
 *
 * In all checks, `facts` are compiled {@link Facts} or a plain object, and `changing` is laid over
 * them for that call alone, top-level member by member: `engine.check('refund', body, standing, {
 * now, order })`.
 */
export class Engine {
  /** As it is written, also where names are shortened. */
  static readonly name: string = 'Engine';
  #handle: number;

  /**
   * Compiles a policy: an object, or JSON text. None is the default policy.
   *
   * @throws {PolicyError} An unknown member, rule or family (with the nearest name), a number out
   *   of range,
   *   or a level for a rule whose level cannot be changed.
   */
  constructor(policy?: Policy | string) {
    need();
    this.#handle = compile(policy);
    registry.register(this, this.#handle, this);
  }

  /**
   * Checks a request and tells everything that is wrong with it.
   *
   * The body is an object (taken through `JSON.stringify`), JSON text or its bytes; `undefined` is
   * no body, and `null` the JSON body `null`.
   *
   * @throws {FactsError} The facts cannot be used.
   * @throws {PaylintError} There is no such operation, or the body cannot be made JSON.
   */
  check<O extends Operation>(
    operation: O,
    body?: Body<O>,
    facts?: Facts | FactsInit | string,
    changing?: FactsInit | string,
  ): Report<O> {
    const number = operationNumber(operation);
    const text = textOf(body);
    this.#lay(facts, changing);
    const length = raw.run(this.#handle, number, putBody(text), standing, laid);
    return takeReport(length, operation) as Report<O>;
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
    changing?: FactsInit | string,
  ): boolean {
    const number = operationNumber(operation);
    const text = textOf(body);
    this.#lay(facts, changing);
    return raw.run(this.#handle, number, putBody(text), standing, laid | VERDICT) === 1;
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
    changing?: FactsInit | string,
  ): string {
    const number = operationNumber(operation);
    const text = textOf(body);
    this.#lay(facts, changing);
    return takeOutput(raw.run(this.#handle, number, putBody(text), standing, laid | JSON_TEXT));
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

  #lay(
    facts: Facts | FactsInit | string | undefined,
    changing: FactsInit | string | undefined,
  ): void {
    if (this.#handle === 0) throw new PaylintError('this engine was freed');
    // What is given may have code that checks, too: it runs before anything is put anywhere.
    const compiled = facts instanceof Facts ? facts : undefined;
    const below = compiled || facts === undefined ? undefined : entriesOf(facts as FactsInit);
    const above = changing === undefined ? undefined : entriesOf(changing);
    standing = compiled ? Facts.handleOf(compiled) : 0;
    laid = below || above ? 1 : 0;
    if (below) lay(below);
    if (above) lay(below ? overlaid(below, above) : above);
  }
}

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
    if (limit >= 0) addValue(all, 1 + limit, value);
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
      addValue(all, 0, level);
    }
  }
}

/**
 * A body as text or bytes. Runs code of the caller's (`toJSON`), so it comes before all that is put
 * anywhere.
 */
function textOf(body: unknown): string | Uint8Array {
  if (typeof body === 'string') return body;
  if (body === undefined) return '';
  if (typeof body === 'object' && body !== null) {
    if (body instanceof Uint8Array) return body;
    if (body instanceof ArrayBuffer) return new Uint8Array(body);
    if (ArrayBuffer.isView(body))
      return new Uint8Array(body.buffer, body.byteOffset, body.byteLength);
  }
  let json: string | undefined;
  try {
    json = JSON.stringify(body);
  } catch (error) {
    throw new PaylintError('the body cannot be made JSON', { cause: error });
  }
  if (json === undefined)
    throw new PaylintError(`the body cannot be made JSON: it is a ${typeof body}`);
  return json;
}

function putBody(body: string | Uint8Array): number {
  return typeof body === 'string' ? put(body) : putBytes(body);
}
