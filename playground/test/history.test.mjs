// Uses the playground's history view: what follows from events, and what can still be done.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startPlayground, textIn, type } from './playground.mjs';

let playground;

before(async () => {
  playground = await startPlayground();
});
after(() => playground?.close());

const open = (how) => playground.open({ hash: '#history', ...how });
const answers = (page) => page.locator('#next h3').allInnerTexts();
const add = (page, what) => page.getByRole('button', { name: `Add ${what}`, exact: true }).click();

test('an order goes through its life', async () => {
  const page = await open();
  assert.equal(await page.title(), 'History · paylint playground');
  assert.deepEqual(await answers(page), [
    'Capture: possible up to 100 EUR, until 2026-11-25T09:00:00Z',
    'Refund: advised against; possible up to 100 EUR, until 2028-11-18T09:00:00Z',
    'Reversal: possible until 2026-11-18T21:59:59Z',
  ]);
  await add(page, 'a capture');
  await page.fill('#history-now', '2026-11-19T10:00:00Z');
  assert.deepEqual(await answers(page), [
    'Capture: not possible',
    'Refund: possible up to 80 EUR, until 2028-11-18T09:00:00Z',
    'Reversal: not possible',
  ]);
  assert.match(await page.innerText('#next'), /capture\.only_once/);
  await add(page, 'a refund');
  assert.equal((await answers(page))[1], 'Refund: possible up to 50 EUR, until 2028-11-18T09:00:00Z');
  assert.equal(await page.locator('#timeline li').count(), 3);
  const hint = page.locator('#timeline li .hint').last();
  assert.equal(await hint.innerText(), 'refunded "30", last_refund "30"');
  await add(page, 'a Full Refund');
  assert.equal((await answers(page))[1], 'Refund: not possible');
  assert.equal(await page.innerText('#history-verdict'), 'These events can follow each other');
  await add(page, 'a reversal');
  assert.equal(await page.innerText('#history-verdict'), 'Event 5 would have been refused');
  assert.match(await page.innerText('#timeline li.refused'), /reversal\.\w+/);
  await add(page, 'a chargeback');
  assert.equal(JSON.parse(await textIn(page, 'events')).length, 6);
  assert.equal(JSON.parse(await page.textContent('#order-facts')).refunded, '80');
  await page.reload();
  await page.locator('#timeline li.refused').waitFor();
  assert.equal(await page.locator('#timeline > li').count(), 6, 'they are there again');
  assert.deepEqual(page.messages, []);
});

test('what can’t be a history is said at its event', async () => {
  const page = await open();
  await type(page, 'events', '[{"operation": "refund", "at": "2026-11-18T09:00:00Z"}, {}]');
  const problem = 'invalid history: [0]: a history begins with the order or the payout';
  assert.equal(await page.innerText('#events-problem'), problem);
  assert.match(await page.innerText('#timeline li.wrong'), /begins with the order/);
  assert.deepEqual(await answers(page), []);
  await page.getByRole('button', { name: 'Start again' }).click();
  await page.fill('#history-now', 'today');
  assert.match(await page.innerText('#next'), /invalid facts: now/);
  assert.deepEqual(page.messages, []);
});
