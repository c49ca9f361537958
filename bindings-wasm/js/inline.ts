// The entry with the module inside its JavaScript.

import { inlined, instantiated, startWith } from './instance.js';
import base64 from './wasm.js';

export * from './api.js';
export { init } from './instance.js';

startWith(() => instantiated(new WebAssembly.Module(inlined(base64))));
