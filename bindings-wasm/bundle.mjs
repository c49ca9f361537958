// Bundles js/, including its generated files, into the npm package's JavaScript and types.
//
//   node bundle.mjs <version>

import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild-wasm';
import { generate } from './generate.mjs';

const [version] = process.argv.slice(2);
const inHere = (path) => fileURLToPath(new URL(path, import.meta.url));
// build.sh renames it.
const pkg = inHere('pkg.new/');
const generated = inHere('js/generated/');

/** The languages that messages come in. */
const languages = readdirSync(inHere('js/messages')).map((file) => `messages/${file.replace('.json', '')}`);

/** Bundles entries of js/ into a folder. What loads on demand, and what not all entries need, stays a file of its own. */
async function bundle(entries, { folder = '', ...options } = {}) {
  const isModule = folder === '';
  await build({
    entryPoints: entries.map((name) => inHere(`js/${name}`)),
    entryNames: '[name]',
    outdir: pkg + folder,
    bundle: true,
    external: ['*/prose.js', '*/members.js', '*/plain.js', '*/wasm.js', '*/paylint.wasm', '*/paylint.wasm?module'],
    target: 'es2022',
    platform: isModule ? 'neutral' : 'node',
    format: isModule ? 'esm' : 'cjs',
    // Jest can `require` a file later, but not import one.
    supported: { 'dynamic-import': isModule },
    minify: true,
    legalComments: 'none',
    sourcemap: true,
    logLevel: 'warning',
    ...options,
  });
}

const WASM_TYPES = `import type { CompiledModule } from './index.js';

/** The compiled module, where the bundler or host makes one: pass it to \`init\`. */
declare const module: CompiledModule;
export default module;
`;

const LANGUAGE_TYPES = `import type { Translation } from '../translation.js';

/** Messages for those who fill in a form: short, and in the second person. */
export declare const shopper: Translation;
`;

function types() {
  const tsc = inHere('../node_modules/typescript/bin/tsc');
  execFileSync(process.execPath, [tsc, '-p', inHere('tsconfig.json')], { stdio: 'inherit' });
  writeFileSync(`${pkg}types/wasm.d.ts`, WASM_TYPES);
  for (const name of ['policies', 'compiled']) cpSync(inHere(`js/${name}.d.ts`), `${pkg}types/${name}.d.ts`);
  for (const folder of ['', 'cjs/', 'types/']) mkdirSync(`${pkg}${folder}messages`);
  for (const name of languages) writeFileSync(`${pkg}types/${name}.d.ts`, LANGUAGE_TYPES);
  cpSync(`${pkg}types`, `${pkg}cjs/types`, { recursive: true });
  // For TypeScript's old resolution, which looks beside the script.
  for (const [name, types] of [['inline', 'index'], ['script', 'index'], ['check', 'check'], ['messages', 'messages'], ['policies', 'policies'], ['compiled', 'compiled'], ...languages.map((name) => [name, name])])
    writeFileSync(`${pkg}${name}.d.ts`, `export * from '${name.includes('/') ? '..' : '.'}/types/${types}.js';\n`);
}

async function scripts() {
  // The entries share one chunk, and with it one WebAssembly instance.
  await bundle(['index.ts', 'inline.ts', 'script.ts', 'workerd.ts', 'edge.ts'], { splitting: true, chunkNames: 'common' });
  // Alone: a page has either all or what only checks.
  await bundle(['check.ts']);
  await bundle(['inline.ts'], { folder: 'cjs' });
  await bundle(['script.ts'], { folder: 'cjs' });
  for (const folder of ['', 'cjs']) {
    await bundle(['messages.ts'], { folder });
    // The engine as plain JavaScript, which wasm2js has made.
    await bundle(['generated/plain.js'], { folder, external: [], sourcemap: false });
  }
}

/** Writes a file that exports a value, by a name or as the default, as an ES module and for CommonJS. */
function data(file, value, name) {
  const text = JSON.stringify(value);
  const [module, common] = name
    ? [`export const ${name} =`, `exports.${name} =`]
    : ['export default', 'module.exports ='];
  writeFileSync(`${pkg}${file}`, `${module} ${text};\n`);
  writeFileSync(`${pkg}cjs/${file}`, `'use strict';\n${common} ${text};\n`);
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
  const files = [...readdirSync(pkg).filter((file) => /\.(js|wasm)$/.test(file)), ...languages.map((name) => `${name}.js`)];
  const hash = (file) =>
    `sha384-${createHash('sha384')
      .update(readFileSync(pkg + file))
      .digest('base64')}`;
  const hashes = Object.fromEntries(files.map((file) => [file, hash(file)]));
  writeFileSync(`${pkg}integrity.json`, `${JSON.stringify(hashes, null, 2)}\n`);
}

mkdirSync(`${pkg}cjs`, { recursive: true });
const read = (path) => JSON.parse(readFileSync(inHere(`js/${path}.json`), 'utf8'));
data('prose.js', generate(generated));
types();
await scripts();
for (const name of languages) data(`${name}.js`, read(name), 'shopper');
data('members.js', read('generated/members'));
for (const name of ['policies', 'compiled']) data(`${name}.js`, read(`generated/${name}`), 'policies');
cpSync(`${generated}schemas`, `${pkg}schemas`, { recursive: true });
// For hosts that can't load paylint.wasm.
data('wasm.js', readFileSync(`${pkg}paylint.wasm`, 'base64'));
integrity();
manifest();
