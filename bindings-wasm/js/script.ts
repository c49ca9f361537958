/**
 * The engine as plain JavaScript, for pages that can't or mustn't run WebAssembly. It is ready at once.
 *
 * @packageDocumentation
 */
import { startWith } from './instance.js';
import type { Raw } from './instance.js';
import * as plain from './plain.js';

export * from './api.js';
export { init } from './instance.js';

startWith(() => plain as unknown as Raw);
