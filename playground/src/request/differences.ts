// Where two policies differ about a request. Runs in the worker.

import type { Report } from 'paylint';
import { count } from '../dom.js';

/** A rule, and what it comes to by each of the policies. */
export interface Difference {
  rule: string;
  ours: string;
  theirs: string;
}

/** The rules whose outcomes differ. */
export function compared(ours: Report, theirs: Report): Difference[] {
  const [a, b] = [outcomes(ours), outcomes(theirs)];
  return [...new Set([...a.keys(), ...b.keys()])]
    .map((rule) => ({ rule, ours: a.get(rule) ?? 'nothing', theirs: b.get(rule) ?? 'nothing' }))
    .filter((difference) => difference.ours !== difference.theirs);
}

function outcomes({ findings, unchecked }: Report): Map<string, string> {
  const found = new Map<string, { level: string; count: number }>();
  for (const { rule, level } of findings)
    found.set(rule, { level, count: (found.get(rule)?.count ?? 0) + 1 });
  const words = [...found].map(([rule, it]): [string, string] => [
    rule,
    count(it.count, it.level === 'deny' ? 'error' : 'warning'),
  ]);
  const undecided = unchecked.map(({ rule, level }): [string, string] => [
    rule,
    `undecided ${level === 'deny' ? 'error' : 'warning'}`,
  ]);
  return new Map([...undecided, ...words]);
}
