// The engine: a compiled policy.

import { askedBody, bodyOf, putBody, textOf } from './body.js';
import { DISPOSE } from './dispose.js';
import { PaylintError } from './errors.js';
import { Facts, factsLayer, lay } from './facts.js';
import { normalizeBody } from './form.js';
import { formOf } from './form-state.js';
import { maxBodyBytes } from './generated/form.js';
import { ask, checked, ensureReady, failure, freed, kept, onlyChecks, operationNumber, put, raw, takeOutput, utf8 } from './instance.js';
import { layerOf } from './json.js';
import { kindOf } from './kind.js';
import type { AskedBody } from './body.js';
import type { AnyFacts } from './facts.js';
import type { Passed } from './instance.js';
import { schemaOf } from './schema.js';
import type {
  AsyncSchema,
  Bodies,
  Body,
  CheckedForm,
  Fields,
  Fingerprints,
  Fixed,
  Fixes,
  FormState,
  HistoryEvent,
  Operation,
  Operations,
  OrderFacts,
  Policy,
  Report,
  Schema,
  SchemaOptions,
} from './types.js';

/**
 * A compiled policy. It is immutable: make one, and check any number of requests with it. Its
 * memory is freed when it is garbage collected, or at once by {@link Engine.free}.
 *
 * In all checks, `facts` and `changing` are compiled {@link Facts}, a plain object or JSON text.
 * `changing` is laid over `facts` for that call only, by top-level member:
 * `engine.check('refund', body, standing, { now, order })`.
 */
export class Engine {
  /** Set explicitly, because minifiers shorten names. */
  static readonly name: string = 'Engine';
  /** The name of the class, which identifies a copy (a spread, a clone, a worker's message). */
  readonly paylint = 'Engine';
  #handle: number;
  /** The largest body in bytes. */
  #limit: number;

  /**
   * Compiles a policy: a plain object or JSON text. Without one, the default policy. An array has layers, each laid
   * over the previous ones: a later layer replaces selectors in `levels` and other values, and `members` and `rules`
   * are joined.
   *
   * @throws {PaylintError} If a member, rule or family is unknown (the message suggests the nearest
   *   name), a number is out of range, or a rule's level can't be changed. Its `layer` says in which layer.
   */
  constructor(policy: Policy | string | readonly (Policy | string)[] = []) {
    ensureReady();
    const layers = kindOf(policy) === 'an array' ? (policy as readonly unknown[]) : [policy];
    const texts = layers.map((layer, place) => layerOf('policy', layer, place));
    const handle = raw.new_engine(put(texts.join('')));
    if (handle < 0) throw failure('ERR_PAYLINT_POLICY', -1 - handle);
    this.#handle = kept(this, handle);
    this.#limit = raw.limit(this.#handle);
  }

  /**
   * Checks a request and reports everything that is wrong with it.
   *
   * The body is JSON text, its bytes, or an object or array, which goes through `JSON.stringify`.
   * `undefined` means no body, and `null` is the JSON body `null`.
   *
   * @throws {PaylintError} If the facts are invalid, the operation is unknown, or the body is something that can't be
   *   checked: a promise, a `Map`, a `Request`, a detached array …
   */
  check<O extends Operation>(...request: Asked<O>): Report<O> {
    return JSON.parse(this.checkJson(...request)) as Report<O>;
  }

  /**
   * Checks the input of a form: `values` is a body whose texts are as typed. They are normalised first ({@link
   * normalizeBody}), which gives the body to send.
   *
   * @throws Like {@link Engine.check}.
   */
  checkForm<O extends Operation>(
    operation: O,
    values: unknown,
    facts?: AnyFacts,
    changing?: AnyFacts,
  ): CheckedForm<O> {
    const body = normalizeBody(values) as Bodies[O];
    // A text is a JSON string here, not JSON text.
    return { body, report: this.check(operation, typeof body === 'string' ? JSON.stringify(body) : body, facts, changing) };
  }

  /**
   * Checks whether the gateway can accept a request, in less time than {@link Engine.check}.
   *
   * A rule that can't be decided because a fact is missing makes it `false` only if the policy says
   * `unchecked: 'reject'`.
   *
   * @throws Like {@link Engine.check}.
   */
  accepts<O extends Operation>(...request: Asked<O>): boolean {
    return checked(raw.accepts(...this.#put(this.#take(...request)))) === 1;
  }

  /**
   * Checks a request and returns the report as canonical JSON text, which is the same, byte for
   * byte, in every binding of paylint.
   *
   * @throws Like {@link Engine.check}.
   */
  checkJson<O extends Operation>(...request: Asked<O>): string {
    return takeOutput(checked(raw.check(...this.#put(this.#take(...request)))));
  }

  /**
   * Returns whether each known member may or must be given, in document order, for a form or an editor. The body may be
   * unfinished.
   *
   * It checks the request once for each member that is absent, which takes about as long as a
   * hundred checks.
   *
   * @throws Like {@link Engine.check}.
   */
  fields<O extends Operation>(...request: Asked<O>): Fields<O> {
    // The policy's limit doesn't matter.
    const taken = this.#take(...request);
    return this.#ask('fields', taken, askedBody(taken.body, maxBodyBytes));
  }

  /**
   * Returns changes that make a body's findings go away: for each finding of the report the changes that help, the best
   * first, each with whether it can be made without asking.
   *
   * It checks the request about as often as it has findings.
   *
   * @throws Like {@link Engine.check}.
   */
  fixes<O extends Operation>(...request: Asked<O>): Fixes {
    const taken = this.#take(...request);
    return this.#ask('fixes', taken, askedBody(taken.body, this.#limit));
  }

  /**
   * Makes the safe changes, and returns the body: text if it was text, bytes if it was bytes, else an object. In text
   * and bytes, everything that no change touches stays as it is. With `alsoUnsafe`, also makes changes that a person
   * should confirm: those for findings at level deny, and for misspelt or misplaced members. Placeholders are never
   * applied.
   *
   * An object isn't modified: if anything changed, a new one is returned. If no body is left, the result is an empty
   * text, no bytes, or `undefined`.
   *
   * @throws Like {@link Engine.check}.
   */
  apply<B>(
    operation: Operation,
    body: B,
    facts?: AnyFacts,
    alsoUnsafe = false,
    changing?: AnyFacts,
  ): Fixed<B> {
    return this.#changed(operation, body, facts, changing, { unsafe: alsoUnsafe });
  }

  /**
   * Makes one choice of a fix, even a placeholder with the member's example, and returns the body like {@link
   * Engine.apply}. `finding` is the index of the finding in the report, `choice` that of the choice among the
   * finding's.
   *
   * @throws Like {@link Engine.check}; also if there is no such choice.
   */
  choose<B>(
    operation: Operation,
    body: B,
    [finding, choice]: readonly [number, number],
    facts?: AnyFacts,
    changing?: AnyFacts,
  ): Fixed<B> {
    return this.#changed(operation, body, facts, changing, { choice: [finding, choice] });
  }

  /**
   * Adds up an order's requests so far to the facts `order` for the next one. The events are an array, or its JSON
   * text: first the order or the payout, then the outcome of its payment, and the accepted captures, refunds, reversals
   * and chargebacks.
   *
   * @throws {PaylintError} If the events can't follow each other, can't be JSON, or an amount isn't valid. Its
   *   `member` says where: `[2].body.total`.
   */
  orderFacts(events: readonly HistoryEvent[] | string | Uint8Array): OrderFacts {
    // A getter of the events may free the engine.
    const text = textOf(bodyOf(events, 'history'));
    const handle = this.#live();
    // Embedded unparsed, so that amounts keep their digits.
    if (!Array.isArray(parsed(text))) throw new PaylintError('invalid history: expected a JSON array', 'ERR_PAYLINT_HISTORY');
    return ask(`{"ask":"history","events":${text}}`, handle);
  }

  /**
   * Returns a validator for anything that accepts Standard Schema, such as form libraries and routers: for an
   * operation's body, or an object with several (`{ order: 'order', card: 'payment' }`). It checks like {@link
   * Engine.checkForm}, and its value is the body to send. Its issues are the findings at level deny, without warnings.
   * Its validation throws like {@link Engine.check} if a value can't be JSON (a `Map`, a bigint).
   *
   * For facts that change, such as `now`, pass a function, which is called at each validation. If it
   * returns a promise, so does the validation.
   *
   * @throws {PaylintError} If there is no such operation.
   */
  schema<S extends Operation | Operations>(
    of: S,
    facts?: AnyFacts | (() => AnyFacts),
    options?: SchemaOptions,
  ): Schema<S>;
  schema<S extends Operation | Operations>(
    of: S,
    facts: () => AnyFacts | PromiseLike<AnyFacts>,
    options?: SchemaOptions,
  ): AsyncSchema<S>;
  schema<S extends Operation | Operations>(
    of: S,
    facts?: AnyFacts | (() => AnyFacts | PromiseLike<AnyFacts>),
    options: SchemaOptions = {},
  ): AsyncSchema<S> {
    const operations = Object(of) === of ? Object.values(of) : [of as Operation];
    for (const operation of operations) operationNumber(operation);
    return schemaOf(this, of, facts, options);
  }

  /**
   * Returns a function that takes a form's input and returns what each field shows, and whether the form can be sent.
   * Call it after every change, since correcting one field can clear errors at others.
   *
   * `of` are the form's bodies (`{ order: 'order', card: 'payment' }`), `fields` the JSON Pointers of its fields within
   * them (`/card/card_number`), in the form's order; for an input of month and year, both. `facts` and the options are
   * those of {@link Engine.schema}.
   *
   * @throws {PaylintError} If an operation is unknown, or a field isn't a member of a body.
   */
  form<S extends Operations, F extends string>(
    of: S,
    fields: { readonly [field in F]: string | readonly string[] },
    facts?: AnyFacts | (() => AnyFacts),
    options: Pick<SchemaOptions, 'message' | 'unchecked'> = {},
  ): (values: unknown) => FormState<S, F> {
    for (const operation of Object.values(of)) operationNumber(operation);
    return formOf(this, of, fields, facts, options);
  }

  /** The label of the policy; `undefined` if it has none. */
  get label(): string | undefined {
    return ask<Identity>({ ask: 'fingerprints' }, this.#live()).label ?? undefined;
  }

  /**
   * Notes for the policy's author, one per line: the policy uses a rule's old name, or a deprecated rule. They don't
   * change its effect.
   */
  get policyNotes(): string[] {
    return ask({ ask: 'notes' }, this.#live());
  }

  /**
   * Fingerprints, 16 hexadecimal digits each: `rules`, the same for every engine of a version, and `policy`, which
   * doesn't depend on the label. Keep them with your reports.
   */
  get fingerprints(): Fingerprints {
    const { rules, policy } = ask<Identity>({ ask: 'fingerprints' }, this.#live());
    return { rules, policy };
  }

  /**
   * The policy as text for the `Engine` of `paylint/check`, which takes compiled policies only: for orders and card posts,
   * and for this version of paylint.
   *
   * @throws {PaylintError} If the policy has rules of its own.
   */
  get compiled(): string {
    const handle = this.#live();
    if (raw.compiled === undefined) throw onlyChecks();
    const length = raw.compiled(handle);
    if (length < 0) throw failure('ERR_PAYLINT_POLICY');
    return takeOutput(length);
  }

  #live(): number {
    if (this.#handle === 0) throw new PaylintError('this engine was freed');
    return this.#handle;
  }

  /** Frees the memory now. The engine can't be used any more. */
  free(): void {
    this.#handle = freed(this, this.#handle);
  }

  /** Calls {@link Engine.free} at the end of a block: `using engine = new Engine()`. */
  [DISPOSE](): void {
    this.free();
  }

  /** Runs the caller's getters and `toJSON`, which may run checks or free something, before anything is passed on. */
  #take(operation: string, body?: unknown, facts?: AnyFacts, changing?: AnyFacts): Taken {
    const number = operationNumber(operation);
    const taken = bodyOf(body);
    const compiled = Facts.is(facts) ? facts : undefined;
    const layers = compiled || facts === undefined ? [] : [factsLayer(facts)];
    if (changing !== undefined) layers.push(factsLayer(changing));
    return { operation, number, body: taken, compiled, layers };
  }

  /** Passes a request to the module. */
  #put({ number, body, compiled, layers }: Taken): Passed {
    const handle = this.#live();
    const standing = compiled ? Facts.handleOf(compiled) : 0;
    if (layers.length > 0) lay(layers);
    return [handle, number, putBody(body, this.#limit), standing, layers.length > 0];
  }

  /** Asks about a request. */
  #ask<Answer>(name: string, taken: Taken, body: AskedBody, more = {}): Answer {
    const handle = this.#live();
    const layers = [...(taken.compiled ? [factsLayer(taken.compiled)] : []), ...taken.layers];
    const question = JSON.stringify({ ask: name, operation: taken.operation, ...body, ...more });
    const facts = layers.length > 0 ? `,"facts":[${layers.map(embedded).join()}]` : '';
    return ask(`${question.slice(0, -1)}${facts}}`, handle);
  }

  /** A changed body, in the same form as the original. */
  #changed<B>(operation: string, body: B, facts: AnyFacts, changing: AnyFacts, how: object): Fixed<B> {
    const taken = this.#take(operation, body, facts, changing);
    const asked = askedBody(taken.body, this.#limit);
    const { raw: text = '' } = this.#ask<AskedBody>('apply', taken, asked, how);
    let result: unknown = body;
    if (asked.raw !== undefined && text !== asked.raw) {
      if (typeof taken.body !== 'string') result = utf8(text);
      else if (typeof body === 'string') result = text;
      else result = text === '' ? undefined : JSON.parse(text);
    }
    return result as Fixed<B>;
  }
}

/** A request as the caller passes it. */
interface Taken {
  operation: string;
  /** The operation's number. */
  number: number;
  body: string | Uint8Array;
  compiled: Facts | undefined;
  /** Facts that aren't compiled, each laid over the previous ones. */
  layers: string[];
}

interface Identity extends Fingerprints {
  label: string | null;
}

/** The value of a JSON text; `undefined` if it isn't one. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A layer of facts as JSON. Text that isn't JSON becomes a string, which the module refuses. */
function embedded(layer: string): string {
  const text = layer.slice(1);
  return parsed(text) === undefined ? JSON.stringify(text) : text;
}

/** The arguments of a check. `changing` is laid over `facts` for this call only. */
export type Asked<O extends Operation> = [operation: O, body?: Body<O>, facts?: AnyFacts, changing?: AnyFacts];
