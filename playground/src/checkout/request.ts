// Makes the requests and the facts from the form.

import { cardBrand, normalizeBody, type Feature, type FactsInit, type Order } from 'paylint';

/** The content of the form: the text of each field, and the merchant's settings. */
export interface State {
  text: Record<string, string>;
  scenario: string;
  terminal: string;
  saving: '' | NonNullable<Order['setup_future_use']>;
  switches: Set<Feature>;
}

/** A number as it was typed: `10.50` stays `10.50`. */
class Literal {
  constructor(readonly digits: string) {}
  toJSON(): number {
    return Number(this.digits);
  }
}

/** Text that isn't a number stays text, so that a rule can report it. */
function number(text: string): Literal | string {
  const digits = text.trim().replace(/^(-?)0+(?=\d)/, '$1');
  return /^-?\d+(\.\d+)?$/.test(digits) ? new Literal(digits) : text;
}

type Members = Record<string, unknown>;

/** The body as JSON text. */
export function textOf(value: unknown, indent = ''): string {
  if (value instanceof Literal) return value.digits;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const inner = `${indent}  `;
  const isArray = Array.isArray(value);
  const parts = Object.entries(value).map(([name, member]) => {
    const text = textOf(member, inner);
    return `\n${inner}${isArray ? '' : `${JSON.stringify(name)}: `}${text}`;
  });
  const [open, close] = isArray ? '[]' : '{}';
  return parts.length === 0 ? `${open}${close}` : `${open}${parts.join(',')}\n${indent}${close}`;
}

/** The features that the merchant's settings ask for. */
export function features({ scenario, terminal, saving, switches }: State): Set<Feature> {
  const all = new Set<Feature>([scenario as Feature, ...switches]);
  if (terminal !== 'standard') all.add(terminal as Feature);
  if (saving !== '') all.add('payment_method_saving');
  return all;
}

const LODGING = {
  booking_number: 'B-1042',
  checkin_date: '20270104',
  checkout_date: '20270106',
};
const RECIPIENT = {
  first_name: 'Ada',
  last_name: 'Berg',
  birth_date: '1990-05-17',
  city: 'Riga',
  country: 'LV',
  account_type: '01',
  account_number: 'A-1',
  recipient_address: 'Brivibas 1',
  same_as_client: false,
};

/** The order. Without `text`, what it is whatever the shopper types. */
export function order({ text, scenario, saving, switches }: State): Members {
  const has = (feature: Feature): boolean => switches.has(feature);
  const of = (...names: string[]): Members =>
    normalizeBody(Object.fromEntries(names.map((name) => [name, text[name] ?? ''])));
  const amount = (name: string): Members =>
    text[name] ? { [name]: number(text[name] as string) } : {};
  const client = of('email', 'first_name', 'last_name', 'birth_date', 'country', 'state', 'city');
  const product = {
    ...of('title'),
    ...amount('price'),
    ...amount('quantity'),
    ...(has('taxes') ? { tax: { id: 'vat' } } : {}),
  };
  return {
    client: { ...client, ...of('address', 'zip_code') },
    ...(scenario === 'zero_amount' ? { payment_system: 'AUTH' } : { products: [product] }),
    ...(scenario === 'two_step' ? { skip_capture: true } : {}),
    ...(saving === '' ? {} : { setup_future_use: saving }),
    ...of('currency'),
    ...(has('dynamic_descriptor') ? { dynamic_descriptor: 'GRAVEL BIKES' } : {}),
    ...(has('service_location')
      ? { service_location: { city: 'Riga', region: 'LV-RIX', country: 'LV' } }
      : {}),
    ...(has('travel_data') ? { travel_data: { lodging: LODGING } } : {}),
    ...(has('moto') ? { is_moto: true } : {}),
    ...(has('sdwo_purchase') ? { sdwo_merchant_id: 'M-7' } : {}),
    ...(has('account_funding') ? { recipient_client: RECIPIENT } : {}),
  };
}

/** The card, posted to pay the order. */
export function payment({ text, saving }: State): Members {
  const { cardholder_name = '', card_number = '', exp_month = '', exp_year = '', csc = '' } = text;
  return {
    ...normalizeBody({ cardholder_name, card_number, exp_month, exp_year, csc }),
    // As the facts say, the merchant keeps the card.
    ...(saving === '' ? {} : { saved_by_merchant: true }),
  };
}

/** The facts about this merchant and the current time, which paylint doesn't know by itself. */
export function facts(state: State): FactsInit {
  const capabilities = [...features(state)].filter(
    (feature) => !/_step$|^zero_amount$/.test(feature),
  );
  const { address = '', zip_code = '', card_number = '' } = state.text;
  const brand = cardBrand(card_number)?.brand;
  return {
    // To the minute, so that what is shown doesn't change all the time.
    now: `${new Date().toISOString().slice(0, 16)}:00Z`,
    environment: 'live',
    terminal: state.terminal as 'standard',
    saving_side: 'merchant',
    ...(state.switches.has('account_funding') ? { account_funding: 'card_network' as const } : {}),
    merchant: {
      country: 'LV',
      utc_offset: '+02:00',
      avs_permission: state.switches.has('avs'),
      ipsp_partner: false,
      hold_days: 7,
    },
    acquirer: { requires_recurring_number: false },
    card: { issuer_country: 'US', ...(brand === undefined ? {} : { brand }) },
    key: { test: false, three_ds: true },
    order: {
      scenario: state.scenario as 'one_step',
      capabilities: capabilities as NonNullable<NonNullable<FactsInit['order']>['capabilities']>,
      billing_address: address !== '' && zip_code !== '',
    },
  };
}

/** The body as JSON, without the card number, the security code and the account number. */
export function masked(body: Members): string {
  const secret = ['card_number', 'csc', 'account_number'];
  const hidden = (members: Members): Members =>
    Object.fromEntries(
      Object.entries(members).map(([name, value]) => {
        if (secret.includes(name)) return [name, '…'];
        const isRecipient = name === 'recipient_client';
        return [name, isRecipient ? hidden(value as Members) : value];
      }),
    );
  return textOf(hidden(body));
}

/** An amount with two decimals: `1,849.50`. It is text from end to end. */
export function amountText(decimal: string): string {
  const [whole = '', fraction = ''] = decimal.split('.');
  return `${whole.replace(/\B(?=(\d{3})+$)/g, ',')}.${fraction.padEnd(2, '0')}`;
}

/** A price as it is written once it was typed: `1849.5` becomes `1849.50`. */
export function priceText(text: string): string {
  const parts = /^(\d+)(?:\.(\d{0,2}))?$/.exec(text.trim());
  return parts === null ? text : `${parts[1]}.${(parts[2] ?? '').padEnd(2, '0')}`;
}
