// What the shopper fills in, in three languages, and the two requests that come of it.

import { cardBrand, normalizeBody, type FactsInit } from 'paylint';
import * as de from 'paylint/messages/de';
import * as en from 'paylint/messages/en';
import * as lv from 'paylint/messages/lv';

export const LANGUAGES = { en: en.shopper, de: de.shopper, lv: lv.shopper };
export type Language = keyof typeof LANGUAGES;
type Texts = Record<Language, string>;

/** The request that a field is for. */
export type Of = 'order' | 'payment';

export interface Field {
  name: string;
  label: Texts;
  of: Of;
  /** Where findings about it are. */
  path: string;
  /** The width, in twelfths of the form's. */
  span: number;
  attributes: Record<string, string>;
}

type Row = [name: string, span: number, attributes: Record<string, string>, ...label: [string, string, string]];

function fields(of: Of, object: string, rows: Row[]): Field[] {
  return rows.map(([name, span, attributes, en, de, lv]) => {
    return { name, label: { en, de, lv }, of, path: `${object}/${name}`, span, attributes };
  });
}

const fill = (autocomplete: string, more = {}): Record<string, string> => ({ autocomplete, ...more });
const digits = (autocomplete: string, placeholder = ''): Record<string, string> =>
  fill(autocomplete, { inputmode: 'numeric', dir: 'ltr', placeholder });

export const BILLING: Field[] = fields('order', '/client', [
  ['email', 12, fill('email', { type: 'email' }), 'E-mail', 'E-Mail', 'E-pasts'],
  ['first_name', 6, fill('given-name'), 'First name', 'Vorname', 'Vārds'],
  ['last_name', 6, fill('family-name'), 'Last name', 'Nachname', 'Uzvārds'],
  ['birth_date', 6, fill('bday', { placeholder: '1991-09-30' }), 'Birth date', 'Geburtsdatum', 'Dzimšanas datums'],
  ['country', 3, fill('country', { placeholder: 'US' }), 'Country', 'Land', 'Valsts'],
  ['state', 3, fill('address-level1'), 'State', 'Bundesstaat', 'Štats'],
  ['address', 12, fill('street-address'), 'Address', 'Adresse', 'Adrese'],
  ['city', 8, fill('address-level2'), 'City', 'Ort', 'Pilsēta'],
  ['zip_code', 4, fill('postal-code'), 'Zip code', 'Postleitzahl', 'Pasta indekss'],
]);

export const CARD: Field[] = fields('payment', '', [
  ['cardholder_name', 12, fill('cc-name'), 'Name on card', 'Name auf der Karte', 'Vārds uz kartes'],
  ['card_number', 12, digits('cc-number'), 'Card number', 'Kartennummer', 'Kartes numurs'],
  ['exp_month', 4, digits('cc-exp-month', '12'), 'Month', 'Monat', 'Mēnesis'],
  ['exp_year', 4, digits('cc-exp-year', '34'), 'Year', 'Jahr', 'Gads'],
  ['csc', 4, digits('cc-csc'), 'Security code', 'Prüfnummer', 'Drošības kods'],
]);

export const FIELDS: readonly Field[] = [...BILLING, ...CARD];

/** The form's other texts, by the id of their element. */
export const TEXTS: Record<string, Texts> = {
  'language-label': { en: 'Language', de: 'Sprache', lv: 'Valoda' },
  'billing-title': { en: 'Billing details', de: 'Rechnungsdaten', lv: 'Norēķinu dati' },
  'card-title': { en: 'Card', de: 'Karte', lv: 'Karte' },
  'card-hint': {
    en: 'Only made-up data, please: 4111 1111 1111 1111 is the usual test card.',
    de: 'Bitte nur erfundene Daten: 4111 1111 1111 1111 ist die übliche Testkarte.',
    lv: 'Lūdzu, tikai izdomātus datus: 4111 1111 1111 1111 ir parastā testa karte.',
  },
  pay: { en: 'Pay 1,849.00 USD', de: '1.849,00 USD bezahlen', lv: 'Maksāt 1849,00 USD' },
};
export const REQUIRED: Texts = { en: 'required', de: 'erforderlich', lv: 'obligāts' };
export const ACCEPTED: Texts = {
  en: 'Everything is in order. A real shop would send this now.',
  de: 'Alles in Ordnung. Ein echter Shop würde das jetzt senden.',
  lv: 'Viss ir kārtībā. Īsts veikals to tagad nosūtītu.',
};
export const REFUSED: Texts = {
  en: 'Not sent: please check the marked fields.',
  de: 'Nicht gesendet: Bitte prüfen Sie die markierten Felder.',
  lv: 'Nav nosūtīts: lūdzu, pārbaudiet atzīmētos laukus.',
};

/** What was typed into each field. */
export type Typed = Record<string, string>;

/** The body of a request. */
export function bodyOf(of: Of, typed: Typed): object {
  const typedFor = (of: Of): object =>
    normalizeBody(Object.fromEntries(FIELDS.filter((field) => field.of === of).map(({ name }) => [name, typed[name] ?? ''])));
  const products = [{ title: 'Gravel bike, 56 cm', price: 1849, quantity: 1 }];
  return of === 'order' ? { client: typedFor(of), products, currency: 'USD' } : typedFor(of);
}

/** What the shop knows: its settings and the time, which paylint doesn't know by itself. */
export function facts({ address, zip_code, card_number = '' }: Typed): FactsInit {
  const brand = cardBrand(card_number)?.brand;
  return {
    // To the minute, so that what is shown doesn't change all the time.
    now: `${new Date().toISOString().slice(0, 16)}:00Z`,
    environment: 'live',
    terminal: 'standard',
    saving_side: 'merchant',
    merchant: { country: 'LV', utc_offset: '+02:00', avs_permission: true, ipsp_partner: false, hold_days: 7 },
    acquirer: { requires_recurring_number: false },
    card: { issuer_country: 'US', ...(brand === undefined ? {} : { brand }) },
    key: { test: false, three_ds: true },
    order: { scenario: 'one_step', capabilities: ['avs'], billing_address: Boolean(address && zip_code) },
  };
}
