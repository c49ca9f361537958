// Makes the requests and the facts from the form.

import type { Feature, FactsInit, Order, Payment } from 'paylint';

/** The content of the form: the text of each field, and the merchant's settings. */
export interface State {
  text: Record<string, string>;
  scenario: string;
  terminal: string;
  saving: '' | NonNullable<Order['setup_future_use']>;
  switches: Set<Feature>;
}

/** Turns a number's text into the number. Other text stays, so that a rule can report it. */
function number(text: string): number {
  return (/^-?\d+(\.\d+)?$/.test(text.trim()) ? Number(text) : text) as number;
}

function filled(members: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(members).filter(([, text]) => text !== ''));
}

/** The features that the merchant's settings ask for. */
export function features({ scenario, terminal, saving, switches }: State): Set<Feature> {
  const all = new Set<Feature>([scenario as Feature, ...switches]);
  if (terminal !== 'standard') all.add(terminal as Feature);
  if (saving !== '') all.add('payment_method_saving');
  return all;
}

export function order({ text, scenario, saving, switches }: State): Order {
  const { email, first_name, last_name, birth_date, country, state, city, address, zip_code } =
    text as Record<string, string>;
  const has = (feature: Feature): boolean => switches.has(feature);
  const client = filled({
    email: email!,
    first_name: first_name!,
    last_name: last_name!,
    birth_date: birth_date!,
    country: country!,
    state: state!,
    city: city!,
    address: address!,
    zip_code: zip_code!,
  });
  const product = {
    ...filled({ title: text['title']! }),
    ...(text['price'] === '' ? {} : { price: number(text['price']!) }),
    ...(text['quantity'] === '' ? {} : { quantity: number(text['quantity']!) }),
    ...(has('taxes') ? { tax: { id: 'vat' } } : {}),
  };
  return {
    client,
    ...(scenario === 'zero_amount' ? { payment_system: 'AUTH' } : { products: [product] }),
    ...(scenario === 'two_step' ? { skip_capture: true } : {}),
    ...(saving === '' ? {} : { setup_future_use: saving }),
    ...filled({ currency: text['currency']! }),
    ...(has('dynamic_descriptor') ? { dynamic_descriptor: 'GRAVEL BIKES' } : {}),
    ...(has('service_location')
      ? { service_location: { city: 'Riga', region: 'LV-RIX', country: 'LV' } }
      : {}),
    ...(has('travel_data')
      ? {
          travel_data: {
            lodging: {
              booking_number: 'B-1042',
              checkin_date: '20270104',
              checkout_date: '20270106',
            },
          },
        }
      : {}),
    ...(has('moto') ? { is_moto: true } : {}),
    ...(has('sdwo_purchase') ? { sdwo_merchant_id: 'M-7' } : {}),
    ...(has('account_funding')
      ? {
          recipient_client: {
            first_name: 'Ada',
            last_name: 'Berg',
            birth_date: '1990-05-17',
            city: 'Riga',
            country: 'LV',
            account_type: '01',
            account_number: 'A-1',
            recipient_address: 'Brivibas 1',
            same_as_client: false,
          },
        }
      : {}),
  };
}

export function payment({ text }: State): Payment {
  const { cardholder_name, card_number, exp_month, exp_year, csc } = text as Record<string, string>;
  return {
    ...filled({ cardholder_name: cardholder_name!, card_number: card_number!.replaceAll(' ', '') }),
    ...(exp_month === '' ? {} : { exp_month: number(exp_month!) }),
    ...(exp_year === '' ? {} : { exp_year: number(exp_year!) }),
    ...filled({ csc: csc! }),
  };
}

/** The facts about this merchant and the current time, which paylint doesn't know by itself. */
export function facts(state: State): FactsInit {
  const capabilities = [...features(state)].filter(
    (feature) => !/_step$|^zero_amount$/.test(feature),
  );
  const { address, zip_code } = state.text as Record<string, string>;
  return {
    now: new Date(),
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
    card: { issuer_country: 'US', brand: 'visa' },
    key: { test: false, three_ds: true },
    order: {
      scenario: state.scenario as 'one_step',
      capabilities: capabilities as NonNullable<NonNullable<FactsInit['order']>['capabilities']>,
      billing_address: address !== '' && zip_code !== '',
    },
  };
}

/** The body as JSON, without the card number, the security code and the account number. */
export function masked(body: object): string {
  const secret = new Set(['card_number', 'csc', 'account_number']);
  return JSON.stringify(body, (key, value: unknown) => (secret.has(key) ? '…' : value), 2);
}
