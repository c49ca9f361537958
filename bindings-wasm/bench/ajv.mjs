import Ajv from 'ajv';
import { CURRENCY, DATE, EMAIL, LANGUAGE } from './formats.mjs';

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

export default new Ajv({ allErrors: true }).compile(schema);
