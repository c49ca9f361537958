/**
 * The same engine for pages that only check: their module is smaller by a quarter, because it has no fields, fixes and
 * histories.
 *
 * @packageDocumentation
 */
import { Engine as WholeEngine } from './engine.js';
import { loading } from './load.js';
import type { Init } from './source.js';

export * from './api.js';
export type { CompiledModule, InitSource } from './source.js';

/** A compiled policy: the engine of `paylint`, but for what only that has. */
export type Engine = Omit<WholeEngine, 'fields' | 'fixes' | 'apply' | 'choose' | 'orderFacts'>;
/** Compiles a policy, as the engine of `paylint` does. */
export const Engine = WholeEngine as new (
  ...policy: ConstructorParameters<typeof WholeEngine>
) => Engine;

/** Loads the module, as the `init` of `paylint` does: from `source`, or `check.wasm` from the folder of this file. */
export const init: Init = loading(() => new URL('./check.wasm', import.meta.url));
