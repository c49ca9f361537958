import type { policies as all } from './policies.js';

/**
 * The policies with a name, compiled for the `Engine` of `paylint/check`: `new Engine(policies.checkout)`. They can't be laid one
 * over another; compile that when the page is built (`paylint policy --compile`, or `compiled` of an engine of `paylint`).
 */
export declare const policies: { readonly [name in keyof typeof all]: string };
