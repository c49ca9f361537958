// Formats values, messages of policies and placeholders in a language.

import { PaylintError } from './errors.js';
import type { RuleMessage, Translation } from './translation.js';

/** Texts or forms of names, by name. */
export type Names = { readonly [name: string]: string | { readonly [form: string]: string } | undefined };

/** `{name}`, `{member.form}`, `{name:yes|no}`. */
export const PLACEHOLDER = /\{(\w+)(?:\.(\w+))?(?::([^{}]*))?\}/g;

/** The language for `Intl`: `de` for `de_AT`. Throws if it is unknown. */
export function localeOf(language: string | undefined): string | undefined {
  if (language === undefined) return undefined;
  // Scripts may pass anything.
  const locale = String(language).replace(/_.*/s, '');
  if (isLanguage(locale)) return locale;
  throw new PaylintError(`unknown language ${JSON.stringify(language)}: expected a tag such as "de"`);
}

function isLanguage(tag: string): boolean {
  try {
    const names = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });
    return names.of(new Intl.Locale(tag).language) !== undefined;
  } catch {
    return false;
  }
}

/** The text for a name in a form, or the name itself. A member of a body may be called `constructor`. */
export function nameOf(names: Names, name: string, form = ''): string {
  const text = Object.hasOwn(names, name) ? names[name] : undefined;
  return (typeof text === 'object' ? (text[form] ?? text['name']) : text) || name;
}

/** A value in a language; without one, as it is. */
export function shownIn(language: string | undefined, value: unknown, names: Names): string {
  if (Array.isArray(value)) return value.map((part) => shownIn(language, part, names)).join(', ');
  // A number that could be a card number isn't shown.
  if (value === null) return '…';
  const text = String(value);
  if (language === undefined || Object.hasOwn(names, text)) return nameOf(names, text);
  if (/^-?\d+(\.\d+)?$/.test(text)) {
    // `Intl` reads all digits of a text.
    const format = new Intl.NumberFormat(language, { maximumFractionDigits: 20 });
    return format.format(text as unknown as number);
  }
  const [, month, day, time] = /^(\d{4}-\d\d)(-\d\d)?(T[\d:.]+Z)?$/.exec(text) ?? [];
  if (month === undefined) return text;
  const date = new Date(`${month}${day ?? '-01'}${time ?? 'T00:00:00Z'}`);
  const options: Intl.DateTimeFormatOptions = { year: 'numeric', month: 'long', timeZone: 'UTC' };
  if (day) options.day = 'numeric';
  if (time) Object.assign(options, { hour: '2-digit', minute: '2-digit', timeZoneName: 'short' });
  return new Intl.DateTimeFormat(language, options).format(date);
}

/** The message of a policy rule in the translation's language, or in that without its last subtags. */
export function ruleMessage({ rules = [], language }: Translation, rule: string): string | undefined {
  const texts = new Map(textsOf(rules.filter(({ name }) => name === rule).at(-1)));
  let tag = localeOf(language)?.toLowerCase() ?? '';
  while (tag !== '' && !texts.has(tag)) tag = tag.replace(/-?[^-]*$/, '');
  // Escapes characters that change the text's direction, like the engine.
  return texts.get(tag)?.replace(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, (character) => {
    const digits = character.charCodeAt(0).toString(16).toUpperCase();
    return `U+${digits.padStart(4, '0')}`;
  });
}

/** The messages of a policy rule, by language. A message without one is English. */
function textsOf({ message = {} }: Partial<RuleMessage> = {}): [string, string][] {
  const texts = Object.entries(typeof message === 'string' ? { en: message } : message);
  return texts.flatMap(([tag, text]) => (text ? [[tag.toLowerCase(), text]] : []));
}
