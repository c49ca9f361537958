// Types of bodies, facts and policies, and the errors about all others: nothing is mistaken for `{}` or for no body.

import assert from 'node:assert/strict';
import { File } from 'node:buffer';
import { IncomingMessage } from 'node:http';
import { createRequire } from 'node:module';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { isPromise } from 'node:util/types';
import { runInNewContext } from 'node:vm';
import { Engine, Facts, PaylintError } from 'paylint';

const require = createRequire(import.meta.url);
const engine = new Engine();
const order = { client: { email: 'a@b.lv' }, products: [{ title: 'Lamp é', price: 24.9 }] };
const text = JSON.stringify(order);
const bytes = new TextEncoder().encode(text);
const expected = engine.checkJson('order', text);
const facts = { merchant: { avs_permission: true }, website: 'shop.example' };
const INSTEAD = 'not text, bytes, a plain object or an array: await a promise, call text() on a request, or pass Object.fromEntries() of a Map';
const UNFIT = 'it refers to itself, is too large, contains a bigint, or its own code throws an error';

const checks = ['check', 'accepts', 'checkJson'];

/** Asserts that every method refuses a body with this message, without another error behind it. */
function refusedBody(body, message) {
  for (const method of checks)
    assert.throws(() => engine[method]('refund', body), (error) => {
      assert.equal(`${error}`, `PaylintError: the body is ${message}`);
      return error instanceof PaylintError && !('cause' in error);
    });
}

/** Asserts that facts are refused wherever they can be passed. */
function refusedFacts(facts, problem, member = '') {
  const error = (error) => {
    assert.deepEqual({ ...error }, { name: 'PaylintError', code: 'ERR_PAYLINT_FACTS', member, layer: 0 });
    assert.equal(error.message, `invalid facts: ${problem}`);
    return error instanceof PaylintError && !('cause' in error);
  };
  assert.throws(() => new Facts(facts), error);
  for (const method of checks)
    for (const given of [[facts], [{}, facts], [new Facts(), facts]])
      assert.throws(() => engine[method]('order', order, ...given), error);
  // A function may return a promise of facts.
  const later = isPromise(facts) ? facts : () => facts;
  assert.throws(() => engine.schema('order', later)['~standard'].validate(order), error);
}

function refusedPolicy(policy, problem) {
  assert.throws(() => new Engine(policy), (error) => {
    assert.equal(error.message, `invalid policy: ${problem}`);
    return error.code === 'ERR_PAYLINT_POLICY' && !('cause' in error);
  });
}

const inAnotherRealm = (code, given = {}) => runInNewContext(code, given);

test('bytes come from any buffer, view and realm', () => {
  const shared = new SharedArrayBuffer(bytes.length + 2);
  new Uint8Array(shared, 1).set(bytes);
  const growing = new SharedArrayBuffer(bytes.length, { maxByteLength: 4096 });
  new Uint8Array(growing).set(bytes);
  const even = Buffer.from(text.length % 2 ? text : `${text} `);
  const padded = Buffer.concat([even, Buffer.alloc(-even.length & 1, ' ')]);
  const foreign = inAnotherRealm('new Uint8Array(list).buffer', { list: [...bytes] });
  for (const body of [
    bytes,
    bytes.buffer,
    growing,
    new Uint8Array(growing),
    new Uint8Array(shared, 1, bytes.length),
    new DataView(shared, 1, bytes.length),
    Buffer.concat([Buffer.from('xx'), bytes, Buffer.from('yy')]).subarray(2, 2 + bytes.length),
    new Uint16Array(padded.buffer.slice(padded.byteOffset, padded.byteOffset + padded.length)),
    foreign,
    inAnotherRealm('new DataView(buffer)', { buffer: foreign }),
  ]) {
    assert.equal(engine.checkJson('order', body), expected);
    assert.equal(engine.check('refund', body).scenario, 'partial_refund');
  }
  for (const empty of [new Uint8Array(), new ArrayBuffer(0), new DataView(new ArrayBuffer(0)), '', ' \n', undefined])
    assert.equal(engine.check('refund', empty).scenario, 'full_refund');
});

test('a detached buffer is not mistaken for no body', () => {
  const message = 'detached: its buffer was transferred; check the body before that, or check a copy';
  const detach = (buffer) => structuredClone(buffer, { transfer: [buffer] });
  for (const viewOf of [
    (buffer) => buffer,
    (buffer) => new Uint8Array(buffer),
    (buffer) => new Uint16Array(buffer, 0, 2),
    (buffer) => new DataView(buffer),
    (buffer) => Buffer.from(buffer),
  ]) {
    const { buffer } = bytes.slice();
    const body = viewOf(buffer);
    detach(buffer);
    refusedBody(body, message);
  }
  const shrunk = new ArrayBuffer(8, { maxByteLength: 8 });
  const view = new Uint8Array(shrunk, 4, 4);
  shrunk.resize(2);
  refusedBody(view, message);
  // Getters of the facts run before the body is copied, and can detach it, too.
  const body = bytes.slice();
  const detaching = {
    get now() {
      detach(body.buffer);
      return '2026-11-20T10:15:00Z';
    },
  };
  assert.throws(() => engine.check('refund', body, detaching), { message: `the body is ${message}` });
});

test('what JSON can represent is checked as JSON', () => {
  class Draft {
    #order = order;
    toJSON() {
      return this.#order;
    }
  }
  for (const body of [
    order,
    Object.assign(Object.create(null), order),
    inAnotherRealm('JSON.parse(text)', { text }),
    new Proxy(order, {}),
    Object.assign(new (class Order {})(), order),
    new Draft(),
    { toJSON: () => (engine.check('client', { email: 'x' }), order) },
  ])
    assert.equal(engine.checkJson('order', body), expected);
  for (const body of [null, 5, true, [], [order], {}, { toJSON: () => 'x' }])
    assert.equal(engine.checkJson('order', body), engine.checkJson('order', JSON.stringify(body)));
  assert.equal(engine.check('refund', null).scenario, 'partial_refund');
});

test('numbers that JSON lacks are refused', () => {
  const products = [{ title: 'Lamp', price: NaN }];
  for (const [body, found] of [
    [NaN, 'NaN'],
    [{ client: null, products }, 'NaN at /products/0/price'],
    [[[-Infinity]], '-Infinity at /0/0'],
    [{ 4111111111111111: { a: Infinity } }, 'Infinity at /*/a'],
    [{ toJSON: () => ({ amount: NaN }) }, 'NaN at /amount'],
  ]) {
    const said = `the body has ${found}, which JSON doesn't have: leave it out, or pass the number`;
    assert.throws(() => engine.check('order', body), new PaylintError(said));
  }
  assert.equal(engine.check('refund', { amount: null, note: 'null' }).scenario, 'partial_refund');
});

test('lone surrogate is malformed', () => {
  const rules = (body) => engine.check('client', body).findings.map(({ rule }) => rule);
  for (const body of ['{"email":"\ud800"}', '{"é":"\udc00x"}', '\ud83d', { email: '\udfff' }])
    assert.deepEqual(rules(body), ['json.malformed']);
  const params = { line: 1, column: 11, expected: 'UTF-8', found: 'an invalid byte' };
  assert.deepEqual(engine.check('client', '{"email":"\ud800"}').findings[0].params, params);
  assert.ok(engine.accepts('client', { email: 'a@b.lv', '😀': 'é' }));
});

test('texts of any length and alphabet are read', () => {
  for (const letter of ['a', 'é', '語', '😀']) {
    for (const count of [1, 4000, 8190, 8192, 70_000, 200_000]) {
      const body = { ...order, products: [{ title: letter.repeat(count), price: 1 }] };
      const bytes = new TextEncoder().encode(JSON.stringify(body));
      assert.equal(engine.checkJson('order', body), engine.checkJson('order', bytes));
      assert.ok(engine.accepts('order', body));
    }
  }
  const website = `${'x'.repeat(20_000_000)}\\"\n\u00e9`;
  const long = JSON.stringify({ website, key: { websites: ['a', website] } });
  assert.deepEqual(engine.check('order', order, long).findings, []);
});

// A polyfill, which has members that JSON can represent.
class Response2 {
  status = 200;
  text() {}
  arrayBuffer() {}
}
const url = 'https://shop.example/';
const form = new FormData();
form.set('amount', '5');
/** Values whose content is still to come, or that JSON would lose the content of, with their kinds. */
const NO_BODIES = [
  [Promise.resolve(order), 'a Promise'],
  [inAnotherRealm('Promise.resolve()'), 'a Promise'],
  [async () => order, 'a function'],
  [Object.assign(() => {}, { toJSON: () => order }), 'a function'],
  [new Request(url, { method: 'POST', body: text }), 'a Request'],
  [new Response(text), 'a Response'],
  [new Blob([text]), 'a Blob'],
  [new File([text], 'body.json'), 'a File'],
  [new Response2(), 'a Response2'],
  [new Blob([text]).stream(), 'a ReadableStream'],
  [Readable.from([text]), 'a Readable'],
  // A request that a Node server receives.
  [new IncomingMessage(), 'an IncomingMessage'],
  [new Map([['amount', 5]]), 'a Map'],
  [inAnotherRealm('new Map([["amount", 5]])'), 'a Map'],
  [form, 'a FormData'],
  [new URLSearchParams({ amount: 5 }), 'a URLSearchParams'],
  [new Headers(), 'a Headers'],
  [new Proxy(new Map(), {}), 'a Map'],
  [new Set([5]), 'a Set'],
  [new Date(0), 'a Date'],
  [new Date(NaN), 'a Date'],
  [new String(text), 'a String'],
  [new Error(text), 'an Error'],
  [new URL(url), 'a URL'],
  [engine, 'an Engine'],
  [new (class Payment {})(), 'a Payment'],
  [new (class {})(), 'an object of a class'],
  [(function* () {})(), 'an object of a class'],
  [Object.create(order), 'an object of a class'],
];

test('what isn’t a body, facts or a policy is refused', () => {
  for (const [body, kind] of NO_BODIES) refusedBody(body, `${kind}, ${INSTEAD}`);
  for (const [value, kind] of [...NO_BODIES, [new ArrayBuffer(2), 'an ArrayBuffer']]) {
    const problem = `expected a plain object, found ${kind}`;
    refusedFacts(value, problem);
    refusedPolicy(value, problem);
    if ('toJSON' in value) continue;
    refusedFacts({ merchant: value }, `merchant: expected a JSON value, found ${kind}`, 'merchant');
    refusedPolicy({ levels: value }, `levels: expected a JSON value, found ${kind}`);
  }
  class Query {
    then() {}
  }
  for (const [body, kind] of [
    [new Query(), 'a Query'],
    [{ ...order, then() {} }, 'an object'],
    [5n, 'a bigint'],
    [Symbol('s'), 'a symbol'],
    [new Facts({ website: 'shop.example' }), 'a Facts'],
    [{ toJSON: () => undefined }, 'an object'],
    [{ [Symbol.toStringTag]: 'ArrayBuffer', byteLength: 0, toJSON() {} }, 'an object'],
  ])
    refusedBody(body, `${kind}, ${INSTEAD}`);
  refusedFacts({ toJSON: () => undefined }, 'expected an object, found null');
});

test('errors repeat nothing that was passed', () => {
  const pan = '4111111111111111';
  const circle = { [pan]: {} };
  circle[pan][pan] = circle;
  const throwing = () => {
    throw new Error(pan);
  };
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  class Named {
    [pan] = this;
  }
  const problem = ` that can't be JSON: ${UNFIT}`;
  for (const [body, message] of [
    [circle, `an object${problem}`],
    [[circle], `an array${problem}`],
    [{ [pan]: 5n }, `an object${problem}`],
    [{ toJSON: throwing }, `an object${problem}`],
    [new Named(), `a Named${problem}`],
    [Object.defineProperty({}, 'then', { get: throwing }), `an object${problem}`],
    [proxy, `an object that can't be read${problem}`],
    [Object.create({ constructor: { name: pan } }), `an object of a class, ${INSTEAD}`],
  ])
    refusedBody(body, message);
});

test('errors explain swapped arguments', () => {
  const says = (work, message) => assert.throws(work, { name: 'PaylintError', message });
  for (const [given, kind] of [
    [order, 'an object'],
    [new Request('https://shop.example/'), 'a Request'],
    [undefined, 'undefined'],
    [null, 'null'],
    [Symbol('order'), 'a symbol'],
  ])
    says(() => engine.check(given, 'order'), `the operation is ${kind}: pass its name, such as 'order'`);
  says(() => engine.check(text, 'order'), 'unknown operation, whose name is not shown');
  says(() => engine.check('order', new Facts(facts), order), `the body is a Facts, ${INSTEAD}`);
  for (const swapped of [order, text])
    says(() => engine.check('order', facts, swapped), 'invalid facts: unknown member "client"');
  says(() => engine.check('order', order, bytes), 'invalid facts: expected a plain object, found a Uint8Array');
});

test('facts come from any realm, text or Facts', () => {
  const expected = engine.checkJson('order', order, facts);
  for (const given of [
    facts,
    JSON.stringify(facts),
    new Facts(facts),
    Object.assign(Object.create(null), facts),
    inAnotherRealm('JSON.parse(text)', { text: JSON.stringify(facts) }),
    new Proxy(facts, {}),
    { toJSON: () => facts },
  ]) {
    for (const where of [[given], [undefined, given], [{ website: 'x.example' }, given], [new Facts(given)]])
      assert.equal(engine.checkJson('order', order, ...where), expected);
  }
});

test('facts and policies must be plain objects', () => {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  for (const [value, kind] of [
    [proxy, "an object that can't be read"],
    [null, 'null'],
    [[facts], 'an array'],
    [5, 'a number'],
    [5n, 'a bigint'],
    [Symbol('s'), 'a symbol'],
  ]) {
    refusedFacts(value, `expected a plain object, found ${kind}`);
    // An array of policies is one of layers.
    refusedPolicy(kind === 'an array' ? [value] : value, `expected a plain object, found ${kind}`);
  }
  refusedPolicy(new Facts(facts), 'expected a plain object, found a Facts');
  const inArray = 'key.brands.0: expected a JSON value, found a function';
  refusedFacts({ key: { brands: [() => 'visa'] } }, inArray, 'key.brands.0');
  const cyclic = {};
  cyclic.levels = cyclic;
  refusedPolicy(cyclic, `found an object: ${UNFIT}`);
});

test('copied or foreign Facts, Engine are refused', () => {
  for (const [what, original] of Object.entries({ Facts: new Facts(facts), Engine: engine })) {
    assert.deepEqual(Object.keys(original), ['paylint']);
    const problem =
      `a copied ${what} object (by a spread, a clone, a worker or JSON) is empty: ` +
      'pass the original, or make a new one';
    for (const copy of [
      { ...original },
      { ...original, website: 'shop.example' },
      structuredClone(original),
      JSON.stringify(original),
      JSON.stringify({ ...original }),
    ]) {
      refusedFacts(copy, problem);
      refusedPolicy(copy, problem);
    }
  }
  const { Facts: Other } = require('paylint');
  refusedFacts(
    new Other(facts),
    'compiled by another copy of paylint (of another version, one loaded with import and one with require, or ' +
      'paylint and paylint/check in one page): use the Facts and the Engine of the same import',
  );
});

test('getters may run checks and free things', () => {
  const standing = {
    get website() {
      engine.check('order', order, { merchant: { avs_permission: true } });
      return { toJSON: () => 'shop.example' };
    },
    key: { websites: ['shop.example'] },
  };
  assert.deepEqual(engine.check('order', order, standing).findings, []);
  const freed = { name: 'PaylintError', message: 'this engine was freed' };
  const freedFacts = { code: 'ERR_PAYLINT_FACTS', message: 'these facts were freed' };
  const freeing = (what) => ({
    get website() {
      what.free();
      return 'shop.example';
    },
  });
  for (const method of checks) {
    for (const attempt of [
      (engine) => engine[method]('order', { toJSON: () => (engine.free(), order) }),
      (engine) => engine[method]('order', order, freeing(engine)),
      (engine) => engine[method]('order', order, new Facts(facts), freeing(engine)),
      // The new engine takes the freed one's handle.
      (engine) => engine[method]('order', { toJSON: () => (engine.free(), new Engine(), order) }),
    ])
      assert.throws(() => attempt(new Engine()), freed);
    const below = new Facts(facts);
    assert.throws(() => engine[method]('order', order, below, freeing(below)), freedFacts);
  }
  const below = new Facts(facts);
  below.free();
  assert.throws(() => new Facts(below), freedFacts);
});
