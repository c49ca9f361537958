import type { InitSource } from './index.js';
import { inlined, instantiated, need, startWith } from './instance.js';
import base64 from './wasm.js';

export * from './api.js';

startWith(() => instantiated(new WebAssembly.Module(inlined(base64))));

/** Compiles the module, which is in this package's JavaScript. Only for code that also runs in browsers. */
export async function init(_source?: InitSource | Promise<InitSource>): Promise<void> {
  need();
}
