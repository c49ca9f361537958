// Cloudflare's workers get modules compiled, and can't compile any.

import type { InitSource } from './index.js';
import { instantiated, need, startWith } from './instance.js';
// @ts-expect-error the bundler leaves it in
import module from './paylint.wasm';

export * from './api.js';

startWith(() => instantiated(module as WebAssembly.Module));

/** Starts the module. Only for code that also runs in browsers. */
export async function init(_source?: InitSource | Promise<InitSource>): Promise<void> {
  need();
}
