// The package's types. Names, rules, facts and bodies are generated from the catalogue and the
// schema.

import type {
  BasisName,
  Bodies,
  FactName,
  Feature,
  LockedRuleName,
  Operation,
  ParamsOf,
  RuleFamily,
  RuleName,
} from './generated/types.js';

export type * from './generated/types.js';

/** How strict to be about a rule: not looked at, reported, or reported and refused. */
export type Level = 'allow' | 'warn' | 'deny';

/**
 * The body of an operation: an object, JSON text, or the bytes of JSON text in a buffer or a view of
 * one, shared or not. `undefined` is no body; `null` is the JSON body `null`.
 */
export type Body<O extends Operation = Operation> =
  Bodies[O] | string | ArrayBufferView | ArrayBufferLike | null | undefined;

/** How strict to be. */
export interface Policy {
  /**
   * The level of a rule by its name, or of a family's rules by its name and `.*`; the rule's own
   * entry wins. Rules without which no body can be read are locked.
   */
  levels?: { readonly [selector in Exclude<RuleName, LockedRuleName> | `${RuleFamily}.*`]?: Level };
  /** How many findings of each level a report has at most: 1 to 10,000; 100 by default. */
  max_findings?: number;
  /**
   * How many bytes a body has at most, white space included: 1 to 67,108,864, and 1 MiB if nothing
   * is said.
   */
  max_body_bytes?: number;
}

/** What an order or a payout is: every request has at most one. */
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

/** What is combined with a scenario. */
export type Capability = Exclude<Feature, Scenario>;

/** A violation of a rule at a place. Narrow by `rule` to know its `params`. */
export type Finding<R extends RuleName = RuleName> = R extends RuleName ? FindingOf<R> : never;

interface FindingOf<R extends RuleName> {
  /** The rule's name. */
  rule: R;
  /** The level that the policy gives the rule. */
  level: Exclude<Level, 'allow'>;
  /** What the rule rests on. */
  basis: BasisName;
  /** The section of the source document, or the standard; `null` where there is none. */
  source: string | null;
  /**
   * Where: a JSON Pointer. A missing member's points where it should be; `""` is the whole body.
   */
  path: string;
  /** One English sentence: lower case, no full stop. */
  message: string;
  /**
   * What a host needs to write its own message. Decimals are strings; a number of the body that could
   * be a card's is `null`, and stands as `…` in the message.
   */
  params: ParamsOf[R];
}

/** A rule whose outcome depends on facts that were not given. */
export interface Unchecked {
  rule: RuleName;
  level: Exclude<Level, 'allow'>;
  /** The absent facts that the outcome still depends on. */
  needs: FactName[];
}

/** What must be done beside sending the request. */
export interface Obligation {
  /** 3-D Secure authentication, or capturing the order later. */
  kind: 'three_ds' | 'capture';
  /** Until when: RFC 3339, UTC; `null` where there is no time to give. */
  by: string | null;
}

/** What checking a request came to: a plain object of the canonical JSON's shape. */
export interface Report<O extends Operation = Operation> {
  /** `reject` if any finding is at level deny. What is unchecked does not reject. */
  verdict: 'accept' | 'reject';
  /** The HTTP status that the gateway would give. */
  status: 200 | 400 | 403;
  operation: O;
  scenario: Scenario | null;
  /** The active capabilities of an order or a payout. */
  capabilities: Capability[];
  /** The sum of an order's products, as a decimal, where all could be counted. */
  total: string | null;
  findings: Finding[];
  /** Whether there were more findings of a level than the policy keeps. */
  truncated: boolean;
  unchecked: Unchecked[];
  obligations: Obligation[];
  /** The last instant at which the operation's time rule still holds: RFC 3339, UTC. */
  valid_until: string | null;
  /** The findings at a JSON Pointer, or at the path of these steps. Not enumerable. */
  at(path: string | readonly (string | number)[]): Finding[];
  /** The report as problem details (RFC 9457); `null` if it is no reject. Not enumerable. */
  toProblem(): Problem | null;
}

/** Problem details (RFC 9457) of a rejected request: `application/problem+json`. */
export interface Problem {
  /** `rules/<rule>` of the first finding at level deny: a URI reference. */
  type: `rules/${RuleName}`;
  title: string;
  status: Report['status'];
  detail: string;
  errors: {
    /** A JSON Pointer as a URI fragment: `#/client/address`. */
    pointer: string;
    rule: RuleName;
    level: Exclude<Level, 'allow'>;
    detail: string;
  }[];
}

/** What there is to know of a rule but its prose. */
export interface Rule<R extends RuleName = RuleName> {
  rule: R;
  family: RuleFamily;
  /** The operations it belongs to. */
  operations: readonly Operation[];
  /** The level if the policy says nothing. */
  level: Level;
  /** A policy cannot change the level. */
  locked: boolean;
  basis: BasisName;
  source: string | null;
  /** The facts it reads. */
  needs: readonly FactName[];
  /** The members of a finding's `params`, in order. */
  params: readonly string[];
  /** The sentence of a finding; `{name}` stands for a member of `params`. */
  message: string;
}

/** A case: an operation, and the body, the facts and the policy as JSON text; `null` for none. */
export interface Example {
  operation: Operation;
  body: string | null;
  facts: string | null;
  policy: string | null;
}

/** What the catalogue says of a rule. */
export interface Prose {
  /** One line: what holds when the rule holds. */
  summary: string;
  /** Why the rule exists. */
  why: string;
  /** A case in which the rule fires. */
  violated_by: Example;
  /** A case in which it is looked at and holds. */
  held_by: Example;
}

/** All that there is to know of a rule. */
export type Explanation<R extends RuleName = RuleName> = Rule<R> & Prose;

/** What the table says of two features. */
export interface Compatibility {
  a: Feature;
  b: Feature;
  /** Every row that there is lists the other; no row does; or the rows disagree. */
  compatibility: 'compatible' | 'incompatible' | 'disputed';
  /** Whether the row of `a` lists `b`; `null` if `a` has no row. */
  row_of_a_lists_b: boolean | null;
  /** Whether the row of `b` lists `a`; `null` if `b` has no row. */
  row_of_b_lists_a: boolean | null;
}

/** An issue of Standard Schema, which also says which rule it is of. */
export interface Issue {
  readonly message: string;
  /** Numbers are indexes of arrays. */
  readonly path: readonly (string | number)[];
  readonly rule: RuleName;
  readonly params: Finding['params'];
}

/** A validator after Standard Schema, version 1. It validates without waiting. */
export interface Schema<O extends Operation = Operation> {
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: 'paylint';
    readonly validate: (
      value: unknown,
    ) =>
      | { readonly value: Bodies[O]; readonly issues?: undefined }
      | { readonly issues: readonly Issue[] };
    readonly types?: { readonly input: Bodies[O]; readonly output: Bodies[O] } | undefined;
  };
}
