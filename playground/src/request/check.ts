// Compiles the typed policy and facts, and checks the request. Runs in the worker.

import {
  Engine,
  Facts,
  PaylintError,
  type Fields,
  type Finding,
  type Report,
} from 'paylint';
import { fixesOf, type Fix } from './choices.js';
import { placesOf, type Place } from './places.js';
import { mistakesOf, repaired, type Mistake, type Repaired } from './repair.js';
import type { Sheet } from './share.js';

/** The most findings that are listed and underlined, and those with fixes, which take longer. */
const LISTED = 100;
const FIXED = 50;

/** A finding, where it is, and its index in the report. */
export interface Listed {
  finding: Finding;
  place: Place;
  index: number;
}

/** A checked request. */
export interface Checked {
  sheet: Sheet;
  /** The report without its findings. */
  report: Omit<Report, 'findings'>;
  /** The first findings: errors first, and by line. */
  listed: Listed[];
  errors: number;
  warnings: number;
  /** The report as JSON. */
  json: string;
  /** The verdict under the default policy. */
  byDefault: Report['verdict'];
  /** Mistakes of syntax in the body. */
  mistakes: Mistake[];
  /** The body as JSON, if the text is nearly JSON. */
  repaired: Repaired | undefined;
  /** The error of the policy, if the last valid one was used instead. */
  problem: Unusable | undefined;
}

/** Answers that take longer than a check. */
export interface Looked {
  fields: Fields;
  fixes: Fix[];
  /** The body with all safe changes made, if there are any. */
  safe: string | undefined;
}

/** The error of facts or of a policy. */
export interface Unusable {
  part: 'facts' | 'policy';
  message: string;
  /** The member, with dots. */
  member: string;
}

/** Returns a function that makes a value from a text, and keeps the last one. */
function remembered<T extends { free(): void }>(make: (text: string | undefined) => T): (text: string) => T {
  let last: { text: string; value: T } | undefined;
  return (text) => {
    if (last?.text === text) return last.value;
    const value = make(text.trim() === '' ? undefined : text);
    last?.value.free();
    last = { text, value };
    return value;
  };
}

const factsOf = remembered((text) => new Facts(text ?? {}));
const engineOf = remembered((text) => new Engine(text));
const defaultOf = remembered((text) => new Engine(text));
/** The last valid policy. */
let usable = '';

/** The engine of a policy or, while that is half typed, of the last valid one. */
function lastEngineOf(text: string): { engine: Engine; problem?: Unusable } {
  try {
    const engine = engineOf(text);
    usable = text;
    return { engine };
  } catch (error) {
    if (!(error instanceof PaylintError) || error.code !== 'ERR_PAYLINT_POLICY') throw error;
    return { engine: engineOf(usable), problem: { part: 'policy', message: error.message, member: error.member } };
  }
}

/** Checks a request. */
export function check(sheet: Sheet): Checked | Unusable {
  try {
    const { operation, body } = sheet;
    const { engine, problem } = lastEngineOf(sheet.policy);
    const known = factsOf(sheet.facts);
    const report = engine.check(operation, body, known);
    const { findings, ...rest } = report;
    const isMalformed = findings.some(({ rule }) => rule === 'json.malformed');
    const mistakes = isMalformed ? mistakesOf(body) : [];
    const errors = findings.filter(({ level }) => level === 'deny').length;
    return {
      sheet,
      report: rest,
      listed: listed(body, findings),
      errors,
      warnings: findings.length - errors,
      json: JSON.stringify(report, null, 2),
      byDefault: defaultOf('').check(operation, body, known).verdict,
      mistakes,
      repaired: isMalformed || /^\s*"/.test(body) ? repaired(body, mistakes) : undefined,
      problem,
    };
  } catch (error) {
    if (!(error instanceof PaylintError) || error.code !== 'ERR_PAYLINT_FACTS') throw error;
    return { part: 'facts', message: error.message, member: error.member };
  }
}

function listed(body: string, findings: readonly Finding[]): Listed[] {
  const places = placesOf(body, findings);
  const all = findings.map((finding, index) => ({ finding, place: places[index]!, index }));
  const isWarning = ({ finding }: Listed): number => Number(finding.level !== 'deny');
  all.sort((a, b) => isWarning(a) - isWarning(b) || a.place.from - b.place.from);
  return all.slice(0, LISTED);
}

/** Finds the fields and fixes of a request that can be checked. */
export function look({ operation, body, facts, policy }: Sheet): Looked {
  const { engine } = lastEngineOf(policy);
  const known = factsOf(facts);
  const safe = engine.apply(operation, body, known);
  const report = engine.check(operation, body, known);
  const wanted = new Set(listed(body, report.findings).slice(0, FIXED).map(({ index }) => index));
  return {
    fields: engine.fields(operation, body, known),
    fixes: fixesOf(engine, report, body, known, wanted),
    safe: safe === body ? undefined : safe,
  };
}
