// Fields, fixes, histories and the catalogues: how they are asked for. That the answers are right is for the cases
// (conformance.test.mjs).

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import { Engine, explain, Facts, matrix, meant, members, PaylintError, route, rules } from 'paylint';

const require = createRequire(import.meta.url);
const engine = new Engine();
const TEXT = '{"client": {"email":"ada@mail.example"},\n "products": [{"title":"Mug", "price":"12.50"}]}';
const FIXED = TEXT.replace('"12.50"', '12.5');
const ORDER = JSON.parse(TEXT);
const shop = { merchant: { avs_permission: true } };
const ways = [[shop], [new Facts(shop)], [JSON.stringify(shop)], [{}, shop]];
const bytesOf = (text) => new TextEncoder().encode(text);

test('fields take every kind of body and facts', () => {
  const stateOf = ({ fields }, path) => fields.find((field) => field.path === path).state;
  const bytes = bytesOf(TEXT);
  for (const body of [ORDER, TEXT, bytes, bytes.buffer]) {
    const answer = engine.fields('order', body);
    assert.deepEqual(Object.keys(answer), ['operation', 'fields', 'complete']);
    assert.equal(stateOf(answer, '/products/0/title'), 'given');
    assert.equal(stateOf(answer, '/client/zip_code'), 'optional');
    for (const facts of ways) assert.equal(stateOf(engine.fields('order', body, ...facts), '/client/zip_code'), 'required');
  }
  assert.equal(stateOf(engine.fields('order'), '/client'), 'required');
  const limited = new Engine({ max_body_bytes: 1, max_findings: 1 });
  assert.deepEqual(limited.fields('order', ORDER), engine.fields('order', ORDER));
  const long = new Uint8Array((64 << 20) + 9).fill(120);
  assert.deepEqual(engine.fields('order', long), { operation: 'order', fields: [], complete: false });
});

test('fixed body has the form of the original', () => {
  const { fixes, unfixable } = engine.fixes('order', ORDER);
  assert.deepEqual([fixes.map(({ path }) => path), unfixable], [['/products/0/price'], []]);
  assert.deepEqual(fixes[0].choices, [
    { applicability: 'safe', patch: [{ op: 'replace', path: '/products/0/price', value: 12.5 }] },
  ]);
  assert.equal(engine.apply('order', TEXT), FIXED);
  for (const body of [bytesOf(TEXT), bytesOf(TEXT).buffer]) assert.deepEqual(engine.apply('order', body), bytesOf(FIXED));
  const fixed = engine.apply('order', ORDER);
  assert.deepEqual([fixed, ORDER], [JSON.parse(FIXED), JSON.parse(TEXT)], 'the object stays as it is');
  // Unchanged bodies aren't copied.
  for (const body of [fixed, undefined, null, '', '{', 5]) assert.equal(engine.apply('order', body), body);
  for (const [facts, changing] of ways)
    assert.deepEqual(engine.apply('order', { ...ORDER, client: { address: null } }, facts, false, changing).client, {});
  // A body can be gone.
  assert.equal(engine.apply('reversal', '{ }'), '');
  assert.deepEqual(engine.apply('reversal', bytesOf('{}')), new Uint8Array());
  assert.equal(engine.apply('reversal', {}), undefined);
  assert.deepEqual(engine.apply('reversal', { amount: 5 }), { amount: 5 });
  assert.equal(engine.apply('reversal', { amount: 5 }, {}, true), undefined);
  const limited = new Engine({ max_body_bytes: 10 });
  assert.deepEqual(limited.fixes('order', ORDER), { fixes: [], unfixable: [{ rule: 'json.too_large', path: '' }] });
  assert.equal(limited.apply('order', ORDER), ORDER);
});

test('a choice is made alone, even a placeholder', () => {
  const order = '{"client": {}, "products": [{"price": 5}]}';
  const { finding } = engine.fixes('order', order).fixes.find(({ rule }) => rule === 'product.title_required');
  assert.equal(
    engine.choose('order', order, [finding, 0]),
    '{"client": {}, "products": [{"price": 5, "title": "Mug"}]}',
  );
  for (const place of [[9, 0], [finding, 7]]) assert.throws(() => engine.choose('order', order, place), PaylintError);
});

test('the errors of questions are those of a check', () => {
  const freed = new Engine();
  freed.free();
  for (const ask of ['fields', 'fixes', 'apply']) {
    const fails = (code, message, ...request) =>
      assert.throws(() => engine[ask](...request), (error) => {
        assert.ok(error instanceof PaylintError);
        assert.match(error.message, message);
        return error.code === `ERR_PAYLINT_${code}`;
      });
    fails('ARGUMENT', /^unknown operation "ordre"; did you mean "order"\?$/, 'ordre', ORDER);
    fails('ARGUMENT', /a Promise, .*: await a promise/, 'order', Promise.resolve(ORDER));
    fails('FACTS', /merchant\.hold_days: 5 is not in 6\.\.=28/, 'order', ORDER, { merchant: { hold_days: 5 } });
    fails('FACTS', /a copied Facts object/, 'order', ORDER, { ...new Facts() });
    assert.throws(() => freed[ask]('order', ORDER), /this engine was freed/);
  }
});

test("histories give the core's facts", () => {
  const lines = readFileSync(process.env.PAYLINT_CASES, 'utf8').split('\n').map((line) => line.split('\t'));
  const histories = lines.filter(([, operation]) => operation === 'history');
  assert.ok(histories.length > 40);
  for (const [events, , , , policy, order, error] of histories) {
    const engine = new Engine(policy === '-' ? undefined : policy);
    const facts = (events) => {
      try {
        return JSON.stringify(engine.orderFacts(events));
      } catch (error) {
        assert.equal(error.code, 'ERR_PAYLINT_HISTORY');
        return `! ${error.message}`;
      }
    };
    const expected = order === '!' ? `! ${error}` : order;
    assert.equal(facts(events), expected, events);
    assert.equal(facts(bytesOf(events)), expected, events);
    // In JavaScript numbers and names twice are lost.
    if (JSON.stringify(JSON.parse(events)) === events.replaceAll(/(?<=[:,]) /g, ''))
      assert.equal(facts(JSON.parse(events)), expected, events);
  }
});

test('history errors say where they are', () => {
  const order = { operation: 'order', at: new Date('2026-11-18T09:00:00Z'), body: JSON.parse(FIXED) };
  const back = { operation: 'reversal', at: '2026-11-18T08:59:59Z' };
  assert.throws(() => engine.orderFacts([order, back]), {
    name: 'PaylintError',
    code: 'ERR_PAYLINT_HISTORY',
    member: '[1].at',
    message: 'invalid history: [1].at: before the event that precedes it',
  });
  for (const events of [undefined, null, order, '[{"operation":"order"'])
    assert.throws(() => engine.orderFacts(events), { message: 'invalid history: expected a JSON array' });
  assert.throws(() => engine.orderFacts(new Map()), { message: /^the history is a Map/ });
  const facts = { now: '2026-11-20T09:00:00Z', order: engine.orderFacts([order]) };
  assert.equal(engine.check('refund', { amount: 12.5 }, facts).verdict, 'accept');
  assert.equal(engine.check('refund', { amount: 12.51 }, facts).verdict, 'reject');
});

test('members of one operation, or of all', async () => {
  const all = await members();
  const order = await members('order');
  assert.deepEqual(order, all.filter(({ operation }) => operation === 'order'));
  const price = order.find(({ path }) => path === '/products/*/price');
  const about = 'the price of one, at least 0.01';
  assert.deepEqual(price, { operation: 'order', path: '/products/*/price', type: 'number', example: 12, about });
  assert.deepEqual(await members('reversal'), []);
  await assert.rejects(members('ordr'), { code: 'ERR_PAYLINT_ARGUMENT', message: /did you mean "order"\?/ });
});

test('the catalogue lists and explains every rule', async () => {
  assert.ok(rules().length > 100);
  for (const { name: rule } of rules()) {
    const { summary, why, since, violated_by: bad, held_by: held } = await explain(rule);
    assert.ok(summary.length > 10 && why.length > 10 && /^\d+\.\d+\.\d+$/.test(since), rule);
    assert.ok(bad.operation && held.operation, rule);
  }
  await assert.rejects(explain('compat.par'), { message: /did you mean "compat.pair"\?/ });
});

test('matrix, routes and schemas', async () => {
  const [compatibility, rows] = ['incompatible', { row_of_a_lists_b: false, row_of_b_lists_a: false }];
  assert.deepEqual(matrix(['two_step', 'account_funding']).pairs, [
    { a: 'two_step', b: 'account_funding', compatibility, ...rows },
  ]);
  const whole = matrix();
  assert.equal(whole.pairs.length, (whole.features.length * (whole.features.length - 1)) / 2);
  assert.ok(!matrix(['moto']).can_be_added.includes('qcash'));
  assert.ok(matrix(new Set(['payout_a2a'])).can_be_added.includes('recurring_automatic'));
  assert.throws(() => matrix(['mto']), { message: /unknown feature "mto"; did you mean "moto"\?$/ });
  assert.equal(route('POST', '/api/v0.6/orders/7/capture/?x').operation, 'capture');
  assert.equal(route('GET', '/orders/').operation, null);
  assert.match(route('GET', '/orders/').problem, /./);
  assert.deepEqual([meant('cardNo'), meant('colour')], [['card_number'], []]);
  const { default: order } = await import('paylint/schemas/order.json', { with: { type: 'json' } });
  assert.deepEqual(order, require('paylint/schemas/order.json'));
  assert.equal(order.$schema, 'https://json-schema.org/draft/2020-12/schema');
});
