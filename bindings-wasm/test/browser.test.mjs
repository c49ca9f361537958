// In headless Chromium: every case through the entries for browsers from a static server, and failures to load.

import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { launch, serve } from './browser.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));
const root = mkdtempSync(join(tmpdir(), 'paylint-'));
const folders = { '/': root, '/pkg': join(here, '../pkg'), '/test': here };
let browser;
let page;

before(async () => {
  cpSync(process.env.PAYLINT_CASES, join(root, 'cases.tsv'));
  writeFileSync(join(root, 'index.html'), '<!doctype html><title>paylint</title><p>ready</p>');
  browser = await launch();
  page = await browser.newPage();
});
after(async () => {
  await browser?.close();
  rmSync(root, { recursive: true });
});

/** Starts a server, and runs a function in a page that is loaded from it. */
async function inPage(work, { path = '/', given, ...options } = {}) {
  const server = await serve(folders, options);
  try {
    await page.goto(server.url + path);
    return await page.evaluate(work, given);
  } finally {
    await server.close();
  }
}

for (const entry of ['index', 'inline']) {
  test(`every case in the browser, ${entry}.js`, async () => {
    const { count, wrong } = await inPage(
      async (entry) => {
        const paylint = await import(`/pkg/${entry}.js`);
        const { differences, read } = await import('/test/cases.mjs');
        await paylint.init();
        const cases = read(await (await fetch('/cases.tsv')).text());
        return {
          count: cases.length,
          wrong: cases.flatMap((expected) => differences(paylint, expected)),
        };
      },
      { given: entry },
    );
    assert.deepEqual(wrong, []);
    assert.ok(count >= 600);
  });
}

test('check entry loads check.wasm alone', async () => {
  const [files, errors] = await inPage(async () => {
    const { Engine, init } = await import('/pkg/check.js');
    await init();
    const engine = new Engine();
    const { policies } = await import('/pkg/policies.js');
    const asked = { check: ['refund'], accepts: ['refund'], fields: ['order'], fixes: ['order'], apply: ['order', '{}'], choose: ['order', '{}', [0, 0]], orderFacts: ['[]'] };
    const errors = Object.entries(asked).map(([method, given]) => {
      try {
        return engine[method](...given);
      } catch (error) {
        return `${error.code}: ${error.message}`;
      }
    });
    try {
      new Engine(policies.checkout);
    } catch (error) {
      errors.push(`${error.code}: ${error.message}`);
    }
    const files = performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname);
    return [files.filter((file) => file !== '/favicon.ico'), errors];
  });
  assert.deepEqual(files, ['/pkg/check.js', '/pkg/check.wasm', '/pkg/policies.js']);
  assert.match(errors.pop(), /^ERR_PAYLINT_POLICY: .*paylint policy --compile.*paylint\.wasm/);
  for (const error of errors) assert.match(error, /^ERR_PAYLINT_ARGUMENT: .*import 'paylint'/);
});

test('check entry takes JSON with paylint.wasm', async () => {
  const verdicts = await inPage(async () => {
    const { Engine, init } = await import('/pkg/check.js');
    await init('/pkg/paylint.wasm');
    const engine = new Engine({ levels: { 'order.client_required': 'allow' } });
    return [engine.check('order', '{}').findings[0].message, engine.accepts('refund')];
  });
  assert.match(verdicts[0], / /);
  assert.equal(verdicts[1], true);
});

test('nothing is instantiated before init', async () => {
  const [message, after] = await inPage(async () => {
    const seen = [];
    for (const name of ['compile', 'compileStreaming', 'instantiate', 'Instance', 'Module']) {
      WebAssembly[name] = new Proxy(WebAssembly[name], {
        apply: (...given) => (seen.push(name), Reflect.apply(...given)),
        construct: (...given) => (seen.push(name), Reflect.construct(...given)),
      });
    }
    const paylint = await import('/pkg/index.js');
    await import('/pkg/inline.js');
    const before = seen.length;
    return [before, seen.length];
  });
  assert.deepEqual([message, after], [0, 0]);
  const error = await inPage(async () => {
    const { Engine } = await import('/pkg/index.js');
    try {
      return new Engine();
    } catch (error) {
      return `${error}`;
    }
  });
  assert.match(error, /PaylintError: paylint isn't ready: await init\(\) first/);
});

test('error of a strict CSP says what to add', async () => {
  const work = async () => {
    const outcome = async (work) =>
      work().then(
        () => 'fine',
        (error) => `${error}`,
      );
    const { init } = await import('/pkg/index.js');
    const inline = await import('/pkg/inline.js');
    return [await outcome(() => inline.init()), await outcome(() => init('/pkg/paylint.wasm'))];
  };
  const csp = (sources) => ({
    headers: { 'Content-Security-Policy': `default-src 'self'; script-src ${sources}` },
  });
  const [error, plain] = await inPage(work, csp("'self'"));
  assert.match(error, /PaylintError: .*Content Security Policy.* 'wasm-unsafe-eval'.* 'paylint\/script'/);
  assert.equal(plain, 'fine');
  assert.deepEqual(await inPage(work, csp("'self' 'wasm-unsafe-eval'")), ['fine', 'fine']);
});

test('failed init says why and can be repeated', async () => {
  const work = async () => {
    const { init, Engine } = await import('/pkg/index.js');
    const failure = (error) => `${error.code} ${error} (${error.cause})`;
    const failures = [];
    for (const source of ['/pkg/nowhere.wasm', '/index.html', 'http://127.0.0.1:1/', 'http://', 5, {}])
      failures.push(await init(source).catch(failure));
    failures.push(await init(new Uint8Array([0, 0x61, 1])).catch(failure));
    failures.push(await init(Promise.reject(new Error('no cache'))).catch(failure));
    await Promise.all([init(fetch('/pkg/paylint.wasm')), init()]);
    await init();
    return [failures, new Engine().check('refund').verdict];
  };
  for (const type of ['application/wasm', 'application/octet-stream']) {
    const [failures, verdict] = await inPage(work, { types: { '.wasm': type } });
    const reasons = [
      /HTTP status 404/,
      /something else at http/,
      /: Failed to fetch \(TypeError/,
      /: Failed to execute 'fetch'.*Failed to parse URL/,
      /HTTP status 404/,
      /HTTP status 404/,
      /: WebAssembly.compile\(\).* \(CompileError/,
      /: no cache \(Error: no cache\)/,
    ];
    assert.equal(failures.length, reasons.length);
    reasons.forEach((reason, index) => {
      assert.match(failures[index], /^ERR_PAYLINT_INIT PaylintError: can't load the WebAssembly module: /);
      assert.match(failures[index], reason);
    });
    assert.equal(verdict, 'accept');
  }
});

test('without WebAssembly or SIMD, plain JavaScript', async () => {
  const work = async ([lacking, entry]) => {
    if (lacking === 'WebAssembly') delete globalThis.WebAssembly;
    else WebAssembly.validate = () => false;
    const { init, Engine } = await import(`/pkg/${entry}.js`);
    const error = await init().catch((error) => `${error.code} ${error}`);
    if (error) return error;
    const loaded = performance.getEntriesByType('resource').map(({ name }) => name.split('/').at(-1));
    return [new Engine().check('order', '{}').verdict, loaded.includes('plain.js'), loaded.includes('paylint.wasm')];
  };
  for (const lacking of ['WebAssembly', 'SIMD'])
    assert.deepEqual(await inPage(work, { given: [lacking, 'index'] }), ['reject', true, false]);
  const said = await inPage(work, { given: ['WebAssembly', 'inline'] });
  assert.match(said, /^ERR_PAYLINT_INIT .*this browser has no WebAssembly: import 'paylint\/script'/);
});

test('missing module is taken from wasm.js', async () => {
  const parts = mkdtempSync(join(root, 'parts-'));
  const copy = (...names) => names.map((name) => cpSync(join(here, '../pkg', name), join(parts, name)));
  copy('index.js', 'common.js');
  const work = async (path) => {
    const { init, Engine } = await import(`${path}/index.js`);
    return init().then(
      () => new Engine().check('refund').verdict,
      (error) => `${error}`,
    );
  };
  const path = parts.slice(root.length);
  const missing = await inPage(work, { given: path });
  assert.match(missing, /^PaylintError: can't load the WebAssembly module: HTTP status 404 for http/);
  copy('wasm.js');
  assert.equal(await inPage(work, { given: path }), 'accept');
});
