// Measures a check against JSON.parse of the same text and against other validators, in Node and in
// headless Chromium, each in one run. Compare the ratios, not the times.
//
//   node bench.mjs               prints the results
//   node bench.mjs section.md    also writes their section of docs/performance.md
//
// `cargo xtask bench --all` runs it. CHROMIUM names another browser than /usr/bin/chromium.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import * as paylint from 'paylint';
import { measure } from './bench/measured.mjs';
import { launch, serve } from './test/browser.mjs';

const inHere = (path) => fileURLToPath(new URL(path, import.meta.url));
const wrong = JSON.stringify(
  JSON.parse(readFileSync(inHere('../benches/bodies/order_invalid.json'), 'utf8')),
);

/**
 * Measures in a page. It is isolated from other sites, so that its clock has steps of only 5 µs; a
 * run must be much longer.
 */
async function measureInPage() {
  const folder = mkdtempSync(join(tmpdir(), 'paylint-'));
  await build({
    entryPoints: [inHere('bench/measured.mjs')],
    bundle: true,
    format: 'esm',
    outfile: join(folder, 'measured.js'),
  });
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
    const groups = await page.evaluate(async (wrong) => {
      const paylint = await import('/pkg/index.js');
      await paylint.init();
      const { measure } = await import('/measured.js');
      return measure(paylint, wrong, { turns: 600, rounds: 100 });
    }, wrong);
    return { host: `Chromium ${browser.version().split('.')[0]}`, groups };
  } finally {
    await browser.close();
    await server.close();
    rmSync(folder, { recursive: true });
  }
}

const inNode = measure(paylint, wrong, { turns: 1500, rounds: 40 });
const results = [
  { host: `Node ${process.version}`, groups: inNode },
  await measureInPage(),
];

/** The works of all hosts side by side: the group's name, and rows of a work's name and results. */
const tables = results[0].groups.map(({ name, works }, group) => ({
  name,
  rows: works.map(({ what }, work) => [
    what,
    ...results.map(({ groups }) => groups[group].works[work]),
  ]),
}));
const micro = (nanoseconds) => `${(nanoseconds / 1000).toFixed(2)} µs`;

/** Where another validator takes less time than `check`, which also checks the rules. */
function ahead() {
  const found = results.flatMap(({ host, groups }) =>
    groups.flatMap(({ name, works }) => {
      const own = works.find(({ what }) => /^check, (text|object)$/.test(what));
      const faster = works.filter(
        ({ what, ratio }) => what.endsWith(', shapes only') && ratio < own.ratio,
      );
      const peers = faster.map(
        ({ what, ratio }) => `${/(\w+),/.exec(what)[1]} ${ratio.toFixed(2)}`,
      );
      const shown = `${peers.join(', ')} against ${own.ratio.toFixed(2)}`;
      return faster.length === 0 ? [] : [`${host}, ${name}: ${shown}`];
    }),
  );
  return `Faster than \`check\`: ${found.length === 0 ? 'none' : found.join('; ')}.`;
}

console.log('each compared with JSON.parse of the same text');
const cells = (texts) => texts.map((text) => text.padStart(18)).join('');
console.log(cells(results.map(({ host }) => host)));
for (const { name, rows } of tables) {
  console.log(name);
  for (const [what, ...all] of rows) {
    const texts = all.map(
      ({ ratio, nanoseconds }) => `${ratio.toFixed(2)} ${micro(nanoseconds).padStart(10)}`,
    );
    console.log(`${cells(texts)}  ${what}`);
  }
}
console.log(ahead());

function section() {
  const lines = tables.flatMap(({ name, rows }) => [
    `| **${name}** |${' |'.repeat(results.length)}`,
    ...rows.map(([what, ...all]) => {
      const texts = all.map(
        ({ ratio, nanoseconds }) => `${ratio.toFixed(2)} (${micro(nanoseconds)})`,
      );
      return `| ${what} | ${texts.join(' | ')} |`;
    }),
  ]);
  return `## JavaScript

The npm package in Node and in headless Chromium, each in one run. The yardstick of each group is
\`JSON.parse\` of the same text, which checks nothing; the fastest of many short runs, taken in turns.
Validators that only check types and formats are there for comparison.

| ratio (time) | ${results.map(({ host }) => host).join(' | ')} |
|---|${'---:|'.repeat(results.length)}
${lines.join('\n')}

${ahead()}
`;
}

const [, , path] = process.argv;
if (path !== undefined) writeFileSync(path, section());
