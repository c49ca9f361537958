// Makes a report from what the module writes. The format stands in ../src/outcome.rs.

import { featureTexts, features, facts, levels, reasons, rules } from './generated/catalogue.js';
import { Flag, ParamKind } from './generated/numbers.js';
import { asciiAt, words } from './instance.js';
import { fillIn, templateOf } from './message.js';
import type { MessageData, Template, Value } from './message.js';
import type {
  Capability,
  FactName,
  Finding,
  Operation,
  Report,
  RuleName,
  Unchecked,
} from './types.js';

/** What findings say about a rule. */
export interface Said {
  name: string;
  basis: string;
  source: string | null;
  params: readonly string[];
  /** The values of the first params, which are the same in every finding, and their texts. */
  values: readonly Value[];
  texts: readonly string[];
  template: Template;
}

const said: Said[] = [];

/** What findings say about a rule of the catalogue, or about one of an engine's own. */
function saidOf(index: number, own: readonly Said[]): Said {
  return (said[index] ?? own[index - rules.length] ?? (said[index] = saidFirst(index))) as Said;
}

function saidFirst(index: number): Said {
  const rule = rules[index] as (typeof rules)[0];
  const [name, , , basis, source, , , names, message, constants = []] = rule;
  const params = list(names);
  return {
    name,
    basis,
    source,
    params,
    values: constants.map(([value]) => value),
    texts: constants.map(([, text]) => text),
    template: templateOf(message, params),
  };
}

/** What findings say about policy rules (../src/lib.rs). */
export function ownSaid(lines: string): Said[] {
  return lines
    .split('\n')
    .slice(0, -1)
    .map((line) => {
      const [name, literal, names, message] = line.split('\t') as [string, string, string, string];
      const params = list(names.trim());
      const template = literal ? [message] : templateOf(message, params);
      return { name, basis: 'custom', source: null, params, values: [], texts: [], template };
    });
}

/** Splits a list of names. */
export function list(text: string): string[] {
  return text === '' ? [] : text.split(' ');
}

// Where the next word is read, and the next piece of the text.
let all: Uint32Array = new Uint32Array(0);
let at = 0;
let text = '';
let textAt = 0;

function word(): number {
  return all[at++] as number;
}

function piece(length: number): string {
  return text.slice(textAt, (textAt += length));
}

function pieceOrNull(length: number): string | null {
  return length === 0 ? null : piece(length);
}

/** Reads the report at an address. `own` are the rules that the policy adds. */
export function reportAt(address: number, operation: Operation, own: readonly Said[]): Report {
  all = words();
  at = address >>> 2;
  text = asciiAt(word(), word());
  textAt = 0;
  const flags = word();
  const scenario = word();
  const capabilities = word();
  const total = pieceOrNull(word());
  const validUntil = pieceOrNull(word());
  const by = pieceOrNull(word());
  const needs = setOf(facts, word(), word()) as FactName[];
  const obligations: Report['obligations'] = [];
  if (flags & Flag.ThreeDs) obligations.push({ kind: 'three_ds', by: null, needs });
  if (flags & Flag.Capture) obligations.push({ kind: 'capture', by, needs: [] });
  let uncheckedCount = word();
  let findingCount = word();
  const unchecked: Unchecked[] = [];
  for (; uncheckedCount > 0; uncheckedCount--) unchecked.push(readUnchecked(own));
  const findings: Finding[] = [];
  for (; findingCount > 0; findingCount--) findings.push(readFinding(operation, own));
  return {
    verdict: flags & Flag.Rejected ? 'reject' : 'accept',
    status: flags & Flag.Forbidden ? 403 : flags & Flag.Rejected ? 400 : 200,
    operation,
    scenario: scenario === 0 ? null : (features[scenario - 1] as Report['scenario']),
    capabilities: setOf(features, capabilities, 0) as Capability[],
    total,
    findings,
    truncated: (flags & Flag.Truncated) !== 0,
    unchecked,
    obligations,
    valid_until: validUntil,
  } as Report;
}

function readUnchecked(own: readonly Said[]): Unchecked {
  const head = word();
  return {
    rule: saidOf(head & 0xffff, own).name as RuleName,
    level: levels[head >>> 16] as Unchecked['level'],
    needs: setOf(facts, word(), word()) as FactName[],
  };
}

// The params of the finding that is being read, and how its message shows them. The arrays are used
// again for each finding; only the first `count` elements are those of this one.
const values: Value[] = [];
const texts: MessageData['texts'][0][] = [];
let count = 0;

function readFinding(operation: string, own: readonly Said[]): Finding {
  const head = word();
  const rule = saidOf(head & 0xffff, own);
  const path = piece(word());
  const members = word();
  for (count = 0; count < rule.values.length; count++) {
    const value = rule.values[count] as Value;
    // A list of its own, because a report is the caller's to change.
    values[count] = Array.isArray(value) ? value.slice() : value;
    texts[count] = rule.texts[count] as string;
  }
  for (let more = word(); more > 0; more--) readParam(operation);
  const params: Record<string, Value> = {};
  for (let index = 0; index < count; index++)
    params[rule.params[index] as string] = values[index] as Value;
  return {
    rule: rule.name,
    level: levels[head >>> 16],
    basis: rule.basis,
    source: rule.source,
    path,
    message: fillIn(rule.template, {
      denies: levels[head >>> 16] === 'deny',
      values,
      texts,
      path,
      last: members & 0xffff,
      around: members >>> 16,
    }),
    params,
  } as Finding;
}

function readParam(operation: string): void {
  const head = word();
  const value = head >>> 4;
  switch (head & 15) {
    case ParamKind.Text:
      return addParam(piece(value));
    case ParamKind.Integer:
      return addParam(Number(piece(value)));
    case ParamKind.Boolean:
      return addParam(value === 1);
    case ParamKind.Hidden:
      return addParam(null, '…');
    case ParamKind.Nothing:
      return addParam(null, null);
    case ParamKind.Feature:
      return addParam(features[value] as string, shown(value, operation));
    case ParamKind.Pair: {
      const [a, b] = [value & 0xff, value >>> 8];
      const pair = [features[a] as string, features[b] as string];
      return addParam(pair, [shown(a, operation), shown(b, operation)]);
    }
    default: {
      const names: string[] = [];
      for (let count = value; count > 0; count--) names.push(piece(word()));
      const quote = (head & 15) === ParamKind.Words ? '' : '`';
      return addParam(names, names.map((name) => quote + name + quote).join(', ') || 'none');
    }
  }
}

function addParam(value: Value, shownAs: string | string[] | null = String(value)): void {
  values[count] = value;
  texts[count++] = shownAs;
}

/** A feature as messages show it. */
function shown(feature: number, operation: string): string {
  return (featureTexts[feature] as string) + (reasons[operation]?.[feature] ?? '');
}

/** The names of the bits that are set in two words. */
export function setOf(names: readonly string[], low: number, high: number): string[] {
  const set: string[] = [];
  for (let bits = low; bits !== 0; bits &= bits - 1)
    set.push(names[31 - Math.clz32(bits & -bits)] as string);
  for (let bits = high; bits !== 0; bits &= bits - 1)
    set.push(names[63 - Math.clz32(bits & -bits)] as string);
  return set;
}
