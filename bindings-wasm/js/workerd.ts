// Cloudflare's workers import compiled modules, and can't compile any.

import { instantiated, startWith } from './instance.js';
// @ts-expect-error the bundler leaves it in
import module from './paylint.wasm';

export * from './api.js';
export { init } from './instance.js';

startWith(() => instantiated(module as WebAssembly.Module));
