// checkedFetch against a server: what it refuses, what it sends, and what its observer is told.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { checkedFetch, Engine, RefusedError } from 'paylint';

const engine = new Engine();
const order = { client: { email: 'grace.lee@mail.example' }, products: [{ title: 'Bell', price: 12.5 }] };
const wrong = { ...order, products: [{ title: 'Bell', price: 0 }] };
const received = [];
const seen = [];
let server;
let gateway;

before(async () => {
  server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    received.push({ path: request.url, type: request.headers['content-type'], body });
    response.writeHead(request.url.endsWith('/orders/') ? 201 : 404).end('{}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  gateway = `http://127.0.0.1:${server.address().port}/api/`;
});
after(() => server.close());
beforeEach(() => {
  received.length = 0;
  seen.length = 0;
});

const observe = (observation) => seen.push(observation);
const post = (body, headers = {}) => ({
  method: 'POST',
  headers: { 'Content-Type': 'application/json', ...headers },
  body: JSON.stringify(body),
});

test('what is accepted is sent as it is, however it is passed, and observed', async () => {
  const send = checkedFetch(engine, gateway, { observe, facts: { terminal: 'standard' } });
  const address = `${gateway}v0.6/orders/`;
  const init = post(order, { Authorization: 'Bearer secret' });
  for (const given of [[address, init], [new URL(address), init], [new Request(address, init)]]) {
    assert.equal((await send(...given)).status, 201);
    assert.deepEqual(received.pop(), { path: '/api/v0.6/orders/', type: 'application/json', body: init.body });
    assert.deepEqual(seen.pop(), { operation: 'order', verdict: 'accept', rules: {}, status: 201 });
  }
});

test("what can't be accepted isn't sent, unless it only reports", async () => {
  const address = `${gateway}v0.6/orders/`;
  const observed = { operation: 'order', verdict: 'reject', rules: { 'product.price_minimum': 'deny' } };
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
  assert.deepEqual(seen.pop(), { operation: 'order', verdict: 'accept', rules: {}, status: null });
});

test('what has no rules is sent unchecked, with the reason, and nobody hears of other addresses', async () => {
  const send = checkedFetch(engine, gateway, { observe });
  await send(`${gateway}v0.6/nowhere/`, post({ card_number: '4111111111111111' }));
  const [{ unchecked, status, ...rest }] = seen.splice(0);
  assert.match(unchecked, /nowhere|no operation|path/);
  assert.deepEqual([status, rest], [404, {}]);
  await send(gateway.replace('/api/', '/shop/orders/'), post(wrong));
  assert.deepEqual([received.length, seen], [2, []]);
});

test('facts of one request count, and what is wrong with them', async () => {
  const amount = '10.00';
  const changing = (operation, url) => {
    assert.deepEqual([operation, url], ['refund', `${gateway}v0.6/orders/7/refund/`]);
    return { order: { scenario: 'one_step', amount, refunded: 0 } };
  };
  const address = `${gateway}v0.6/orders/7/refund/`;
  const send = checkedFetch(engine, gateway, { observe, changing });
  await assert.rejects(send(address, post({ amount: 15 })), { code: 'ERR_PAYLINT_REFUSED', message: /at most 10/ });
  const broken = { observe, changing: () => ({ ordr: {} }) };
  await assert.rejects(checkedFetch(engine, gateway, broken)(address, post({ amount: 5 })), { code: 'ERR_PAYLINT_FACTS' });
  await checkedFetch(engine, gateway, { ...broken, reportOnly: true })(address, post({ amount: 5 }));
  assert.match(seen.at(-1).unchecked, /^invalid facts: unknown member "ordr"/);
});

const command = process.env.PAYLINT ?? fileURLToPath(new URL('../../target/debug/paylint', import.meta.url));

test('`paylint calibrate` reads the lines', { skip: !existsSync(command) && 'the command is not built' }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'paylint-'));
  const file = join(folder, 'observed.ndjson');
  const write = (seen) => seen.verdict && appendFileSync(file, `${JSON.stringify(seen)}\n`);
  const send = checkedFetch(engine, gateway, { observe: write, reportOnly: true });
  for (const body of [order, wrong, order]) await send(`${gateway}v0.6/orders/`, post(body));
  let printed;
  try {
    printed = execFileSync(command, ['calibrate', '--format', 'json', file], { encoding: 'utf8' });
  } catch (error) {
    // A request that the gateway accepted would have been rejected.
    assert.equal(error.status, 1, error.stderr);
    printed = error.stdout;
  }
  rmSync(folder, { recursive: true });
  assert.match(printed, /product\.price_minimum/);
});
