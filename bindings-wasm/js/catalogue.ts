// The catalogues of rules and of members, and the compatibility table.

import { features as featureNames, operations, rules as rows } from './generated/catalogue.js';
import { Cell } from './generated/numbers.js';
import { need, noSuch, operationNumber, put, raw } from './instance.js';
import type {
  Compatibility,
  Explanation,
  Feature,
  KnownMember,
  Operation,
  Prose,
  Rule,
  RuleName,
} from './types.js';

let all: readonly Rule[] | undefined;
let allMembers: readonly KnownMember[] | undefined;

/** Returns every rule, in the order of findings. {@link explain} also returns a rule's prose. */
export function rules(): readonly Rule[] {
  return (all ??= freeze(rows.map(ruleOf)));
}

function ruleOf(row: (typeof rows)[0]): Rule {
  const [rule, level, locked, basis, source, operations, needs, params, message] = row;
  return {
    rule,
    family: rule.split('.')[0],
    operations: list(operations),
    level,
    locked,
    basis,
    source,
    needs: list(needs),
    params: list(params),
    message,
  } as Rule;
}

function freeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null)
    Object.values(Object.freeze(value)).forEach(freeze);
  return value;
}

/**
 * Explains a rule: what it requires, why it exists, an example that violates it and one that
 * satisfies it. The first call loads the prose from a separate file.
 *
 * @throws {PaylintError} If there is no such rule. The message suggests the nearest name.
 */
export async function explain(rule: RuleName): Promise<Explanation> {
  const known = rules().find((candidate) => candidate.rule === rule);
  if (known === undefined) return noSuch('rule', rule, rows.map(([name]) => name));
  const prose = (await import('./prose.js')).default as Record<string, Prose>;
  return { ...known, ...(prose[rule] as Prose) };
}

/**
 * Returns every member that an operation's body can have, in document order; without an operation,
 * those of all of them. The first call loads them from a separate file.
 *
 * @throws {PaylintError} If there is no such operation. The message suggests the nearest name.
 */
export async function members(operation?: Operation): Promise<readonly KnownMember[]> {
  if (operation !== undefined) operationNumber(operation);
  allMembers ??= freeze((await import('./members.js')).default as readonly KnownMember[]);
  return allMembers.filter((member) => member.operation === (operation ?? member.operation));
}

/**
 * Returns what the compatibility table says about two features, and which row says it. `null` if
 * the two can't occur together: a feature and itself, two payouts, two ways to charge a saved
 * method.
 *
 * @throws {PaylintError} If there is no such feature.
 */
export function compatibility(a: Feature, b: Feature): Compatibility | null {
  need();
  const bits = raw.compatible(featureNumber(a), featureNumber(b));
  if (bits < 0) return null;
  const row = (row: Cell, listed: Cell): boolean | null =>
    bits & row ? (bits & listed) !== 0 : null;
  return {
    a,
    b,
    compatibility:
      bits & Cell.Disputed ? 'disputed' : bits & Cell.Incompatible ? 'incompatible' : 'compatible',
    row_of_a_lists_b: row(Cell.A, Cell.AListsB),
    row_of_b_lists_a: row(Cell.B, Cell.BListsA),
  };
}

/**
 * Returns the features that can be added to these. Each of them is compatible with all of these, or
 * the table is disputed about the pair.
 *
 * @throws {PaylintError} If there is no such feature.
 */
export function compatibleWith(features: Iterable<Feature>): Feature[] {
  need();
  let bits = 0;
  for (const feature of features) bits |= 1 << featureNumber(feature);
  bits = raw.compatible_with(bits);
  return featureNames.filter((_, number) => bits & (1 << number)) as Feature[];
}

/**
 * Returns the operation of an HTTP method and a path, with or without a version prefix; `null` if
 * there is none.
 */
export function route(method: string, path: string): Operation | null {
  need();
  const number = method.includes('\n') ? -1 : raw.route(put(`${method}\n${path}`));
  return number < 0 ? null : (operations[number] as Operation);
}

function featureNumber(feature: string): number {
  const number = featureNames.indexOf(feature);
  return number < 0 ? noSuch('feature', feature, featureNames) : number;
}

function list(text: string): string[] {
  return text === '' ? [] : text.split(' ');
}
