// What-if questions: how they are asked, what a repair does to a body, and that no value of the body
// is in an answer. That the answers are right is for the cases (conformance.test.mjs).

import assert from 'node:assert/strict';
import { test } from 'node:test';

/** The instance's memory, caught when it is created, because the package doesn't expose it. */
let memory;
WebAssembly.Instance = class extends WebAssembly.Instance {
  constructor(...args) {
    super(...args);
    memory = this.exports.memory;
  }
};
const { applyRepair, Engine, Facts, PaylintError } = await import('paylint');

const engine = new Engine();
const ORDER = { client: { email: 'ada@mail.example' }, products: [{ title: 'Mug' }] };
const REPAIR = {
  patch: [{ op: 'add', path: '/products/0/price', value: 12 }],
  fill: ['/products/0/price'],
};
const both = ['fields', 'repairs'];
const stateOf = ({ fields }, path) => fields.find((field) => field.path === path).state;

test('a body is text, bytes or an object, as for a check', () => {
  const text = JSON.stringify(ORDER);
  const bytes = new TextEncoder().encode(text);
  const expected = { verdict: 'reject', repairs: [REPAIR], beyond: [], complete: true };
  for (const body of [ORDER, text, bytes, bytes.buffer]) {
    assert.deepEqual(engine.repairs('order', body), expected);
    const answer = engine.fields('order', body);
    assert.deepEqual(Object.keys(answer), ['operation', 'fields', 'complete']);
    assert.equal(stateOf(answer, '/products/0/price'), 'required');
    assert.equal(stateOf(answer, '/products/0/title'), 'given');
  }
  assert.equal(stateOf(engine.fields('order'), '/client'), 'required');
  assert.deepEqual(engine.repairs('order').beyond, [{ rule: 'body.required', path: '' }]);
});

test('facts count, compiled, plain and laid over', () => {
  const shop = { merchant: { avs_permission: true } };
  for (const facts of [[shop], [new Facts(shop)], [JSON.stringify(shop)], [{}, shop]]) {
    assert.equal(stateOf(engine.fields('order', ORDER, ...facts), '/client/zip_code'), 'required');
    const [{ patch }] = engine.repairs('order', ORDER, ...facts).repairs;
    assert.ok(patch.some(({ path }) => path === '/client/zip_code'));
  }
  assert.equal(stateOf(engine.fields('order', ORDER), '/client/zip_code'), 'optional');
});

test('errors are those of a check', () => {
  const freed = new Engine();
  freed.free();
  for (const ask of both) {
    const fails = (code, message, ...given) =>
      assert.throws(() => engine[ask](...given), (error) => {
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
    assert.throws(() => freed[ask]('order', ORDER), /this engine was freed/);
  }
});

test('a body over the limit is too large, and is not copied', () => {
  for (const body of ['x'.repeat(90 << 20), new Uint8Array(90 << 20)]) {
    assert.deepEqual(engine.repairs('order', body), {
      verdict: 'reject',
      repairs: [],
      beyond: [{ rule: 'json.too_large', path: '' }],
      complete: true,
    });
    const answer = engine.fields('order', body);
    assert.deepEqual(answer, engine.fields('order', '{}'));
  }
  assert.ok(memory.buffer.byteLength < 16 << 20, `${memory.buffer.byteLength}`);
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
    for (const operation of ['order', 'reversal']) {
      const { verdict, repairs, beyond, complete } = engine.repairs(operation, body);
      assert.ok(verdict === 'accept' || repairs.length + beyond.length > 0 || !complete);
      assert.equal(engine.fields(operation, body).operation, operation);
    }
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
    for (const ask of both) {
      const answer = JSON.stringify(engine[ask](operation, body, { request: { headers: { token } } }));
      // The name of an unknown member is shown, as in reports, unless it may be a number of a card.
      const known = Object.keys(body).includes(token) ? secrets.slice(0, 4) : secrets;
      for (const secret of known) assert.ok(!answer.includes(secret), `${operation} ${ask}`);
    }
  }
});

test('a repair of an object makes a new one', () => {
  const body = structuredClone(ORDER);
  const repaired = applyRepair(body, REPAIR);
  assert.deepEqual(body, ORDER);
  assert.deepEqual(repaired, { ...ORDER, products: [{ title: 'Mug', price: 12 }] });
  assert.ok(engine.accepts('order', repaired));
  // A copy will do.
  assert.deepEqual(applyRepair(body, structuredClone(REPAIR)), repaired);
});

test('a repair of a text keeps all else as it is written', () => {
  const change = (text, ...patch) => applyRepair(text, { patch });
  const add = (path, value) => ({ op: 'add', path, value });
  const remove = (path) => ({ op: 'remove', path });
  const replace = (path, value) => ({ op: 'replace', path, value });
  const text = '{\n  "a" : 1.50,\n  "b": [ 1, {"x": "]\\""} ],\n  "b": 2\n}\n';
  for (const [patch, expected] of [
    [[], text],
    [[remove('/a')], '{\n  "b": [ 1, {"x": "]\\""} ],\n  "b": 2\n}\n'],
    [[remove('/b')], '{\n  "a" : 1.50,\n  "b": 2\n}\n'],
    [[remove('/b/0')], '{\n  "a" : 1.50,\n  "b": [ {"x": "]\\""} ],\n  "b": 2\n}\n'],
    [[replace('/b/1/x', { y: [1] })], text.replace('"]\\""', '{"y":[1]}')],
    [[add('/c', 'é')], text.replace('2\n', '2,\n  "c": "é"\n')],
    [[add('/b/1/y', null)], text.replace('""}', '"","y": null}')],
    [[add('/a', 3)], text.replace('1.50', '3')],
  ]) {
    assert.equal(change(text, ...patch), expected);
  }
  assert.equal(change(' { } ', add('/a', 1), add('/~0~1', 2)), ' {"a":1,"~/":2 } ');
  assert.equal(change('{"a":1}', add('/b', 1), remove('/a')), '{"b":1}');
  assert.equal(change('[1 , 2 , 3]', remove('/1'), remove('/0')), '[ 3]');
  assert.equal(change('{"\\u0061\\"":{}}', add('/a"/b', [])), '{"\\u0061\\"":{"b":[]}}');
});

test('a repair of another body is refused', () => {
  const refused = (body, ...patch) =>
    assert.throws(() => applyRepair(body, { patch }), {
      code: 'ERR_PAYLINT_ARGUMENT',
      message: 'the repair is of another body: ask for the repairs of this one',
    });
  for (const path of ['/b', '/a/b', '/a/0/x', '/a/2', '/a/-1', '/a/01x', '', 'a'])
    refused('{"a":[{},1]}', { op: 'remove', path });
  refused('{"a":[]}', { op: 'add', path: '/a/0', value: 1 });
  refused('{"a":1}', { op: 'replace', path: '/b', value: 1 });
  for (const body of ['', '{', '5', '"a"', 'null']) refused(body, { op: 'add', path: '/a', value: 1 });
  assert.throws(() => applyRepair(new Uint8Array(2), REPAIR), /the body is bytes: decode them/);
  assert.throws(() => applyRepair(new Map(), REPAIR), /the body is a Map/);
});
