// Measures a check against JSON.parse of the same text and against Ajv, in Node and in headless Chromium, each in one run.
// Compare the ratios, not the times. Prints the results as their section of docs/performance.md.
//
// `cargo xtask bench --all` runs it. CHROMIUM names another browser than /usr/bin/chromium.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as paylint from 'paylint';
import { build } from 'esbuild-wasm';
import * as host from './hosts/ajv/host.mjs';
import { pack, prepare } from './hosts/project.mjs';
import { launch, serve } from './test/browser.mjs';

const { folder: project } = prepare('ajv', host, {}, pack());
const { measure } = await import(join(project, 'measured.mjs'));
const inHere = (path) => fileURLToPath(new URL(path, import.meta.url));
const read = (name) => JSON.parse(readFileSync(inHere(`../benches/bodies/${name}.json`), 'utf8'));
const [text, small, wrong] = ['order_800', 'order_200', 'order_invalid'].map((name) => JSON.stringify(read(name)));
const bodies = { text, small, wrong, given: read('facts') };

/**
 * Measures in a page. It is isolated from other sites, so that its clock has steps of only 5 µs; a
 * run must be much longer.
 */
async function measureInPage() {
  const folder = join(project, 'dist');
  await build({ entryPoints: [join(project, 'measured.mjs')], bundle: true, format: 'esm', outdir: folder });
  writeFileSync(join(folder, 'index.html'), '<!doctype html><title>paylint</title>');
  const server = await serve(
    { '/': folder, '/pkg': inHere('pkg') },
    {
      headers: {
        'Cross-Origin-Opener-Policy': 'same-origin',
        'Cross-Origin-Embedder-Policy': 'require-corp',
      },
    },
  );
  const browser = await launch();
  try {
    const page = await browser.newPage();
    await page.goto(server.url);
    const groups = await page.evaluate(async (bodies) => {
      const paylint = await import('/pkg/index.js');
      await paylint.init();
      const { measure } = await import('/measured.js');
      return measure(paylint, bodies, { turns: 600, rounds: 100 });
    }, bodies);
    return { host: `Chromium ${browser.version().split('.')[0]}`, groups };
  } finally {
    await browser.close();
    await server.close();
  }
}

const inNode = measure(paylint, bodies, { turns: 1500, rounds: 40 });
const results = [
  { host: `Node ${process.version}`, groups: inNode },
  await measureInPage(),
];
const lines = inNode.flatMap(({ name, works }, group) => [
  `| **${name}** |${' |'.repeat(results.length)}`,
  ...works.map(({ what }, work) => {
    const texts = results.map(({ groups }) => {
      const { ratio, nanoseconds } = groups[group].works[work];
      return `${ratio.toFixed(2)} (${(nanoseconds / 1000).toFixed(2)} µs)`;
    });
    return `| ${what} | ${texts.join(' | ')} |`;
  }),
]);
console.log(`## JavaScript

The npm package in Node and in headless Chromium, each in one run. The yardstick of each group is
\`JSON.parse\` of the same text, which checks nothing; the fastest of many short runs, taken in turns.
Ajv, with the package's JSON Schema of an order, which can't say everything, is there for comparison.

| ratio (time) | ${results.map(({ host }) => host).join(' | ')} |
|---|${'---:|'.repeat(results.length)}
${lines.join('\n')}
`);
