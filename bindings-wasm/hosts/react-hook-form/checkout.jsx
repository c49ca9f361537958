// A checkout with React Hook Form: the order and the card in one form, checked by one engine.

import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { cardBrand, Engine, groupCardNumber, init } from 'paylint';
import { messageIn } from 'paylint/messages';
import { shopper } from 'paylint/messages/en';
import { policies } from 'paylint/policies';
import React, { useEffect, useState } from 'react';
import { get, useForm } from 'react-hook-form';

const digits = (autoComplete) => ({ autoComplete, inputMode: 'numeric', dir: 'ltr' });
const FIELDS = [
  ['order.client.email', 'E-mail', { type: 'email', autoComplete: 'email' }],
  ['card.cardholder_name', 'Name on card', { autoComplete: 'cc-name' }],
  ['card.card_number', 'Card number', { ...digits('cc-number'), onCompositionEnd: groupCardNumber }],
  ['card.exp_month', 'Month', digits('cc-exp-month')],
  ['card.exp_year', 'Year', digits('cc-exp-year')],
  ['card.csc', 'Security code', digits('cc-csc')],
];
const TROUBLE = 'Something went wrong. Please load this page again.';

/** Checks of the form, once the engine is there; rejects if it can't be loaded, or not in time. */
const starting = init(undefined, { timeout: 10_000 }).then(() => {
  const engine = new Engine(policies.checkout);
  const bodies = { order: 'order', card: 'payment' };
  const fields = Object.fromEntries(FIELDS.map(([name]) => [name, `/${name.replaceAll('.', '/')}`]));
  const facts = () => ({ now: new Date(), order: { scenario: 'one_step', capabilities: [] }, merchant: { avs_permission: false } });
  const message = (reason) => messageIn(shopper, reason);
  return {
    resolver: standardSchemaResolver(engine.schema(bodies, facts, { message })),
    check: engine.form(bodies, fields, facts, { message }),
  };
});

/** A form for a cart. `onPay` gets the two bodies to send, `{ order, card }`; without an engine, nothing can be sent. */
export function Checkout({ products, onPay, engine = starting }) {
  const [checks, setChecks] = useState();
  const [said, setSaid] = useState('');
  const [typing, setTyping] = useState();
  const { register, handleSubmit, watch, getValues, setFocus, formState } = useForm({
    // The fields show what `check` says, so that what is mended goes away everywhere.
    reValidateMode: 'onSubmit',
    shouldFocusError: false,
    resolver: async (...form) => (await engine).resolver(...form),
    defaultValues: { order: { products } },
  });
  useEffect(() => {
    engine.then(setChecks, () => setSaid(TROUBLE));
  }, [engine]);
  const state = checks?.check(watch());
  const refuse = () => {
    const { first, text } = checks.check(getValues());
    setSaid(text || TROUBLE);
    if (first) setFocus(first);
  };
  const { touchedFields, isSubmitted } = formState;
  return (
    <form noValidate onSubmit={handleSubmit(onPay, refuse)}>
      {FIELDS.map(([name, label, attributes]) => {
        const field = state?.fields[name];
        const isShown = (isSubmitted || get(touchedFields, name)) && !(typing === name && field?.state === 'incomplete');
        const onChange = (event) => {
          if (name === 'card.card_number') groupCardNumber(event);
          setTyping(name);
        };
        return (
          <p key={name}>
            <label htmlFor={name}>{label}</label>
            <input
              id={name}
              {...attributes}
              aria-invalid={Boolean(isShown && field?.invalid)}
              aria-describedby={`${name}-error`}
              {...register(name, { onChange, onBlur: () => setTyping(undefined) })}
            />
            <span id={`${name}-error`}>{isShown && field?.text}</span>
          </p>
        );
      })}
      <button disabled={!checks}>Pay</button> <output>{cardBrand(watch('card.card_number') ?? '')?.title}</output>
      <p role="alert">{!checks || said === state.text ? said : ''}</p>
    </form>
  );
}
