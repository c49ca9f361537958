/**
 * The same engine as plain JavaScript, for pages that may not or can't run WebAssembly. It is ready at once.
 *
 * @packageDocumentation
 */
import type { InitSource } from './index.js';
import { need, startWith } from './instance.js';
import type { Raw } from './instance.js';
import * as plain from './plain.js';

export * from './api.js';

startWith(() => plain as unknown as Raw);

/** Starts the engine. Only for code that also runs with another entry. */
export async function init(_source?: InitSource | Promise<InitSource>): Promise<void> {
  need();
}
