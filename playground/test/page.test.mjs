// The playground's page as a whole: widths and colours, axe, WebAssembly that is blocked, how it starts.
// Screenshots go to test/output/.

import assert from 'node:assert/strict';
import { mkdirSync, readdirSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { look, output, startPlayground, tooWide, violations } from './playground.mjs';
import { startGroup } from '../../bindings-wasm/test/group.mjs';

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
    await page.check('#avs');
    await page.click('label[for=scenario-two_step]');
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
      const isFine = async (selector) => {
        for (const name of looks) {
          await look(page, name);
          assert.deepEqual(await violations(page, selector), [], name);
        }
      };
      await isFine();
      await use(page);
      await isFine();
      await page.locator('button.rule:visible').first().click();
      await page.waitForSelector('dialog[open]');
      await isFine('dialog[open]');
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

test('switches and choices can be seen with forced colours', async () => {
  const page = await playground.open({ hash: '#checkout' });
  await look(page, 'forced');
  // Pixels, because the computed style doesn't say what is drawn.
  const colours = async (selector) => {
    const bytes = await page.locator(selector).screenshot();
    return page.evaluate(async (png) => {
      const bitmap = await createImageBitmap(new Blob([new Uint8Array(png)]));
      const canvas = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
      canvas.drawImage(bitmap, 0, 0);
      const { data } = canvas.getImageData(0, 0, bitmap.width, bitmap.height);
      return new Set(new Uint32Array(data.buffer)).size;
    }, [...bytes]);
  };
  assert.ok((await colours('#moto')) > 1, 'a switch isn’t one plane');
  const chosen = page.locator('#scenario-one_step + span');
  const other = page.locator('#scenario-two_step + span');
  const background = (element) => getComputedStyle(element).backgroundColor;
  assert.notEqual(await chosen.evaluate(background), await other.evaluate(background));
});

test('the page says that WebAssembly is blocked', async () => {
  const policy = "script-src 'self'";
  const strict = await startPlayground({ headers: { 'Content-Security-Policy': policy } });
  const page = await strict.open();
  const alert = page.getByRole('alert');
  assert.match(await alert.innerText(), /^WebAssembly is blocked on this page/);
  assert.match(await alert.innerText(), /Its script-src needs ‘wasm-unsafe-eval’/);
  assert.equal(await page.locator('#request-view').isVisible(), false);
  assert.deepEqual(await violations(page), []);
  await strict.close();
});

test('the page says that WebAssembly is switched off', async () => {
  const before = () => delete globalThis.WebAssembly;
  const page = await playground.another({ before, width: 320 });
  const alert = page.getByRole('alert');
  assert.match(await alert.innerText(), /^This browser has WebAssembly switched off/);
  assert.deepEqual(await tooWide(page), []);
});

test('the page says that its files can’t be loaded', async () => {
  const page = await playground.another();
  const unreachable = async (pattern, hash = '') => {
    await page.unrouteAll();
    await page.route(pattern, (route) => route.abort());
    await page.goto('about:blank');
    await page.goto(`${playground.url}/${hash}`);
    await page.waitForSelector('html[data-ready]');
  };
  await unreachable(/view-[^/]*\.js$/);
  assert.match(await page.getByRole('alert').innerText(), /^paylint couldn’t be loaded/);
  await unreachable(/prose-[^/]*\.js$/);
  await page.getByRole('button', { name: 'compat.pair' }).first().click();
  await page.waitForSelector('dialog[open]');
  assert.match(await page.innerText('#why-text'), /couldn’t be loaded\. Are you offline\?/);
});

test('without a clipboard, what is copied can be copied by hand', async () => {
  // As on a page that was loaded by plain HTTP.
  const before = () => Object.defineProperty(navigator, 'clipboard', { value: undefined });
  const page = await playground.another({ before, width: 320 });
  await page.click('#share');
  const dialog = page.getByRole('dialog', { name: 'Copy it by hand' });
  const text = dialog.getByRole('textbox');
  assert.equal(await text.inputValue(), page.url());
  assert.match(page.url(), /#request=/);
  const selected = () => getSelection().toString();
  assert.equal(await page.evaluate(selected), page.url());
  assert.deepEqual(await violations(page, '#by-hand'), []);
  assert.deepEqual(await tooWide(page), []);
  await page.keyboard.press('Escape');
  assert.equal(await page.evaluate(() => document.activeElement.id), 'share');
  assert.deepEqual(page.messages, []);
});

test('the built page is static files that may load nothing but each other', async () => {
  const files = readdirSync(`${here}dist/assets`);
  assert.ok(files.some((name) => name.endsWith('.wasm')));
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

test('one command starts it', async () => {
  const args = ['start', '--', '--port', '0', '--host', '127.0.0.1'];
  const env = { ...process.env, NO_COLOR: '1' };
  const { child: server, end } = startGroup('npm', args, { cwd: here, env });
  try {
    const address = await new Promise((resolve, reject) => {
      let said = '';
      server.stdout.on('data', (bytes) => {
        said += bytes;
        const found = /http:\/\/127\.0\.0\.1:\d+\//.exec(said);
        if (found !== null) resolve(found[0]);
      });
      server.on('exit', () => reject(new Error(said)));
    });
    const page = await playground.open({ at: address });
    assert.match(await page.innerText('#verdict-words'), /^Rejected/);
  } finally {
    end();
  }
});
