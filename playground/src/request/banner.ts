// The verdict in words: who would refuse the request, or which facts are missing.

import { count } from '../dom.js';
import type { Checked } from './check.js';
import { LABELS } from './operations.js';

export interface Banner {
  kind: 'accept' | 'reject' | 'incomplete';
  words: string;
  counts: string;
}

/** The most facts that are named. */
const NAMED = 3;

/** The verdict on a request; `toFill` members have made-up values. */
export function bannerOf(checked: Checked, toFill: number): Banner {
  const { report, errors, warnings } = checked;
  const counts = [
    count(errors, 'error'),
    count(warnings, 'warning'),
    `${count(report.unchecked.length, 'rule')} undecided`,
  ].join(', ');
  const verdict = verdictOf(checked);
  if (verdict.kind === 'accept' && toFill > 0)
    return { kind: 'incomplete', words: `${count(toFill, 'made-up value')} to fill in`, counts };
  return { ...verdict, counts };
}

function verdictOf({ report, byDefault, errors, warnings }: Checked): Omit<Banner, 'counts'> {
  const what = LABELS[report.operation].replace(/^\w[a-z]/, (start) => start.toLowerCase());
  const gateway =
    report.operation === 'card_webhook'
      ? 'The gateway wouldn’t send this card webhook'
      : `The gateway would refuse this ${what}`;
  if (errors > 0) {
    const words = byDefault === 'reject' ? gateway : `Your policy refuses this ${what}`;
    return { kind: 'reject', words };
  }
  if (byDefault === 'reject')
    return { kind: 'reject', words: `${gateway}; your policy lets it pass` };
  const open = report.unchecked.filter(({ level }) => level === 'deny' || report.verdict === 'reject');
  if (open.length > 0) return { kind: 'incomplete', words: `Can’t be decided yet: set ${factsOf(open)}` };
  const words = warnings > 0 ? 'Nothing found so far that would be refused' : 'Nothing found so far';
  return { kind: 'accept', words };
}

function factsOf(open: Checked['report']['unchecked']): string {
  const facts = [...new Set(open.flatMap(({ needs }) => needs))] as string[];
  const more = facts.length - NAMED;
  const named = more > 0 ? [...facts.slice(0, NAMED), `${more} more`] : facts;
  return new Intl.ListFormat('en').format(named);
}
