// What facts and policies can be, and the errors about anything else: nothing is mistaken for `{}`.

import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import { isPromise } from 'node:util/types';
import { runInNewContext } from 'node:vm';
import { MessageChannel, receiveMessageOnPort } from 'node:worker_threads';
import { Engine, Facts, FactsError, PolicyError } from 'paylint';

const require = createRequire(import.meta.url);
const engine = new Engine();
const order = { client: { email: 'a@b.lv' }, products: [{ title: 'Lamp', price: 24.9 }] };
const plain = { merchant: { avs_permission: true }, website: 'shop.example' };
const expected = engine.checkJson('order', order, plain);

/** Sends a value through a message port, as to a worker and back. */
function posted(value) {
  const { port1, port2 } = new MessageChannel();
  port1.postMessage(value);
  const { message } = receiveMessageOnPort(port2);
  port1.close();
  return message;
}

/** Asserts that facts are refused wherever they can be passed. */
function refusedFacts(facts, problem, member = '') {
  const message = `invalid facts: ${problem}`;
  const error = (error) => {
    assert.deepEqual({ ...error }, { name: 'FactsError', code: 'ERR_PAYLINT_FACTS', member });
    assert.equal(error.message, message);
    return error instanceof FactsError && !('cause' in error);
  };
  assert.throws(() => new Facts(facts), error);
  assert.throws(() => new Facts().with(facts), error);
  for (const method of ['check', 'accepts', 'checkJson']) {
    assert.throws(() => engine[method]('order', order, facts), error);
    assert.throws(() => engine[method]('order', order, {}, facts), error);
    assert.throws(() => engine[method]('order', order, new Facts(), facts), error);
  }
  // A function may return a promise of facts.
  const later = isPromise(facts) ? facts : () => facts;
  assert.throws(() => engine.schema('order', later)['~standard'].validate(order), error);
}

function refusedPolicy(policy, problem) {
  assert.throws(
    () => new Engine(policy),
    (error) =>
      error instanceof PolicyError &&
      error.message === `invalid policy: ${problem}` &&
      !('cause' in error),
  );
}

test('facts are a plain object of any realm, JSON text or compiled Facts', () => {
  const compiled = new Facts(plain);
  for (const facts of [
    plain,
    JSON.stringify(plain),
    compiled,
    Object.assign(Object.create(null), plain),
    runInNewContext('JSON.parse(text)', { text: JSON.stringify(plain) }),
    new Proxy(plain, {}),
    posted(plain),
    { toJSON: () => plain },
  ]) {
    assert.equal(engine.checkJson('order', order, facts), expected);
    assert.equal(engine.checkJson('order', order, undefined, facts), expected);
    assert.equal(engine.checkJson('order', order, { website: 'x.example' }, facts), expected);
    assert.equal(
      engine.checkJson('order', order, new Facts({ terminal: 'standard' }), facts),
      engine.checkJson('order', order, { ...plain, terminal: 'standard' }),
    );
    assert.equal(engine.checkJson('order', order, new Facts(facts)), expected);
    assert.equal(engine.checkJson('order', order, new Facts().with(facts)), expected);
  }
});

test('what is not a plain object is not mistaken for {}', async () => {
  const own = 'pass a plain object';
  const entries = 'convert it with Object.fromEntries() first';
  class Shop {
    merchant = plain.merchant;
    toJSON() {
      return plain;
    }
  }
  for (const [value, kind, hint] of [
    [Promise.resolve(plain), 'a Promise', 'await it first'],
    [runInNewContext('Promise.resolve()'), 'a Promise', 'await it first'],
    [new Map(Object.entries(plain)), 'a Map', entries],
    [runInNewContext('new Map()'), 'a Map', entries],
    [new Headers(), 'a Headers', entries],
    [new URLSearchParams(), 'a URLSearchParams', entries],
    [new FormData(), 'a FormData', entries],
    [new Set(), 'a Set', own],
    [new Response(), 'a Response', 'await its text() first'],
    [engine, 'an Engine', own],
    [new Shop(), 'a Shop', own],
    [new Date(0), 'a Date', own],
    [new String('{}'), 'a String', own],
    [Buffer.from('{}'), 'a Buffer', own],
    [new ArrayBuffer(2), 'an ArrayBuffer', own],
    [Object.create(plain), 'an object of a class', own],
    [
      Object.create(Object.create(null, { website: { value: 'x', enumerable: true } })),
      'an object of a class',
      own,
    ],
    [(function* () {})(), 'an object of a class', own],
  ]) {
    const problem = `expected an object, found ${kind}: ${hint}`;
    refusedFacts(value, problem);
    refusedPolicy(value, problem);
    if ('toJSON' in value) continue;
    const instead = hint === own ? 'pass a plain object or array' : hint;
    const inside = `expected a JSON value, found ${kind}: ${instead}`;
    refusedFacts({ merchant: value }, `merchant: ${inside}`, 'merchant');
    refusedPolicy({ levels: value }, `levels: ${inside}`);
  }
  for (const value of [() => plain, async () => plain, Facts]) {
    const problem = 'expected an object, found a function: call it first';
    refusedFacts(value, problem);
    refusedPolicy(value, problem);
  }
  for (const [value, type] of [
    [null, 'null'],
    [[plain], 'array'],
    [5, 'number'],
    [true, 'boolean'],
    [5n, 'bigint'],
    [Symbol('s'), 'symbol'],
  ]) {
    refusedFacts(value, `expected an object, found ${type}`);
    // An array of policies is one of layers.
    refusedPolicy(type === 'array' ? [value] : value, `expected an object, found ${type}`);
  }
  refusedFacts({ toJSON: () => new Map() }, `expected an object, found a Map: ${entries}`);
  refusedPolicy(
    new Facts(plain),
    'expected an object, found compiled Facts: ' +
      'pass them as the third argument of a check, to an Engine from the same import',
  );
});

test('a value that JSON does not have is not mistaken for an absent member', () => {
  const found = (kind) => `expected a JSON value, found ${kind}`;
  const own = 'pass a plain object or array';
  refusedFacts({ now: Date.now }, `now: ${found('a function: call it first')}`, 'now');
  refusedFacts({ now: Promise.resolve() }, `now: ${found('a Promise: await it first')}`, 'now');
  refusedFacts({ website: Symbol('s') }, `website: ${found('symbol')}`, 'website');
  refusedFacts(
    { key: { brands: new Set(['visa']) } },
    `key.brands: ${found(`a Set: ${own}`)}`,
    'key.brands',
  );
  refusedFacts(
    { key: { brands: [() => 'visa'] } },
    `key.brands.0: ${found('a function: call it first')}`,
    'key.brands.0',
  );
  const request = (headers) => ({ request: { headers } });
  refusedFacts(
    request(new Headers({ Accept: '*/*' })),
    `request.headers: ${found('a Headers: convert it with Object.fromEntries() first')}`,
    'request.headers',
  );
  refusedFacts(
    request({ Accept: new Map() }),
    `request.headers.Accept: ${found('a Map: convert it with Object.fromEntries() first')}`,
    'request.headers.Accept',
  );
  refusedPolicy({ max_findings: () => 5 }, `max_findings: ${found('a function: call it first')}`);
  refusedPolicy(
    { levels: { 'avs.*': new Map() } },
    `levels.*: ${found('a Map: convert it with Object.fromEntries() first')}`,
  );
});

test('a copied Facts or Engine object is refused by name', () => {
  const facts = new Facts(plain);
  assert.deepEqual(Object.keys(facts), ['paylint']);
  const problem = (what) =>
    `a copied ${what} object (by a spread, a clone, a worker or JSON) is empty: ` +
    'pass the original, or make a new one';
  for (const [what, original] of Object.entries({ Facts: facts, Engine: engine })) {
    for (const copy of [
      { ...original },
      { ...original, website: 'shop.example' },
      Object.assign({}, original),
      structuredClone(original),
      posted(original),
      JSON.stringify(original),
      JSON.parse(JSON.stringify(original)),
      JSON.stringify({ ...original }),
    ]) {
      refusedFacts(copy, problem(what));
      refusedPolicy(copy, problem(what));
    }
  }
});

test('the error about facts from another copy of the package says so', () => {
  for (const entry of ['paylint', 'paylint/inline']) {
    const { Facts: Other } = require(entry);
    assert.notEqual(Other, Facts);
    refusedFacts(
      new Other(plain),
      'compiled by another copy of paylint (of another version, one loaded with import and one with require, or ' +
        'paylint and paylint/check in one page): use the Facts and the Engine of the same import',
    );
  }
});

test('facts and policies that cannot be read are refused', () => {
  for (const target of [{}, [], new Map()]) {
    const { proxy, revoke } = Proxy.revocable(target, {});
    revoke();
    refusedFacts(proxy, "expected an object, found an object that can't be read");
    refusedPolicy(proxy, "expected an object, found an object that can't be read");
  }
});

test('getters that free an argument do not lead to a use after free', () => {
  const freed = { name: 'PaylintError', message: 'this engine was freed' };
  const freeing = (what) => ({
    get website() {
      what.free();
      return 'shop.example';
    },
  });
  for (const method of ['check', 'accepts', 'checkJson']) {
    for (const attempt of [
      (engine) => engine[method]('order', { toJSON: () => (engine.free(), order) }),
      (engine) => engine[method]('order', order, freeing(engine)),
      (engine) => engine[method]('order', order, new Facts(plain), freeing(engine)),
      // The new engine takes the freed one's handle.
      (engine) => engine[method]('order', { toJSON: () => (engine.free(), new Engine(), order) }),
    ]) {
      assert.throws(() => attempt(new Engine()), freed);
    }
    const facts = new Facts(plain);
    assert.throws(() => engine[method]('order', order, facts, freeing(facts)), {
      name: 'FactsError',
      message: 'these facts were freed',
    });
  }
  const facts = new Facts(plain);
  assert.throws(() => facts.with(freeing(facts)), { message: 'these facts were freed' });
  assert.throws(() => new Facts(facts), { message: 'these facts were freed' });
});

test('facts can have long texts', () => {
  const long = 'x'.repeat(20_000_000);
  const website = `${long}\\"\n\u00e9`;
  const facts = JSON.stringify({ website, key: { websites: ['a', website] } });
  assert.deepEqual(
    engine.check('order', order, facts).findings.map(({ rule }) => rule),
    [],
  );
  assert.throws(() => new Facts(`{"order":{"amount":${'1'.repeat(20_000_000)}}}`), {
    member: 'order.amount',
  });
  assert.throws(() => new Facts(`{"${long}":1}`), {
    message: 'invalid facts: unknown member, whose name is not shown',
  });
});
