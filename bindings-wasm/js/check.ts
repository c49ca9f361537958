/**
 * The same engine for pages that only check: its module has no fields, fixes and histories, and is optimised for size.
 *
 * @packageDocumentation
 */
import { Engine as WholeEngine } from './engine.js';
import { loading } from './load.js';
import type { Init } from './source.js';

export * from './api.js';
export type { CompiledModule, InitSource } from './source.js';

/** A compiled policy: the engine of `paylint` without fields, fixes and histories. */
export type Engine = Omit<WholeEngine, 'fields' | 'fixes' | 'apply' | 'choose' | 'orderFacts'>;
/** Compiles a policy, as the engine of `paylint` does. */
export const Engine = WholeEngine as new (
  ...policy: ConstructorParameters<typeof WholeEngine>
) => Engine;

/**
 * Loads the module: from `source`, or `check.wasm` from the folder of this file. If a bundler or server hasn't brought that
 * file along, from a script that contains all of `paylint.wasm`. Where WebAssembly can't run, loads the same engine as plain
 * JavaScript. Later calls do nothing; after a failure, the next call tries again.
 *
 * @throws {PaylintError} If none of these can be loaded. Its `cause` is the error behind it.
 */
export const init: Init = loading(() => new URL('./check.wasm', import.meta.url));
