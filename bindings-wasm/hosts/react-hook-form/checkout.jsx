// A checkout with React Hook Form: the order and the card in one form, checked by one schema.

import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { cardBrand, Engine, formatCardNumber } from 'paylint';
import { messageIn } from 'paylint/messages';
import { shopper } from 'paylint/messages/en';
import { policies } from 'paylint/policies';
import React from 'react';
import { get, useForm } from 'react-hook-form';

const engine = new Engine(policies.checkout);
const schema = engine.schema(
  { order: 'order', card: 'payment' },
  () => ({ now: new Date(), order: { scenario: 'one_step', capabilities: [] }, merchant: { avs_permission: false } }),
  { message: (reason) => messageIn(shopper, reason) },
);

const FIELDS = [
  ['order.client.email', 'E-mail', { type: 'email', autoComplete: 'email' }],
  ['card.cardholder_name', 'Name on card', { autoComplete: 'cc-name' }],
  ['card.card_number', 'Card number', { inputMode: 'numeric', autoComplete: 'cc-number' }],
  ['card.exp_month', 'Month', { inputMode: 'numeric', autoComplete: 'cc-exp-month' }],
  ['card.exp_year', 'Year', { inputMode: 'numeric', autoComplete: 'cc-exp-year' }],
  ['card.csc', 'Security code', { inputMode: 'numeric', autoComplete: 'cc-csc' }],
];

/** A form for a cart. `onPay` gets the two bodies to send: `{ order, card }`. */
export function Checkout({ products, onPay }) {
  const { register, handleSubmit, watch, formState } = useForm({
    mode: 'onTouched',
    resolver: standardSchemaResolver(schema),
    defaultValues: { order: { products } },
  });
  const group = ({ target }) => {
    const { text, caret } = formatCardNumber(target.value, target.selectionStart);
    if (text !== target.value) Object.assign(target, { value: text, selectionStart: caret, selectionEnd: caret });
  };
  return (
    <form noValidate onSubmit={handleSubmit(onPay)}>
      {FIELDS.map(([name, label, attributes]) => {
        const { message } = get(formState.errors, name) ?? {};
        const options = name === 'card.card_number' ? { onChange: group } : {};
        return (
          <p key={name}>
            <label htmlFor={name}>{label}</label>
            <input
              id={name}
              {...attributes}
              aria-invalid={message !== undefined}
              aria-describedby={`${name}-error`}
              {...register(name, options)}
            />
            <span id={`${name}-error`} role="alert">
              {message}
            </span>
          </p>
        );
      })}
      <button>Pay</button> <output>{cardBrand(watch('card.card_number') ?? '')?.title}</output>
    </form>
  );
}
