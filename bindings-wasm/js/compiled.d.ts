import type { policies as all } from './policies.js';

/**
 * The presets, compiled for the `Engine` of `paylint/check`: `new Engine(policies.checkout)`. Compiled policies can't
 * be layers: compile layers in your build (`paylint policy --compile`, or `compiled` of an engine of `paylint`).
 */
export declare const policies: { readonly [name in keyof typeof all]: string };
