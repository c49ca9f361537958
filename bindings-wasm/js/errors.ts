/** An error that paylint throws: an argument is invalid, or paylint isn't ready. */
export class PaylintError extends Error {
  override name = 'PaylintError';
}

/** The facts are invalid. The message never shows a text from them. */
export class FactsError extends PaylintError {
  override name = 'FactsError';
  /** The member, with dots: `merchant.hold_days`. Empty for the facts as a whole. */
  readonly member: string;

  constructor(message: string, member = '') {
    super(message);
    this.member = member;
  }
}

/** The policy is invalid. */
export class PolicyError extends PaylintError {
  override name = 'PolicyError';
  /** The member, with dots: `levels.avs.zip_code_required`. Empty for the whole policy. */
  readonly member: string;

  constructor(message: string, member = '') {
    super(message);
    this.member = member;
  }
}
