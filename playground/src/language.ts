// The language of messages: for developers in the views, for shoppers in the checkout form.

import type { Finding } from 'paylint';
import { messageIn } from 'paylint/messages';
import * as de from 'paylint/messages/de';
import * as en from 'paylint/messages/en';
import * as lv from 'paylint/messages/lv';
import { byId, make, withCode } from './dom.js';
import { keep, recall } from './storage.js';

const TRANSLATIONS = { en, de, lv };
export type Language = keyof typeof TRANSLATIONS;

let language: Language = 'en';

/** Starts the choice of the language. `onChange` is called when another one is chosen. */
export function startLanguage(onChange: () => void): void {
  const select = byId<HTMLSelectElement>('language');
  const choose = (chosen: string): void => {
    if (Object.hasOwn(TRANSLATIONS, chosen)) language = chosen as Language;
    select.value = language;
  };
  choose(recall('language') ?? 'en');
  select.addEventListener('change', () => {
    choose(select.value);
    keep('language', () => language);
    onChange();
  });
}

export function chosenLanguage(): Language {
  return language;
}

/** The message of a finding for those who send the request. */
export function messageOf(finding: Finding): string {
  // As the report has it.
  return language === 'en' ? finding.message : messageIn(TRANSLATIONS[language].developer, finding);
}

/** The message as an element. */
export function messageElement(finding: Finding): HTMLElement {
  return make('span', { lang: language }, ...withCode(messageOf(finding)));
}

/** What the shopper is told. */
export function sentence(finding: Finding): HTMLElement {
  return make('span', { lang: language }, messageIn(TRANSLATIONS[language].shopper, finding));
}
