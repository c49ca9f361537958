// Fields: how they are asked for, and that no value of the body is in an answer. That the answers are
// right is for the cases (conformance.test.mjs).

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Engine, Facts, PaylintError } from 'paylint';

const engine = new Engine();
const ORDER = { client: { email: 'ada@mail.example' }, products: [{ title: 'Mug' }] };
const stateOf = ({ fields }, path) => fields.find((field) => field.path === path).state;

test('a body is text, bytes or an object, as for a check', () => {
  const text = JSON.stringify(ORDER);
  const bytes = new TextEncoder().encode(text);
  for (const body of [ORDER, text, bytes, bytes.buffer]) {
    const answer = engine.fields('order', body);
    assert.deepEqual(Object.keys(answer), ['operation', 'fields', 'complete']);
    assert.equal(stateOf(answer, '/products/0/price'), 'required');
    assert.equal(stateOf(answer, '/products/0/title'), 'given');
  }
  assert.equal(stateOf(engine.fields('order'), '/client'), 'required');
});

test('facts count, compiled, plain and laid over', () => {
  const shop = { merchant: { avs_permission: true } };
  for (const facts of [[shop], [new Facts(shop)], [JSON.stringify(shop)], [{}, shop]]) {
    assert.equal(stateOf(engine.fields('order', ORDER, ...facts), '/client/zip_code'), 'required');
  }
  assert.equal(stateOf(engine.fields('order', ORDER), '/client/zip_code'), 'optional');
});

test('errors are those of a check', () => {
  const freed = new Engine();
  freed.free();
  const fails = (code, message, ...request) =>
    assert.throws(() => engine.fields(...request), (error) => {
      assert.ok(error instanceof PaylintError);
      assert.equal(error.code, `ERR_PAYLINT_${code}`);
      assert.match(error.message, message);
      return true;
    });
  fails('ARGUMENT', /^unknown operation "ordre"; did you mean "order"\?$/, 'ordre', ORDER);
  fails('ARGUMENT', /a Promise: await it first/, 'order', Promise.resolve(ORDER));
  fails('ARGUMENT', /a Map/, 'order', new Map());
  fails('FACTS', /merchant\.hold_days: 5 is not in 6\.\.=28/, 'order', ORDER, {
    merchant: { hold_days: 5 },
  });
  fails('FACTS', /a copied Facts object/, 'order', ORDER, { ...new Facts() });
  assert.throws(() => freed.fields('order', ORDER), /this engine was freed/);
});

test('the limits of the policy do not matter', () => {
  const limited = new Engine({ max_body_bytes: 1, max_findings: 1 });
  assert.deepEqual(limited.fields('order', ORDER), engine.fields('order', ORDER));
});

test('a body that is longer than any policy allows has no fields', () => {
  for (const [operation, complete] of [['order', false], ['reversal', true]])
    assert.deepEqual(engine.fields(operation, new Uint8Array((64 << 20) + 9).fill(120)), { operation, fields: [], complete });
});

test('hostile bodies are answered', () => {
  const text = JSON.stringify(ORDER);
  const bodies = [
    '['.repeat(100_000),
    `${'{"client":'.repeat(127)}1${'}'.repeat(127)}`,
    new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]),
    '{"client":"\ud800"}',
    `{"products":[${'0,'.repeat(1_000)}0]}`,
    `{"products":[${'{},'.repeat(300)}{}]}`,
    `{${'"client":1,'.repeat(2_000)}"client":2}`,
    `{"x":"${'y'.repeat(1 << 19)}"}`,
    ...Array.from({ length: text.length }, (_, end) => text.slice(0, end)),
    ...[null, 5, true, [], {}, ''],
  ];
  for (const body of bodies) {
    for (const operation of ['order', 'reversal'])
      assert.equal(engine.fields(operation, body).operation, operation);
  }
});

test('no value of the body is in an answer', () => {
  const secrets = ['5105105105105100', '9146', 'GB33BUKB20201555555555', 'Quillfeather', 'tok_live_1'];
  const [card, code, account, name, token] = secrets;
  const bodies = [
    ['payment', { card_number: card, card_holder: name, csc: code, exp_month: 13 }],
    ['payment', { [card]: 1, card_number: Number(card), csc: [code], cardholder: { name } }],
    ['order', { ...ORDER, recipient_client: { account_number: account, last_name: name } }],
    ['order', { ...ORDER, [token]: { [name]: card }, products: [card, name] }],
    ['payout_a2a', { amount: card, client: { last_name: name }, account }],
    ['capture', { total: card, [card]: token }],
  ];
  for (const [operation, body] of bodies) {
    const answer = JSON.stringify(engine.fields(operation, body, { request: { headers: { token } } }));
    for (const secret of secrets) assert.ok(!answer.includes(secret), operation);
  }
});
