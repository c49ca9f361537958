// What the form tells shoppers. What isn't here is said in paylint's own words.

import type { Finding } from 'paylint';
import { messageIn, type Translation } from 'paylint/messages';
import { FIELDS } from './form.js';

/** Of a field, what its label says is what its member is called. */
const labels = FIELDS.map(({ path, label }) => [
  path.split('/').at(-1),
  label.toLowerCase(),
]);

const FOR_SHOPPERS: Translation = {
  members: Object.fromEntries(labels) as Record<string, string>,
  templates: {
    'field.type': 'Please enter a number',
    'field.blank': 'There are only spaces here',
    'number.out_of_range': 'This number is too long',
    'product.title_required': 'Please name the product',
    'product.price_required': 'Please enter the price',
    'product.price_minimum': 'The price must be at least {minimum}',
    'product.quantity_positive': 'The quantity must be more than {above}',
    'zero_amount.saving_required': 'A Zero-Amount order saves the card: please choose what for',
    'saving.travel_mode': 'With travel data, the card can only be saved for {one_of}',
    'avs.address_required': 'Please enter your billing address, as your bank knows it',
    'avs.zip_code_required': 'Please enter the zip code of your billing address',
    'funding.client_field_required': 'Please enter your {member}',
    'funding.client_state_required': 'Please enter your state',
    'payment.field_required': 'Please enter the {member}',
    'payment.csc_required': 'Please enter the security code of your card',
    'payment.csc_with_moto':
      'Please leave the security code out: it isn’t used for orders by mail or telephone',
    'payment.card_number_format': 'A card number has 12 to 19 digits',
    'payment.card_number_checksum': 'Please check the card number: a digit seems to be wrong',
    'payment.csc_format': 'A security code has three or four digits',
    'payment.exp_year_digits': 'Please enter the last two digits of the year',
    'payment.card_expired': 'This card has expired',
    'card.exp_month_range': 'Please enter the month as a number from 1 to 12',
    'date.format': 'Please enter the date as year-month-day, such as 1991-09-30',
    'date.birth_in_future': 'This date is in the future',
    'code.country': 'Please enter the two letters of the country, such as US',
    'code.currency': 'Please enter the three letters of the currency, such as EUR',
    'amount.minor_units': 'The currency doesn’t have that many decimals',
    'contact.email_format': 'Please check the e-mail address',
  },
};

export function sentence(finding: Finding): string {
  const text = messageIn(FOR_SHOPPERS, finding);
  return text.charAt(0).toUpperCase() + text.slice(1);
}
