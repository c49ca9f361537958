// Requests to start from: the example of each operation's schema, and some with mistakes. All data is made up.

import type { Operation } from 'paylint';
import { LABELS, OPERATIONS } from './operations.js';
import { SCHEMAS } from './schemas.js';
import type { Sheet } from './share.js';

interface Preset {
  label: string;
  operation: Operation;
  body?: unknown;
  facts?: object;
  policy?: object;
}

const PAID = { scenario: 'one_step', capabilities: [], amount: '100.00', currency: 'EUR', paid_at: '2026-11-20T09:00:00+02:00' };
const BIKE = { title: 'Gravel bike, 56 cm', price: 1849.5, quantity: 1 };
const CLIENT = { email: 'grace.lee@mail.example' };
const MIA = { first_name: 'Mia', last_name: 'Lind', birth_date: '1990-02-28', city: 'Oslo', country: 'NO' };

const WITH_MISTAKES: readonly Preset[] = [
  {
    label: 'Order with mistakes',
    operation: 'order',
    body: {
      client: { ...CLIENT, birth_date: '30/09/1991', zipcode: '98101' },
      products: [{ ...BIKE, price: 0 }],
      skip_capture: true,
      recipient_client: {
        ...MIA,
        account_type: '01',
        account_number: 'ACCOUNT-1',
        recipient_address: 'Storgata 1',
        same_as_client: false,
      },
      currency: 'EUR',
    },
    facts: { now: '2026-11-20T10:15:00Z', terminal: 'standard', account_funding: 'other' },
  },
  {
    label: 'Order with AVS, address missing',
    operation: 'order',
    body: { client: { ...CLIENT, country: 'US' }, products: [BIKE], currency: 'USD' },
    facts: { terminal: 'standard', merchant: { avs_permission: true } },
  },
  {
    label: 'Order against a rule of your own',
    operation: 'order',
    body: { client: CLIENT, products: [{ ...BIKE, price: 12500 }], currency: 'EUR' },
    facts: { terminal: 'standard', merchant: { avs_permission: false } },
    policy: {
      rules: [
        {
          name: 'custom.order_limit',
          on: ['order'],
          when: { currency: 'EUR' },
          member: 'total',
          maximum: '10000.00',
          message: 'orders in euro end at 10,000',
        },
      ],
    },
  },
  {
    label: 'Capture after the hold',
    operation: 'capture',
    body: { total: 80 },
    facts: {
      now: '2026-12-24T10:15:00Z',
      merchant: { hold_days: 7 },
      order: { ...PAID, scenario: 'two_step', captured: '0' },
    },
  },
  {
    label: 'Refund of more than is left',
    operation: 'refund',
    body: { amount: 90 },
    facts: { now: '2026-11-20T10:15:00Z', order: { ...PAID, refunded: '25.00' } },
  },
];

/** A sheet to start from. */
export interface Example extends Sheet {
  label: string;
}

export const EXAMPLES: readonly Example[] = [
  ...WITH_MISTAKES,
  ...OPERATIONS.map((operation): Preset => {
    return { label: LABELS[operation], operation, body: SCHEMAS[operation].examples?.[0] };
  }),
].map(({ label, operation, body, facts, policy }) => {
  return { label, operation, body: laidOut(body), facts: laidOut(facts), policy: laidOut(policy) };
});

/** The example that a new page shows. */
export const FIRST = EXAMPLES[0] as Example;

/** A value as JSON text; empty if there is none. */
export function laidOut(value: unknown): string {
  return value === undefined ? '' : JSON.stringify(value, null, 2);
}

/** The index of the example that equals a sheet, or -1. */
export function exampleOf(sheet: Sheet): number {
  const names = Object.keys(sheet) as (keyof Sheet)[];
  return EXAMPLES.findIndex((example) => names.every((name) => example[name] === sheet[name]));
}
