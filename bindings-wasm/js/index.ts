/**
 * Validates card-payment requests before you send them: whether the gateway can accept a request
 * and, if not, everything that is wrong and where.
 *
 * In browsers, `await init()` first. In Node and on other servers, and with `paylint/inline`, you
 * don't need to await anything.
 *
 * @packageDocumentation
 */
import { loading } from './load.js';
import type { Init } from './source.js';

export * from './api.js';
export type { CompiledModule, InitSource } from './source.js';

/**
 * Loads the module: from `source`, or `paylint.wasm` from the folder of this file. If that file isn't there, from a
 * script that contains it. Where WebAssembly can't run, loads the same engine as plain JavaScript. Later calls do
 * nothing; after a failure, the next call tries again.
 *
 * @throws {PaylintError} If none of these can be loaded. Its `cause` is the error behind it.
 */
export const init: Init = loading(() => new URL('./paylint.wasm', import.meta.url));
