import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import React from 'react';
import { afterEach, expect, test } from 'vitest';
import { Checkout } from './checkout.jsx';

const input = (label) => screen.getByLabelText(label);
const enter = (label, value) => fireEvent.input(input(label), { target: { value } });
const leave = (label) => fireEvent.blur(input(label));
const said = () => screen.getByRole('alert').textContent;
const errors = () => [...document.querySelectorAll('[id$=-error]')].map(({ textContent }) => textContent).filter(Boolean);
const pay = () => screen.getByText('Pay');
const products = [{ title: 'Bell', price: 12.5 }];

afterEach(cleanup);

function fillIn() {
  enter('E-mail', 'grace@mail');
  enter('Name on card', ' GRACE LEE ');
  enter('Card number', '3782822463100050');
  enter('Month', '12');
  enter('Year', '2039');
  enter('Security code', '123');
  leave('Security code');
}

test('a checkout shows what is wrong at the field, and then sends the bodies', async () => {
  const sent = [];
  render(<Checkout products={products} onPay={(bodies) => sent.push(bodies)} />);
  await expect.poll(() => pay().disabled).toBe(false);
  fillIn();
  expect(errors()).toEqual(['The security code of this card has 4 digits.']);
  fireEvent.click(pay());
  await expect.poll(errors).toEqual([
    'The e-mail address isn’t complete yet.',
    'The card number has too many digits.',
    'The security code of this card has 4 digits.',
  ]);
  await expect.poll(said).toBe('The e-mail address isn’t complete yet.');
  expect(document.activeElement).toBe(input('E-mail'));
  expect(sent).toEqual([]);
  enter('E-mail', 'grace@mail.example ');
  await expect.poll(said).toBe('');
  enter('Card number', '4111111111111111');
  expect(input('Card number').value).toBe('4111 1111 1111 1111');
  expect(screen.getByRole('status').textContent).toBe('Visa');
  await expect.poll(errors).toEqual([]);
  fireEvent.click(pay());
  const card = { cardholder_name: 'GRACE LEE', card_number: '4111111111111111', exp_month: 12, exp_year: 39, csc: '123' };
  await expect.poll(() => sent[0]).toEqual({ order: { products, client: { email: 'grace@mail.example' } }, card });
});

test('nothing is sent without an engine', async () => {
  const sent = [];
  let fail;
  const engine = new Promise((_, reject) => (fail = reject));
  render(<Checkout products={products} onPay={(bodies) => sent.push(bodies)} engine={engine} />);
  fillIn();
  expect(pay().disabled).toBe(true);
  fireEvent.click(pay());
  fail(new Error('late'));
  await expect.poll(said).toBe('Something went wrong. Please load this page again.');
  expect([pay().disabled, sent]).toEqual([true, []]);
});
