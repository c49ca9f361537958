// Facts: compiled once, or laid over compiled facts for a single call.

import { DISPOSE } from './dispose.js';
import { PaylintError } from './errors.js';
import { ensureReady, failure, freed, kept, put, raw } from './instance.js';
import { layerOf, refused } from './json.js';
import { isPlain, kindOf } from './kind.js';
import type { FactsInit } from './types.js';

/**
 * Compiled facts: what you know about a request beyond its body. Compile them once, and use them for any number of
 * checks.
 *
 * They are immutable. Their memory is freed when they are garbage collected, or at once by
 * {@link Facts.free}.
 */
export class Facts {
  /** Set explicitly, because minifiers shorten names. */
  static readonly name: string = 'Facts';
  /** The name of the class, which identifies a copy (a spread, a clone, a worker's message). */
  readonly paylint = 'Facts';
  #handle: number;
  /** The layer that they were compiled from. */
  #layer: string;

  /**
   * Compiles facts: a plain object or JSON text. In JSON text, numbers are exact.
   *
   * @throws {PaylintError} If a member is unknown, has the wrong type (or is `null`), or can't have
   *   this value.
   */
  constructor(facts: Facts | FactsInit | string = {}) {
    ensureReady();
    this.#layer = factsLayer(facts);
    lay([this.#layer]);
    this.#handle = kept(this, raw.new_facts());
  }

  /** Frees the memory now. The facts can't be used any more. */
  free(): void {
    this.#handle = freed(this, this.#handle);
    this.#layer = '';
  }

  #live(): number {
    if (this.#handle === 0) throw new PaylintError('these facts were freed', 'ERR_PAYLINT_FACTS');
    return this.#handle;
  }

  /** Calls {@link Facts.free} at the end of a block: `using facts = new Facts()`. */
  [DISPOSE](): void {
    this.free();
  }

  /**
   * Doesn't look at the prototype, because a copy can have the same one and reading it can throw.
   *
   * @internal
   */
  static is(value: unknown): value is Facts {
    return typeof value === 'object' && value !== null && #handle in value;
  }

  /** @internal */
  static handleOf(facts: Facts): number {
    return facts.#live();
  }

  /** @internal */
  static layerOf(facts: Facts): string {
    facts.#live();
    return facts.#layer;
  }
}

/** Facts: compiled, a plain object, or JSON text. */
export type AnyFacts = Facts | FactsInit | string | undefined;

const FOREIGN =
  'compiled by another copy of paylint (of another version, one loaded with import and one with require, or ' +
  'paylint and paylint/check in one page): use the Facts and the Engine of the same import';

/**
 * Sets the changing facts of the next call, from layers that are laid one over another.
 *
 * @internal
 */
export function lay(layers: readonly string[]): void {
  if (raw.lay(put(layers.join(''))) !== 0) throw failure('ERR_PAYLINT_FACTS');
}

/**
 * Returns facts as a layer: a plain object, JSON text or compiled facts. Runs the caller's getters and `toJSON`, which may
 * run checks or free the facts.
 *
 * @internal
 */
export function factsLayer(facts: Facts | FactsInit | string): string {
  if (Facts.is(facts)) return Facts.layerOf(facts);
  if (!isPlain(facts) && kindOf(facts) === 'a Facts') throw refused('facts', FOREIGN);
  return layerOf('facts', facts);
}
