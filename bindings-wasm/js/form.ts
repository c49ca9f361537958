// What a form does while somebody fills it in. What is incomplete, and which numbers are a network's, the engine decides.

import { asking, brands, undecided, unreadable } from './generated/form.js';
import { need, put, raw } from './instance.js';
import { isPlain } from './kind.js';
import { denies, findingsAt, pointerOf } from './report.js';
import type { CardBrand, Finding, InputState, Report } from './types.js';

/**
 * Returns what a report, or a copy of it, says of the value of an input: of the member at a JSON Pointer or an array of
 * its steps.
 */
export function fieldState(
  report: Pick<Report, 'findings' | 'unchecked' | 'truncated'>,
  path: string | readonly (string | number)[],
): InputState {
  const pointer = pointerOf(path);
  const findings = findingsAt(report, pointer);
  const denied = findings.filter(denies);
  if (denied.some(({ rule }) => asking.includes(rule))) return 'missing';
  if (denied.some((finding) => !isIncomplete(finding))) return 'wrong';
  if (findings.some(isIncomplete)) return 'incomplete';
  if (findings.length > 0) return 'doubtful';
  const isOpen =
    report.unchecked.some(({ rule }) => undecided[rule]?.includes(pointer)) ||
    report.findings.some((finding) => hides(finding, pointer)) ||
    // Further findings may be at the member.
    report.truncated;
  return isOpen ? 'undecided' : 'fine';
}

function isIncomplete({ params }: Finding): boolean {
  return (params as { incomplete?: boolean }).incomplete === true;
}

/** Whether a finding keeps the member from being looked at: the body, or an object around it, can't be read. */
function hides({ rule, path }: Finding, pointer: string): boolean {
  return unreadable.includes(rule) && pointer.startsWith(`${path}/`);
}

/**
 * Returns the network of a card whose number begins so, with what a form needs to know of it; `null` unless exactly one
 * network's numbers begin so. Spaces and dashes don't count.
 */
export function cardBrand(prefix: string): CardBrand | null {
  need();
  return brands[raw.card_brand(put(digits(prefix)))] ?? null;
}

/** White space, hyphens, dashes and what can't be seen, in which card numbers are written. */
const SEPARATORS = /[\s\p{Pd}\p{Cf}\u2212]+/gu;
const CAPITALS = /^(country|state|currency|region)$/;

/** A text of digits, without separators and in ASCII. */
function digits(text: string): string {
  return text.normalize('NFKC').replace(SEPARATORS, '');
}

/**
 * Returns what to send for a text that was typed or pasted into the input of a member: a card number and a security code
 * without separators, the month and the two digits of the year as numbers (also of `12/29`, `12 / 2029` and `1229`),
 * codes in capitals; of every other member the text without white space around it.
 */
export function normalize(member: string, text: string): string | number {
  if (member === 'card_number' || member === 'csc') return digits(text);
  if (member === 'exp_month' || member === 'exp_year') return expiry(member, text);
  const trimmed = text.replace(/^[\s\p{Cf}]+|[\s\p{Cf}]+$/gu, '');
  return CAPITALS.test(member) ? trimmed.toUpperCase() : trimmed;
}

function expiry(member: string, text: string): string | number {
  const typed = text.normalize('NFKC').trim();
  const both = /^(0?[1-9]|1[0-2])(?:\s*[^\s\d]\s*|\s+)((?:20)?\d\d)$|^(0[1-9]|1[0-2])((?:20)?\d\d)$/.exec(typed);
  const [month, year] = both ? [both[1] ?? both[3], both[2] ?? both[4]] : [typed, typed];
  const part = member === 'exp_month' ? month : year?.replace(/^20(?=\d\d$)/, '');
  return /^\d+$/.test(part as string) ? Number(part) : typed;
}

/**
 * Returns the body that a form's values make: every text normalised by the name of its member, and what is empty
 * (`''`, `NaN`) left out. A value that needs no change is returned itself.
 */
export function normalizeBody<T>(values: T): T {
  return normalized('', values) as T;
}

function normalized(member: string, value: unknown): unknown {
  if (typeof value === 'string') return normalize(member, value);
  if (member === 'exp_year' && typeof value === 'number' && value >= 2000) return normalize(member, String(value));
  if (typeof value !== 'object' || value === null) return value;
  if (!Array.isArray(value) && !isPlain(value)) return value;
  const entries = Object.entries(value);
  const changed = entries.map(([name, part]) => [name, normalized(name, part)] as const);
  const kept = changed.filter(([, part]) => (part !== '' && !Number.isNaN(part)) || Array.isArray(value));
  if (kept.length === entries.length && kept.every(([, part], at) => part === entries[at]?.[1])) return value;
  return Array.isArray(value) ? kept.map(([, part]) => part) : Object.fromEntries(kept);
}

/**
 * Returns a card number in groups, as it stands on the card, and where the caret is then; a text that isn't only digits
 * and separators as it is.
 */
export function formatCardNumber(text: string, caret: number = text.length): { text: string; caret: number } {
  const number = digits(text);
  if (/\D/.test(number)) return { text, caret };
  const gaps = cardBrand(number)?.gaps ?? [4, 8, 12, 16];
  const before = digits(text.slice(0, caret)).length;
  const grouped = [...number].map((digit, at) => (gaps.includes(at) ? ` ${digit}` : digit));
  return { text: grouped.join(''), caret: grouped.slice(0, before).join('').length };
}
