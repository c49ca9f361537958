// The playground's page as a whole: widths and colours, axe, WebAssembly that is blocked, how it starts.
// Screenshots go to test/output/.

import assert from 'node:assert/strict';
import { mkdirSync, readdirSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { address, look, output, startPlayground, tooWide, verdict, violations } from './playground.mjs';

const here = fileURLToPath(new URL('..', import.meta.url));
let playground;

before(async () => {
  mkdirSync(output, { recursive: true });
  playground = await startPlayground();
});
after(() => playground?.close());

const VIEWS = {
  request: async (page) => {
    await page.waitForFunction(() => document.getElementById('fields').textContent !== '');
    await page.evaluate(() => {
      for (const details of document.querySelectorAll('#request-view details')) details.open = true;
    });
  },
  checkout: async (page) => {
    await page.fill('#email', 'grace.lee at mail');
    await page.fill('#birth_date', '30/09/1991');
    await page.click('.pay');
    await page.locator('.posts summary').first().click();
  },
};

for (const [view, use] of Object.entries(VIEWS)) {
  test(`the ${view} view fits, however wide the page is`, async () => {
    const page = await playground.open({ hash: `#${view}`, width: 320 });
    await use(page);
    for (const width of [320, 390, 768, 1280, 1920]) {
      await page.setViewportSize({ width, height: 900 });
      assert.deepEqual(await tooWide(page), [], `${width} pixels`);
      await page.evaluate(() => scrollTo(0, 0));
      await page.screenshot({ path: `${output}/${view}-${width}.png`, fullPage: true });
    }
  });

  for (const [width, height, looks] of [
    [1280, 900, ['light', 'dark', 'forced']],
    [390, 844, ['light']],
  ]) {
    test(`axe finds nothing in the ${view} view, ${looks} at ${width} pixels`, async () => {
      const page = await playground.open({ hash: `#${view}`, width, height });
      const isFine = async () => {
        for (const name of looks) {
          await look(page, name);
          assert.deepEqual(await violations(page), [], name);
        }
      };
      await isFine();
      await use(page);
      await isFine();
      assert.deepEqual(page.messages, []);
    });
  }

  test(`the ${view} view’s verdict is in sight on a phone`, async () => {
    const page = await playground.open({ hash: `#${view}`, width: 390, height: 844 });
    const isInSight = () =>
      page.locator(`#${view}-view > .verdict`).evaluate((element) => {
        const { top, bottom, height } = element.getBoundingClientRect();
        return height > 0 && top >= 0 && bottom <= innerHeight;
      });
    assert.ok(await isInSight());
    await use(page);
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight / 2));
    assert.ok(await isInSight(), 'also further down');
  });
}

test('the page says that WebAssembly is blocked or switched off', async () => {
  const headers = { 'Content-Security-Policy': "script-src 'self'" };
  const strict = await startPlayground({ headers });
  const off = playground.another({ before: () => delete globalThis.WebAssembly, width: 320 });
  for (const [page, why] of [[await strict.open(), /Content Security Policy/], [await off, /WebAssembly is not defined/]]) {
    const alert = page.getByRole('alert');
    assert.match(await alert.innerText(), /^paylint couldn’t be started.*‘wasm-unsafe-eval’/s);
    assert.match(await alert.locator('code').innerText(), why);
    assert.equal(await page.locator('#request-view').isVisible(), false);
    assert.deepEqual(await violations(page), []);
    assert.deepEqual(await tooWide(page), []);
  }
  await strict.close();
});

test('the page says that its files can’t be loaded', async () => {
  const page = await playground.another();
  await page.route(/\.js$/, (route) => route.abort());
  await page.goto('about:blank');
  await page.goto(playground.url);
  await page.getByText('one of its files couldn’t be loaded').waitFor();
  assert.deepEqual(await violations(page), []);
});

test('the page works from a folder, without a server', async () => {
  const page = await playground.another({ at: pathToFileURL(`${here}dist/index.html`).href });
  assert.match(await verdict(page), /refuse/);
  await page.click('#to-checkout');
  assert.match(await page.innerText('#checkout-verdict'), /Not complete/);
  assert.deepEqual(page.messages, []);
});

test('the names of rules lead to their pages in the site', async () => {
  const page = await playground.open();
  const link = page.getByRole('link', { name: 'compat.pair' }).first();
  assert.equal(await link.getAttribute('href'), '../rules/compat.pair/index.html');
  await page.selectOption('#preset', { label: 'Order against a rule of your own' });
  await page.locator('#findings span.rule', { hasText: 'custom.order_limit' }).waitFor();
});

test('without a clipboard, the link is in the address bar', async () => {
  // As on a page that was loaded by plain HTTP.
  const before = () => Object.defineProperty(navigator, 'clipboard', { value: undefined });
  const page = await playground.another({ before });
  await page.getByRole('button', { name: 'Copy link' }).click();
  await page.getByRole('button', { name: 'The link is in the address bar' }).waitFor();
  assert.match(await address(page), /#sheet=/);
  assert.deepEqual(page.messages, []);
});

test('the built page is static files that may load nothing but each other', async () => {
  const kinds = readdirSync(`${here}dist/assets`).map((name) => name.replace(/.*\./, ''));
  assert.deepEqual(kinds.sort(), ['css', 'js']);
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
