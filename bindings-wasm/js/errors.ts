/** What paylint throws: a value that it was given cannot be used, or it is not ready. */
export class PaylintError extends Error {
  override name = 'PaylintError';
}

/** The facts cannot be used. The message never shows a text that was given. */
export class FactsError extends PaylintError {
  override name = 'FactsError';
  /** The member, dotted: `merchant.hold_days`. Empty for the whole. */
  readonly member: string;

  constructor(message: string, member = '') {
    super(message);
    this.member = member;
  }
}

/** The policy cannot be used. */
export class PolicyError extends PaylintError {
  override name = 'PolicyError';
  /** The member, dotted: `levels.avs.zip_code_required`. Empty for the whole. */
  readonly member: string;

  constructor(message: string, member = '') {
    super(message);
    this.member = member;
  }
}
