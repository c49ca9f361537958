/** The kind of a paylint error; it also works across copies of the package. */
export type ErrorCode =
  | 'ERR_PAYLINT_INIT'
  | 'ERR_PAYLINT_ARGUMENT'
  | 'ERR_PAYLINT_FACTS'
  | 'ERR_PAYLINT_POLICY'
  | 'ERR_PAYLINT_HISTORY'
  | 'ERR_PAYLINT_REFUSED';

/** What else an error tells. */
interface Details {
  readonly cause?: unknown;
  readonly member?: string | undefined;
  readonly layer?: number;
}

/** An error that paylint throws: an argument is invalid, or paylint isn't ready. The message never shows a value of a body or of facts. */
export class PaylintError extends Error {
  /** Set explicitly, because minifiers shorten names. */
  static override readonly name: string = 'PaylintError';
  /**
   * `ERR_PAYLINT_INIT` if the module can't be started or isn't yet; `ERR_PAYLINT_FACTS`, `ERR_PAYLINT_POLICY` and
   * `ERR_PAYLINT_HISTORY` if these are invalid; `ERR_PAYLINT_REFUSED` if a request wasn't sent; `ERR_PAYLINT_ARGUMENT`
   * for anything else. Unlike `instanceof`, it also works for errors of another copy of the package.
   */
  readonly code: ErrorCode;
  /** What is wrong in facts, a policy or a history: `merchant.hold_days`, `[2].body.total`. Empty for the whole. */
  readonly member: string;
  /** The index of the policy's wrong layer. */
  readonly layer: number;

  constructor(message: string, code: ErrorCode = 'ERR_PAYLINT_ARGUMENT', { cause, member = '', layer = 0 }: Details = {}) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = new.target.name;
    this.code = code;
    this.member = member;
    this.layer = layer;
  }
}
