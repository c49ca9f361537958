// Runs a bundled worker once, as its tool would: a .wasm file is a compiled module.

import { readdirSync } from 'node:fs';
import { Miniflare } from 'miniflare';

const [folder, entry] = process.argv.slice(2);
const modules = readdirSync(folder)
  .sort((a, b) => (b === entry) - (a === entry))
  .map((name) => ({
    type: name.endsWith('.wasm') ? 'CompiledWasm' : 'ESModule',
    path: `${folder}/${name}`,
  }));
const worker = new Miniflare({ modules, modulesRoot: folder, compatibilityDate: '2026-04-01' });
try {
  console.log(await (await worker.dispatchFetch('http://localhost/')).text());
} finally {
  await worker.dispose();
}
