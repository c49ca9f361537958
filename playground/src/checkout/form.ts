// The page's fields and choices, as data.

import type { Capability, Feature } from 'paylint';

/** A field that the shopper fills in: its name, its place in the request, and how it looks. */
export interface Field {
  name: string;
  label: string;
  /** The path that findings about it have, in the order or in the card post (`of`). */
  path: string;
  of: 'order' | 'payment';
  value?: string;
  /** The width, in twelfths of the form's. */
  span?: number;
  attributes?: Record<string, string>;
}

export const ORDER: Field[] = [
  {
    name: 'title',
    label: 'Product',
    path: '/products/0/title',
    of: 'order',
    value: 'Gravel bike, 56 cm',
    span: 12,
  },
  {
    name: 'price',
    label: 'Price',
    path: '/products/0/price',
    of: 'order',
    value: '1849.00',
    span: 5,
    attributes: { inputmode: 'decimal' },
  },
  {
    name: 'quantity',
    label: 'Quantity',
    path: '/products/0/quantity',
    of: 'order',
    value: '1',
    span: 3,
    attributes: { inputmode: 'decimal' },
  },
  { name: 'currency', label: 'Currency', path: '/currency', of: 'order', value: 'USD', span: 4 },
];

export const BILLING: Field[] = [
  {
    name: 'email',
    label: 'E-mail',
    path: '/client/email',
    of: 'order',
    span: 12,
    attributes: { type: 'email', autocomplete: 'email' },
  },
  {
    name: 'first_name',
    label: 'First name',
    path: '/client/first_name',
    of: 'order',
    attributes: { autocomplete: 'given-name' },
  },
  {
    name: 'last_name',
    label: 'Last name',
    path: '/client/last_name',
    of: 'order',
    attributes: { autocomplete: 'family-name' },
  },
  {
    name: 'birth_date',
    label: 'Birth date',
    path: '/client/birth_date',
    of: 'order',
    attributes: { placeholder: 'YYYY-MM-DD', autocomplete: 'bday' },
  },
  {
    name: 'country',
    label: 'Country',
    path: '/client/country',
    of: 'order',
    span: 3,
    attributes: { placeholder: 'US', autocomplete: 'country' },
  },
  {
    name: 'state',
    label: 'State',
    path: '/client/state',
    of: 'order',
    span: 3,
    attributes: { autocomplete: 'address-level1' },
  },
  {
    name: 'address',
    label: 'Address',
    path: '/client/address',
    of: 'order',
    span: 12,
    attributes: { autocomplete: 'street-address' },
  },
  {
    name: 'city',
    label: 'City',
    path: '/client/city',
    of: 'order',
    span: 8,
    attributes: { autocomplete: 'address-level2' },
  },
  {
    name: 'zip_code',
    label: 'Zip code',
    path: '/client/zip_code',
    of: 'order',
    span: 4,
    attributes: { autocomplete: 'postal-code' },
  },
];

export const CARD: Field[] = [
  {
    name: 'cardholder_name',
    label: 'Name on card',
    path: '/cardholder_name',
    of: 'payment',
    span: 12,
    attributes: { autocomplete: 'cc-name' },
  },
  {
    name: 'card_number',
    label: 'Card number',
    path: '/card_number',
    of: 'payment',
    span: 12,
    attributes: { inputmode: 'numeric', autocomplete: 'cc-number' },
  },
  {
    name: 'exp_month',
    label: 'Month',
    path: '/exp_month',
    of: 'payment',
    span: 4,
    attributes: { inputmode: 'numeric', placeholder: 'MM', autocomplete: 'cc-exp-month' },
  },
  {
    name: 'exp_year',
    label: 'Year',
    path: '/exp_year',
    of: 'payment',
    span: 4,
    attributes: { inputmode: 'numeric', placeholder: 'YY', autocomplete: 'cc-exp-year' },
  },
  {
    name: 'csc',
    label: 'Security code',
    path: '/csc',
    of: 'payment',
    span: 4,
    attributes: { inputmode: 'numeric', autocomplete: 'cc-csc' },
  },
];

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
