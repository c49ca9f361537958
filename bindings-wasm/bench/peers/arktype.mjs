import { type } from 'arktype';
import { CURRENCY, DATE, EMAIL, LANGUAGE } from './formats.mjs';

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

export default (value) => !(forArktype(value) instanceof type.errors);
