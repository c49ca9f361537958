// The form of the package's README, in Chromium and Firefox: by keyboard, pasted into, filled in by the browser, in three
// languages.

import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { messageIn } from 'paylint/messages';
import * as de from 'paylint/messages/de';
import * as en from 'paylint/messages/en';
import * as lv from 'paylint/messages/lv';
import { Engine, findingsAt } from 'paylint';
import { policies } from 'paylint/policies';
import { launch, launchFirefox, serve } from './browser.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const root = mkdtempSync(join(tmpdir(), 'paylint-'));
const languages = { de, en, lv };

/** The code of a fence in the README. */
function fence(info) {
  const readme = readFileSync(join(here, '../pkg/README.md'), 'utf8');
  return readme.split(`\n\`\`\`${info}\n`)[1].split('\n```\n')[0];
}

before(() => {
  const script = fence('js file=checkout.js');
  assert.ok(script.split('\n').length <= 60, 'README shows at most 60 lines');
  for (const language of Object.keys(languages)) {
    const speak = (text) => text.replaceAll('messages/de', `messages/${language}`);
    writeFileSync(join(root, `checkout-${language}.js`), speak(script));
    // What is submitted is in the address of a page here.
    const form = fence('html').replace('https://gateway.example/pay" method="post', '/pay');
    const html = speak(form).replace('checkout.js', `checkout-${language}.js`);
    const head = `<!doctype html><html lang="${language}"><meta charset="utf-8"><title>shop</title><main><h1>Shop</h1>`;
    writeFileSync(join(root, `${language}.html`), head + html);
  }
  writeFileSync(join(root, 'pay'), '<!doctype html><title>paid</title>');
});
after(() => rmSync(root, { recursive: true }));

const NAMES = ['email', 'cardholder_name', 'card_number', 'exp_month', 'exp_year', 'csc'];
const GOOD = ['grace.lee@mail.example', 'GRACE LEE', '4111111111111111', '12', '39', '123'];
const with_ = (changes) => NAMES.map((name, at) => changes[name] ?? GOOD[at]);
const AMEX = { card_number: '378282246310005', csc: '1234' };
/** What is typed or pasted, and what is then sent. */
const ACCEPTED = [
  [{}, {}],
  [{ card_number: ' 4111 1111 1111 1111 ', email: ' grace.lee@mail.example' }, {}],
  [{ card_number: '4111\u00a01111\u202f1111–1111', csc: '123\u200b', exp_month: '１２' }, {}],
  [{ card_number: '4111-1111-1111-1111', exp_year: '2039' }, {}],
  [AMEX, AMEX],
  // Hardly anybody has one, so there is a hint; but the gateway can take it.
  [{ card_number: '4222222222222' }, { card_number: '4222222222222' }],
];
/** What is typed, and which input is wrong. */
const REFUSED = [
  [{ card_number: '4111111111111112' }, 'card_number'],
  [{ card_number: '411111111111111' }, 'card_number'],
  [{ card_number: '41111111111111116' }, 'card_number'],
  [{ card_number: '0000000000000000' }, 'card_number'],
  [{ card_number: '' }, 'card_number'],
  [{ exp_year: '20' }, 'exp_year'],
  [{ exp_month: '13' }, 'exp_month'],
  [{ csc: '12' }, 'csc'],
  [{ ...AMEX, csc: '123' }, 'csc'],
  [{ csc: '1234' }, 'csc'],
  [{ cardholder_name: '' }, 'cardholder_name'],
  [{ cardholder_name: '4111 1111 1111 1111' }, 'cardholder_name'],
  [{ email: 'grace' }, 'email'],
  [{ email: 'grace@mail' }, 'email'],
];

/** Opens a page whose form is ready. */
async function open(page, url) {
  await page.goto(url);
  await page.waitForFunction(() => document.querySelector('form').noValidate);
}

const typed = (page, text) => page.keyboard.type(text);
const pasted = (page, text) => page.evaluate((text) => document.execCommand('insertText', false, text), text);

/** Fills in the form and submits it by keyboard; says what was sent, or what the input says that has the focus. */
async function fillIn(page, url, texts, enter) {
  await open(page, url);
  for (const text of texts) {
    await page.keyboard.press('Tab');
    if (text !== '') await enter(page, text);
  }
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.title === 'paid' || document.activeElement.localName === 'input');
  return page.evaluate(() => {
    if (document.title === 'paid') return Object.fromEntries(new URL(location).searchParams);
    const input = document.activeElement;
    const text = (id) => document.getElementById(id).textContent;
    const said = document.querySelector('[role=status]').textContent;
    const error = text(input.getAttribute('aria-describedby'));
    return [input.name, input.getAttribute('aria-invalid'), error, said];
  });
}

/** What the engine says of what was typed. */
function expected(texts, name, shopper) {
  const engine = new Engine(policies.checkout);
  const facts = { now: new Date(), order: { scenario: 'one_step', capabilities: [] } };
  const { email, ...card } = Object.fromEntries(NAMES.map((name, at) => [name, texts[at]]));
  const { report } =
    name === 'email'
      ? engine.checkForm('order', { client: { email }, products: [{ title: 'Bell', price: 12.5 }] }, facts)
      : engine.checkForm('payment', card, facts);
  return messageIn(shopper, findingsAt(report, name === 'email' ? '/client/email' : `/${name}`)[0]);
}

const BROWSERS = { Chromium: launch, Firefox: launchFirefox };
const CSP = { 'Content-Security-Policy': "script-src 'self' 'unsafe-inline'" }; // inline for the import map alone

for (const [browser, start] of Object.entries(BROWSERS)) {
  test(`README's form in ${browser}`, async (t) => {
    const launched = await start();
    /** Runs a test in a page of a server. */
    const inPage = (name, work, folders = {}, headers = {}) =>
      t.test(name, async () => {
        const all = { '/': root, '/paylint': join(here, '../pkg'), ...folders };
        const server = await serve(all, { headers, types: { '': 'text/html' } });
        const page = await launched.newPage();
        try {
          await work(page, server.url);
        } finally {
          await page.close();
          await server.close();
        }
      });
    try {
      for (const [name, headers] of [['with WebAssembly', {}], ['with WebAssembly forbidden', CSP]]) {
        await inPage(name, (page, url) => acceptsAndRefuses(page, url), {}, headers);
      }
      await inPage('while it is typed', whileTyping);
      if (browser === 'Chromium') await inPage('filled in by the browser', filledIn);
      await inPage('without an engine, the shopper goes on', async (page, url) => {
        const failed = new Promise((resolve) => page.on('pageerror', resolve));
        await page.goto(`${url}/de.html`);
        await failed;
        await page.keyboard.press('Tab');
        await page.keyboard.type('x@mail.example');
        await page.keyboard.press('Enter');
        await page.waitForFunction(() => document.title === 'paid');
      }, { '/paylint/plain.js': '/nowhere' }, CSP);
    } finally {
      await launched.close();
    }
  });
}

/** Each text in one of the languages, which take turns; all of them know all texts (translation.test.mjs). */
async function acceptsAndRefuses(page, url) {
  const turns = Object.entries(languages);
  for (const [at, [changes, name]] of REFUSED.entries()) {
    const [language, { shopper }] = turns[at % turns.length];
    const texts = with_(changes);
    const text = expected(texts, name, shopper);
    const said = await fillIn(page, `${url}/${language}.html`, texts, typed);
    assert.deepEqual(said, [name, 'true', text, text], JSON.stringify(changes));
  }
  for (const [at, [changes, sent]] of ACCEPTED.entries()) {
    const texts = with_(changes);
    const all = Object.fromEntries(NAMES.map((name, at) => [name, sent[name] ?? GOOD[at]]));
    const paid = await fillIn(page, `${url}/${turns[at % turns.length][0]}.html`, texts, at % 2 === 0 ? pasted : typed);
    assert.deepEqual({ ...paid, email: paid.email.trim() }, all, JSON.stringify(changes));
  }
}

/** An error comes when its input is left, goes when it is mended, and is said once; the number is in groups. */
async function whileTyping(page, url) {
  await open(page, `${url}/en.html`);
  const error = (name) => page.$eval(`#${name}-error`, (element) => element.textContent);
  const said = [];
  await page.exposeFunction('hear', (text) => said.push(text));
  await page.evaluate(() => {
    const region = document.querySelector('[role=status]');
    new MutationObserver(() => globalThis.hear(region.textContent)).observe(region, { childList: true });
  });
  await page.focus('[name=email]');
  await page.keyboard.type('grace@gmial.com');
  assert.equal(await error('email'), '');
  await page.keyboard.press('Tab');
  assert.equal(await error('email'), 'Please check the e-mail address: did you mean gmail.com?');
  assert.equal(await page.$eval('[name=email]', (input) => input.getAttribute('aria-invalid')), 'false', 'a hint');
  await page.focus('[name=card_number]');
  await page.keyboard.type('37828224631');
  assert.equal(await error('card_number'), '');
  assert.equal(await page.$eval('#brand', (element) => element.textContent), 'American Express');
  await page.keyboard.press('Tab');
  assert.equal(await error('card_number'), 'The card number isn’t complete yet.');
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('End');
  await page.keyboard.type('0005');
  assert.equal(await error('card_number'), '');
  const number = await page.$eval('[name=card_number]', ({ value, selectionStart }) => [value, selectionStart]);
  assert.deepEqual(number, ['3782 822463 10005', 17]);
  // In the middle, the caret stays where it is.
  await page.$eval('[name=card_number]', (input) => input.setSelectionRange(4, 4));
  await page.keyboard.press('Backspace');
  const rest = await page.$eval('[name=card_number]', ({ value, selectionStart }) => [value, selectionStart]);
  assert.deepEqual(rest, ['3788 224631 0005', 3]);
  assert.deepEqual(said, [
    'Please check the e-mail address: did you mean gmail.com?',
    'Please enter the name on the card.',
    'The card number isn’t complete yet.',
    'Please enter the month of expiry.',
  ]);
  await page.click('button');
  await page.evaluate(axe);
  const found = await page.evaluate(async () => (await globalThis.axe.run()).violations.map(({ id }) => id));
  assert.deepEqual(found, []);
}

/** Chromium's own autofill, which writes four digits of the year. */
async function filledIn(page, url) {
  await open(page, `${url}/de.html`);
  await page.type('[name=email]', 'grace.lee@mail.example');
  const devtools = await page.context().newCDPSession(page);
  const { root } = await devtools.send('DOM.getDocument');
  const number = await devtools.send('DOM.querySelector', { nodeId: root.nodeId, selector: '[name=card_number]' });
  const { node } = await devtools.send('DOM.describeNode', number);
  const card = { number: '4111111111111111', name: 'GRACE LEE', expiryMonth: '12', expiryYear: '2039', cvc: '123' };
  await devtools.send('Autofill.trigger', { fieldId: node.backendNodeId, card });
  await page.waitForFunction(() => document.querySelector('[name=exp_year]').value !== '');
  assert.equal(await page.$eval('[name=exp_year]', ({ value }) => value), '2039');
  await page.click('button');
  await page.waitForFunction(() => document.title === 'paid');
  const sent = await page.evaluate(() => Object.fromEntries(new URL(location).searchParams));
  assert.deepEqual(sent, Object.fromEntries(NAMES.map((name, at) => [name, GOOD[at]])));
}
