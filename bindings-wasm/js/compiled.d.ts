/**
 * The policies with a name, compiled for the `Engine` of `paylint/check`: `new Engine(policies.checkout)`. They can't be laid one
 * over another; compile that when the page is built (`paylint policy --compile`, or `compiled` of an engine of `paylint`).
 */
export declare const policies: {
  /** The default policy, which an engine without one has. */
  readonly default: string;
  /** For a form that a person fills in: what is probably a slip is refused. */
  readonly checkout: string;
  /** Knows the further members that real shops send. */
  readonly 'shop-members': string;
  /** For a host that must not proceed on less than everything. */
  readonly strict: string;
};
