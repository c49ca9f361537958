// Requests to start from, at least one for every operation. All data is made up.

import type { Operation } from 'paylint';
import type { Sheet } from './share.js';

export interface Preset {
  label: string;
  operation: Operation;
  /** What the default policy says of it. */
  verdict: 'accept' | 'reject';
  body?: object;
  facts?: object;
  policy?: object;
}

const NOW = '2026-11-20T10:15:00Z';
const SHOP = {
  now: NOW,
  terminal: 'standard',
  merchant: { country: 'LV', utc_offset: '+02:00', avs_permission: false, hold_days: 7 },
};
const CLIENT = {
  email: 'grace.lee@mail.example',
  first_name: 'Grace',
  last_name: 'Lee',
  birth_date: '1991-09-30',
  country: 'US',
};
const BIKE = { title: 'Gravel bike, 56 cm', price: 1849.5, quantity: 1 };
const RECIPIENT = {
  first_name: 'Mia',
  last_name: 'Lind',
  birth_date: '1990-02-28',
  city: 'Oslo',
  country: 'NO',
  account_type: '01',
  account_number: 'ACCOUNT-1',
  recipient_address: 'Storgata 1',
  same_as_client: false,
};
const PAID = {
  scenario: 'one_step',
  capabilities: [],
  amount: '100.00',
  refunded: '0',
  currency: 'EUR',
  paid_at: '2026-11-20T09:00:00+02:00',
  reversed: false,
  chargeback: false,
};
const SENDER = {
  sender_account_number: 'ACCOUNT-1',
  sender_account_type: '01',
  sender_country: 'LV',
  sender_address: 'Brivibas iela 1',
  sender_city: 'Riga',
  sender_name: 'Ada Berg',
  sender_postal_code: 'LV-1010',
  sender_birth_date: '1990-05-17',
};
const PAYEE = { first_name: 'Grace', last_name: 'Lee' };

export const PRESETS: readonly Preset[] = [
  {
    label: 'Order with mistakes',
    operation: 'order',
    verdict: 'reject',
    body: {
      client: { email: 'grace.lee@mail.example', birth_date: '30/09/1991', zipcode: '98101' },
      products: [{ title: 'Gravel bike, 56 cm', price: 0, quantity: 1 }],
      skip_capture: true,
      recipient_client: RECIPIENT,
      currency: 'EUR',
    },
    facts: { now: NOW, terminal: 'standard', account_funding: 'other' },
  },
  {
    label: 'One-Step order',
    operation: 'order',
    verdict: 'accept',
    body: { client: CLIENT, products: [BIKE], currency: 'EUR' },
    facts: SHOP,
  },
  {
    label: 'Two-Step order',
    operation: 'order',
    verdict: 'accept',
    body: { client: CLIENT, products: [BIKE], skip_capture: true, currency: 'EUR' },
    facts: SHOP,
  },
  {
    label: 'Zero-Amount order that saves the card',
    operation: 'order',
    verdict: 'accept',
    body: { client: CLIENT, payment_system: 'AUTH', setup_future_use: 'one-click' },
    facts: { ...SHOP, saving_side: 'merchant', card: { issuer_country: 'US' } },
  },
  {
    label: 'Order with travel data',
    operation: 'order',
    verdict: 'accept',
    body: {
      client: CLIENT,
      products: [{ title: 'Weekend in Oslo', price: 420 }],
      currency: 'EUR',
      travel_data: {
        lodging: {
          booking_number: 'B-1042',
          checkin_date: '20270104',
          checkout_date: '20270106',
        },
      },
    },
    facts: SHOP,
  },
  {
    label: 'Order with AVS, address missing',
    operation: 'order',
    verdict: 'reject',
    body: { client: CLIENT, products: [BIKE], currency: 'USD' },
    facts: { ...SHOP, merchant: { ...SHOP.merchant, avs_permission: true } },
  },
  {
    label: 'Order against a rule of your own',
    operation: 'order',
    verdict: 'reject',
    body: { client: CLIENT, products: [{ title: 'Cargo bike', price: 12500 }], currency: 'EUR' },
    facts: SHOP,
    policy: {
      label: 'acme-2026-11',
      levels: { 'basis.convention': 'deny' },
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
    label: 'Capture',
    operation: 'capture',
    verdict: 'accept',
    body: { total: 80 },
    facts: {
      now: NOW,
      merchant: { hold_days: 7 },
      order: { ...PAID, scenario: 'two_step', captured: '0' },
    },
  },
  {
    label: 'Capture after the hold',
    operation: 'capture',
    verdict: 'reject',
    body: { total: 80 },
    facts: {
      now: '2026-12-24T10:15:00Z',
      merchant: { hold_days: 7 },
      order: { ...PAID, scenario: 'two_step', captured: '0' },
    },
  },
  {
    label: 'Partial Refund',
    operation: 'refund',
    verdict: 'accept',
    body: { amount: 25.5 },
    facts: { now: NOW, order: PAID },
  },
  {
    label: 'Full Refund',
    operation: 'refund',
    verdict: 'accept',
    facts: { now: NOW, order: PAID },
  },
  {
    label: 'Refund of more than is left',
    operation: 'refund',
    verdict: 'reject',
    body: { amount: 90 },
    facts: { now: NOW, order: { ...PAID, refunded: '25.00' } },
  },
  {
    label: 'Reversal',
    operation: 'reversal',
    verdict: 'accept',
    facts: { now: NOW, merchant: { utc_offset: '+02:00' }, order: PAID },
  },
  {
    label: 'Payout A2A',
    operation: 'payout_a2a',
    verdict: 'accept',
    body: { ...SENDER, client: PAYEE, amount: 50, currency: 'EUR' },
    facts: { now: NOW },
  },
  {
    label: 'Payout B2P',
    operation: 'payout_b2p',
    verdict: 'accept',
    body: { client: PAYEE, amount: 50, currency: 'EUR' },
  },
  {
    label: 'Payout P2P',
    operation: 'payout_p2p',
    verdict: 'accept',
    body: { ...SENDER, client: PAYEE, amount: 50, currency: 'EUR' },
    facts: { now: NOW },
  },
  {
    label: 'Payout OG',
    operation: 'payout_og',
    verdict: 'accept',
    body: { client: PAYEE, amount: 50, currency: 'EUR' },
  },
  {
    label: 'Payout SDWO',
    operation: 'payout_sdwo',
    verdict: 'accept',
    body: {
      sender_name: 'Acme Ltd',
      client: { ...PAYEE, birth_date: '1991-09-30', country: 'NO', city: 'Oslo' },
      amount: '50.00',
      currency: 'EUR',
    },
    facts: { now: NOW, merchant: { ipsp_partner: true } },
  },
  {
    label: 'Client',
    operation: 'client',
    verdict: 'accept',
    body: { email: 'grace.lee@mail.example' },
  },
  { label: 'Tax', operation: 'tax', verdict: 'accept', body: { name: 'VAT', percent: 21 } },
  {
    label: 'Payment with a test card',
    operation: 'payment',
    verdict: 'accept',
    body: {
      cardholder_name: 'Grace Lee',
      card_number: '4111111111111111',
      exp_month: 11,
      exp_year: 42,
      csc: '123',
    },
    facts: { now: NOW, order: { scenario: 'one_step', capabilities: [] } },
  },
  {
    label: 'Card webhook',
    operation: 'card_webhook',
    verdict: 'accept',
    body: {
      id: 'card-1001',
      transaction_type: 'card.created',
      client: 'client-1001',
      merchant: 'merchant-1',
      masked_pan: '411111******1111',
      exp_month: 11,
      exp_year: 42,
      is_default: true,
      cardholder_name: 'Grace Lee',
      product_type: 'credit',
      issuer_country: 'US',
      region_card_issuer: 'US',
      card_type: 'visa',
    },
    facts: {
      request: {
        method: 'POST',
        source_address: '192.0.2.7',
        headers: {
          Host: 'merchant.example',
          'Content-Type': 'application/json',
          'X-Webhook-Event': 'card',
          'X-Webhook-Version': 'v1.0',
        },
      },
      webhook: { host: 'merchant.example', allowed_sources: ['192.0.2.7'] },
    },
  },
];

export function sheetOf({ operation, body, facts, policy }: Preset): Sheet {
  const text = (value: object | undefined): string =>
    value === undefined ? '' : JSON.stringify(value, null, 2);
  return { operation, body: text(body), facts: text(facts), policy: text(policy) };
}
