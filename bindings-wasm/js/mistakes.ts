// Checks of translations, for translators.

import { features, forShoppers, members, params } from './generated/texts.js';
import { PLACEHOLDER, localeOf, ruleMessage } from './placeholders.js';
import type { MemberName, Translation } from './translation.js';

/**
 * Returns what is wrong with a translation: missing texts for rules that a shopper can violate, placeholders that their
 * rule doesn't have, policy rules with messages only in other languages, forms of members that no template uses or that
 * a member lacks, plural categories that the language doesn't have.
 */
export function mistakesIn(translation: Translation): string[] {
  const { templates, otherwise } = translation;
  const language = localeOf(translation.language);
  const mistakes = [
    ...unknown('features', translation.features, features),
    ...unknown('members', translation.members, members),
    ...(['language', 'body'] as const)
      .filter((name) => !translation[name])
      .map((name) => `${name}: is missing`),
  ];
  const texts = templates as { readonly [rule: string]: string | undefined };
  const used = new Set<string>();
  const known = new Map(Object.entries(params));
  for (const [rule, text = ''] of Object.entries(texts)) {
    const params = known.get(rule);
    if (!params) mistakes.push(`templates: there is no rule ${rule}`);
    else mistakes.push(...inTemplate(`templates.${rule}`, text, params, language, used));
  }
  for (const rule of forShoppers)
    if (!(texts[rule] ?? otherwise)) mistakes.push(`templates: there is no text for ${rule}`);
  if (otherwise !== undefined)
    mistakes.push(...inTemplate('otherwise', otherwise, [], language, used));
  for (const { name, message } of translation.rules ?? [])
    if (typeof message === 'object' && language && ruleMessage(translation, name) === undefined)
      mistakes.push(`rules: ${name} has no message in ${language}`);
  return [...mistakes, ...inForms(translation.members ?? {}, used)];
}

function unknown(where: string, texts: object = {}, names: object): string[] {
  return Object.entries(texts).flatMap(([name, text]) => {
    if (!Object.hasOwn(names, name)) return [`${where}: there is no ${name}`];
    return text ? [] : [`${where}: there is no text for ${name}`];
  });
}

function inTemplate(
  where: string,
  text: string,
  params: readonly string[],
  language: string | undefined,
  used: Set<string>,
): string[] {
  const mistakes: string[] = [];
  const names = [...params, 'member'];
  const rest = text.replace(PLACEHOLDER, (found, name: string, form?: string, texts?: string) => {
    if (name === 'member') used.add(form ?? 'name');
    else if (form !== undefined || !params.includes(name))
      mistakes.push(`${where}: there is no ${found}; there are {${names.join('}, {')}}`);
    else if (texts !== undefined) mistakes.push(...inChoice(`${where}: ${found}`, texts.split('|'), language));
    return '';
  });
  if (/[{}]/.test(rest)) mistakes.push(`${where}: a brace is alone`);
  return mistakes;
}

function inChoice(where: string, texts: readonly string[], language = 'en'): string[] {
  const named = texts.filter((text) => /^\w+=/.test(text)).map((text) => text.split('=')[0] as string);
  if (named.length === 0)
    return texts.length === 2 ? [] : [`${where} has ${texts.length} texts instead of 2`];
  const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions();
  return [
    ...(named.length < texts.length ? [`${where} has a text without a category`] : []),
    ...(named.includes('other') ? [] : [`${where} has no text for other`]),
    ...named
      .filter((name) => !pluralCategories.some((category) => category === name))
      .map((name) => `${where}: no number is ${name} in ${language}`),
  ];
}

function inForms(names: { readonly [member: string]: MemberName }, used: Set<string>): string[] {
  return Object.entries(names).flatMap(([member, forms]) => {
    if (typeof forms === 'string') return [];
    const has = Object.keys(forms);
    return [
      ...[...used].filter((form) => !forms[form]).map((form) => `members.${member}: has no form ${form}`),
      ...has
        .filter((form) => form !== 'name' && !used.has(form))
        .map((form) => `members.${member}.${form}: no template uses this form`),
    ];
  });
}
