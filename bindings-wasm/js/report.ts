// Reports: plain objects with the members of the canonical JSON, and two helpers that aren't
// enumerable.

import type { Feature, FactName, Finding, Operation, Problem, Report, RuleName } from './types.js';
import { names, raw, takeAscii, takeFailure, takeOutput, words } from './instance.js';

type Plain = Omit<Report, 'at' | 'toProblem'>;

/** The first finding at level deny, for the few reports that were truncated before it. */
const cut = new WeakMap<object, Pick<Finding, 'rule' | 'message'>>();

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

function refuses(finding: Finding): boolean {
  return finding.level === 'deny';
}

function problemOf(report: Report): Problem | null {
  if (report.verdict === 'accept') return null;
  const first = cut.get(report) ?? (report.findings.find(refuses) as Finding);
  return {
    type: `rules/${first.rule}`,
    title: first.rule.replaceAll('.', ': ').replaceAll('_', ' '),
    status: report.status,
    detail: first.message,
    errors: report.findings.map(({ path, rule, level, message }) => ({
      pointer: `#${path}`,
      rule,
      level,
      detail: message,
    })),
  };
}

/**
 * Reads the report of the last check, from `length` bytes of output text, or from the words if
 * `length` is 0. `excessive` is the length of a body over the limit (./body.ts).
 */
export function takeReport(length: number, operation: Operation, excessive: number): Report {
  const plain = length === 0 ? fromWords(operation) : fromText(length);
  if (excessive > 0) (plain.findings[0] as Finding<'json.too_large'>).params.actual = excessive;
  // Two calls take half the time of Object.defineProperties.
  Object.defineProperty(plain, 'at', AT);
  return Object.defineProperty(plain, 'toProblem', TO_PROBLEM) as Report;
}

function fromText(length: number): Plain {
  const report = JSON.parse(takeOutput(length)) as Plain;
  if (report.truncated && report.verdict === 'reject' && !report.findings.some(refuses)) {
    raw.refusing();
    const [rule, message] = takeFailure();
    cut.set(report, { rule: rule as RuleName, message });
  }
  return report;
}

/** Reads a report without findings (../src/outcome.rs). */
function fromWords(operation: Operation): Plain {
  const all = words();
  // Indexes, because destructuring a typed array uses its iterator, which is slow.
  const word = (index: number): number => all[index] as number;
  const capabilities = word(1);
  const kinds = word(2);
  const unchecked = word(3);
  const total = word(4);
  const validUntil = word(5);
  const obligations: Plain['obligations'] = [];
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
    scenario: word(0) === 0 ? null : (names.features[word(0) - 1] as Plain['scenario']),
    capabilities:
      capabilities === 0 ? [] : (named(names.features, capabilities, 0) as Plain['capabilities']),
    total: takeAscii(0, total),
    findings: [],
    truncated: false,
    unchecked: unchecked === 0 ? [] : uncheckedFrom(all, unchecked),
    obligations,
    valid_until: takeAscii(total, validUntil),
  };
}

function uncheckedFrom(all: Uint32Array, count: number): Plain['unchecked'] {
  const list: Plain['unchecked'] = [];
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
