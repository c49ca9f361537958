// Uses the playground in Firefox: from a server and from a folder, by keyboard alone.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { launchFirefox, serve } from '../../bindings-wasm/test/browser.mjs';

const dist = fileURLToPath(new URL('../dist', import.meta.url));
let server;
let browser;

before(async () => {
  server = await serve({ '/': dist });
  browser = await launchFirefox();
});
after(async () => {
  await browser?.close();
  await server?.close();
});

test('the page works in Firefox, from a server and from a folder', async () => {
  for (const address of [`${server.url}/`, pathToFileURL(`${dist}/index.html`).href]) {
    const page = await browser.newPage();
    const errors = [];
    page.on('pageerror', (error) => errors.push(`${error}`));
    await page.goto(address);
    const isFocused = (id) => page.evaluate((id) => document.activeElement.closest(`#${id}`) !== null, id);
    const tabTo = async (id) => {
      for (let tabs = 0; !(await isFocused(id)); tabs += 1) {
        assert.ok(tabs < 120, `${id} can't be reached`);
        await page.keyboard.press('Tab');
      }
    };
    const says = (selector, words) =>
      page.waitForFunction(
        ([selector, source]) => new RegExp(source).test(document.querySelector(selector).innerText),
        [selector, words.source],
      );
    await says('#verdict', /The gateway would refuse this order/);
    await says('#fields', /Optional/);
    await tabTo('body-editor');
    await page.keyboard.press('Control+a');
    await page.keyboard.type('x');
    await says('#findings', /the body isn't valid JSON/);
    assert.deepEqual(errors, []);
    await page.close();
  }
});
