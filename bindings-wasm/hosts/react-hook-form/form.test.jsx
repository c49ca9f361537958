import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { fireEvent, render, screen } from '@testing-library/react';
import { Engine } from 'paylint';
import React from 'react';
import { useForm } from 'react-hook-form';
import { expect, test } from 'vitest';

const engine = new Engine();
// A real shop would ask its database.
const payment = async () => ({ order: { scenario: 'one_step', amount: '20.00', refunded: 0 } });
const schema = engine.schema('refund', payment);

function Refund({ onRefund }) {
  const { register, handleSubmit, formState } = useForm({
    resolver: standardSchemaResolver(schema),
  });
  return (
    <form onSubmit={handleSubmit(onRefund)}>
      <input aria-label="Amount" {...register('amount', { valueAsNumber: true })} />
      <p role="alert">{formState.errors.amount?.message}</p>
      <button>Refund</button>
    </form>
  );
}

test('a form shows what is wrong, and then sends', async () => {
  const sent = [];
  render(<Refund onRefund={(body) => sent.push(body)} />);
  const enter = (value) => {
    fireEvent.input(screen.getByLabelText('Amount'), { target: { value } });
    fireEvent.click(screen.getByText('Refund'));
  };
  enter('20.01');
  await expect.poll(() => screen.getByRole('alert').textContent).toContain('20');
  expect(sent).toEqual([]);
  enter('20');
  await expect.poll(() => sent).toEqual([{ amount: 20 }]);
});
