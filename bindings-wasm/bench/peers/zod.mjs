import * as zod from 'zod';
import { CURRENCY, DATE, EMAIL, LANGUAGE } from './formats.mjs';

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

export default (value) => forZod.safeParse(value).success;
