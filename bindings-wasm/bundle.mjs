// Bundles js/, including its generated files, into the npm package's JavaScript and types.
//
//   node bundle.mjs <version>

import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const [version] = process.argv.slice(2);
const inHere = (path) => fileURLToPath(new URL(path, import.meta.url));
const pkg = inHere('pkg/');
const generated = inHere('js/generated/');

/** Keeps the prose out of the bundle, because it loads on demand. */
const proseApart = {
  name: 'prose-apart',
  setup({ onResolve }) {
    onResolve({ filter: /\/prose\.js$/ }, () => ({ path: './prose.js', external: true }));
  },
};

const common = {
  bundle: true,
  target: 'es2022',
  platform: 'neutral',
  charset: 'utf8',
  minifySyntax: true,
  minifyWhitespace: true,
  minifyIdentifiers: true,
  legalComments: 'none',
  external: ['node:fs'],
  loader: { '.wasm': 'base64' },
  plugins: [proseApart],
  logLevel: 'warning',
};

function types() {
  const tsc = inHere('node_modules/typescript/bin/tsc');
  execFileSync(process.execPath, [tsc, '-p', inHere('tsconfig.json')], { stdio: 'inherit' });
  // The package doesn't publish the types of internal modules.
  const internal = 'body given inline instance kind message node outcome report schema generated/catalogue'.split(' ');
  for (const name of internal) rmSync(`${pkg}types/${name}.d.ts`, { force: true });
  cpSync(`${pkg}types`, `${pkg}cjs/types`, { recursive: true });
}

async function scripts() {
  const entries = ['index', 'node', 'inline'].map((name) => inHere(`js/${name}.ts`));
  // The entries share one chunk, and with it one WebAssembly instance.
  await build({
    ...common,
    entryPoints: entries,
    outdir: pkg,
    format: 'esm',
    splitting: true,
    chunkNames: 'common',
  });
  await build({
    ...common,
    entryPoints: entries.slice(1),
    outdir: `${pkg}cjs`,
    format: 'cjs',
    // Makes esbuild list the exports so that Node can import them from CommonJS by name.
    platform: 'node',
    // The .wasm file is one folder up, next to the ES modules.
    define: { 'import.meta.url': 'moduleUrl' },
    banner: {
      js: "'use strict';const moduleUrl=require('node:url').pathToFileURL(__filename+'/..');",
    },
  });
}

function prose() {
  const rules = JSON.parse(readFileSync(`${generated}prose.json`, 'utf8'));
  const text = JSON.stringify(rules);
  writeFileSync(`${pkg}prose.js`, `export default ${text};\n`);
  writeFileSync(`${pkg}cjs/prose.js`, `'use strict';\nmodule.exports = ${text};\n`);
}

function manifest() {
  const json = JSON.parse(readFileSync(inHere('package/package.json'), 'utf8'));
  writeFileSync(`${pkg}package.json`, `${JSON.stringify({ ...json, version }, null, 2)}\n`);
  writeFileSync(`${pkg}cjs/package.json`, '{ "type": "commonjs" }\n');
  cpSync(inHere('package/README.md'), `${pkg}README.md`);
  for (const name of readdirSync(inHere('..')).filter((file) => file.startsWith('LICENSE'))) {
    cpSync(inHere(`../${name}`), pkg + name);
  }
}

/** Hashes for subresource integrity, for pages that load the files from another origin. */
function integrity() {
  const files = ['index.js', 'common.js', 'inline.js', 'prose.js', 'paylint.wasm'];
  const hash = (file) =>
    `sha384-${createHash('sha384')
      .update(readFileSync(pkg + file))
      .digest('base64')}`;
  const hashes = Object.fromEntries(files.map((file) => [file, hash(file)]));
  writeFileSync(`${pkg}integrity.json`, `${JSON.stringify(hashes, null, 2)}\n`);
}

mkdirSync(`${pkg}cjs`, { recursive: true });
types();
await scripts();
prose();
integrity();
manifest();
