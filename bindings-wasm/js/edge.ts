// The edge runtime of Next and Vercel imports `?module` as a compiled module, and can't compile any.

import { instantiated, startWith } from './instance.js';
// @ts-expect-error the bundler leaves it in
import module from './paylint.wasm?module';

export * from './api.js';
export { init } from './instance.js';

startWith(() => instantiated(module as WebAssembly.Module));
