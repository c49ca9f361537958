// The form of the package's README, in Chromium and Firefox: by keyboard, pasted into, filled in by the browser, in three
// languages.

import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
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
import { launch, launchFirefox, serve, violations } from './browser.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));
const root = mkdtempSync(join(tmpdir(), 'paylint-'));
const languages = { de, en, lv };

/** The code of a fence in the README. */
function fence(info) {
  const readme = readFileSync(join(here, '../pkg/README.md'), 'utf8');
  return readme.split(`\n\`\`\`${info}\n`)[1].split('\n```\n')[0];
}

/** The shop's own inputs, among and before those of the form. */
const FOREIGN = '<input type="hidden" name="csrf" value="x"><label><input type="checkbox" name="submit"> AGB</label>';
const SEARCH = '<form><label>Suche <input type="search" name="q"></label></form>';

before(() => {
  const script = fence('js file=checkout.js');
  assert.ok(script.split('\n').length <= 95, 'README shows at most 95 lines');
  const form = fence('html');
  const page = (name, html, attributes) => {
    const head = `<!doctype html><html ${attributes}><meta charset="utf-8"><title>shop</title><main><h1>Shop</h1>`;
    writeFileSync(join(root, `${name}.html`), head + html);
  };
  for (const language of Object.keys(languages)) {
    writeFileSync(join(root, `checkout-${language}.js`), script.replace('messages/de', `messages/${language}`));
    page(language, form.replace('checkout.js', `checkout-${language}.js`), `lang="${language}"`);
  }
  writeFileSync(join(root, 'checkout.js'), script);
  writeFileSync(join(root, 'impatient.js'), script.replace('10_000', '50'));
  page('foreign', SEARCH + form.replace('novalidate>', `novalidate>${FOREIGN}`), 'lang="de" dir="rtl"');
  page('impatient', form.replace('checkout.js', 'impatient.js'), 'lang="de"');
  writeFileSync(join(root, 'pay'), '<!doctype html><title>paid</title>');
});
after(() => rmSync(root, { recursive: true }));

const NAMES = ['email', 'cardholder_name', 'card_number', 'exp_month', 'exp_year', 'csc'];
const GOOD = ['grace.lee@mail.example', 'GRACE LEE', '4111111111111111', '12', '39', '123'];
const with_ = (changes) => NAMES.map((name, at) => changes[name] ?? GOOD[at]);
const AMEX = { card_number: '378282246310005', csc: '1234' };
/** Changes to the good texts that are accepted, and the values that are sent. */
const ACCEPTED = [
  [{}, {}],
  [{ card_number: ' 4111 1111 1111 1111 ', email: ' grace.lee@mail.example' }, {}],
  [{ card_number: '4111\u00a01111\u202f1111–1111', csc: '123\u200b', exp_month: '１２' }, {}],
  [{ card_number: '4111-1111-1111-1111', exp_year: '2039' }, {}],
  [AMEX, AMEX],
  // Hardly anybody has one, so there is a hint; but the gateway can take it.
  [{ card_number: '4222222222222' }, { card_number: '4222222222222' }],
];
/** Changes to the good texts that are refused, and the input that is wrong. */
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
  [{ email: '' }, 'email'],
  [{ email: 'grace' }, 'email'],
  [{ email: 'grace@mail' }, 'email'],
];

/** Opens a page whose form is ready. */
async function open(page, url) {
  await page.goto(url);
  await page.waitForSelector('#pay-button:enabled');
}

const typed = (page, text) => page.keyboard.type(text);
const pasted = (page, text) => page.evaluate((text) => document.execCommand('insertText', false, text), text);
const errorOf = (page, name) => page.textContent(`#pay-${name}-error`);
const alertIn = (page) => page.textContent('#pay-alert');
const isPaid = (page) => page.waitForFunction(() => document.title === 'paid');

/** Fills in the form and submits it by keyboard; what the input says that has the focus then, if nothing was sent. */
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
    if (document.title === 'paid') return undefined;
    const input = document.activeElement;
    const text = (id) => document.getElementById(id).textContent;
    const error = text(input.getAttribute('aria-describedby'));
    return [input.id.replace('pay-', ''), input.getAttribute('aria-invalid'), error, text('pay-alert')];
  });
}

/** The message of the engine about the typed texts. */
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
const csp = (scripts) => ({ 'Content-Security-Policy': `script-src ${scripts}` });
const STRICT = csp("'self' 'wasm-unsafe-eval'");
const NO_WEBASSEMBLY = csp("'self'");
/** Without these, no engine can be loaded. */
const NOWHERE = { '/paylint/check.wasm': '/nowhere', '/paylint/wasm.js': '/nowhere', '/paylint/plain.js': '/nowhere' };

for (const [browser, start] of Object.entries(BROWSERS)) {
  test(`README's form in ${browser}`, async (t) => {
    const launched = await start();
    /** Runs a test in a page of a server: with the page, the address, and all that was posted. */
    const inPage = (name, work, folders = {}, headers = STRICT) =>
      t.test(name, async () => {
        const all = { '/': root, '/paylint': join(here, '../pkg'), ...folders };
        const posts = [];
        const posted = (...post) => posts.push(post);
        const server = await serve(all, { headers, types: { '': 'text/html' }, posted });
        writeFileSync(join(root, 'orders'), JSON.stringify({ card_address: `${server.url}/pay` }));
        const page = await launched.newPage();
        try {
          await work(page, server.url, posts);
        } finally {
          await page.close();
          await server.close();
        }
      });
    try {
      await inPage('with WebAssembly', acceptsAndRefuses);
      await inPage('with WebAssembly forbidden', acceptsAndRefuses, {}, NO_WEBASSEMBLY);
      await inPage('while it is typed', whileTyping);
      await inPage('what is mended is mended everywhere', mended);
      await inPage('among inputs that it does not know', amongOthers);
      await inPage('without an engine nothing is sent', withoutEngine, NOWHERE);
      await inPage('without an answer to the order', withoutOrder, { '/orders': '/nowhere' });
      if (browser === 'Chromium') await inPage('filled in by the browser', filledIn);
      if (browser === 'Chromium') await inPage('composed by a keyboard', composed);
      if (browser === 'Chromium') await inPage('an engine that hangs', hanging);
    } finally {
      await launched.close();
    }
  });
}

/** Each text in one of the languages, which take turns; all of them know all texts (translation.test.mjs). */
async function acceptsAndRefuses(page, url, posts) {
  const turns = Object.entries(languages);
  for (const [at, [changes, name]] of REFUSED.entries()) {
    const [language, { shopper }] = turns[at % turns.length];
    const texts = with_(changes);
    const text = expected(texts, name, shopper);
    const said = await fillIn(page, `${url}/${language}.html`, texts, typed);
    assert.deepEqual(said, [name, 'true', text, text], JSON.stringify(changes));
  }
  assert.deepEqual(posts, []);
  for (const [at, [changes, sent]] of ACCEPTED.entries()) {
    const said = await fillIn(page, `${url}/${turns[at % turns.length][0]}.html`, with_(changes), at % 2 === 0 ? pasted : typed);
    assert.equal(said, undefined, JSON.stringify(changes));
    assert.deepEqual(paid(posts), with_(sent), JSON.stringify(changes));
  }
}

/** The order's e-mail address and the card, as posted. */
function paid(posts) {
  const [[order, body], [to, card]] = posts.splice(0);
  assert.deepEqual([order, to], ['/orders', '/pay']);
  return [JSON.parse(body).client.email, ...new URLSearchParams(card).values()];
}

/** An error comes when its input is left, and goes when it is mended; the number is in groups. */
async function whileTyping(page, url, posts) {
  await open(page, `${url}/en.html`);
  await page.focus('#pay-email');
  await page.keyboard.type('grace@gmial.com');
  assert.equal(await errorOf(page, 'email'), '');
  await page.keyboard.press('Tab');
  assert.equal(await errorOf(page, 'email'), 'Please check the e-mail address: did you mean gmail.com?');
  assert.equal(await page.getAttribute('#pay-email', 'aria-invalid'), 'false', 'a hint');
  await page.focus('#pay-card_number');
  await page.keyboard.type('37828224631');
  assert.equal(await errorOf(page, 'card_number'), '');
  assert.equal(await page.textContent('#pay-brand'), 'American Express');
  await page.keyboard.press('Tab');
  assert.equal(await errorOf(page, 'card_number'), 'The card number isn’t complete yet.');
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('End');
  await page.keyboard.type('0005');
  assert.equal(await errorOf(page, 'card_number'), '');
  const number = () => page.$eval('#pay-card_number', ({ value, selectionStart }) => [value, selectionStart]);
  assert.deepEqual(await number(), ['3782 822463 10005', 17]);
  // In the middle, the caret stays where it is; a gap isn't in the way.
  const pressAt = async (at, key) => {
    await page.$eval('#pay-card_number', (input, at) => input.setSelectionRange(at, at), at);
    await page.keyboard.press(key);
    return number();
  };
  assert.deepEqual(await pressAt(4, 'Backspace'), ['3788 224631 0005', 3]);
  assert.deepEqual(await pressAt(4, 'Delete'), ['3788 246310 005', 4]);
  assert.deepEqual(await pressAt(5, 'Backspace'), ['3782 463100 05', 3]);
  assert.equal(await alertIn(page), '');
  await page.click('#pay-button');
  assert.equal(await alertIn(page), await errorOf(page, 'cardholder_name'));
  assert.deepEqual(await violations(page), []);
  assert.deepEqual(posts, []);
}

/** Mending one field clears the errors of others, and the announcement. */
async function mended(page, url) {
  const now = new Date();
  const texts = with_({ card_number: AMEX.card_number, exp_month: '0', exp_year: String(now.getFullYear()), csc: '123' });
  assert.equal((await fillIn(page, `${url}/en.html`, texts, typed))[0], 'exp_month');
  const errors = () => Promise.all(['exp_month', 'exp_year', 'csc'].map((name) => errorOf(page, name)));
  assert.equal(await alertIn(page), (await errors())[0]);
  await page.fill('#pay-exp_month', '12');
  assert.deepEqual(await errors(), ['', '', 'The security code of this card has 4 digits.']);
  assert.equal(await alertIn(page), '');
  await page.fill('#pay-exp_year', String(now.getFullYear() - 2));
  assert.equal((await errors())[1], 'This card has expired.');
  await page.fill('#pay-exp_year', '39');
  await page.fill('#pay-card_number', '4111111111111111');
  assert.deepEqual(await errors(), ['', '', '']);
  await page.click('#pay-button');
  await isPaid(page);
}

/** A page as printed, from right to left, with three inputs of the shop's. */
async function amongOthers(page, url, posts) {
  await open(page, `${url}/foreign.html`);
  // A check that throws sends nothing.
  await page.evaluate(() => document.getElementById('pay-csc').remove());
  await page.click('#pay-button');
  assert.deepEqual([posts, await page.title()], [[], 'shop']);
  await open(page, `${url}/foreign.html`);
  const directions = await page.evaluate(
    (names) => names.map((name) => getComputedStyle(document.getElementById(`pay-${name}`)).direction),
    NAMES,
  );
  assert.deepEqual(directions, ['rtl', 'rtl', 'ltr', 'ltr', 'ltr', 'ltr'], 'digits go from left to right');
  await page.click('#pay-button');
  assert.equal(await page.evaluate(() => document.activeElement.id), 'pay-email');
  await page.check('[name=submit]');
  for (const [at, name] of NAMES.entries()) await page.fill(`#pay-${name}`, GOOD[at]);
  assert.deepEqual(posts, []);
  await page.click('#pay-button');
  await isPaid(page);
  assert.deepEqual(paid(posts), GOOD);
}

const TROUBLE = 'Das hat leider nicht geklappt. Bitte laden Sie die Seite neu.';

async function withoutEngine(page, url, posts) {
  await page.goto(`${url}/de.html`);
  await page.waitForFunction((text) => document.getElementById('pay-alert').textContent === text, TROUBLE);
  await sendsNothing(page, posts);
}

/** Without an answer from the shop's server, the card isn't sent, and the shopper can try again. */
async function withoutOrder(page, url, posts) {
  await open(page, `${url}/de.html`);
  for (const [at, name] of NAMES.entries()) await page.fill(`#pay-${name}`, GOOD[at]);
  await page.click('#pay-button');
  await page.waitForFunction((text) => document.getElementById('pay-alert').textContent === text, TROUBLE);
  assert.deepEqual(posts.map(([path]) => path), ['/orders']);
  await page.waitForSelector('#pay-button:enabled');
}

/** The module never comes: nothing can be sent before and after the time limit. */
async function hanging(page, url, posts) {
  await page.route('**/check.wasm', () => {});
  await page.goto(`${url}/de.html`);
  assert.match(await alertIn(page), /^Einen Moment/);
  await sendsNothing(page, posts);
  await page.goto(`${url}/impatient.html`);
  await page.waitForFunction((text) => document.getElementById('pay-alert').textContent === text, TROUBLE);
  await sendsNothing(page, posts);
}

async function sendsNothing(page, posts) {
  for (const [at, name] of NAMES.entries()) await page.fill(`#pay-${name}`, GOOD[at]);
  await page.keyboard.press('Enter');
  await page.click('#pay-button', { force: true });
  assert.deepEqual([posts, await page.title()], [[], 'shop']);
}

/** An input method that writes several characters before it is done. */
async function composed(page, url) {
  await open(page, `${url}/de.html`);
  await page.focus('#pay-card_number');
  const devtools = await page.context().newCDPSession(page);
  const number = '4111111111111111';
  for (let end = 1; end <= number.length; end++)
    await devtools.send('Input.imeSetComposition', { text: number.slice(0, end), selectionStart: end, selectionEnd: end });
  assert.equal(await page.inputValue('#pay-card_number'), number);
  await devtools.send('Input.insertText', { text: number });
  assert.equal(await page.inputValue('#pay-card_number'), '4111 1111 1111 1111');
}

/** Chromium's own autofill, which writes four digits of the year. */
async function filledIn(page, url, posts) {
  await open(page, `${url}/de.html`);
  await page.type('#pay-email', 'grace.lee@mail.example');
  const devtools = await page.context().newCDPSession(page);
  const { root } = await devtools.send('DOM.getDocument');
  const number = await devtools.send('DOM.querySelector', { nodeId: root.nodeId, selector: '#pay-card_number' });
  const { node } = await devtools.send('DOM.describeNode', number);
  const card = { number: '4111111111111111', name: 'GRACE LEE', expiryMonth: '12', expiryYear: '2039', cvc: '123' };
  await devtools.send('Autofill.trigger', { fieldId: node.backendNodeId, card });
  await page.waitForFunction(() => document.getElementById('pay-exp_year').value !== '');
  assert.equal(await page.inputValue('#pay-exp_year'), '2039');
  await page.click('#pay-button');
  await isPaid(page);
  assert.deepEqual(paid(posts), GOOD);
}
