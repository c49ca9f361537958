// The form of the package's README, in Chromium and Firefox, by keyboard alone and in three languages.

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
import { Engine } from 'paylint';
import { policies } from 'paylint/policies';
import puppeteer from 'puppeteer-core';
import { serve } from './browser.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));
const root = mkdtempSync(join(tmpdir(), 'paylint-'));
const languages = { de, en, lv };

/** The code of a fence in the README. */
function fence(info) {
  const readme = readFileSync(join(here, '../pkg/README.md'), 'utf8');
  return readme.split(`\n\`\`\`${info}\n`)[1].split('\n```\n')[0];
}

/** What a bundler would do: where the package's modules are. */
const imports = Object.fromEntries(
  ['check', 'messages', 'messages/de', 'messages/en', 'messages/lv', 'policies'].map((name) => [
    `paylint/${name}`,
    `/pkg/${name}.js`,
  ]),
);
const importMap = JSON.stringify({ imports });

before(() => {
  for (const language of Object.keys(languages)) {
    const script = fence('js file=checkout.js').replace('paylint/messages/de', `paylint/messages/${language}`);
    writeFileSync(join(root, `checkout-${language}.js`), script);
    const html = fence('html').replace('checkout.js', `checkout-${language}.js`).replace('method="post"', '');
    const head = `<!doctype html><meta charset="utf-8"><script type="importmap">${importMap}</script>`;
    writeFileSync(join(root, `${language}.html`), `${head}${html}`);
  }
  // What is submitted is in the address.
  writeFileSync(join(root, 'pay'), '<!doctype html><title>paid</title>');
});
after(() => rmSync(root, { recursive: true }));

const GOOD = ['grace.lee@mail.example', 'GRACE LEE', '4111 1111 1111 1111', '12', '49', '123'];
const with_ = (place, text) => GOOD.map((good, at) => (at === place ? text : good));
/** What is typed, and the place of the input that is wrong. */
const BAD = {
  'checksum wrong': [with_(2, '4111 1111 1111 1112'), 2],
  expired: [with_(4, '20'), 4],
  'code of two digits': [with_(5, '12'), 5],
  'month 13': [with_(3, '13'), 3],
  'three digits': [with_(2, '411'), 2],
  'no name': [with_(1, ''), 1],
  'e-mail without its end': [with_(0, 'x'), 0],
};

/** Fills in the form and submits it, by keyboard alone. Returns what the input that has the focus then says, or that it was paid. */
async function fillIn(page, url, texts) {
  await page.goto(url);
  await page.waitForFunction(() => document.querySelector('input').dataset.state !== undefined);
  for (const text of texts) {
    await page.keyboard.press('Tab');
    await page.keyboard.type(text);
  }
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.waitForFunction(
    () => document.title === 'paid' || document.activeElement.localName === 'input',
  );
  return page.evaluate(() => {
    if (document.title === 'paid') return 'paid';
    const input = document.activeElement;
    const inputs = [...document.querySelectorAll('input')];
    return [inputs.indexOf(input), input.validationMessage, input.dataset.state];
  });
}

/** What the engine says of what was typed. */
function expected([email, cardholder_name, card_number, exp_month, exp_year, csc], shopper) {
  const engine = new Engine(policies.checkout);
  const facts = { now: new Date(), order: { scenario: 'one_step', capabilities: [] } };
  const card = { cardholder_name, card_number: card_number.replaceAll(' ', ''), csc };
  const order = { client: { email }, products: [{ title: 'Bell', price: 12.5 }] };
  const payment = { ...card, exp_month: Number(exp_month), exp_year: Number(exp_year) };
  const findings = [
    ...engine.check('order', order, facts).findings,
    ...engine.check('payment', payment, facts).findings,
  ].filter(({ level }) => level === 'deny');
  assert.equal(findings.length, 1);
  return messageIn(shopper, findings[0]);
}

const BROWSERS = {
  chrome: {
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu'],
  },
  firefox: { executablePath: process.env.FIREFOX ?? '/usr/bin/firefox-esr' },
};
const CSP = "script-src 'self' 'unsafe-inline'"; // inline for the import map alone
const POLICIES = {
  'with WebAssembly': {},
  'with WebAssembly forbidden': { 'Content-Security-Policy': CSP },
};

for (const [browser, options] of Object.entries(BROWSERS)) {
  test(`README's form in ${browser}`, async (t) => {
    const launched = await puppeteer.launch({ browser, headless: true, ...options });
    try {
      for (const [name, headers] of Object.entries(POLICIES)) {
        const server = await serve({ '/': root, '/pkg': join(here, '../pkg') }, { headers, types: { '': 'text/html' } });
        const page = await launched.newPage();
        await t.test(name, () => refusesOnlyWhatIsWrong(page, server.url));
        await page.close();
        await server.close();
      }
      await t.test('without an engine, the shopper goes on', async () => {
        const headers = { 'Content-Security-Policy': CSP };
        const folders = { '/': root, '/pkg': join(here, '../pkg'), '/pkg/plain.js': '/nowhere' };
        const server = await serve(folders, { headers, types: { '': 'text/html' } });
        const page = await launched.newPage();
        const warned = new Promise((resolve) => page.on('console', (message) => resolve(message.text())));
        await page.goto(`${server.url}/de.html`);
        await warned;
        await page.keyboard.press('Tab');
        await page.keyboard.type('x');
        await page.keyboard.press('Enter');
        await page.waitForFunction(() => document.title === 'paid');
        await page.close();
        await server.close();
      });
    } finally {
      await launched.close();
    }
  });
}

/** Each mistake in one of the languages, which take turns; all of them know all texts (translation.test.mjs). */
async function refusesOnlyWhatIsWrong(page, url) {
  for (const [turn, [language, { shopper }]] of Object.entries(languages).entries()) {
    for (const [name, [texts, place]] of Object.entries(BAD).filter((_, at) => at % 3 === turn)) {
      const [at, message, state] = await fillIn(page, `${url}/${language}.html`, texts);
      assert.equal(at, place, name);
      assert.equal(message, expected(texts, shopper), name);
      assert.match(state, /^(missing|incomplete|wrong)$/, name);
    }
    assert.equal(await fillIn(page, `${url}/${language}.html`, GOOD), 'paid');
  }
}
