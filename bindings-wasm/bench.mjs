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

const wrong = JSON.stringify({
  ...order,
  client: { ...order.client, address: undefined, email: 'grace' },
  products: [{ title: 'Lock', price: 0.001 }],
});

/** What is measured: a name, and a function that must return true. */
const measured = [
  ['JSON.parse alone', () => JSON.parse(text) !== null],
  ['accepts, text', () => engine.accepts('order', text, facts)],
  ['accepts, bytes', () => engine.accepts('order', bytes, facts)],
  ['check, text', () => engine.check('order', text, facts).findings.length === 0],
  ['check, bytes', () => engine.check('order', bytes, facts).findings.length === 0],
  ['checkJson, text', () => engine.checkJson('order', text, facts).length > 100],
  ['check, object', () => engine.check('order', order, facts).findings.length === 0],
  [
    'check, text, changing facts laid over',
    () =>
      engine.check('order', text, resting, { now: '2026-11-20T10:15:00Z' }).findings.length === 0,
  ],
  [
    'check, text, all facts a plain object',
    () => engine.check('order', text, standing).findings.length === 0,
  ],
  ['check, text with 4 mistakes', () => engine.check('order', wrong, facts).findings.length > 2],
  ['JSON.parse of the text with mistakes', () => JSON.parse(wrong) !== null],
  ['JSON.parse + ajv, shapes only', () => ajv(JSON.parse(text))],
  ['JSON.parse + zod, shapes only', () => shape.safeParse(JSON.parse(text)).success],
];

function time(work, rounds) {
  const start = process.hrtime.bigint();
  for (let round = 0; round < rounds; round++) if (!work()) throw new Error('unexpected result');
  return Number(process.hrtime.bigint() - start) / rounds;
}

// The fastest of many short runs, taken in turns, so that a busy machine slows all of them alike.
const best = new Map(measured.map(([name]) => [name, Infinity]));
for (let turn = 0; turn < 300; turn++) {
  for (const [name, work] of measured) best.set(name, Math.min(best.get(name), time(work, 400)));
}
const yardstick = best.get('JSON.parse alone');
console.log(`an order of ${text.length} bytes; node ${process.version}`);
for (const [name, nanoseconds] of best) {
  const ratio = (nanoseconds / yardstick).toFixed(2);
  console.log(`${ratio.padStart(6)}  ${String(Math.round(nanoseconds)).padStart(6)} ns  ${name}`);
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
  const rows = [...best].map(([name, nanoseconds]) => {
    const ratio = (nanoseconds / yardstick).toFixed(2);
    return `| ${name} | ${ratio} (${(nanoseconds / 1000).toFixed(2)} µs) |`;
  });
  return `## JavaScript

The npm package in Node ${process.version}, an order of ${text.length} bytes. The yardstick is \`JSON.parse\` of its text,
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
