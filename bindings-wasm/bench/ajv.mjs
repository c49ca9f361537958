// Another validator, with a schema of an order: only what a schema can express, so no rule that looks at two members. It
// tells everything that is wrong, and whether a value is an order.

import Ajv from 'ajv';

const string = { type: 'string' };
const matching = (pattern) => ({ type: 'string', pattern });
const schema = {
  type: 'object',
  required: ['client', 'products'],
  properties: {
    client: {
      type: 'object',
      required: ['address', 'zip_code'],
      properties: {
        email: matching('^[^@ ]+@[^@ ]+$'),
        first_name: string,
        last_name: string,
        birth_date: matching('^\\d{4}-\\d\\d-\\d\\d$'),
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
    currency: matching('^[A-Z]{3}$'),
    language: matching('^[a-z]{2}(-[A-Z]{2})?$'),
    dynamic_descriptor: { type: 'string', maxLength: 25 },
    service_location: {
      type: 'object',
      properties: { city: string, region: string, country: string, zip_code: string },
    },
  },
};

export default new Ajv({ allErrors: true }).compile(schema);
