// Reports, plain objects with the members of the canonical JSON, and conversions from them.

import type { FactName, Finding, Problem, Report } from './types.js';

/**
 * Returns the findings of a report, or of a copy of it, at a JSON Pointer or an array of its segments.
 */
export function findingsAt(
  report: Pick<Report, 'findings'>,
  path: string | readonly (string | number)[],
): Finding[] {
  const pointer = pointerOf(path);
  return report.findings.filter((finding) => finding.path === pointer);
}

/**
 * Returns the JSON Pointer of a path.
 *
 * @internal
 */
export function pointerOf(path: string | readonly (string | number)[]): string {
  return typeof path === 'string' ? path : path.map(escaped).join('');
}

function escaped(step: string | number): string {
  return `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

/**
 * A reason for a rejection, in the form of a finding.
 *
 * @internal
 */
export type Reason = Pick<Finding, 'rule' | 'level' | 'path' | 'message'> & {
  needs?: FactName[];
  params?: Finding['params'];
};

/**
 * The findings of a rejected report, or else the unchecked rules at level deny.
 *
 * @internal
 */
export function reasons({ verdict, findings, unchecked }: Report): Reason[] {
  if (verdict === 'accept' || findings.some(denies)) return findings;
  return unchecked.filter(denies).map((open) => ({
    ...open,
    path: '',
    // A rule about an unknown total needs no fact.
    message: `${open.rule} can't be decided${open.needs.length > 0 ? ` without ${open.needs.join(', ')}` : ": the total isn't known"}`,
  }));
}

/** @internal */
export function denies({ level }: { level: string }): boolean {
  return level === 'deny';
}

/**
 * Returns problem details (RFC 9457) of a report, or of a copy of it; `null` unless the verdict is
 * reject.
 */
export function toProblem(report: Report): Problem | null {
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

