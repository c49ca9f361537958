// Messages: for developers as the report has them, for shoppers in a language.

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

/** Starts the choice of the shopper's language. `onChange` is called when another one is chosen. */
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

/** The message of a finding for those who send the request, as an element. */
export function messageElement({ message }: Finding): HTMLElement {
  return make('span', {}, ...withCode(message));
}

/** What the shopper is told. */
export function sentence(finding: Finding): HTMLElement {
  return make('span', { lang: language }, messageIn(TRANSLATIONS[language].shopper, finding));
}
