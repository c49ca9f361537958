import { readFileSync } from 'node:fs';
import type { InitSource } from './index.js';
import { compileWith, need } from './instance.js';

export * from './api.js';

compileWith(() => new WebAssembly.Module(readFileSync(new URL('./paylint.wasm', import.meta.url))));

/** Compiles the module. Only for code that also runs in browsers: Node does it at the first use. */
export async function init(_source?: InitSource | Promise<InitSource>): Promise<void> {
  need();
}
