// Measures a check against JSON.parse of the same text and against other validators, all in one
// run. Compare the ratios, not the times.
//
//   node bench.mjs               prints the results
//   node bench.mjs section.md    also writes their section of docs/performance.md
//
// `cargo xtask bench --js` runs it.

import { readFileSync, writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import Ajv from 'ajv';
import { Engine, Facts } from 'paylint';
import * as zod from 'zod';

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
const text = JSON.stringify(order);
const bytes = new TextEncoder().encode(text);
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
const facts = new Facts({ now: '2026-11-20T10:15:00Z', ...standing });
const resting = new Facts(standing);
const engine = new Engine();

/** Only what a schema can express: no rule that looks at two members. */
const string = { type: 'string' };
const date = { type: 'string', pattern: '^\\d{4}-\\d\\d-\\d\\d$' };
const schema = {
  type: 'object',
  required: ['client', 'products'],
  properties: {
    client: {
      type: 'object',
      required: ['address', 'zip_code'],
      properties: {
        email: { type: 'string', pattern: '^[^@ ]+@[^@ ]+$' },
        first_name: string,
        last_name: string,
        birth_date: date,
        country: { type: 'string', minLength: 2, maxLength: 3 },
        state: string,
        city: string,
        address: string,
        zip_code: string,
      },
    },
    products: {
      type: 'array',
      minItems: 1,
      items: {
        type: 'object',
        required: ['title', 'price'],
        properties: {
          title: string,
          price: { type: 'number', minimum: 0.01 },
          quantity: { type: 'number', exclusiveMinimum: 0 },
          description: string,
          tax: { type: 'object' },
        },
      },
    },
    skip_capture: { type: 'boolean' },
    currency: { type: 'string', pattern: '^[A-Z]{3}$' },
    language: { type: 'string', pattern: '^[a-z]{2}(-[A-Z]{2})?$' },
    dynamic_descriptor: { type: 'string', maxLength: 25 },
    service_location: {
      type: 'object',
      properties: { city: string, region: string, country: string, zip_code: string },
    },
  },
};
const ajv = new Ajv({ allErrors: true }).compile(schema);
const text_ = zod.string().optional();
const shape = zod.object({
  client: zod.object({
    email: zod
      .string()
      .regex(/^[^@ ]+@[^@ ]+$/)
      .optional(),
    first_name: text_,
    last_name: text_,
    birth_date: zod
      .string()
      .regex(/^\d{4}-\d\d-\d\d$/)
      .optional(),
    country: zod.string().min(2).max(3).optional(),
    state: text_,
    city: text_,
    address: zod.string(),
    zip_code: zod.string(),
  }),
  products: zod
    .array(
      zod.object({
        title: zod.string(),
        price: zod.number().min(0.01),
        quantity: zod.number().positive().optional(),
        description: text_,
        tax: zod.object().optional(),
      }),
    )
    .min(1),
  skip_capture: zod.boolean().optional(),
  currency: zod
    .string()
    .regex(/^[A-Z]{3}$/)
    .optional(),
  language: zod
    .string()
    .regex(/^[a-z]{2}(-[A-Z]{2})?$/)
    .optional(),
  dynamic_descriptor: zod.string().max(25).optional(),
  service_location: zod
    .object({ city: text_, region: text_, country: text_, zip_code: text_ })
    .optional(),
});

const small = JSON.stringify({
  client: { email: 'grace.lee@mail.example', address: '77 Pine Street', zip_code: '98101' },
  products: [{ title: 'Cable lock, two keys, 90 cm', price: 0.001, quantity: 1 }],
  currency: 'USD',
  language: 'en-US',
});
const invalid = JSON.stringify(
  JSON.parse(readFileSync(new URL('../benches/bodies/order_invalid.json', import.meta.url))),
);
const mistakes = {
  small: engine.check('order', small, facts).findings.length,
  invalid: engine.check('order', invalid, facts).findings.length,
};
const latin = text.replace('Grace', 'Gráce');
const beyondLatin = text.replace('Grace', 'Grące');

const checks = (body) => engine.check('order', body, facts).verdict;
const accepted = (body) => () => checks(body) === 'accept';
const rejected = (body) => () => checks(body) === 'reject';
const isAjv = (body, expected) => () => ajv(JSON.parse(body)) === expected;
const isZod = (body, expected) => () => shape.safeParse(JSON.parse(body)).success === expected;

/** What is measured: for each text what is done with it, and a function that must return true. */
const measured = [
  [
    `an order of ${text.length} bytes`,
    text,
    [
      ['accepts, text', () => engine.accepts('order', text, facts)],
      ['accepts, bytes', () => engine.accepts('order', bytes, facts)],
      ['check, text', accepted(text)],
      ['check, bytes', accepted(bytes)],
      ['checkJson, text', () => engine.checkJson('order', text, facts).length > 100],
      ['check, object', accepted(order)],
      [
        'check, text, changing facts laid over',
        () => engine.check('order', text, resting, { now: '2026-11-20T10:15:00Z' }) !== null,
      ],
      [
        'check, text, all facts a plain object',
        () => engine.check('order', text, standing).verdict === 'accept',
      ],
      ['JSON.parse + ajv, shapes only', isAjv(text, true)],
      ['JSON.parse + zod, shapes only', isZod(text, true)],
    ],
  ],
  [
    'the same with an é',
    latin,
    [
      ['accepts, text', () => engine.accepts('order', latin, facts)],
      ['check, text', accepted(latin)],
    ],
  ],
  [
    'the same with an ą',
    beyondLatin,
    [
      ['accepts, text', () => engine.accepts('order', beyondLatin, facts)],
      ['check, text', accepted(beyondLatin)],
    ],
  ],
  [
    `${small.length} bytes with ${mistakes.small} mistakes`,
    small,
    [
      ['check, text', rejected(small)],
      ['JSON.parse + ajv, shapes only', isAjv(small, false)],
      ['JSON.parse + zod, shapes only', isZod(small, false)],
    ],
  ],
  [
    `${invalid.length} bytes with ${mistakes.invalid} mistakes`,
    invalid,
    [
      ['check, text', rejected(invalid)],
      ['checkJson, text', () => engine.checkJson('order', invalid, facts).length > 100],
      ['JSON.parse + ajv, shapes only', isAjv(invalid, false)],
      ['JSON.parse + zod, shapes only', isZod(invalid, false)],
    ],
  ],
].map(([name, body, works]) => [
  name,
  [['JSON.parse alone', () => JSON.parse(body) !== null], ...works].map(([what, work]) => ({
    what,
    work,
    best: Infinity,
  })),
]);

function time(work, rounds) {
  const start = process.hrtime.bigint();
  for (let round = 0; round < rounds; round++) if (!work()) throw new Error('unexpected result');
  return Number(process.hrtime.bigint() - start) / rounds;
}

// The fastest of many short runs, taken in turns, so that a busy machine slows all of them alike.
for (let turn = 0; turn < 3000; turn++) {
  for (const each of measured.flatMap(([, works]) => works))
    each.best = Math.min(each.best, time(each.work, 40));
}
const ratio = (each, [yardstick]) => (each.best / yardstick.best).toFixed(2);
console.log(`node ${process.version}; each compared with JSON.parse of the same text`);
for (const [name, works] of measured) {
  console.log(name);
  for (const each of works)
    console.log(
      `${ratio(each, works).padStart(8)}  ${String(Math.round(each.best)).padStart(6)} ns  ${each.what}`,
    );
}

/** The size of a file of the package in kilobytes, plain and with gzip. */
function sizes(file) {
  const bytes = readFileSync(new URL(`pkg/${file}`, import.meta.url));
  return [bytes, gzipSync(bytes, { level: 9 })].map(({ length }) => Math.round(length / 1000));
}

function section() {
  const [raw, gzipped] = sizes('paylint.wasm');
  const [, scripts] = sizes('common.js');
  const builtWith = readFileSync(new URL('js/generated/built-with.txt', import.meta.url), 'utf8');
  const row = (each, works) =>
    `| ${each.what} | ${ratio(each, works)} (${(each.best / 1000).toFixed(2)} µs) |`;
  const rows = measured.flatMap(([name, works]) => [
    `| **${name}** | |`,
    ...works.map((each) => row(each, works)),
  ]);
  return `## JavaScript

The npm package in Node ${process.version}. The yardstick of each group is \`JSON.parse\` of the same text,
which checks nothing; the fastest of many short runs, taken in turns. Validators that only check types
and formats are there for comparison. The module has ${raw} kB, ${gzipped} kB with gzip, with ${builtWith.trim()}; the script
has ${scripts} kB with gzip.

| | ratio (time) |
|---|---:|
${rows.join('\n')}
`;
}

const [, , path] = process.argv;
if (path !== undefined) writeFileSync(path, section());
