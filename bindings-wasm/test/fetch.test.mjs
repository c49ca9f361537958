// checkedFetch in front of a fetch: what it refuses, what it sends, and what its observer is told.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, mock, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { checkedFetch, Engine, RefusedError } from 'paylint';

const engine = new Engine();
const order = { client: { email: 'grace.lee@mail.example' }, products: [{ title: 'Bell', price: 12.5 }] };
const wrong = { ...order, products: [{ title: 'Bell', price: 0 }] };
const gateway = 'https://gateway.example/api/';
const received = [];
const seen = [];

mock.method(globalThis, 'fetch', async (request) => {
  const { pathname } = new URL(request.url);
  received.push({ path: pathname, type: request.headers.get('Content-Type'), body: await request.text() });
  return new Response('{}', { status: pathname.endsWith('/orders/') ? 201 : 404 });
});
beforeEach(() => {
  received.length = 0;
  seen.length = 0;
});

const observe = ({ at, ...observation }) => {
  assert.match(at, /^20\d\d-.*Z$/);
  seen.push(observation);
};
const post = (body, headers = {}) => ({
  method: 'POST',
  headers: { 'Content-Type': 'application/json', ...headers },
  body: JSON.stringify(body),
});

test('accepted request is sent as it is, observed', async () => {
  const send = checkedFetch(engine, gateway, { observe, facts: { terminal: 'standard' } });
  const address = `${gateway}v0.6/orders/`;
  const init = post(order, { Authorization: 'Bearer secret' });
  for (const given of [[address, init], [new URL(address), init], [new Request(address, init)]]) {
    assert.equal((await send(...given)).status, 201);
    assert.deepEqual(received.pop(), { path: '/api/v0.6/orders/', type: 'application/json', body: init.body });
    assert.deepEqual(seen.pop(), { operation: 'order', verdict: 'accept', findings: [], status: 201 });
  }
});

test('a request is checked with all that is known of it', async () => {
  const asked = [];
  const watched = { check: (...given) => asked.push(given) && engine.check(...given) };
  const facts = { terminal: 'standard' };
  const send = checkedFetch(watched, gateway, { facts });
  const sent = { Authorization: 'Bearer secret', 'Content-Encoding': 'Identity, identity' };
  for (const headers of [sent, {}]) await send(`${gateway}v0.6/orders/`, post(order, headers));
  const [[operation, , standing, { now, request }], [, , , { request: unsigned }]] = asked;
  assert.deepEqual([operation, standing], ['order', facts]);
  assert.ok(Math.abs(Date.now() - now) < 60_000);
  const { headers, ...line } = request;
  assert.deepEqual(line, { method: 'POST', path: '/api/v0.6/orders/' });
  assert.equal(headers.authorization, 'Bearer secret');
  assert.deepEqual(unsigned, line);
});

test('what clients send arrives byte for byte', async () => {
  const lines = readFileSync(new URL('../../benches/bodies/real/orders.ndjson', import.meta.url), 'utf8').trim().split('\n');
  const send = checkedFetch(engine, gateway, { reportOnly: true });
  for (const body of lines) {
    await send(`${gateway}v0.6/orders/`, { ...post(), body });
    assert.equal(received.pop().body, body);
  }
});

test('refused request is sent only if reportOnly', async () => {
  const address = `${gateway}v0.6/orders/`;
  const observed = { operation: 'order', verdict: 'reject', findings: [['product.price_minimum', '/products/0/price', 'deny']] };
  await assert.rejects(checkedFetch(engine, gateway, { observe })(address, post(wrong)), (error) => {
    assert.ok(error instanceof RefusedError && error.code === 'ERR_PAYLINT_REFUSED');
    assert.match(error.message, /^order: \/products\/0\/price: .* must be at least 0\.01/);
    return error.report.verdict === 'reject';
  });
  assert.deepEqual([received, seen.pop()], [[], { ...observed, status: null }]);
  const reporting = checkedFetch(engine, gateway, { observe, reportOnly: true });
  assert.equal((await reporting(address, post(wrong))).status, 201);
  assert.deepEqual([received.length, seen.pop()], [1, { ...observed, status: 201 }]);
  const failing = checkedFetch(engine, gateway, { observe, fetch: () => Promise.reject(new Error('no connection')) });
  await assert.rejects(failing(address, post(order)), { message: 'no connection' });
  assert.deepEqual(seen.pop(), { operation: 'order', verdict: 'accept', findings: [], status: null });
});

test('unchecked requests are reported', async () => {
  const said = [];
  const unchecked = (...why) => said.push(why);
  const send = checkedFetch(engine, gateway, { observe, unchecked });
  await send(`${gateway}v0.6/nowhere/`, post({ card_number: '4111111111111111' }));
  assert.deepEqual(said[0].slice(1), [null, `${gateway}v0.6/nowhere/`]);
  assert.match(said.pop()[0], /./);
  await send(gateway.replace('/api/', '/shop/orders/'), post(wrong));
  const encoded = [`${gateway}v0.6/orders/`, post(wrong, { 'Content-Encoding': 'gzip' })];
  await assert.rejects(send(...encoded), { message: /Content-Encoding/ });
  assert.deepEqual([received.length, said.length, seen], [2, 1, []]);
  assert.deepEqual(said[0].slice(1), ['order', `${gateway}v0.6/orders/`]);
  await checkedFetch(engine, gateway, { observe, unchecked, reportOnly: true })(...encoded);
  assert.deepEqual([received.length, said.length, seen], [3, 2, []]);
  const sent = async () => new Response('{}', { status: 201 });
  const host = checkedFetch(engine, 'https://gateway.example', { fetch: sent });
  assert.equal((await host('https://gateway.example.net/api/v0.6/orders/', post(wrong))).status, 201);
  await assert.rejects(host('https://GATEWAY.example/api/v0.6/orders/', post(wrong)), RefusedError);
});

test('failing callback is logged, changes nothing', async (t) => {
  const { mock: logged } = t.mock.method(console, 'error', () => {});
  const fail = () => {
    throw new Error('the disk is full');
  };
  const address = `${gateway}v0.6/orders/`;
  for (const [at, callback] of [fail, async () => fail()].entries()) {
    const options = { observe: callback, unchecked: callback };
    const send = checkedFetch(engine, gateway, options);
    assert.equal((await send(address, post(order))).status, 201);
    await assert.rejects(send(address, post(wrong)), RefusedError);
    assert.equal((await send(`${gateway}v0.6/nowhere/`, post(order))).status, 404);
    await new Promise(setImmediate);
    assert.equal(logged.callCount(), 3 * (at + 1));
    assert.equal(logged.calls[0].arguments[1].message, 'the disk is full');
  }
  // Facts that can't be had keep a request from being checked, but not from being sent where it only reports.
  const said = [];
  const send = checkedFetch(engine, gateway, { changing: fail, reportOnly: true, unchecked: (why) => said.push(why) });
  assert.equal((await send(address, post(order))).status, 201);
  assert.deepEqual(said, ['the facts of the request failed'], 'and not a value');
});

test('facts of one request are checked and count', async () => {
  const amount = '10.00';
  const changing = (operation, url) => {
    assert.deepEqual([operation, url], ['refund', `${gateway}v0.6/orders/7/refund/`]);
    return { order: { scenario: 'one_step', amount, refunded: 0 } };
  };
  const address = `${gateway}v0.6/orders/7/refund/`;
  const send = checkedFetch(engine, gateway, { observe, changing });
  await assert.rejects(send(address, post({ amount: 15 })), { code: 'ERR_PAYLINT_REFUSED', message: /at most 10/ });
  const broken = { observe, changing: () => ({ ordr: {} }) };
  const strict = checkedFetch(engine, gateway, broken);
  await assert.rejects(strict(address, post({ amount: 5 })), { code: 'ERR_PAYLINT_FACTS' });
  const closed = checkedFetch(new Engine({ unchecked: 'reject' }), gateway);
  await assert.rejects(closed(address, post({ amount: 5 })), { message: /^refund: [^/:]*; / });
  const said = [];
  const reporting = { ...broken, reportOnly: true, unchecked: (why) => said.push(why) };
  await checkedFetch(engine, gateway, reporting)(address, post({ amount: 5 }));
  assert.match(said[0], /^invalid facts: unknown member "ordr"/);
});

const command = process.env.PAYLINT ?? fileURLToPath(new URL('../../target/debug/paylint', import.meta.url));

const skip = !existsSync(command) && 'the command is not built';

test("calibrate reads what the page's recipe writes", { skip }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'paylint-'));
  const file = join(folder, 'observed.ndjson');
  const page = readFileSync(new URL('../../docs/calibration.md', import.meta.url), 'utf8');
  const [, recipe] = /^```js\n(.*?)^```$/ms.exec(page);
  const here = recipe.replace('observed.ndjson', file);
  const make = new Function('checkedFetch', 'appendFileSync', 'console', `${here}; return watched;`);
  const said = [];
  const watched = make(checkedFetch, appendFileSync, { warn: (line) => said.push(line) });
  await watched(engine)(`${gateway}v0.6/nowhere/?email=ada@mail.example`, post(order));
  assert.match(said.join(), /^another request: .*endpoint/);
  for (const body of [order, wrong, order]) await watched(engine)(`${gateway}v0.6/orders/`, post(body));
  // 1: a request that the gateway accepted would have been rejected.
  const { status, stdout } = spawnSync(command, ['calibrate', '--format', 'json', file], { encoding: 'utf8' });
  rmSync(folder, { recursive: true });
  assert.equal(status, 1);
  assert.match(stdout, /product\.price_minimum/);
});
