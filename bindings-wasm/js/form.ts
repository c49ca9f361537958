// Forms during typing. The engine decides what is incomplete, and which numbers belong to a network.

import { asking, brands, undecided, unreadable } from './generated/form.js';
import { ensureReady, put, raw } from './instance.js';
import { isPlain } from './kind.js';
import { denies, findingsAt, pointerOf } from './report.js';
import type { CardBrand, Finding, InputState, Report } from './types.js';

/**
 * Returns the state of an input in a report, or in a copy of it: that of the member at a JSON Pointer or an array of
 * its segments.
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

/** Whether a finding prevents checks of the member: the body, or an object around the member, can't be read. */
function hides({ rule, path }: Finding, pointer: string): boolean {
  return unreadable.includes(rule) && pointer.startsWith(`${path}/`);
}

/**
 * Returns the network whose card numbers begin like this, with the data that a form needs; `null` unless it is exactly
 * one. Spaces and dashes don't count.
 */
export function cardBrand(prefix: string): CardBrand | null {
  ensureReady();
  return brands[raw.card_brand(put(digits(prefix)))] ?? null;
}

/** White space, hyphens, dashes and invisible characters, which occur in card numbers. */
const SEPARATORS = /[\s\p{Pd}\p{Cf}\u2212]+/gu;
/** A label that was copied with a number: `Visa `, `Card number: `, `# `. */
const LABEL = /^(?=\D*[\p{L}#])\D*[\s\p{Cf}:=.#](?=\d)/u;
const CAPITALS = /^(country|state|currency|region)$/;

/** A text's digits in ASCII, without a label and separators. */
function digits(text: string): string {
  return ascii(text).replace(LABEL, '').replace(SEPARATORS, '');
}

/** A text with the digits of any script converted to ASCII. */
function ascii(text: string): string {
  return text.normalize('NFKC').replace(/\p{Nd}/gu, (digit) => {
    // The ten digits of a script are consecutive.
    const code = digit.codePointAt(0) as number;
    let zero = code;
    while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--;
    return String(code - zero);
  });
}

/**
 * Returns the value to send for a text that was typed or pasted into a member's input: a card number and a security
 * code without separators and labels, the month and the two-digit year as numbers (also from `12/29`, `12 / 2029`,
 * `2029-12`, `1229` and `129`), codes in capitals, an e-mail address with its domain in ASCII; for other members the
 * text without white space around it.
 */
export function normalize(member: string, text: string): string | number {
  return normalizeText(member, text, true);
}

/** `isBoth`: the text may come from an input for month and year. */
function normalizeText(member: string, text: string, isBoth: boolean): string | number {
  if (member === 'card_number' || member === 'csc') return digits(text);
  if (member === 'exp_month' || member === 'exp_year') return expiry(member, text, isBoth);
  if (member === 'email') return withAsciiDomain(visible(text));
  const trimmed = text.replace(/^[\s\p{Cf}]+|[\s\p{Cf}]+$/gu, '');
  return CAPITALS.test(member) ? trimmed.toUpperCase() : trimmed;
}

/** A text without invisible characters. */
function visible(text: string): string {
  return text.replace(/\p{Cf}/gu, '').trim();
}

/** An e-mail address with its domain in ASCII (`xn--…`), like the value of an e-mail input in some browsers. */
function withAsciiDomain(address: string): string {
  return address.replace(/@(?=.*[^\0-\x7f])[\p{L}\p{M}\p{N}.-]+$/u, (domain) => {
    try {
      return `@${new URL(`http://x${domain}`).hostname}`;
    } catch {
      return domain;
    }
  });
}

/** Month and year: `12/29`, `12 / 2029`, `2029-12`, `1229`; or the month with its separator. */
const EXPIRIES = [
  /^(?<month>0?[1-9]|1[0-2])[^\d\p{L}]+(?:20(?=\d\d))?(?<year>\d\d|)[^\d\p{L}]*$/u,
  /^20(?<year>\d\d)[^\d\p{L}]*(?<month>0?[1-9]|1[0-2])$/u,
  /^(?<month>0[1-9]|1[0-2])(?:20(?=\d\d))?(?<year>\d\d)$/,
];
/** Prefixes of these, and `129`, in an input for both. */
const IN_ONE_INPUT = [
  /^(?<month>0?[1-9]|1[0-2])[^\d\p{L}]+(?:20)?(?<year>\d)$/u,
  /^(?<month>0[1-9]|1[0-2](?=[2-4]))(?:20)?(?<year>\d)$/,
  /^20(?<year>\d\d|)[^\d\p{L}]*0?(?<month>)$/u,
  /^(?<month>[1-9])(?<year>\d\d)$/,
];

function expiry(member: 'exp_month' | 'exp_year', text: string, isBoth: boolean): string | number {
  const typed = visible(ascii(text));
  const ways = isBoth ? [...EXPIRIES, ...IN_ONE_INPUT] : EXPIRIES;
  const { month = typed, year = typed } = ways.map((way) => way.exec(typed)?.groups).find(Boolean) ?? {};
  const part = member === 'exp_month' ? month : year.replace(/^20(?=\d\d?$)/, '');
  return /^\d+$/.test(part) ? Number(part) : part && typed;
}

/**
 * Returns the body for a form's values: every text is normalised by the name of its member, and empty values (`''`,
 * `NaN`) are left out. A value that needs no change is returned itself.
 */
export function normalizeBody<T>(values: T): T {
  return normalized('', values) as T;
}

function normalized(member: string, value: unknown): unknown {
  if (typeof value === 'string') return normalizeText(member, value, false);
  if (member === 'exp_year' && typeof value === 'number' && value >= 2000) return normalize(member, String(value));
  if (!Array.isArray(value) && !isPlain(value)) return value;
  const entries = Object.entries(value);
  const { exp_month, exp_year } = value as { exp_month?: unknown; exp_year?: unknown };
  const inBoth = exp_month === exp_year && typeof exp_month === 'string' ? ownExpiry(exp_month) : {};
  const changed = entries.map(([name, part]) => [name, inBoth[name] ?? normalized(name, part)] as const);
  const kept = changed.filter(([, part]) => (part !== '' && !Number.isNaN(part)) || Array.isArray(value));
  if (kept.length === entries.length && kept.every(([, part], at) => part === entries[at]?.[1])) return value;
  return Array.isArray(value) ? kept.map(([, part]) => part) : Object.fromEntries(kept);
}

/** The two members of one input for month and year; after two digits, the year is still missing. */
function ownExpiry(text: string): { readonly [name: string]: string | number } {
  const exp_month = normalize('exp_month', text);
  return { exp_month, exp_year: /^\D*\d\d?\D*$/.test(ascii(text)) ? '' : normalize('exp_year', text) };
}

/**
 * Returns a card number in groups, as printed on the card, and the new position of the caret. A text with anything but
 * digits and separators stays as it is.
 */
export function formatCardNumber(text: string, caret: number = text.length): { text: string; caret: number } {
  const number = digits(text);
  if (/\D/.test(number)) return { text, caret };
  const gaps = cardBrand(number)?.gaps ?? [4, 8, 12, 16];
  const before = ascii(text.slice(0, caret)).replace(/\D/g, '').length;
  const grouped = [...number].map((digit, at) => (gaps.includes(at) ? ` ${digit}` : digit));
  return { text: grouped.join(''), caret: grouped.slice(0, before).join('').length };
}

/** The card number in an input when it was last grouped. */
const held = new WeakMap<object, string>();

/**
 * Groups the card number in an input: call it at its events `input` and `compositionend`. While a keyboard composes a
 * text, nothing is rewritten; deleting a gap deletes the digit next to it. A framework's event may wrap the browser's.
 */
export function groupCardNumber(event: { readonly target: unknown; readonly nativeEvent?: object }): void {
  const { isComposing, inputType } = (event.nativeEvent ?? event) as { isComposing?: boolean; inputType?: string };
  if (isComposing === true) return;
  const input = event.target as { value: string; selectionStart: number | null; setSelectionRange(from: number, to: number): void };
  let { value } = input;
  let at = input.selectionStart ?? value.length;
  if (digits(value) === held.get(input) && /^deleteContent(Back|For)ward$/.test(inputType ?? '')) {
    if (inputType === 'deleteContentBackward') at--;
    value = value.slice(0, at) + value.slice(at + 1);
  }
  const { text, caret } = formatCardNumber(value, at);
  held.set(input, digits(text));
  if (text === input.value) return;
  input.value = text;
  input.setSelectionRange(caret, caret);
}
