/**
 * Messages in other languages. A translation has a template for each rule, and names for features
 * and members; {@link messageIn} makes the message of a finding from it. `paylint/messages/de` has one, and so have `/en`,
 * `/et`, `/lt`, `/lv` and `/ru`. This entry needs no WebAssembly.
 *
 * @packageDocumentation
 */
import { features, members } from './generated/texts.js';
import { PLACEHOLDER, localeOf, nameOf, ruleMessage, shownIn } from './placeholders.js';
import type { Names } from './placeholders.js';
import type { Translation } from './translation.js';
import type { Finding, Unchecked } from './types.js';

/** The English names of all features, and of all members of all bodies. */
export { features, members };
export { mistakesIn } from './mistakes.js';
export type * from './translation.js';

/**
 * Returns the message of a finding in another language; `undefined` for an unchecked rule. If the translation has no
 * template for the rule, returns `otherwise`, or `''` for a warning; without `otherwise`, the finding's own message. For a
 * policy rule, returns the policy's message if `rules` has it in the language.
 *
 * @throws {PaylintError} If the translation's language is unknown.
 */
export function messageIn(translation: Translation, reason: Finding): string;
export function messageIn(translation: Translation, reason: Finding | Unchecked): string | undefined;
export function messageIn(
  translation: Translation,
  reason: Finding | Unchecked,
): string | undefined {
  if (!('params' in reason)) return undefined;
  const { rule, level, message, path } = reason;
  const language = localeOf(translation.language);
  const texts: { readonly [rule: string]: string | undefined } = translation.templates;
  // It says that the request can't be sent, which isn't so for a warning.
  const otherwise = level === 'deny' ? translation.otherwise : translation.otherwise && '';
  const template = texts[rule] ?? (rule.startsWith('custom.') ? undefined : otherwise);
  if (template === undefined) return ruleMessage(translation, rule) ?? message;
  const values = reason.params as Record<string, unknown>;
  const fill = (found: string, name: string, form?: string, texts?: string): string => {
    if (name === 'member') return memberAt(translation, path, form) || translation.body || '';
    // A misspelt placeholder shows.
    if (!Object.hasOwn(values, name) || form !== undefined) return found;
    if (texts !== undefined) return chosen(values[name], texts.split('|'), language);
    return shownIn(language, values[name], namesOf(translation, name));
  };
  return template.replace(PLACEHOLDER, fill as (...found: string[]) => string);
}

/** The text for a value, of several texts. */
function chosen(value: unknown, texts: readonly string[], language = 'en'): string {
  const category =
    typeof value === 'number' ? new Intl.PluralRules(language).select(value) : value === true && 'one';
  const named = new Map(texts.filter((text) => /^\w+=/.test(text)).map((text) => text.split(/=(.*)/s) as [string, string]));
  if (named.size > 0) return named.get(category || 'other') ?? named.get('other') ?? '';
  return (category === 'one' ? texts[0] : texts[1]) ?? '';
}

/** The params whose values are features, and those whose values are members. */
const OF_FEATURES = ['features', 'scenario', 'payout'];
const OF_MEMBERS = ['members', 'present'];

/** Names for the values of a param. */
function namesOf(translation: Translation, param: string): Names {
  if (OF_FEATURES.includes(param)) return { ...features, ...translation.features };
  return OF_MEMBERS.includes(param) ? { ...members, ...translation.members } : {};
}

/** The name of the last member in a path, in a form; `''` for the whole body. */
function memberAt(translation: Translation, path: string, form?: string): string {
  const steps = path.split('/');
  // A step of digits is an index, unless no other is left.
  const name = steps.filter((step) => /\D/.test(step)).at(-1) ?? (steps.at(-1) as string);
  return nameOf({ ...members, ...translation.members }, name, form);
}
