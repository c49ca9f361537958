/**
 * Messages in other languages. A translation has a template for each rule, and names for features
 * and members; {@link messageIn} makes the message of a finding from it. This entry needs no
 * WebAssembly.
 *
 * @packageDocumentation
 */
import { featureTexts, features as featureNames, rules } from './generated/catalogue.js';
import { members as labels } from './generated/labels.js';
import type { Feature, Finding, Member, RuleName } from './types.js';

/**
 * What messages say in a language. What is left out is said in English.
 *
 * A template has these placeholders:
 *
 * - `{name}`: the member `name` of the finding's `params`; `{name.0}` and `{name.1}` the elements of
 *   a pair;
 * - `{name:one|more}`: `one` if it is 1 or `true`, else `more`;
 * - `{deny:must|should}`: `must` if the finding's level is deny, `should` if it is warn;
 * - `{name|before|after}`: it between these two texts, or nothing if it is `null`;
 * - `{member}`: the name of the body's member; `{at}`: the same with a colon, or nothing if the
 *   finding is about the whole body.
 */
export interface Translation {
  /** A template for each rule. */
  readonly templates: { readonly [rule in RuleName]?: string };
  /** Each feature as a noun, with its article if the language has one. */
  readonly features?: { readonly [feature in Feature]?: string };
  /** The name of each member. */
  readonly members?: { readonly [member in Member]?: string };
  /** What `{member}` is if the finding is about the whole body. */
  readonly body?: string;
  /** What an empty list is. */
  readonly none?: string;
}

/** The English templates of all rules. */
export const templates: { readonly [rule in RuleName]: string } = record(
  rules.map(([name]) => name),
  rules.map((row) => row[8]),
);

/** The English names of all features. */
export const features: { readonly [feature in Feature]: string } = record(
  featureNames,
  featureTexts,
);

/** The English names of all members of all bodies. */
export const members: { readonly [member in Member]: string } = labels;

function record<K extends string>(keys: readonly string[], texts: readonly string[]) {
  return Object.fromEntries(keys.map((key, index) => [key, texts[index]])) as Record<K, string>;
}

// {name}, {name.0}, {name:one|more}, {name|before|after}
const PLACEHOLDER = /\{(\w+)(?:\.(\d))?(?:(:|\|)([^|}]*)\|([^}]*))?\}/g;

/**
 * Returns the message of a finding in another language; its own message if the translation has no
 * template for the rule.
 */
export function messageIn(translation: Translation, finding: Finding): string {
  const template = (translation.templates as Record<string, string | undefined>)[finding.rule];
  if (template === undefined) return finding.message;
  const values = finding.params as Record<string, unknown>;
  const fill = (_: string, name: string, part?: string, sign?: string, a = '', b = ''): string => {
    if (name === 'member') return memberAt(translation, finding.path) || translation.body || '';
    if (name === 'at') return finding.path && `${memberAt(translation, finding.path)}: `;
    const whole = name === 'deny' && !(name in values) ? finding.level === 'deny' : values[name];
    const value = part === undefined ? whole : (whole as unknown[])[Number(part)];
    if (sign === ':') return value === 1 || value === true ? a : b;
    if (sign === '|' && value === null) return '';
    const none = translation.none ?? 'none';
    return a + (shown(value, namesOf(translation, name)) || none) + b;
  };
  return template.replace(PLACEHOLDER, fill as (...found: string[]) => string);
}

/** The params whose values are features, and those whose values are members. */
const OF_FEATURES = ['features', 'scenario', 'payout'];
const OF_MEMBERS = ['members', 'present'];

/** What the values of a param are called. */
function namesOf(translation: Translation, param: string): Record<string, string | undefined> {
  if (OF_FEATURES.includes(param)) return { ...features, ...translation.features };
  return OF_MEMBERS.includes(param) ? { ...members, ...translation.members } : {};
}

function shown(value: unknown, names: Record<string, string | undefined>): string {
  if (Array.isArray(value)) return value.map((element) => shown(element, names)).join(', ');
  // A number that could be a card number isn't shown.
  return value === null ? '…' : nameIn(names, String(value));
}

/** The name of the last member in a path; `''` for the whole body. */
function memberAt(translation: Translation, path: string): string {
  const steps = path.split('/');
  // What is only digits is an index, unless there is nothing else.
  const name = steps.filter((step) => /\D/.test(step)).at(-1) ?? (steps.at(-1) as string);
  return nameIn({ ...members, ...translation.members }, name);
}

/** The text for a name, or the name itself. A member of a body may be called `constructor`. */
function nameIn(names: Record<string, string | undefined>, name: string): string {
  return (Object.hasOwn(names, name) && names[name]) || name;
}
