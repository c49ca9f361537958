// The history of an order: every one as the core has it, and how it is passed.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { Engine, Facts, HistoryError, PaylintError } from 'paylint';

const engine = new Engine();
const at = '2026-11-18T09:00:00Z';
const ORDER = {
  operation: 'order',
  at,
  body: { client: { email: 'ada@mail.example' }, products: [{ title: 'Mug', price: 100 }] },
};

test('every history gives the facts that the core gives', () => {
  const lines = readFileSync(process.env.PAYLINT_HISTORIES, 'utf8').split('\n').filter(Boolean);
  assert.ok(lines.length > 40);
  for (const line of lines) {
    const [policy, events, order, error] = line.split('\t');
    const engine = new Engine(policy === '-' ? undefined : policy);
    const facts = (events) => {
      try {
        return JSON.stringify(engine.orderFacts(events));
      } catch (error) {
        assert.ok(error instanceof HistoryError);
        return `! ${error.message}`;
      }
    };
    const expected = order === '!' ? `! ${error}` : order;
    assert.equal(facts(events), expected, events);
    assert.equal(facts(new TextEncoder().encode(events)), expected, events);
    // In JavaScript numbers and names twice are lost.
    if (JSON.stringify(JSON.parse(events)) === events.replaceAll(/(?<=[:,]) /g, ''))
      assert.equal(facts(JSON.parse(events)), expected, events);
  }
});

test('the facts are those of the next request', () => {
  const order = engine.orderFacts([
    ORDER,
    { operation: 'refund', at: new Date('2026-11-19T09:00:00Z'), body: { amount: 30 } },
  ]);
  assert.deepEqual(order, {
    scenario: 'one_step',
    amount: '100',
    refunded: '30',
    last_refund: '30',
    paid_at: at,
    reversed: false,
    chargeback: false,
    billing_address: false,
  });
  const now = '2026-11-20T09:00:00Z';
  assert.equal(engine.check('refund', { amount: 70 }, new Facts({ now }), { order }).verdict, 'accept');
  assert.equal(engine.check('refund', { amount: 70.01 }, { now, order }).verdict, 'reject');
});

test('errors say where', () => {
  const back = { operation: 'reversal', at: '2026-11-18T08:59:59Z' };
  assert.throws(() => engine.orderFacts([ORDER, back]), {
    name: 'HistoryError',
    code: 'ERR_PAYLINT_HISTORY',
    place: '[1].at',
    message: 'invalid history: [1].at: before the event that precedes it',
  });
  const freed = new Engine();
  freed.free();
  assert.throws(() => freed.orderFacts([ORDER]), /this engine was freed/);
  for (const [events, message] of [
    [undefined, 'invalid history: expected a JSON array'],
    [null, 'invalid history: expected a JSON array'],
    [ORDER, 'invalid history: expected a JSON array'],
    ['[{"operation":"order"', 'invalid history: expected a JSON array'],
    [new Map(), 'the history is a Map'],
  ])
    assert.throws(
      () => engine.orderFacts(events),
      (error) => {
        assert.ok(error instanceof PaylintError);
        assert.equal(error.message.slice(0, message.length), message);
        return true;
      },
    );
});
