// The edge runtime of Next and Vercel gets modules compiled, if `?module` asks for it, and can't
// compile any.

import { instantiated, startWith } from './instance.js';
// @ts-expect-error the bundler leaves it in
import module from './paylint.wasm?module';

export * from './api.js';
export { init } from './instance.js';

startWith(() => instantiated(module as WebAssembly.Module));
