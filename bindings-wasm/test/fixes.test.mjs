// Fixes: how they are asked for and applied. That the answers are right is for the cases
// (conformance.test.mjs).

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Engine, Facts, PaylintError } from 'paylint';

const engine = new Engine();
const ORDER = {
  client: { email: 'ada@mail.example' },
  products: [{ title: 'Mug', price: '12.50' }],
  skip_capture: 'true',
};
const TEXT = '{"client": {"email":"ada@mail.example"},\n "products": [{"title":"Mug", "price":"12.50"}]}';
const FIXED = TEXT.replace('"12.50"', '12.5');

test('a body is text, bytes or an object, as for a check', () => {
  const text = JSON.stringify(ORDER);
  const bytes = new TextEncoder().encode(text);
  for (const body of [ORDER, text, bytes, bytes.buffer]) {
    const { fixes, unfixable } = engine.fixes('order', body);
    assert.deepEqual(unfixable, []);
    assert.deepEqual(fixes[0], {
      finding: 0,
      rule: 'field.number_as_string',
      path: '/products/0/price',
      choices: [
        {
          applicability: 'safe',
          patch: [{ op: 'replace', path: '/products/0/price', value: 12.5 }],
        },
      ],
    });
    assert.equal(fixes[1].choices[0].applicability, 'unsafe');
  }
  assert.deepEqual(engine.fixes('order').unfixable, [{ rule: 'body.required', path: '' }]);
});

test('what is applied comes back in the form that was given', () => {
  assert.equal(engine.apply('order', TEXT), FIXED);
  const bytes = new TextEncoder().encode(TEXT);
  assert.deepEqual(engine.apply('order', bytes), new TextEncoder().encode(FIXED));
  assert.deepEqual(engine.apply('order', bytes.buffer), new TextEncoder().encode(FIXED));
  const before = structuredClone(ORDER);
  const fixed = engine.apply('order', ORDER);
  assert.equal(fixed.products[0].price, 12.5);
  assert.equal(fixed.skip_capture, 'true');
  assert.equal(engine.apply('order', ORDER, undefined, true).skip_capture, true);
  assert.deepEqual(ORDER, before);
  // What stays as it is isn't copied.
  assert.equal(engine.apply('order', fixed), fixed);
  for (const body of [undefined, null, '', '{', 5]) assert.equal(engine.apply('order', body), body);
});

test('a body can be gone', () => {
  assert.equal(engine.apply('reversal', '{ }'), '');
  assert.deepEqual(engine.apply('reversal', new Uint8Array([0x7b, 0x7d])), new Uint8Array());
  assert.equal(engine.apply('reversal', {}), undefined);
  assert.deepEqual(engine.apply('reversal', { amount: 5 }), { amount: 5 });
  assert.equal(engine.apply('reversal', { amount: 5 }, {}, true), undefined);
});

test('facts count, compiled, plain and laid over', () => {
  const shop = { merchant: { avs_permission: true } };
  const order = { client: { address: null }, products: [{ title: 'Mug', price: 5 }] };
  for (const facts of [[shop], [new Facts(shop)], [JSON.stringify(shop)], [{}, shop]]) {
    const { fixes } = engine.fixes('order', order, ...facts);
    assert.ok(fixes.some(({ rule }) => rule === 'avs.zip_code_required'));
    const [first, changing] = facts;
    const fixed = engine.apply('order', order, first, false, changing);
    assert.deepEqual(fixed.client, {});
  }
});

test('a choice is made alone, and a placeholder, too', () => {
  const order = '{"client": {}, "products": [{"price": 5}]}';
  const { fixes } = engine.fixes('order', order);
  const { finding } = fixes.find(({ rule }) => rule === 'product.title_required');
  const made = engine.choose('order', order, [finding, 0]);
  assert.equal(made, '{"client": {}, "products": [{"price": 5, "title": "Mug"}]}');
  const refund = engine.choose('refund', '{}', [0, 1]);
  assert.equal(refund, '');
  for (const place of [[9, 0], [finding, 7]]) {
    assert.throws(() => engine.choose('order', order, place), PaylintError);
  }
});

test('errors are those of a check', () => {
  const freed = new Engine();
  freed.free();
  for (const ask of ['fixes', 'apply']) {
    const fails = (code, message, ...request) =>
      assert.throws(() => engine[ask](...request), (error) => {
        assert.ok(error instanceof PaylintError);
        assert.equal(error.code, `ERR_PAYLINT_${code}`);
        assert.match(error.message, message);
        return true;
      });
    fails('ARGUMENT', /^unknown operation "ordre"; did you mean "order"\?$/, 'ordre', ORDER);
    fails('ARGUMENT', /a Promise: await it first/, 'order', Promise.resolve(ORDER));
    fails('FACTS', /merchant\.hold_days: 5 is not in 6\.\.=28/, 'order', ORDER, {
      merchant: { hold_days: 5 },
    });
    assert.throws(() => freed[ask]('order', ORDER), /this engine was freed/);
  }
});

test('a body over the limit has no fix, and stays', () => {
  const limited = new Engine({ max_body_bytes: 10 });
  const expected = { fixes: [], unfixable: [{ rule: 'json.too_large', path: '' }] };
  assert.deepEqual(limited.fixes('order', ORDER), expected);
  assert.equal(limited.apply('order', ORDER), ORDER);
});

test('no value of the body is in an answer', () => {
  const secrets = ['5105105105105100', '9146', 'GB33BUKB20201555555555', 'Quillfeather'];
  const [card, code, account, name] = secrets;
  const bodies = [
    ['payment', { pan: card, card_holder: name, csc: code, exp_month: '13', avs: null }],
    ['payment', { [card]: 1, card_number: Number(card), csc: [code], cardholder: { name } }],
    ['order', { ...ORDER, recipient: { account_number: account, last_name: name } }],
    ['payout_a2a', { amount: card, client: { last_name: name, surname: account }, account }],
    ['capture', { amount: card, [card]: name }],
  ];
  for (const [operation, body] of bodies) {
    const answer = JSON.stringify(engine.fixes(operation, body));
    for (const secret of secrets) assert.ok(!answer.includes(secret), operation);
  }
});
