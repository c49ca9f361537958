// Other validators, with schemas of an order: only what a schema can express, so no rule that looks
// at two members. Each tells everything that is wrong.

import Ajv from 'ajv';
import { type } from 'arktype';
import * as v from 'valibot';
import * as zod from 'zod';

const EMAIL = /^[^@ ]+@[^@ ]+$/;
const DATE = /^\d{4}-\d\d-\d\d$/;
const CURRENCY = /^[A-Z]{3}$/;
const LANGUAGE = /^[a-z]{2}(-[A-Z]{2})?$/;

const string = { type: 'string' };
const matching = ({ source }) => ({ type: 'string', pattern: source });
const schema = {
  type: 'object',
  required: ['client', 'products'],
  properties: {
    client: {
      type: 'object',
      required: ['address', 'zip_code'],
      properties: {
        email: matching(EMAIL),
        first_name: string,
        last_name: string,
        birth_date: matching(DATE),
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
    currency: matching(CURRENCY),
    language: matching(LANGUAGE),
    dynamic_descriptor: { type: 'string', maxLength: 25 },
    service_location: {
      type: 'object',
      properties: { city: string, region: string, country: string, zip_code: string },
    },
  },
};

const text = zod.string().optional();
const forZod = zod.object({
  client: zod.object({
    email: zod.string().regex(EMAIL).optional(),
    first_name: text,
    last_name: text,
    birth_date: zod.string().regex(DATE).optional(),
    country: zod.string().min(2).max(3).optional(),
    state: text,
    city: text,
    address: zod.string(),
    zip_code: zod.string(),
  }),
  products: zod
    .array(
      zod.object({
        title: zod.string(),
        price: zod.number().min(0.01),
        quantity: zod.number().positive().optional(),
        description: text,
        tax: zod.object().optional(),
      }),
    )
    .min(1),
  skip_capture: zod.boolean().optional(),
  currency: zod.string().regex(CURRENCY).optional(),
  language: zod.string().regex(LANGUAGE).optional(),
  dynamic_descriptor: zod.string().max(25).optional(),
  service_location: zod
    .object({ city: text, region: text, country: text, zip_code: text })
    .optional(),
});

const optional = v.optional(v.string());
const matched = (pattern) => v.optional(v.pipe(v.string(), v.regex(pattern)));
const forValibot = v.object({
  client: v.object({
    email: matched(EMAIL),
    first_name: optional,
    last_name: optional,
    birth_date: matched(DATE),
    country: v.optional(v.pipe(v.string(), v.minLength(2), v.maxLength(3))),
    state: optional,
    city: optional,
    address: v.string(),
    zip_code: v.string(),
  }),
  products: v.pipe(
    v.array(
      v.object({
        title: v.string(),
        price: v.pipe(v.number(), v.minValue(0.01)),
        quantity: v.optional(v.pipe(v.number(), v.gtValue(0))),
        description: optional,
        tax: v.optional(v.object({})),
      }),
    ),
    v.minLength(1),
  ),
  skip_capture: v.optional(v.boolean()),
  currency: matched(CURRENCY),
  language: matched(LANGUAGE),
  dynamic_descriptor: v.optional(v.pipe(v.string(), v.maxLength(25))),
  service_location: v.optional(
    v.object({ city: optional, region: optional, country: optional, zip_code: optional }),
  ),
});

const forArktype = type({
  client: {
    'email?': EMAIL,
    'first_name?': 'string',
    'last_name?': 'string',
    'birth_date?': DATE,
    'country?': '2 <= string <= 3',
    'state?': 'string',
    'city?': 'string',
    address: 'string',
    zip_code: 'string',
  },
  products: type({
    title: 'string',
    price: 'number >= 0.01',
    'quantity?': 'number > 0',
    'description?': 'string',
    'tax?': 'object',
  }).array().atLeastLength(1),
  'skip_capture?': 'boolean',
  'currency?': CURRENCY,
  'language?': LANGUAGE,
  'dynamic_descriptor?': 'string <= 25',
  'service_location?': {
    'city?': 'string',
    'region?': 'string',
    'country?': 'string',
    'zip_code?': 'string',
  },
});

/** Each tells whether a value is an order. */
export const peers = {
  ajv: new Ajv({ allErrors: true }).compile(schema),
  zod: (value) => forZod.safeParse(value).success,
  valibot: (value) => v.safeParse(forValibot, value).success,
  arktype: (value) => !(forArktype(value) instanceof type.errors),
};
