// The playground's page as a whole: widths and colours, axe, WebAssembly that is blocked, how it starts.
// Screenshots go to test/output/.

import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, readdirSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { address, look, output, startPlayground, tooWide, verdict, violations } from './playground.mjs';
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

/** The contrast of an element's text with what is behind it, in the state that it has. */
const contrast = (element) =>
  element.evaluate((node) => {
    const canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
    const paint = (colour) => {
      canvas.fillStyle = colour;
      canvas.fillRect(0, 0, 1, 1);
      return [...canvas.getImageData(0, 0, 1, 1).data];
    };
    const around = [];
    for (let at = node; at !== null; at = at.parentElement) around.unshift(at);
    canvas.clearRect(0, 0, 1, 1);
    for (const { backgroundColor } of around.map((it) => getComputedStyle(it))) paint(backgroundColor);
    const luminance = (colour) => {
      const [r, g, b] = paint(colour)
        .map((value) => value / 255)
        .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const both = [luminance('transparent'), luminance(getComputedStyle(node).color)];
    const [dark, light] = both.sort((a, b) => a - b);
    return (light + 0.05) / (dark + 0.05);
  });

for (const [view, selector] of [
  ['request', 'button:visible, header a:visible, select:visible, summary:visible'],
  ['history', '#history-view button:visible'],
  ['checkout', '#checkout-view :is(button, .choice label span):visible'],
]) {
  test(`what can be pressed in the ${view} view can be read while it is`, async () => {
    const page = await playground.open({ hash: `#${view}` });
    await VIEWS[view]?.(page);
    for (const name of ['light', 'dark']) {
      await look(page, name);
      const seen = new Set();
      for (const element of await page.locator(selector).all()) {
        // One of each kind.
        const kind = await element.evaluate((it) => `${it.tagName} ${it.className} ${it.id}`);
        if (seen.has(kind)) continue;
        seen.add(kind);
        const isReadable = async (state) => {
          const ratio = await contrast(element);
          assert.ok(ratio >= 4.5, `${kind}, ${name}, ${state}: ${ratio}`);
        };
        await element.focus().catch(() => {});
        await isReadable('focus');
        await element.hover({ force: true });
        await isReadable('hover');
        await page.mouse.down();
        await isReadable('active');
        // Let go elsewhere, so that nothing is pressed.
        await page.mouse.move(0, 0);
        await page.mouse.up();
      }
      assert.ok(seen.size > 1);
    }
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
  await page.route(/\.js$/, (route) => route.abort());
  await page.goto('about:blank');
  await page.goto(playground.url);
  await page.getByText('one of its files couldn’t be loaded').waitFor();
  assert.deepEqual(await violations(page), []);
});

test('the page works from a folder, without a server', async () => {
  const page = await playground.another({ at: pathToFileURL(`${here}dist/index.html`).href });
  assert.match(await verdict(page), /refuse/);
  await page.click('#to-history');
  assert.match(await page.innerText('#next'), /Capture: possible/);
  await page.click('#to-request');
  await page.getByRole('button', { name: 'compat.pair' }).first().click();
  assert.match(await page.innerText('dialog[open]'), /Basis/);
  assert.deepEqual(page.messages, []);
});

test('on the site, the names of rules lead to their pages', async () => {
  // As `cargo xtask site` marks it.
  const text = readFileSync(`${here}dist/index.html`, 'utf8');
  assert.match(text, /<html lang="en">/);
  const page = await playground.another();
  const body = text.replace('<html lang="en">', '<html lang="en" data-rules="../rules/">');
  await page.route(`${playground.url}/`, (route) =>
    route.fulfill({ body, contentType: 'text/html' }),
  );
  await page.goto('about:blank');
  await page.goto(`${playground.url}/`);
  await page.waitForSelector('html[data-ready]');
  const link = page.getByRole('link', { name: 'compat.pair' }).first();
  assert.equal(await link.getAttribute('href'), '../rules/compat.pair/index.html');
  await page.selectOption('#preset', { label: 'Order against a rule of your own' });
  await page.getByRole('button', { name: 'custom.order_limit' }).waitFor();
});

test('without a clipboard, what is copied can be copied by hand', async () => {
  // As on a page that was loaded by plain HTTP.
  const before = () => Object.defineProperty(navigator, 'clipboard', { value: undefined });
  const page = await playground.another({ before, width: 320 });
  await page.click('#share');
  const dialog = page.getByRole('dialog', { name: 'Copy it by hand' });
  const text = dialog.getByRole('textbox');
  assert.equal(await text.inputValue(), await address(page));
  assert.match(await address(page), /#request=/);
  const selected = () => getSelection().toString();
  assert.equal(await page.evaluate(selected), await address(page));
  assert.deepEqual(await violations(page, '#by-hand'), []);
  assert.deepEqual(await tooWide(page), []);
  await page.keyboard.press('Escape');
  assert.equal(await page.evaluate(() => document.activeElement.id), 'share');
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
    assert.match(await verdict(page), /refuse/);
  } finally {
    end();
  }
});
