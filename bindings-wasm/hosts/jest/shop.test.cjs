const paylint = require('paylint');
const inline = require('paylint/inline');
const { shop } = require('./shop.cjs');

test('checks an order', async () => {
  expect(await shop()).toContain('0.01');
  expect(new inline.Engine().accepts('refund')).toBe(true);
  expect(new paylint.Engine().check('refund', { amount: 0 })).toMatchObject({ verdict: 'reject' });
  const bytes = Buffer.from('{"amount":0}');
  expect(new paylint.Engine().check('refund', bytes)).toMatchObject({ verdict: 'reject' });
});
