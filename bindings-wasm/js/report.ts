// Reports: plain objects with the members of the canonical JSON, and what can be made of them.

import type {
  Feature,
  FactName,
  Finding,
  Operation,
  Problem,
  Report,
  RuleName,
  Unchecked,
} from './types.js';
import { names, takeAscii, takeOutput, words } from './instance.js';

/**
 * Returns the findings of a report, or of a copy of it, at a JSON Pointer or an array of its steps.
 */
export function findingsAt(
  report: Pick<Report, 'findings'>,
  path: string | readonly (string | number)[],
): Finding[] {
  const pointer = typeof path === 'string' ? path : path.map(escaped).join('');
  return report.findings.filter((finding) => finding.path === pointer);
}

function escaped(step: string | number): string {
  return `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

/** What rejects a request, in the form of a finding. */
export type Reason = Pick<Finding, 'path' | 'message'> & Omit<Unchecked, 'needs'> & {
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

/**
 * Reads the report of the last check, from `length` bytes of output text, or from the words if
 * `length` is 0.
 */
export function takeReport(length: number, operation: Operation): Report {
  return length === 0 ? fromWords(operation) : (JSON.parse(takeOutput(length)) as Report);
}

/** Reads a report without findings (../src/outcome.rs). */
function fromWords(operation: Operation): Report {
  const all = words();
  // Indexes, because destructuring a typed array uses its iterator, which is slow.
  const word = (index: number): number => all[index] as number;
  const capabilities = word(1);
  const kinds = word(2);
  const unchecked = word(3);
  const total = word(4);
  const validUntil = word(5);
  const obligations: Report['obligations'] = [];
  if (kinds & 1) {
    const needs = named(names.facts, word(7), word(8)) as FactName[];
    obligations.push({ kind: 'three_ds', by: null, needs });
  }
  if (kinds & 2) {
    const by = takeAscii(total + validUntil, word(6));
    obligations.push({ kind: 'capture', by, needs: [] });
  }
  return {
    verdict: 'accept',
    status: 200,
    operation,
    scenario: word(0) === 0 ? null : (names.features[word(0) - 1] as Report['scenario']),
    capabilities:
      capabilities === 0 ? [] : (named(names.features, capabilities, 0) as Report['capabilities']),
    total: takeAscii(0, total),
    findings: [],
    truncated: false,
    unchecked: unchecked === 0 ? [] : uncheckedFrom(all, unchecked),
    obligations,
    valid_until: takeAscii(total, validUntil),
  };
}

function uncheckedFrom(all: Uint32Array, count: number): Report['unchecked'] {
  const list: Report['unchecked'] = [];
  for (let at = 9; count > 0; count--, at += 3) {
    const rule = all[at] as number;
    list.push({
      rule: names.ruleOf[rule & 0xffff] as RuleName,
      level: names.levels[rule >>> 16] as 'warn' | 'deny',
      needs: named(names.facts, all[at + 1] as number, all[at + 2] as number) as FactName[],
    });
  }
  return list;
}

/** The names of the bits that are set in two words. */
export function named(all: readonly string[], low: number, high: number): (Feature | FactName)[] {
  const list: string[] = [];
  for (let bits = low; bits !== 0; bits &= bits - 1)
    list.push(all[31 - Math.clz32(bits & -bits)] as string);
  for (let bits = high; bits !== 0; bits &= bits - 1)
    list.push(all[63 - Math.clz32(bits & -bits)] as string);
  return list as (Feature | FactName)[];
}
