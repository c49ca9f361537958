import type { Prose, RuleName } from './types.js';

/** The prose of every rule: a separate file in the package, generated from the catalogue. */
declare const prose: Record<RuleName, Prose>;
export default prose;
