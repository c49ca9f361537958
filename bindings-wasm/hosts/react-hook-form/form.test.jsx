import { fireEvent, render, screen } from '@testing-library/react';
import React from 'react';
import { expect, test } from 'vitest';
import { Checkout } from './checkout.jsx';

const enter = (label, value) => fireEvent.input(screen.getByLabelText(label), { target: { value } });
const errors = () => screen.getAllByRole('alert').map(({ textContent }) => textContent).filter(Boolean);

test('a checkout shows what is wrong at the field, and then sends the bodies', async () => {
  const products = [{ title: 'Bell', price: 12.5 }];
  const sent = [];
  render(<Checkout products={products} onPay={(bodies) => sent.push(bodies)} />);
  enter('E-mail', 'grace@mail');
  enter('Name on card', ' GRACE LEE ');
  enter('Card number', '3782822463100050');
  enter('Month', '12');
  enter('Year', '2039');
  enter('Security code', '123');
  fireEvent.click(screen.getByText('Pay'));
  await expect.poll(errors).toEqual([
    'The e-mail address isn’t complete yet.',
    'The card number has too many digits.',
    'The security code of this card has 4 digits.',
  ]);
  expect(sent).toEqual([]);
  enter('E-mail', 'grace@mail.example ');
  enter('Card number', '378282246310005');
  expect(screen.getByLabelText('Card number').value).toBe('3782 822463 10005');
  expect(screen.getByRole('status').textContent).toBe('American Express');
  enter('Security code', '1234');
  fireEvent.click(screen.getByText('Pay'));
  const card = { cardholder_name: 'GRACE LEE', card_number: '378282246310005', exp_month: 12, exp_year: 39, csc: '1234' };
  await expect.poll(() => sent[0]).toEqual({ order: { products, client: { email: 'grace@mail.example' } }, card });
});
