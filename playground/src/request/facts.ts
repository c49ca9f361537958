// The values that a click can give a fact that is missing.

import type { FactName, Operation } from 'paylint';
import { pathOf } from './operations.js';

/** The usual values of each fact. `now` is the current time, `path` that of the operation. */
export const VALUES: Record<FactName, readonly unknown[]> = {
  now: ['now'],
  environment: ['live', 'sandbox'],
  website: ['shop.example'],
  terminal: ['standard', 'qcash', 'sdwo_funding'],
  account_funding: ['card_network', 'other'],
  saving_side: ['service', 'merchant'],
  subsequent: ['recurring', 'recurring_automatic', 'one_click'],
  'merchant.country': ['LV', 'US'],
  'merchant.utc_offset': ['+00:00', '+02:00'],
  'merchant.avs_permission': [true, false],
  'merchant.ipsp_partner': [true, false],
  'merchant.hold_days': [7, 28],
  'acquirer.requires_recurring_number': [true, false],
  'card.issuer_country': ['DE', 'US'],
  'card.brand': ['visa', 'mastercard'],
  'key.test': [true, false],
  'key.three_ds': [true, false],
  'key.brands': [['visa', 'mastercard']],
  'key.websites': [['shop.example']],
  'order.scenario': ['one_step', 'two_step', 'zero_amount'],
  'order.capabilities': [[], ['avs'], ['moto'], ['payment_method_saving']],
  'order.amount': ['100.00'],
  'order.captured': ['0', '100.00'],
  'order.refunded': ['0', '25.00'],
  'order.last_refund': ['25.00'],
  'order.currency': ['EUR', 'JPY'],
  'order.paid_at': ['now'],
  'order.reversed': [true, false],
  'order.chargeback': [true, false],
  'order.billing_address': [true, false],
  'request.method': ['POST'],
  'request.path': ['path'],
  'request.source_address': ['192.0.2.7'],
  'request.headers': [
    { Authorization: 'Bearer $TOKEN', 'Content-Type': 'application/json' },
    {
      Host: 'merchant.example',
      'Content-Type': 'application/json',
      'X-Webhook-Event': 'card',
      'X-Webhook-Version': 'v1.0',
    },
  ],
  'webhook.host': ['merchant.example'],
  'webhook.allowed_sources': [['192.0.2.7']],
};

/** A value of a fact, and what its button says. */
export interface Choice {
  text: string;
  value(): unknown;
}

export function choicesOf(fact: FactName, operation: Operation): Choice[] {
  return VALUES[fact].map((usual) => {
    if (usual === 'now') return { text: 'the current time', value: currentTime };
    const value = usual === 'path' ? pathOf(operation) : usual;
    return { text: wordsOf(value), value: () => value };
  });
}

function wordsOf(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.join(', ');
  if (typeof value !== 'object' || value === null) return String(value);
  return 'X-Webhook-Event' in value ? 'those of a webhook' : 'those of an API request';
}

function currentTime(): string {
  return `${new Date().toISOString().slice(0, 19)}Z`;
}
