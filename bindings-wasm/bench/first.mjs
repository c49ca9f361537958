// What a page loads to check an order, and how long it takes from the beginning of the page to the first check: paylint
// and other validators, bundled alike, in headless Chromium.
//
//   node bench/first.mjs         prints a table, which ../bench.mjs writes into docs/performance.md, too
//
// CHROMIUM names another browser than /usr/bin/chromium.

import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { launch, serve } from '../test/browser.mjs';

const LOADS = 21;
const here = fileURLToPath(new URL('.', import.meta.url));
const order = readFileSync(join(here, '../../benches/bodies/order_800.json'), 'utf8');
const CHECK = `const order = JSON.parse(${JSON.stringify(order)});`;

/** What each page runs up to its first check. */
const pages = {
  paylint: `import { Engine, init } from 'paylint'; await init(); const check = (order) => new Engine().check('order', order);`,
  'paylint/check': `import { Engine, init } from 'paylint/check'; await init(); const check = (order) => new Engine().check('order', order);`,
  'paylint/script': `import { Engine } from 'paylint/script'; const check = (order) => new Engine().check('order', order);`,
  zod: `import check from './peers/zod.mjs';`,
  valibot: `import check from './peers/valibot.mjs';`,
  ajv: `import check from './peers/ajv.mjs';`,
};

const folderOf = (name) => name.replace('/', '-');

/** Makes a page in a folder. */
async function make(folder, program) {
  mkdirSync(folder, { recursive: true });
  await build({
    stdin: { contents: `${program}\n${CHECK}\ncheck(order); window.done = performance.now();`, resolveDir: here },
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    splitting: true,
    outdir: folder,
    entryNames: 'main',
    logLevel: 'error',
  });
  if (program.includes('init()'))
    for (const module of ['paylint.wasm', 'check.wasm']) cpSync(join(here, '../pkg', module), join(folder, module));
  writeFileSync(join(folder, 'index.html'), '<!doctype html><script type="module" src="main.js"></script>');
}

/** The table, in Markdown. */
export async function firstChecks() {
  const root = mkdtempSync(join(tmpdir(), 'paylint-'));
  const browser = await launch();
  try {
    for (const [name, program] of Object.entries(pages)) await make(join(root, folderOf(name)), program);
    const server = await serve({ '/': root });
    const loads = Object.keys(pages).map((name) => ({ name, times: [], bytes: 0 }));
    // In turns, so that a slow moment is not one page's alone; each time as if for the first time.
    for (let turn = 0; turn < LOADS; turn++)
      for (const load of loads) await loadOnce(browser, server.url, root, load);
    await server.close();
    const rows = loads.map(({ name, times, bytes }) => {
      const median = times.sort((a, b) => a - b)[LOADS >> 1];
      return `| ${name} | ${(bytes / 1000).toFixed(1)} kB | ${median.toFixed(0)} ms |`;
    });
    return ['| | loaded, with gzip | to the first check |', '|---|---:|---:|', ...rows].join('\n');
  } finally {
    await browser.close();
    rmSync(root, { recursive: true });
  }
}

async function loadOnce(browser, url, root, load) {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`${url}/${folderOf(load.name)}/`);
  await page.waitForFunction(() => window.done !== undefined);
  const { done, files } = await page.evaluate(() => ({
    done: window.done,
    files: performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname),
  }));
  await context.close();
  load.times.push(done);
  load.bytes = files
    .filter((file) => !file.endsWith('favicon.ico'))
    .map((file) => gzipSync(readFileSync(join(root, file)), { level: 9 }).length)
    .reduce((sum, length) => sum + length, 0);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) console.log(await firstChecks());
