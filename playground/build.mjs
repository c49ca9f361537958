// Builds the page into dist/. With --serve, also serves it, and builds it again after each change of its source.

import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { watch } from 'node:fs/promises';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { deflateRawSync } from 'node:zlib';
import { build, transform } from 'esbuild-wasm';
import { serve } from '../bindings-wasm/test/browser.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));
const pkg = fileURLToPath(new URL('.', import.meta.resolve('paylint/paylint.wasm')));
const read = (path) => readFileSync(path, 'utf8');

/** Modules of the page that aren't files, as text or JSON. */
const MADE = {
  'made:paylint.wasm': () => deflateRawSync(readFileSync(`${pkg}paylint.wasm`), { level: 9 }).toString('base64'),
  'made:worker': async () => {
    const { outputFiles } = await bundle({ entryPoints: ['src/request/worker.ts'], format: 'iife' });
    return outputFiles[0].text;
  },
  'made:schemas.json': () => {
    const names = readdirSync(`${pkg}schemas`).filter((name) => name !== 'policy.json');
    return JSON.stringify(Object.fromEntries(names.map((name) => [basename(name, '.json'), JSON.parse(read(`${pkg}schemas/${name}`))])));
  },
};

const made = {
  name: 'made',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^made:/ }, ({ path }) => ({ path, namespace: 'made' }));
    onLoad({ filter: /./, namespace: 'made' }, async ({ path }) => ({
      contents: await MADE[path](),
      loader: path.endsWith('.json') ? 'json' : 'text',
    }));
    // The package loads these where it isn't given a module.
    onLoad({ filter: /\/(wasm|plain)\.js$/ }, () => ({ contents: 'throw new Error("the page brings the module");' }));
  },
};

function bundle(options) {
  const define = { 'import.meta.url': '""' };
  return build({ absWorkingDir: here, bundle: true, minify: true, target: 'es2022', write: false, plugins: [made], define, ...options });
}

/** Writes the page. Its modules become classic scripts (src/chunks.ts). */
async function buildPage() {
  const { outputFiles, metafile } = await bundle({
    entryPoints: ['src/chunks.ts', 'src/main.ts', 'src/style/base.css', 'src/style/request.css'],
    outdir: 'dist/assets',
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    format: 'esm',
    splitting: true,
    metafile: true,
  });
  const nameOf = (source) => basename(Object.keys(metafile.outputs).find((path) => metafile.outputs[path].entryPoint === source));
  /** The names of a chunk and of those that it imports. */
  const needed = (name) => {
    const imports = metafile.outputs[`dist/assets/${name}`].imports.filter(({ kind }) => kind === 'import-statement');
    return [...new Set([name, ...imports.flatMap(({ path }) => needed(basename(path)))])];
  };
  rmSync(`${here}dist`, { recursive: true, force: true });
  mkdirSync(`${here}dist/assets`, { recursive: true });
  for (const { path, text } of outputFiles) {
    const name = basename(path);
    writeFileSync(path, name.endsWith('.js') ? await classic(name, text, needed) : text);
  }
  const page = read(`${here}index.html`)
    .replaceAll(/href="(src\/.*?)"/g, (_, source) => `href="assets/${nameOf(source)}"`)
    .replaceAll(/<script defer src="(.*?)"><\/script>/g, (_, source) => {
      return needed(nameOf(source)).reverse().map((name) => `<script defer src="assets/${name}"></script>`).join('');
    });
  writeFileSync(`${here}dist/index.html`, page);
}

/** A module as a classic script. */
async function classic(name, module, needed) {
  if (name.startsWith('chunks-')) return (await transform(module, { format: 'iife', minify: true })).code;
  const loading = module.replaceAll(/\bimport\("\.\/(.*?)"\)/g, (_, target) => `chunks.load(${JSON.stringify(needed(target))})`);
  const { code } = await transform(loading, { format: 'cjs', minifyWhitespace: true });
  const run = name.startsWith('main-') ? `chunks.require("${name}");` : '';
  return `chunks.add("${name}",(require,module)=>{${code}});${run}\n`;
}

await buildPage();
if (process.argv[2] === '--serve') {
  const { url } = await serve({ '/': `${here}dist` });
  console.log(url);
  // esbuild says what is wrong.
  for await (const _ of watch(`${here}src`, { recursive: true })) await buildPage().catch(() => {});
}
