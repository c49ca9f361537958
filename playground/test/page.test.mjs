// The playground's page as a whole: widths and colours, axe, WebAssembly that is blocked, how it starts, Firefox.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { after, afterEach, before, test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { launchFirefox, violations } from '../../bindings-wasm/test/browser.mjs';
import { address, focus, says, startPlayground, tabTo, tooWide, type, verdict } from './playground.mjs';

const dist = fileURLToPath(new URL('../dist/', import.meta.url));
const folder = pathToFileURL(`${dist}index.html`).href;
let playground;

before(async () => {
  playground = await startPlayground();
});
afterEach(() => playground.closePages());
after(() => playground?.close());

/** Opens all that can be. */
const use = async (page) => {
  await page.waitForFunction(() => document.getElementById('fields').textContent !== '');
  await page.evaluate(() => {
    for (const details of document.querySelectorAll('details')) details.open = true;
  });
};

test('the page fits, however wide it is', async () => {
  const page = await playground.open({ width: 320 });
  await use(page);
  for (const width of [320, 390, 768, 1280, 1920]) {
    await page.setViewportSize({ width, height: 900 });
    assert.deepEqual(await tooWide(page), [], `${width} pixels`);
  }
});

for (const [width, height, looks] of [
  [1280, 900, [{ colorScheme: 'light' }, { colorScheme: 'dark' }, { colorScheme: 'light', forcedColors: 'active' }]],
  [390, 844, [{ colorScheme: 'light' }]],
]) {
  test(`axe finds nothing at ${width} px`, async () => {
    const page = await playground.open({ width, height });
    const isFine = async () => {
      for (const look of looks) {
        await page.emulateMedia({ forcedColors: 'none', ...look });
        assert.deepEqual(await violations(page), [], JSON.stringify(look));
      }
    };
    await isFine();
    await use(page);
    await isFine();
    assert.deepEqual(page.messages, []);
  });
}

test('the verdict is in sight on a phone', async () => {
  const page = await playground.open({ width: 390, height: 844 });
  const isInSight = () =>
    page.locator('#verdict').evaluate((element) => {
      const { top, bottom, height } = element.getBoundingClientRect();
      return height > 0 && top >= 0 && bottom <= innerHeight;
    });
  assert.ok(await isInSight());
  await use(page);
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight / 2));
  assert.ok(await isInSight(), 'also further down');
});

test('page says that WebAssembly is blocked', async () => {
  const headers = { 'Content-Security-Policy': "script-src 'self'" };
  const strict = await startPlayground({ headers });
  const off = playground.open({ before: () => delete globalThis.WebAssembly, width: 320 });
  for (const [page, why] of [[await strict.open(), /Content Security Policy/], [await off, /WebAssembly is not defined/]]) {
    const alert = page.getByRole('alert');
    assert.match(await alert.innerText(), /^paylint couldn’t be started.*‘wasm-unsafe-eval’/s);
    assert.match(await alert.locator('code').innerText(), why);
    assert.equal(await page.locator('#view').isVisible(), false);
    assert.deepEqual(await violations(page), []);
    assert.deepEqual(await tooWide(page), []);
  }
  await strict.close();
});

test('page says that its files can’t be loaded', async () => {
  const page = await playground.open();
  await page.route(/\.js$/, (route) => route.abort());
  await page.goto('about:blank');
  await page.goto(playground.url);
  await page.getByText('one of its files couldn’t be loaded').waitFor();
  assert.deepEqual(await violations(page), []);
});

test('page works from a folder', async () => {
  const page = await playground.open({ at: folder });
  assert.match(await verdict(page), /refuse/);
  await page.locator('#findings .rule').first().click();
  await page.locator('.rule-page').waitFor();
  assert.deepEqual(page.messages, []);
});

test('the page works in Firefox, by keyboard alone', async (t) => {
  const firefox = await launchFirefox();
  t.after(() => firefox.close());
  for (const address of [`${playground.url}/`, folder]) {
    const page = await firefox.newPage();
    const errors = [];
    page.on('pageerror', (error) => errors.push(`${error}`));
    await page.goto(address);
    await says(page, '#verdict', /The gateway would refuse this order/);
    await says(page, '#fields', /Optional/);
    await tabTo(page, /^Request body$/);
    await focus(page, 'body');
    await page.keyboard.press('Control+a');
    await page.keyboard.type('x');
    await says(page, '#findings', /the body isn't valid JSON/);
    assert.deepEqual(errors, []);
    // So that the next page gets what is typed.
    await page.close();
  }
});

test('rule’s page opens below its finding', async () => {
  const page = await playground.open();
  const name = page.locator('#findings').getByRole('button', { name: 'date.format' });
  const shown = page.locator('#findings li').getByRole('region', { name: 'The rule date.format' });
  await name.click();
  assert.match(await shown.innerText(), /A birth date is a real day.*It is violated by this order.*17\.03\.1990/s);
  assert.deepEqual(await shown.getByRole('link').allInnerTexts(), ['Open it here'], 'nothing that isn’t there');
  assert.deepEqual(await violations(page, '#report'), []);
  await type(page, 'facts', '{}');
  assert.ok(await shown.isVisible(), 'it stays while its finding does');
  await name.click();
  assert.equal(await shown.count(), 0);
  // As the site marks it.
  await page.evaluate(() => (document.documentElement.dataset.rules = '../rules/'));
  await name.click();
  const more = shown.getByRole('link', { name: 'More about the rule' });
  assert.equal(await more.getAttribute('href'), '../rules/date.format/index.html');
  await shown.getByRole('link', { name: 'Open it here' }).click();
  await says(page, '#body-editor', /17\.03\.1990/);
  await page.selectOption('#preset', { label: 'Order against a rule of your own' });
  await page.locator('#findings span.rule', { hasText: 'custom.order_limit' }).waitFor();
  assert.deepEqual(page.messages, []);
});

test('verdict leads to the findings beside it', async () => {
  const top = (page, selector) => page.locator(selector).evaluate((element) => element.getBoundingClientRect().top);
  const phone = await playground.open({ width: 390, height: 844 });
  await phone.getByRole('button', { name: /^3 errors/ }).click();
  const below = (await top(phone, '#findings')) - (await top(phone, '#verdict'));
  assert.ok(below > 40 && below < 160, `${below}`);
  assert.equal(await phone.evaluate(() => document.activeElement.id), 'report');
  const page = await playground.open();
  await says(page, '#fields', /Optional/);
  const left = (selector) => page.locator(selector).evaluate((element) => element.getBoundingClientRect().left);
  assert.ok((await left('#fields')) < (await left('#report')), 'below the editors');
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  assert.ok((await top(page, '#findings')) < 200, 'still in sight');
});

test('nothing moves while the page starts', async () => {
  const before = () => {
    globalThis.moved = 0;
    const add = (list) => list.getEntries().forEach(({ value }) => (globalThis.moved += value));
    new PerformanceObserver(add).observe({ type: 'layout-shift', buffered: true });
  };
  for (const width of [1280, 390]) {
    const page = await playground.open({ before, width });
    await says(page, '#fields', /Optional/);
    const moved = await page.evaluate(() => globalThis.moved);
    assert.ok(moved < 0.05, `${moved} at ${width} pixels`);
  }
});

test('without a clipboard, the address has the link', async () => {
  // As on a page that was loaded by plain HTTP.
  const before = () => Object.defineProperty(navigator, 'clipboard', { value: undefined });
  const page = await playground.open({ before });
  await page.getByRole('button', { name: 'Copy link' }).click();
  await page.getByRole('button', { name: 'The link is in the address bar' }).waitFor();
  assert.match(await address(page), /#sheet=/);
  assert.deepEqual(page.messages, []);
});

test('what isn’t shown isn’t loaded yet', async () => {
  const page = await playground.open();
  await says(page, '#fields', /Optional/);
  const loaded = () => page.requests.flatMap((address) => /^http.*\/(assets\/.*)/.exec(address)?.[1] ?? []);
  const size = ['index.html', ...loaded()].reduce((sum, file) => sum + gzipSync(readFileSync(`${dist}${file}`)).length, 0);
  assert.ok(size < 300_000, `${size} bytes with gzip: ${loaded()}`);
  const loads = async (file, action) => {
    assert.doesNotMatch(loaded().join(), file);
    await action();
    assert.match(loaded().join(), file);
  };
  await loads(/codemirror/, async () => {
    await page.locator('#body-editor').hover();
    await page.locator('#body-editor .cm-lintRange-error').first().waitFor();
    await page.locator('#body-editor .cm-content[contenteditable]').waitFor();
  });
  await loads(/prose/, async () => {
    await page.locator('#findings .rule').first().click();
    await page.locator('.rule-page').waitFor();
  });
  assert.deepEqual(page.messages, []);
});

test('built page may load only its own files', async () => {
  const kinds = readdirSync(`${dist}assets`).map((name) => name.replace(/.*\./, ''));
  assert.deepEqual(new Set(kinds), new Set(['css', 'js']));
  const page = await playground.open();
  const policy = await page.getAttribute('meta[http-equiv]', 'content');
  assert.match(policy, /default-src 'self'/);
  assert.match(policy, /connect-src 'self';/);
  const refused = await page.evaluate(() =>
    fetch('https://gateway.example/').then(
      () => false,
      () => true,
    ),
  );
  assert.ok(refused);
});
