import * as v from 'valibot';
import { CURRENCY, DATE, EMAIL, LANGUAGE } from './formats.mjs';

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

export default (value) => v.safeParse(forValibot, value).success;
