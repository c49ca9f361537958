// The package's types. Names, rules, facts, policies and bodies are generated from the catalogue and the
// schemas.

import type {
  BasisName,
  Bodies,
  BrandName,
  FactsInit,
  Feature,
  FindingOf,
  Level,
  LockedRuleName,
  Operation,
  OwnRule,
  ParamsOf,
  ReportMembers,
  Rule,
  RuleFamily,
  RuleName,
  Unchecked,
} from './generated/types.js';
import type { Fetch } from './source.js';

export type * from './generated/types.js';

/**
 * The body of an operation: an object, JSON text, or the bytes of JSON text in any buffer or view.
 * `undefined` means no body, and `null` is the JSON body `null`.
 */
export type Body<O extends Operation = Operation> =
  Bodies[O] | string | ArrayBufferView | ArrayBufferLike | null | undefined;

/** A selector of a policy's levels. */
export type Selector =
  | Exclude<RuleName, LockedRuleName>
  | `${Exclude<RuleName, LockedRuleName>}@/${string}`
  | OwnRuleName
  | `${RuleFamily | 'custom'}.*`
  | `basis.${BasisName}`
  | '*';

/** The name of a policy rule: 1 to 48 of a–z, 0–9 and `_` after `custom.`. */
export type OwnRuleName = `custom.${string}`;

/** The kind of payment or payout. Every request has at most one scenario. */
export type Scenario = Extract<
  Feature,
  | 'one_step'
  | 'two_step'
  | 'zero_amount'
  | 'full_refund'
  | 'partial_refund'
  | 'reversal'
  | `payout_${string}`
>;

/** A feature that can be combined with a scenario. */
export type Capability = Exclude<Feature, Scenario>;

/** A violation of a rule at one place. Narrow it by `rule` to get the type of `params`. */
export type Finding<R extends AnyRuleName = AnyRuleName> = R extends AnyRuleName ? FindingOf<R> : never;

/** A rule of the catalogue or of a policy. */
export type AnyRuleName = RuleName | OwnRuleName;

/** The params of a finding of a policy rule. */
export interface OwnParams {
  minimum?: string;
  maximum?: string | number;
  actual?: string | number | null;
}

/**
 * The result of checking a request: a plain object with the members of the canonical JSON, which can
 * be copied, sent and kept. `findingsAt` and `toProblem` take it, or a copy of it.
 *
 * The verdict is `reject` if any finding is at level deny, or, if the policy says so, an unchecked
 * rule. The status is the HTTP status that the gateway would answer with.
 */
export type Report<O extends Operation = Operation> = (
  { verdict: 'accept'; status: 200 } | { verdict: 'reject'; status: 400 | 403 }
) &
  ReportMembers<O>;

/** The result of checking a form's input. The body is separate, since a report may be logged. */
export interface CheckedForm<O extends Operation = Operation> {
  /** The body to send: the normalised input. */
  body: Bodies[O];
  report: Report<O>;
}

/** A body after fixes, in its original form. An object can be gone. */
export type Fixed<B> = B extends string
  ? string
  : B extends ArrayBufferLike | ArrayBufferView
    ? B | Uint8Array
    : B | undefined;

/** An accepted request for an order, or something else that happened to it. */
export type HistoryEvent =
  | (Sent<'order'> & {
      /** The facts at that time; the order's capabilities need `terminal` and `merchant.avs_permission`. */
      facts?: FactsInit;
    })
  | (Sent<PayoutOperation> & { facts?: FactsInit })
  | Sent<'capture'>
  /** Without a body, a Full Refund. */
  | (Omit<Sent<'refund'>, 'body'> & Partial<Pick<Sent<'refund'>, 'body'>>)
  | { operation: 'reversal'; at: string | Date }
  | { event: 'chargeback'; at: string | Date }
  /** The outcome of the order's payment. */
  | { event: 'payment'; at: string | Date; paid: boolean };

type PayoutOperation = Extract<Operation, `payout_${string}`>;

interface Sent<O extends Operation> {
  operation: O;
  /** When it was accepted: RFC 3339, or a date. */
  at: string | Date;
  body: Bodies[O];
}

/** The facts `order`. */
export type OrderFacts = NonNullable<FactsInit['order']>;

/**
 * The state of an input: its value is `missing`; `incomplete`, because typing on can still make it valid; or `wrong`; a
 * warning makes it `doubtful`; it is `undecided` if a fact is missing, or the report was cut off; otherwise `fine`.
 */
export type InputState = 'missing' | 'incomplete' | 'wrong' | 'doubtful' | 'undecided' | 'fine';

/** State and text of a form's field. */
export interface FieldShown {
  readonly state: InputState;
  /** Whether a finding at level deny is about it: `aria-invalid`. */
  readonly invalid: boolean;
  /** What is wrong, or a hint; `''` if there is nothing to say. */
  readonly text: string;
}

/** State of a whole form, after a change. */
export interface FormState<S extends Operations = Operations, F extends string = string> {
  /** Whether no body is rejected, so that it can be sent. */
  readonly accepted: boolean;
  /** The values with the bodies to send: normalised, and without empty ones. */
  readonly value: ValueOf<S>;
  /** The report on each body. */
  readonly reports: { readonly [name in keyof S]: Report<S[name]> };
  readonly fields: { readonly [field in F]: FieldShown };
  /** The first field that is invalid: give it the focus when the shopper wants to pay. */
  readonly first: F | undefined;
  /** The text to announce then: that field's, or that of a problem that no field can correct; `''` if all is accepted. */
  readonly text: string;
}

/** A card network. */
export interface CardBrand {
  readonly brand: BrandName;
  /** The common name. */
  readonly title: string;
  /** The lengths that its card numbers can have. */
  readonly lengths: readonly number[];
  /** The lengths of the numbers in circulation. */
  readonly lengths_in_use: readonly number[];
  /** The positions after which the printed number has a gap. */
  readonly gaps: readonly number[];
  /** The network's name for the security code: `CVC2`. */
  readonly code_name: string;
  /** The length of the security code: 4 digits on the front of the card, or 3 on its back. */
  readonly code_length: number;
}

/** A verdict and the gateway's answer, with nothing from the two bodies. `paylint calibrate` reads it as JSON. */
export interface Observation {
  operation: Operation;
  /** When it was sent, in RFC 3339. */
  at: string;
  verdict: Report['verdict'];
  /** Rule, member and level of each finding. */
  findings: [rule: string, path: string, level: Finding['level']][];
  /** The HTTP status of the answer; `null` if there was none. */
  status: number | null;
}

/** Options of `checkedFetch`. */
export interface FetchOptions<Facts> {
  /** Sends the requests; by default the global `fetch`. */
  fetch?: Fetch;
  /** The standing facts. */
  facts?: Facts | FactsInit | string;
  /** Returns the facts of one request, such as its `order`. */
  changing?: (operation: Operation, url: string) => FactsInit;
  /**
   * Is called for each checked request, once there is an answer or there can't be one. Its errors, and those of
   * `unchecked`, go to `console.error` and change no outcome.
   */
  observe?: (observation: Observation) => unknown;
  /**
   * Is called for each request to the gateway that wasn't checked, with the reason. The operation is `null` if there is
   * none; the URL includes the query, which doesn't belong in logs.
   */
  unchecked?: (why: string, operation: Operation | null, url: string) => unknown;
  /** Whether requests that would be refused are sent all the same. */
  reportOnly?: boolean;
}

/** An example request. The body, facts and policy are JSON text; `null` if there is none. */
export interface Example {
  operation: Operation;
  body: string | null;
  facts: string | null;
  policy: string | null;
}

/** The catalogue's prose about a rule. */
export interface Prose {
  /** What the rule requires, in one line. */
  summary: string;
  /** Why the rule exists. */
  why: string;
  /** An example that violates the rule. */
  violated_by: Example;
  /** An example that the rule applies to and that satisfies it. */
  held_by: Example;
}

/** A rule with its prose. */
export type Explanation<R extends RuleName = RuleName> = Rule<R> & Prose;

/** An issue of Standard Schema, with the rule and its `params`. */
export interface Issue {
  readonly message: string;
  /** Indexes of arrays are numbers. */
  readonly path: readonly (string | number)[];
  readonly rule: AnyRuleName;
  readonly params: Finding['params'];
}

/** The operations of an object with several bodies, by member. */
export type Operations = { readonly [member: string]: Operation };

/** The bodies that a schema validates. */
export type ValueOf<S extends Operation | Operations> = S extends Operation
  ? Bodies[S]
  : S extends Operations
    ? { [N in keyof S]: Bodies[S[N]] }
    : never;

/**
 * A form's values for a schema: text in place of numbers, and only the members that have fields. Form libraries compare
 * it with the type of their default values, in different directions, so each body can have any type.
 */
export type FormValues<S extends Operation | Operations> = S extends Operations ? { [N in keyof S]: any } : any;

/** The result of a schema's validation: the body to send, or issues. */
export type Validated<S extends Operation | Operations = Operation> =
  { readonly value: ValueOf<S>; readonly issues?: undefined } | { readonly issues: readonly Issue[] };

/** A validator that follows Standard Schema, version 1. It is synchronous. */
export type Schema<S extends Operation | Operations = Operation> = StandardSchema<S, Validated<S>>;

/** A validator that follows Standard Schema, version 1. It waits for the facts. */
export type AsyncSchema<S extends Operation | Operations = Operation> = StandardSchema<
  S,
  Validated<S> | Promise<Validated<S>>
>;

/** The members that Standard Schema requires. */
export interface StandardSchema<S extends Operation | Operations, Outcome> {
  /** The validator, its version and vendor. */
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: 'paylint';
    /** Validates a value, which must be an object. */
    readonly validate: (value: unknown) => Outcome;
    /** The types of the value, only for TypeScript. */
    readonly types?: { readonly input: FormValues<S>; readonly output: ValueOf<S> } | undefined;
  };
}

/** Options of a schema. */
export interface SchemaOptions {
  /** The lowest level whose findings are issues: by default `deny`. With `warn`, warnings are issues, too. */
  readonly level?: Exclude<Level, 'allow'>;
  /**
   * The message of an issue, for example in another language. With `undefined`, a finding keeps its English message,
   * and an unchecked rule the text of `unchecked`.
   */
  readonly message?: (reason: Finding | Unchecked) => string | undefined;
  /**
   * The message of an issue about a rule that can't be decided, if the policy rejects for that: by default none, an
   * empty text, since the reader can't do anything about it. It is an issue all the same.
   */
  readonly unchecked?: string;
  /** Called at each validation with the findings at level warn. */
  readonly warnings?: (findings: Finding[]) => void;
}
