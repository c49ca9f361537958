// Builds the page into dist/. With --serve, also serves it, and builds it again after each change of its source.

import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { watch } from 'node:fs/promises';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { deflateRawSync } from 'node:zlib';
import { build } from 'esbuild-wasm';
import { serve } from '../bindings-wasm/test/browser.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));
const pkg = fileURLToPath(new URL('.', import.meta.resolve('paylint/paylint.wasm')));
const read = (path) => readFileSync(path, 'utf8');

/** The values of the page's modules that aren't files. */
const MADE = {
  'made:paylint.wasm': () => deflateRawSync(readFileSync(`${pkg}paylint.wasm`), { level: 9 }).toString('base64'),
  'made:worker': async () => {
    const { outputFiles } = await bundle({ entryPoints: ['src/request/worker.ts'] });
    return outputFiles[0].text;
  },
  'made:schemas.json': () => {
    const names = readdirSync(`${pkg}schemas`).filter((name) => name !== 'policy.json');
    return Object.fromEntries(names.map((name) => [basename(name, '.json'), JSON.parse(read(`${pkg}schemas/${name}`))]));
  },
};

const made = {
  name: 'made',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^made:/ }, ({ path }) => ({ path, namespace: 'made' }));
    onLoad({ filter: /./, namespace: 'made' }, async ({ path }) => ({
      contents: `export default ${JSON.stringify(await MADE[path]())}`,
    }));
    // The package loads these where it isn't given a module.
    onLoad({ filter: /\/(wasm|plain)\.js$/ }, () => ({ contents: 'throw new Error("the page brings the module");' }));
  },
};

/** Bundles what is imported later as a part of its own, a classic script (src/parts.ts). */
const later = {
  name: 'later',
  setup({ onResolve, resolve }) {
    onResolve({ filter: /./ }, async ({ path, kind, resolveDir }) => {
      if (kind !== 'dynamic-import' || /\b(wasm|plain)\.js$/.test(path)) return undefined;
      const { path: source } = await resolve(path, { kind: 'import-statement', resolveDir });
      const out = basename(path.replace('made:', '')).split('.')[0];
      const { outputFiles } = await bundle({ ...IN_ASSETS, entryPoints: [{ in: source, out }], globalName: 'part' });
      writeFileSync(outputFiles[0].path, outputFiles[0].text);
      return { path: basename(outputFiles[0].path), external: true };
    });
  },
};

const IN_ASSETS = { outdir: 'dist/assets', entryNames: '[name]-[hash]' };

function bundle(options) {
  const define = { 'import.meta.url': '""' };
  const all = { absWorkingDir: here, bundle: true, minify: true, target: 'es2022', format: 'iife', write: false, define };
  return build({ ...all, plugins: [made], ...options });
}

async function buildPage() {
  rmSync(`${here}dist`, { recursive: true, force: true });
  mkdirSync(`${here}dist/assets`, { recursive: true });
  const entryPoints = ['src/main.ts', 'src/style/base.css', 'src/style/request.css'];
  const { outputFiles, metafile } = await bundle({ ...IN_ASSETS, entryPoints, plugins: [later, made], metafile: true });
  for (const { path, text } of outputFiles) writeFileSync(path, text.replaceAll(/\bimport\((?=")/g, 'loadPart('));
  const built = new Map(Object.entries(metafile.outputs).map(([path, { entryPoint }]) => [entryPoint, basename(path)]));
  const page = read(`${here}index.html`).replaceAll(/"(src\/.*?)"/g, (_, source) => `"assets/${built.get(source)}"`);
  writeFileSync(`${here}dist/index.html`, page);
}

await buildPage();
if (process.argv[2] === '--serve') {
  const { url } = await serve({ '/': `${here}dist` });
  console.log(url);
  // esbuild says what is wrong.
  for await (const _ of watch(`${here}src`, { recursive: true })) await buildPage().catch(() => {});
}
