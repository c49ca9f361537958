import { Engine } from 'paylint';
import { Engine as InlineEngine } from 'paylint/inline';
import { expect, test } from 'vitest';
import { shop } from './shop.js';

test('checks an order', async () => {
  expect(await shop()).toContain('0.01');
  expect(new InlineEngine().accepts('refund')).toBe(true);
  expect(new Engine().check('refund', { amount: 0 })).toMatchObject({ verdict: 'reject' });
});
