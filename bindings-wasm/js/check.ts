/**
 * A small build of the engine for checkouts: its module checks orders and card posts by compiled policies, and answers
 * no other question. A finding's `message` is the rule's name; `paylint/messages` has the texts.
 *
 * @packageDocumentation
 */
import { Engine as WholeEngine } from './engine.js';
import { loading } from './load.js';
import type { Init } from './source.js';

export { PaylintError } from './errors.js';
export type { ErrorCode } from './errors.js';
export { Facts } from './facts.js';
export { cardBrand, fieldState, formatCardNumber, groupCardNumber, normalize, normalizeBody } from './form.js';
export { findingsAt, toProblem } from './report.js';
export type { CompiledModule, InitSource } from './source.js';
export type * from './types.js';

/** An engine with a compiled policy: the checking methods of the engine of `paylint`. */
export type Engine = Pick<
  WholeEngine,
  'check' | 'checkForm' | 'form' | 'accepts' | 'checkJson' | 'schema' | 'free' | typeof Symbol.dispose
>;
/**
 * Takes a compiled policy: one of `paylint/compiled`, or one that your build compiled (`paylint policy --compile`). A
 * policy as JSON needs the larger module: pass the address of `paylint.wasm` to {@link init}.
 */
export const Engine = WholeEngine as new (
  ...policy: ConstructorParameters<typeof WholeEngine>
) => Engine;

/**
 * Loads the module: from `source`, or `check.wasm` from the folder of this file. If that file isn't there, from a
 * script that contains all of `paylint.wasm`. Where WebAssembly can't run, loads the same engine as plain JavaScript.
 * Later calls do nothing; after a failure, the next call tries again.
 *
 * @throws {PaylintError} If none of these can be loaded. Its `cause` is the error behind it.
 */
export const init: Init = loading(() => new URL('./check.wasm', import.meta.url));
