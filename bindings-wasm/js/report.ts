// Reports: plain objects with the members of the canonical JSON, and two helpers that aren't
// enumerable.

import type { Plain } from './outcome.js';
import type { FactName, Finding, Problem, Report, Unchecked } from './types.js';

const AT: PropertyDescriptor = {
  value(this: Report, path: string | readonly (string | number)[]): Finding[] {
    const pointer = typeof path === 'string' ? path : path.map(escaped).join('');
    return this.findings.filter((finding) => finding.path === pointer);
  },
};

const TO_PROBLEM: PropertyDescriptor = {
  value(this: Report): Problem | null {
    return problemOf(this);
  },
};

function escaped(step: string | number): string {
  return `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

/** What rejects a request, in the form of a finding. */
type Reason = Pick<Finding, 'path' | 'message'> & Omit<Unchecked, 'needs'> & {
    needs?: FactName[];
    params?: Finding['params'];
  };

/** The findings of a rejected report, or else the unchecked rules at level deny. */
export function reasons({ verdict, findings, unchecked }: Report): Reason[] {
  if (verdict === 'accept' || findings.some(denies)) return findings;
  return unchecked.filter(denies).map((open) => ({
    ...open,
    path: '',
    message: `${open.rule} can't be decided without ${open.needs.join(', ')}`,
  }));
}

export function denies({ level }: { level: string }): boolean {
  return level === 'deny';
}

function problemOf(report: Report): Problem | null {
  if (report.verdict === 'accept') return null;
  const all = reasons(report);
  const first = all.find(denies) as Reason;
  return {
    type: `rules/${first.rule}`,
    title: first.rule.replaceAll('.', ': ').replaceAll('_', ' '),
    status: report.status,
    detail: first.message,
    errors: all.map(({ path, rule, level, message, needs }) => ({
      pointer: `#${path}`,
      rule,
      level,
      detail: message,
      ...(needs && { needs }),
    })),
  };
}

/** Adds the helpers to a report. */
export function withHelpers(plain: Plain): Report {
  // Two calls take half the time of Object.defineProperties.
  Object.defineProperty(plain, 'at', AT);
  return Object.defineProperty(plain, 'toProblem', TO_PROBLEM) as Report;
}
