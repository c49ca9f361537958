// A form holds text and returns the body to send: without a cast, in two libraries.

import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useForm as useTanStackForm } from '@tanstack/react-form';
import { Engine, type Payment } from 'paylint';
import { useForm } from 'react-hook-form';

const schema = new Engine().schema({ order: 'order', card: 'payment' });
const defaultValues = {
  order: { client: { email: '' }, products: [{ title: 'Bell', price: 12.5 }] },
  card: { cardholder_name: '', card_number: '', exp_month: '', exp_year: '', csc: '' },
};

export function useAll() {
  const { handleSubmit } = useForm({ resolver: standardSchemaResolver(schema), defaultValues });
  handleSubmit(({ card }) => card.exp_month satisfies number | undefined);
  const { register } = useForm<typeof defaultValues, unknown, { card: Payment }>({ resolver: standardSchemaResolver(schema) });
  register('card.exp_month');
  // @ts-expect-error the form has no such field
  register('card.exp_mont');
  return useTanStackForm({ defaultValues, validators: { onChange: schema, onSubmit: schema } });
}
