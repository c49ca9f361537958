// The catalogues of rules and of members, and the compatibility table.

import { ask, notAName, operationNumber } from './instance.js';
import type {
  Explanation,
  Feature,
  KnownMember,
  Matrix,
  Operation,
  Prose,
  Route,
  Rule,
  RuleName,
} from './types.js';

/** Returns every rule, in the order of findings. {@link explain} also returns a rule's prose. */
export function rules(): Rule[] {
  return ask<(Rule & Prose)[]>({ ask: 'catalogue' }).map(withoutProse);
}

/** A rule from the module, which has no prose. */
function withoutProse({ summary: _, why: _1, violated_by: _2, held_by: _3, ...rule }: Rule & Prose): Rule {
  return rule;
}

/**
 * Explains a rule: what it requires, why it exists, an example that violates it and one that
 * satisfies it. The first call loads the prose from a separate file.
 *
 * @throws {PaylintError} If there is no such rule. The message suggests the nearest name.
 */
export async function explain(rule: RuleName): Promise<Explanation> {
  if (typeof rule !== 'string') throw notAName('rule', rule, 'compat.pair');
  const known = withoutProse(ask<Rule & Prose>({ ask: 'rule', rule }));
  const { default: prose } = await import('./prose.js');
  return { ...known, ...((prose as Record<string, Prose>)[known.name] as Prose) };
}

/**
 * Returns every member that an operation's body can have, in document order; without an operation,
 * those of all of them. The first call loads them from a separate file.
 *
 * @throws {PaylintError} If there is no such operation. The message suggests the nearest name.
 */
export async function members(operation?: Operation): Promise<readonly KnownMember[]> {
  if (operation !== undefined) operationNumber(operation);
  const { default: all } = await import('./members.js');
  return all.filter((member) => member.operation === (operation ?? member.operation));
}

/**
 * Returns the compatibility table: whether each pair of features, or of these, can occur together, and which row says
 * so; for these also the features that can be added.
 *
 * @throws {PaylintError} If there is no such feature.
 */
export function matrix(features: Iterable<Feature> = []): Matrix {
  return ask({ ask: 'matrix', features: [...features] });
}

/** Returns the members that a key is or probably means, in any object of a body: for `cardNo`, `card_number`. */
export function meant(key: string): string[] {
  return ask({ ask: 'meant', key });
}

/** Returns the operation of an HTTP method and a path or URL, and what is wrong with them. */
export function route(method: string, path: string): Route {
  return ask({ ask: 'route', method, path });
}
