/**
 * English messages: `shopper`, for those who fill in a form.
 *
 * @packageDocumentation
 */
import { defineTranslation } from '../translation.js';
import type { Translation } from '../translation.js';

/** For those who fill in a form: short, and in the second person. */
export const shopper: Translation = /* @__PURE__ */ defineTranslation({
  language: 'en',
  body: 'your details',
  members: { cardholder_name: 'name on the card' },
  otherwise: 'We can’t take your order like this. Please get in touch with us.',
  templates: {
    'field.number_as_string': 'Please enter a number.',
    'field.type': 'Please check this field.',
    'number.out_of_range': 'Please enter a shorter number.',
    'number.binary_tail': 'Please round this amount.',
    'field.null': 'Please fill in this field.',
    'field.blank': 'Please fill in this field.',
    'field.control_characters': 'Please write everything in one line.',
    'text.card_number': 'Please don’t write a card number here.',
    'order.client_required': 'Please enter your details.',
    'order.products_required': 'Your cart is empty.',
    'order.email_missing': 'Please enter your e-mail address.',
    'order.total_out_of_range': 'Your order must come to less than {below}.',
    'product.title_required': 'Please say what you are buying.',
    'product.price_required': 'Please enter the price.',
    'product.price_minimum': 'The price must be at least {minimum}.',
    'product.quantity_positive': 'The quantity must be more than {above}.',
    'saving.setup_future_use_value': 'Please choose what to save your card for.',
    'avs.address_required': 'Please enter your billing address.',
    'avs.zip_code_required': 'Please enter the zip code of your billing address.',
    'avs.later_charge_without_address':
      'Please enter your billing address, too, or the payment may fail.',
    'funding.recipient_required': 'Please say who gets the money.',
    'funding.recipient_field_required': 'Please enter the recipient’s {member}.',
    'funding.recipient_address_required': 'Please enter the recipient’s address.',
    'funding.same_as_client_missing': 'Please say whether you get the money yourself.',
    'funding.same_as_client_mismatch':
      'This isn’t the same as in your own details, although you get the money yourself.',
    'funding.account_type_format':
      'Please enter exactly {digits} {digits:one=digit|other=digits}.',
    'funding.client_field_required': 'Please enter your {member}.',
    'funding.client_state_required': 'Please enter your state.',
    'funding.client_advised': 'Please enter your name and address.',
    'payment.field_required': 'Please enter the {member}.',
    'payment.csc_required': 'Please enter the security code of your card.',
    'payment.csc_with_moto': 'Please leave the security code out.',
    'payment.card_number_format':
      '{incomplete:The card number isn’t complete yet.|Please enter only the digits of the card number, at most 19.}',
    'payment.card_number_checksum':
      '{incomplete:The card number isn’t complete yet.|Please check the card number: at least one digit is wrong.}',
    'payment.card_number_length':
      '{incomplete:The card number isn’t complete yet.|The card number has too many digits.}',
    'payment.csc_format': 'A security code has {minimum_digits} or {maximum_digits} digits.',
    'payment.csc_length': 'The security code of this card has {minimum} digits.',
    'payment.exp_year_digits': 'Please enter the last two digits of the year.',
    'payment.card_expired':
      '{incomplete:Please enter the last two digits of the year.|This card has expired.}',
    'card.exp_month_range': 'Please enter the month as a number from {minimum} to {maximum}.',
    'client.email_required': 'Please enter your e-mail address.',
    'date.format': 'Please enter the date as year-month-day, such as 1991-09-30.',
    'date.birth_in_future': 'This day is in the future.',
    'code.currency': 'Please choose a currency.',
    'code.country': 'Please choose a country.',
    'code.region': 'Please check the region.',
    'code.state': 'Please enter the two letters of your state, such as {example}.',
    'code.language': 'Please choose a language.',
    'amount.minor_units':
      'Please enter at most {minor_units} decimal {minor_units:one=place|other=places}.',
    'contact.email_format':
      '{incomplete:The e-mail address isn’t complete yet.|Please check the e-mail address.}',
    'payment.cardholder_name_format': 'Please enter the name on the card.',
    'payment.exp_year_far': 'This year is too far away. Please check it.',
    'payment.card_number_zero': 'Please check the card number: it can’t begin with 0.',
    'payment.card_number_brand': 'Please check the card number: we don’t know this kind of card.',
    'payment.card_number_unusual':
      '{incomplete:The card number isn’t complete yet.|Please check the card number: it is unusually long.}',
    'contact.email_undeliverable': '{incomplete:The e-mail address isn’t complete yet.|Please check the e-mail address.}',
    'contact.email_typo': 'Please check the e-mail address: did you mean {nearest}?',
  },
});
