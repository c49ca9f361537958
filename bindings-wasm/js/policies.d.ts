import type { Policy } from './index.js';

/**
 * The presets, to pass to an `Engine` alone or as layers: `new Engine([policies.checkout, policies['shop-members']])`.
 */
export declare const policies: {
  /** The default policy, which an engine without one has. */
  readonly default: Policy;
  /** For checkout forms: refuses probable typing errors. */
  readonly checkout: Policy;
  /** Declares further members that real shops send. */
  readonly 'shop-members': Policy;
  /** For a host that must not proceed on less than everything. */
  readonly strict: Policy;
};
