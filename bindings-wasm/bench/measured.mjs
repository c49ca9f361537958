// What is measured, in Node and in a page alike.

import ajv from './ajv.mjs';

const order = {
  client: {
    email: 'grace.lee@mail.example',
    first_name: 'Grace',
    last_name: 'Lee',
    birth_date: '1991-09-30',
    country: 'US',
    state: 'WA',
    city: 'Seattle',
    address: '77 Pine Street',
    zip_code: '98101',
  },
  products: [
    {
      title: 'Gravel bike, 56 cm',
      price: 1849,
      quantity: 1,
      description: 'Steel frame, carbon fork, 40 mm tyres',
    },
    {
      title: 'Bottle cage',
      price: 14.5,
      quantity: 2,
      description: 'Aluminium, black, with two screws',
    },
    {
      title: 'Cable lock',
      price: 27.25,
      quantity: 1,
      description: 'Two keys, 90 cm, covered with cloth',
    },
  ],
  currency: 'USD',
  language: 'en-US',
  dynamic_descriptor: 'BIKES EXAMPLE',
  service_location: { city: 'Seattle', region: 'US-WA', country: 'US', zip_code: '98101' },
};
const standing = {
  environment: 'live',
  terminal: 'standard',
  saving_side: 'merchant',
  merchant: {
    country: 'US',
    utc_offset: '-08:00',
    avs_permission: true,
    ipsp_partner: false,
    hold_days: 7,
  },
  acquirer: { requires_recurring_number: false },
  card: { issuer_country: 'US', brand: 'visa' },
  key: { test: false, three_ds: true, brands: ['visa'] },
};
const NOW = '2026-11-20T10:15:00Z';

const small = JSON.stringify({
  client: { email: 'grace.lee@mail.example', address: '77 Pine Street', zip_code: '98101' },
  products: [{ title: 'Cable lock, two keys, 90 cm', price: 0.001, quantity: 1 }],
  currency: 'USD',
  language: 'en-US',
});

/**
 * The groups: each has a name, the text that `JSON.parse` reads for comparison, and works that must
 * return true. `wrong` is the text of an order with many mistakes.
 */
function groupsOf({ Engine, Facts }, wrong) {
  const engine = new Engine();
  const facts = new Facts({ now: NOW, ...standing });
  const resting = new Facts(standing);
  const text = JSON.stringify(order);
  const bytes = new TextEncoder().encode(text);
  const is = (verdict, body) => () => engine.check('order', body, facts).verdict === verdict;
  const parsed = (expected, body) => ['JSON.parse + ajv, shapes only', () => ajv(JSON.parse(body)) === expected];
  const beyondAscii = (letter) => {
    const body = text.replace('Grace', `Gr${letter}ce`);
    return [
      `the same with an ${letter}`,
      body,
      [
        ['accepts, text', () => engine.accepts('order', body, facts)],
        ['check, text', is('accept', body)],
        parsed(true, body),
      ],
    ];
  };
  const mistaken = (body) => [
    `${body.length} bytes with ${engine.check('order', body, facts).findings.length} mistakes`,
    body,
    [
      ['check, text', is('reject', body)],
      ['checkJson, text', () => engine.checkJson('order', body, facts).length > 100],
      parsed(false, body),
    ],
  ];
  return [
    [
      `an order of ${text.length} bytes`,
      text,
      [
        ['accepts, text', () => engine.accepts('order', text, facts)],
        ['accepts, bytes', () => engine.accepts('order', bytes, facts)],
        ['check, text', is('accept', text)],
        ['check, bytes', is('accept', bytes)],
        ['checkJson, text', () => engine.checkJson('order', text, facts).length > 100],
        [
          'check, text, changing facts laid over',
          () => engine.check('order', text, resting, { now: NOW }) !== null,
        ],
        [
          'check, text, all facts a plain object',
          () => engine.check('order', text, standing).verdict === 'accept',
        ],
        parsed(true, text),
      ],
    ],
    [
      'the same as an object',
      text,
      [['check, object', is('accept', order)], ['ajv, shapes only', () => ajv(order)]],
    ],
    beyondAscii('é'),
    beyondAscii('ą'),
    mistaken(small),
    mistaken(wrong),
  ];
}

const YARDSTICK = 'JSON.parse alone';

/**
 * The groups with the nanoseconds of each work: the fastest of many short runs. They are taken in
 * turns, so that a busy machine slows all of them alike. A run repeats its work `rounds` times.
 */
export function measure(paylint, wrong, { turns, rounds }) {
  const groups = groupsOf(paylint, wrong).map(([name, body, works]) => ({
    name,
    works: [[YARDSTICK, () => JSON.parse(body) !== null], ...works].map(([what, work]) => ({
      what,
      work,
      best: Infinity,
    })),
  }));
  const all = groups.flatMap(({ works }) => works);
  for (let turn = 0; turn < turns; turn++)
    for (const each of all) each.best = Math.min(each.best, time(each, rounds));
  return groups.map(({ name, works }) => ({
    name,
    works: works.map(({ what, best }) => ({
      what,
      nanoseconds: best,
      ratio: best / works[0].best,
    })),
  }));
}

function time({ what, work }, rounds) {
  const start = performance.now();
  for (let round = 0; round < rounds; round++)
    if (!work()) throw new Error(`unexpected result: ${what}`);
  return ((performance.now() - start) * 1e6) / rounds;
}
