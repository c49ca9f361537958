import { sValidator } from '@hono/standard-validator';
import { Hono } from 'hono';
import assert from 'node:assert/strict';
import { Engine } from 'paylint';

const engine = new Engine();
// A real shop would ask its database.
const payment = async () => ({ order: { scenario: 'one_step', amount: '20.00', refunded: 0 } });
const schema = engine.schema('refund', payment);
const app = new Hono();
app.post('/refunds', sValidator('json', schema), (context) => context.json(context.req.valid('json')));

const post = (body) =>
  app.request('/refunds', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
const accepted = await post({ amount: 20 });
assert.equal(accepted.status, 200);
assert.deepEqual(await accepted.json(), { amount: 20 });
const refused = await post({ amount: 20.01 });
assert.equal(refused.status, 400);
const [issue] = (await refused.json()).error;
assert.deepEqual(issue.path, ['amount']);
assert.ok(issue.rule.startsWith('refund.'), issue.rule);
