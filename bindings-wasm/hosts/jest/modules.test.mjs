import { shop } from './shop.mjs';

test('checks an order', async () => {
  expect(await shop()).toContain('0.01');
});
