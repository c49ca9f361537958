import { readFileSync } from 'node:fs';
import type { InitSource } from './index.js';
import { compileWith, need } from './instance.js';

export * from './api.js';

compileWith(() => new WebAssembly.Module(readFileSync(new URL('./paylint.wasm', import.meta.url))));

/** In Node the module is there without waiting; this is for code that runs in browsers, too. */
export async function init(_source?: InitSource | Promise<InitSource>): Promise<void> {
  need();
}
