// The page's fields and choices, as data.

import type { Capability, Feature } from 'paylint';

/** A field that the shopper fills in: its name, its place in the request, and how it looks. */
export interface Field {
  name: string;
  label: string;
  /** The path that findings about it have, in the order or in the card post (`of`). */
  path: string;
  of: 'order' | 'payment';
  value: string;
  /** The width, in twelfths of the form's. */
  span: number;
  attributes: Record<string, string>;
}

type Row = [name: string, label: string, span: number, attributes?: Record<string, string>, value?: string];

/** The fields for members of one object of a request. */
function fields(of: Field['of'], object: string, rows: Row[]): Field[] {
  return rows.map(([name, label, span, attributes = {}, value = '']) => {
    const path = `${object}/${name}`;
    return { name, label, path, of, value, span, attributes };
  });
}

const decimal = { inputmode: 'decimal' };
const fill = (autocomplete: string, more = {}): Record<string, string> => ({ autocomplete, ...more });
const digits = (autocomplete: string, placeholder = ''): Record<string, string> =>
  fill(autocomplete, { inputmode: 'numeric', placeholder });

export const ORDER: Field[] = [
  ...fields('order', '/products/0', [
    ['title', 'Product', 12, {}, 'Gravel bike, 56 cm'],
    ['price', 'Price', 5, decimal, '1849.00'],
    ['quantity', 'Quantity', 3, decimal, '1'],
  ]),
  ...fields('order', '', [['currency', 'Currency', 4, {}, 'USD']]),
];

export const BILLING: Field[] = fields('order', '/client', [
  ['email', 'E-mail', 12, fill('email', { type: 'email' })],
  ['first_name', 'First name', 6, fill('given-name')],
  ['last_name', 'Last name', 6, fill('family-name')],
  ['birth_date', 'Birth date', 6, fill('bday', { placeholder: 'YYYY-MM-DD' })],
  ['country', 'Country', 3, fill('country', { placeholder: 'US' })],
  ['state', 'State', 3, fill('address-level1')],
  ['address', 'Address', 12, fill('street-address')],
  ['city', 'City', 8, fill('address-level2')],
  ['zip_code', 'Zip code', 4, fill('postal-code')],
]);

export const CARD: Field[] = fields('payment', '', [
  ['cardholder_name', 'Name on card', 12, fill('cc-name')],
  ['card_number', 'Card number', 12, digits('cc-number')],
  ['exp_month', 'Month', 4, digits('cc-exp-month', 'MM')],
  ['exp_year', 'Year', 4, digits('cc-exp-year', 'YY')],
  ['csc', 'Security code', 4, digits('cc-csc')],
]);

/** All fields. */
export const FIELDS: readonly Field[] = [...ORDER, ...BILLING, ...CARD];

/** The field for a member of a request. */
export function fieldAt(of: Field['of'], path: string): Field | undefined {
  return FIELDS.find((field) => field.of === of && field.path === path);
}

/** A group of options of which the merchant picks one. An option may be a feature of the table. */
export interface Choice {
  name: string;
  legend: string;
  /** The member of the order that is the option's value, if there is one. */
  path?: string;
  options: { value: string; label: string; feature?: Feature }[];
}

export const CHOICES: Choice[] = [
  {
    name: 'scenario',
    legend: 'Scenario',
    options: [
      { value: 'one_step', label: 'One-Step', feature: 'one_step' },
      { value: 'two_step', label: 'Two-Step', feature: 'two_step' },
      { value: 'zero_amount', label: 'Zero-Amount', feature: 'zero_amount' },
    ],
  },
  {
    name: 'terminal',
    legend: 'Terminal',
    options: [
      { value: 'standard', label: 'Standard' },
      { value: 'qcash', label: 'QCash', feature: 'qcash' },
      { value: 'sdwo_funding', label: 'SDWO funding', feature: 'sdwo_funding' },
    ],
  },
  {
    name: 'saving',
    legend: 'Save the card for',
    path: '/setup_future_use',
    options: [
      { value: '', label: 'Nothing' },
      { value: 'one-click', label: 'One-Click', feature: 'payment_method_saving' },
      { value: 'automatic', label: 'Automatic', feature: 'payment_method_saving' },
      { value: 'recurring', label: 'Recurring', feature: 'payment_method_saving' },
    ],
  },
];

/** The capabilities that the merchant can switch on. */
export const SWITCHES: { feature: Capability; label: string; hint: string }[] = [
  { feature: 'avs', label: 'Address verification', hint: 'AVS is enabled for the merchant' },
  {
    feature: 'account_funding',
    label: 'Account funding',
    hint: 'with a recipient, over a card network',
  },
  { feature: 'travel_data', label: 'Travel data', hint: 'a stay of two nights' },
  { feature: 'moto', label: 'MOTO', hint: 'ordered by mail or telephone' },
  { feature: 'sdwo_purchase', label: 'SDWO purchase', hint: 'to the merchant’s wallet' },
  { feature: 'taxes', label: 'Taxes', hint: 'a tax template on the product' },
  { feature: 'dynamic_descriptor', label: 'Dynamic descriptor', hint: 'text on the statement' },
  { feature: 'service_location', label: 'Service location', hint: 'where the service is provided' },
];

/** What a feature is called in a sentence. */
export const WORDS: Partial<Record<Feature, string>> = {
  one_step: 'One-Step',
  two_step: 'Two-Step',
  zero_amount: 'Zero-Amount',
  qcash: 'QCash',
  moto: 'MOTO',
  avs: 'address verification',
  sdwo_funding: 'SDWO funding',
  sdwo_purchase: 'SDWO purchase',
  payment_method_saving: 'saving the card',
  travel_data: 'travel data',
  account_funding: 'account funding',
  taxes: 'taxes',
  dynamic_descriptor: 'a dynamic descriptor',
  service_location: 'a service location',
};
