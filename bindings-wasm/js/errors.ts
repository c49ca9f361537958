/** The kind of a paylint error; it also works across copies of the package. */
export type ErrorCode =
  | 'ERR_PAYLINT_INIT'
  | 'ERR_PAYLINT_ARGUMENT'
  | 'ERR_PAYLINT_FACTS'
  | 'ERR_PAYLINT_POLICY'
  | 'ERR_PAYLINT_HISTORY'
  | 'ERR_PAYLINT_REFUSED';

// The names are set explicitly, because minifiers shorten those of classes.

/** An error that paylint throws: an argument is invalid, or paylint isn't ready. */
export class PaylintError extends Error {
  static override readonly name: string = 'PaylintError';
  /**
   * `ERR_PAYLINT_INIT` if the module can't be started or isn't yet; `ERR_PAYLINT_FACTS`, `ERR_PAYLINT_POLICY` and
   * `ERR_PAYLINT_HISTORY` if these are invalid; `ERR_PAYLINT_REFUSED` if a request wasn't sent; `ERR_PAYLINT_ARGUMENT`
   * for anything else. Unlike `instanceof`, it also works for errors of another copy of the package.
   */
  readonly code: ErrorCode;

  constructor(message: string, code: ErrorCode = 'ERR_PAYLINT_ARGUMENT', cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = new.target.name;
    this.code = code;
  }
}

/** The facts are invalid. The message never shows a text from them. */
export class FactsError extends PaylintError {
  static override readonly name: string = 'FactsError';
  /** The member, with dots: `merchant.hold_days`. Empty for the facts as a whole. */
  readonly member: string;

  constructor(message: string, member = '') {
    super(message, 'ERR_PAYLINT_FACTS');
    this.member = member;
  }
}

/** The policy is invalid. */
export class PolicyError extends PaylintError {
  static override readonly name: string = 'PolicyError';
  /** The member, with dots: `levels.avs.zip_code_required`. Empty for the whole policy. */
  readonly member: string;
  /** The index of the wrong layer. */
  readonly layer: number;

  constructor(message: string, member = '', layer = 0) {
    super(message, 'ERR_PAYLINT_POLICY');
    this.member = member;
    this.layer = layer;
  }
}

/** A history is invalid. The message never shows a value of a body. */
export class HistoryError extends PaylintError {
  static override readonly name: string = 'HistoryError';
  /** Where it is wrong: `[2].body.total`. Empty for the history as a whole. */
  readonly place: string;

  constructor(message: string, place = '') {
    super(message, 'ERR_PAYLINT_HISTORY');
    this.place = place;
  }
}
