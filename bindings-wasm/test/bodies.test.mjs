// What a body can be, and the errors about anything else: text, bytes and what JSON can represent
// are checked; nothing else is mistaken for `{}` or for no body.

import assert from 'node:assert/strict';
import { File } from 'node:buffer';
import { once } from 'node:events';
import { createServer, get } from 'node:http';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { runInNewContext } from 'node:vm';
import { Engine, Facts, PaylintError } from 'paylint';

const engine = new Engine();
const order = { client: { email: 'a@b.lv' }, products: [{ title: 'Lamp é', price: 24.9 }] };
const text = JSON.stringify(order);
const bytes = new TextEncoder().encode(text);
const expected = engine.checkJson('order', text);
const OTHERWISE = 'pass text, bytes, a plain object or an array';
const THIRD = 'pass them as the third argument of a check, to an Engine from the same import';
const NO_REQUEST = " that JSON.stringify can't turn into a request";

/** Asserts that every method refuses a body with this message. */
function refused(body, message) {
  const error = (error) => {
    assert.equal(`${error}`, `PaylintError: the body is ${message}`);
    return error instanceof PaylintError && !('cause' in error);
  };
  for (const method of ['check', 'accepts', 'checkJson'])
    assert.throws(() => engine[method]('refund', body), error);
}

test('bytes come from any buffer, view and realm', () => {
  const shared = new SharedArrayBuffer(bytes.length + 2);
  new Uint8Array(shared, 1).set(bytes);
  const whole = new SharedArrayBuffer(bytes.length);
  new Uint8Array(whole).set(bytes);
  const growing = new SharedArrayBuffer(bytes.length, { maxByteLength: 4096 });
  new Uint8Array(growing).set(bytes);
  const even = new TextEncoder().encode(text.length % 2 ? text : `${text} `);
  const padded = Buffer.concat([even, Buffer.alloc(-even.length & 1, ' ')]);
  const foreign = runInNewContext('new Uint8Array(list).buffer', { list: [...bytes] });
  for (const body of [
    whole,
    growing,
    new Uint8Array(growing),
    new Uint8Array(shared, 1, bytes.length),
    new DataView(shared, 1, bytes.length),
    Buffer.concat([Buffer.from('xx'), bytes, Buffer.from('yy')]).subarray(2, 2 + bytes.length),
    new Uint16Array(padded.buffer.slice(padded.byteOffset, padded.byteOffset + padded.length)),
    foreign,
    runInNewContext('new Uint8Array(buffer)', { buffer: foreign }),
    runInNewContext('new DataView(buffer)', { buffer: foreign }),
    runInNewContext(
      'const shared = new SharedArrayBuffer(list.length);' +
        'new Uint8Array(shared).set(list); shared',
      { list: [...bytes] },
    ),
  ]) {
    assert.equal(engine.checkJson('order', body), expected);
    assert.equal(engine.check('refund', body).scenario, 'partial_refund');
  }
  for (const empty of [new Uint8Array(), new ArrayBuffer(0), new DataView(new ArrayBuffer(0)), ''])
    assert.equal(engine.check('refund', empty).scenario, 'full_refund');
});

test('shared memory is copied before it is looked at', () => {
  const shared = new SharedArrayBuffer(bytes.length);
  const view = new Uint8Array(shared);
  view.set(bytes);
  const before = engine.checkJson('order', shared);
  view.fill(0x20);
  assert.equal(before, expected);
  assert.equal(engine.check('order', shared).findings[0].rule, 'body.required');
});

test('a detached buffer is not mistaken for no body', () => {
  const message =
    'detached: its buffer was transferred; check the body before that, or check a copy';
  const detached = (viewOf) => {
    const buffer = bytes.slice().buffer;
    const body = viewOf(buffer);
    structuredClone(buffer, { transfer: [buffer] });
    return body;
  };
  refused(
    detached((buffer) => buffer),
    message,
  );
  refused(
    detached((buffer) => new Uint8Array(buffer)),
    message,
  );
  refused(
    detached((buffer) => new Uint16Array(buffer, 0, 2)),
    message,
  );
  refused(
    detached((buffer) => new DataView(buffer)),
    message,
  );
  refused(
    detached((buffer) => Buffer.from(buffer)),
    message,
  );
  refused(
    runInNewContext('transfer(new ArrayBuffer(8))', {
      transfer: (buffer) => (structuredClone(buffer, { transfer: [buffer] }), buffer),
    }),
    message,
  );
  const shrunk = new ArrayBuffer(8, { maxByteLength: 8 });
  const view = new Uint8Array(shrunk, 4, 4);
  shrunk.resize(2);
  refused(view, message);
  // Getters of the facts run before the body is copied, and can detach it, too.
  const body = bytes.slice();
  const facts = {
    get now() {
      structuredClone(body.buffer, { transfer: [body.buffer] });
      return '2026-11-20T10:15:00Z';
    },
  };
  assert.throws(() => engine.check('refund', body, facts), { message: `the body is ${message}` });
});

test('what JSON can represent is checked as its JSON', () => {
  class Order {
    constructor(products) {
      Object.assign(this, { client: order.client, products });
    }
  }
  class Draft {
    #order = order;
    toJSON() {
      return this.#order;
    }
  }
  for (const body of [
    order,
    Object.assign(Object.create(null), order),
    runInNewContext('JSON.parse(text)', { text }),
    new Proxy(order, {}),
    new Order(order.products),
    new Draft(),
    { toJSON: () => order },
    runInNewContext('({ toJSON: () => order })', { order }),
  ]) {
    assert.equal(engine.checkJson('order', body), expected);
  }
  for (const body of [
    null,
    5,
    true,
    [],
    [order],
    {},
    runInNewContext('[[]]'),
    { toJSON: () => 'x' },
  ])
    assert.equal(engine.checkJson('order', body), engine.checkJson('order', JSON.stringify(body)));
  assert.equal(engine.check('refund', null).scenario, 'partial_refund');
  assert.equal(engine.check('refund', {}).scenario, 'partial_refund');
});

test('a number that JSON lacks is refused, with its path', () => {
  const products = [{ title: 'Lamp', price: NaN }];
  const lacks = (found) => `the body has ${found}, which JSON doesn't have: leave it out, or pass the number`;
  for (const [body, said] of [
    [NaN, lacks('NaN')],
    [{ amount: NaN }, lacks('NaN at /amount')],
    [{ client: null, products }, lacks('NaN at /products/0/price')],
    [[[-Infinity]], lacks('-Infinity at /0/0')],
    [{ 4111111111111111: { a: Infinity } }, lacks('Infinity at /*/a')],
    [{ toJSON: () => ({ amount: NaN }) }, lacks('NaN at /amount')],
  ])
    assert.throws(() => engine.check('order', body), new PaylintError(said));
  // A member that is null or says so is none.
  assert.equal(engine.check('refund', { amount: null, note: 'null' }).scenario, 'partial_refund');
});

test('a promise must be awaited', async () => {
  const request = new Request('https://shop.example/', { method: 'POST', body: text });
  refused(request.text(), 'a Promise: await it first');
  refused((async () => order)(), 'a Promise: await it first');
  refused(runInNewContext('Promise.resolve()'), 'a Promise: await it first');
  refused({ ...order, then() {} }, 'an object: await it first');
  class Query {
    then() {}
  }
  refused(new Query(), 'a Query: await it first');
  for (const body of [
    async () => order,
    () => order,
    Order,
    Object.assign(() => {}, { toJSON: () => order }),
  ])
    refused(body, 'a function: call it first');
  function Order() {}
});

test('a request, a response, a blob or a stream must be read', () => {
  const url = 'https://shop.example/';
  const hint = 'await its text() first';
  refused(new Request(url, { method: 'POST', body: text }), `a Request: ${hint}`);
  refused(new Response(text), `a Response: ${hint}`);
  refused(new Blob([text]), `a Blob: ${hint}`);
  refused(new File([text], 'body.json'), `a File: ${hint}`);
  refused(new Blob([text]).stream(), 'a ReadableStream: read it to the end first');
  // A polyfill, which has members that JSON can represent.
  class Response2 {
    status = 200;
    text() {}
    arrayBuffer() {}
  }
  refused(new Response2(), `a Response2: ${hint}`);
});

test('errors name what has no JSON and say what to do', async () => {
  const entries = { amount: 5 };
  const form = new FormData();
  form.set('amount', '5');
  const entriesOf = 'convert it with Object.fromEntries() first';
  for (const [body, kind, hint] of [
    [new Map(Object.entries(entries)), 'a Map', entriesOf],
    [runInNewContext('new Map([["amount", 5]])'), 'a Map', entriesOf],
    [form, 'a FormData', entriesOf],
    [new URLSearchParams(entries), 'a URLSearchParams', entriesOf],
    [new Headers(), 'a Headers', entriesOf],
    [new Set([5]), 'a Set', OTHERWISE],
    [new WeakMap(), 'a WeakMap', OTHERWISE],
    [new Date(0), 'a Date', OTHERWISE],
    [new Date(NaN), 'a Date', OTHERWISE],
    [new String(text), 'a String', OTHERWISE],
    [new Number(5), 'a Number', OTHERWISE],
    [new Error(text), 'an Error', OTHERWISE],
    [/x/, 'a RegExp', OTHERWISE],
    [new URL('https://shop.example/'), 'a URL', OTHERWISE],
    [engine, 'an Engine', OTHERWISE],
    [new Facts({ website: 'shop.example' }), 'compiled Facts', THIRD],
    [new (class Payment {})(), 'a Payment', OTHERWISE],
    [new (class {})(), 'an object of a class', OTHERWISE],
    [(function* () {})(), 'an object of a class', OTHERWISE],
    [Object.create(order), 'an object of a class', OTHERWISE],
    [new Proxy(new Map(), {}), 'a Map', entriesOf],
    [{ toJSON: () => undefined }, 'an object', OTHERWISE],
    [{ toJSON: () => () => 0 }, 'an object', OTHERWISE],
    [{ [Symbol.toStringTag]: 'ArrayBuffer', byteLength: 0, toJSON() {} }, 'an object', OTHERWISE],
  ]) {
    refused(body, `${kind}${NO_REQUEST}: ${hint}`);
  }
  refused(5n, `a bigint: ${OTHERWISE}`);
  refused(Symbol('s'), `a symbol: ${OTHERWISE}`);
});

test('a Node stream must be read', async () => {
  const server = createServer((request, response) => {
    const error = (() => {
      try {
        engine.check('refund', request);
      } catch (error) {
        return error.message;
      }
    })();
    response.end(error);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const [response] = await once(
    get({ port: server.address().port, host: '127.0.0.1' }),
    'response',
  );
  let message = '';
  for await (const chunk of response) message += chunk;
  server.close();
  assert.equal(message, 'the body is an IncomingMessage: read it to the end first');
  refused(Readable.from([text]), 'a Readable: read it to the end first');
});

test('no error repeats another error or what was passed', () => {
  const pan = '4111111111111111';
  const circle = { [pan]: {} };
  circle[pan][pan] = circle;
  const throwing = {
    toJSON() {
      throw new Error(pan);
    },
  };
  const big = { [pan]: 5n };
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  const getter = {
    get then() {
      throw new Error(pan);
    },
  };
  class Named {
    [pan] = this;
  }
  const kind = Object.create(JSON.parse(`{"constructor":{"name":"${pan}"}}`));
  const problem = `${NO_REQUEST}: it refers to itself, is too large, contains a bigint, or its own code throws an error`;
  refused(circle, `an object${problem}`);
  refused([circle], `an array${problem}`);
  refused(big, `an object${problem}`);
  refused(throwing, `an object${problem}`);
  refused(new Named(), `a Named${problem}`);
  refused(getter, "an object that can't be read");
  refused(proxy, "an object that can't be read");
  refused(kind, `an object of a class${NO_REQUEST}: ${OTHERWISE}`);
});

test('errors explain swapped arguments', () => {
  const facts = new Facts({ website: 'shop.example' });
  const says = (work, message) =>
    assert.throws(work, (error) => error instanceof PaylintError && error.message === message);
  const noName = (kind) => `the operation is ${kind}: pass its name, such as 'order'`;
  says(() => engine.check(order, 'order'), noName('an object'));
  says(() => engine.check(new Request('https://shop.example/')), noName('a Request'));
  says(() => engine.check(undefined, order), noName('undefined'));
  says(() => engine.check(null, order), noName('null'));
  says(() => engine.check(Symbol('order'), order), noName('a symbol'));
  says(() => engine.check(Object.create(null), order), noName('an object'));
  says(() => engine.check(text, 'order'), 'unknown operation, whose name is not shown');
  says(
    () => engine.check('order', facts, order),
    `the body is compiled Facts${NO_REQUEST}: ${THIRD}`,
  );
  says(
    () => engine.check('order', { website: 'shop.example' }, order),
    'invalid facts: unknown member "client"',
  );
  says(() => engine.check('order', order, text), 'invalid facts: unknown member "client"');
  says(
    () => engine.check('order', order, bytes),
    'invalid facts: expected an object, found a Uint8Array: pass a plain object',
  );
});
