// Takes card numbers, codes and tokens out of what is written into links and into the browser's storage.

import { createScanner } from 'jsonc-parser';

/** Stands for what was taken out. */
export const REMOVED = 'removed';

const NAMES = 'card_number|csc|cvc2?|cvv2?|pan|account_number|sender_account_number';
const IS_SECRET = new RegExp(`^(${NAMES}|.*(token|secret|password|authorization).*)$`, 'i');
/** As in a form, in JSON inside a string, or in a JavaScript object. */
const NAMED = new RegExp(
  `(\\b(?:${NAMES}|\\w*(?:token|secret|password|authorization))\\\\?["']?\\s*[:=]\\s*)` +
    `(\\\\?["'](?:[^"'\\\\\\n]|\\\\[^"'])*|[^\\s"'\\\\,;&}\\]]+)`,
  'gi',
);
const CREDENTIALS = /\b(Bearer|Basic)\s+(?!\$)[\w.~+/=-]+/gi;
const HEADER = /\b(authorization\s*:\s*)[^"'\s][^"'\n]*/gi;
/** As many digits as a card number has, also in groups. */
const DIGITS = /(?<!\d)\d(?:[ -]?\d){11,18}(?!\d)/g;

/** The text without secrets. It needn't be JSON. */
export function withoutSecrets(text: string): string {
  return withoutNamed(text.replace(HEADER, `$1${REMOVED}`).replace(CREDENTIALS, `$1 ${REMOVED}`))
    .replace(NAMED, (_, name: string, value: string) => {
      const quote = /^\\?["']/.exec(value)?.[0] ?? '';
      return value.slice(quote.length) === REMOVED || /^[{[]/.test(value)
        ? name + value
        : name + quote + REMOVED;
    })
    .replace(DIGITS, (digits) => (isCardNumber(digits) ? REMOVED : digits));
}

/** Without the values of JSON members that have a secret's name, whatever these are. */
function withoutNamed(text: string): string {
  const scanner = createScanner(text, true);
  let result = '';
  let copied = 0;
  /** The last string, whether it is the name of the value to come, and how deep inside a secret's value it is. */
  let last = '';
  let isNamed = false;
  let depth = 0;
  let before = -1;
  while (scanner.getPosition() < text.length && scanner.getPosition() !== before) {
    before = scanner.getPosition();
    scanner.scan();
    const from = scanner.getTokenOffset();
    const to = from + scanner.getTokenLength();
    const token = text.slice(from, to);
    if (token === ':') {
      if (depth === 0) isNamed = IS_SECRET.test(last);
      continue;
    }
    const isOpening = token === '{' || token === '[';
    if (depth > 0 || (isNamed && isOpening)) {
      if (isOpening) depth += 1;
      else if (token === '}' || token === ']') depth -= 1;
    }
    const isScalar = token !== '' && !/^[{}[\],]/.test(token);
    if (isScalar && (isNamed || depth > 0) && !isKey(text, to)) {
      result += `${text.slice(copied, from)}"${REMOVED}"`;
      copied = to;
    }
    isNamed = false;
    last = token.startsWith('"') ? scanner.getTokenValue() : token;
  }
  return result + text.slice(copied);
}

function isKey(text: string, end: number): boolean {
  return /^\s*:/.test(text.slice(end, end + 40));
}

/** By the check digit, so that amounts and identifiers stay. */
function isCardNumber(text: string): boolean {
  const digits = text.replaceAll(/\D/g, '');
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 1 : 2);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}
