// Removes card numbers, codes and tokens from texts for links and the browser's storage.

import { createScanner } from 'jsonc-parser';
import { meant } from 'paylint';

/** Replaces a secret. */
export const REMOVED = 'removed';

/** Members of bodies, whose other names the engine knows. */
const SECRET = ['card_number', 'csc', 'account_number', 'sender_account_number'];
const CREDENTIAL = /token|secret|password|passwd|authorization|credential|(^|[_-])key$|[a-z]Key$/i;

/** Answers of the engine, by name. */
const known = new Map<string, boolean>();

/** Whether a name is that of a secret, in any spelling. */
function isSecret(name: string): boolean {
  if (SECRET.includes(name) || CREDENTIAL.test(name)) return true;
  if (!/^[\w-]{2,30}$/.test(name)) return false;
  let answer = known.get(name);
  if (answer === undefined) known.set(name, (answer = meant(name).some((member) => SECRET.includes(member))));
  return answer;
}

/** A name and its value in a form, in JSON inside a string, or in a JavaScript object. */
const NAMED =
  /((?<![\w-])([\w-]+)\\?["']?\s*[:=]\s*)(\\?["'](?:[^"'\\\n]|\\[^"'])*|[^\s"'\\,;&}\]]+)/g;
const CREDENTIALS = /\b(Bearer|Basic)\s+(?!\$)[\w.~+/=-]+/gi;
const HEADER = /\b(authorization\s*:\s*)[^"'\s][^"'\n]*/gi;
/** Runs of digits as long as a card number, perhaps in groups. */
const DIGITS = /(?<!\d)\d(?:[ -]?\d){11,18}(?!\d)/g;

/** The text without secrets. It needn't be JSON. */
export function withoutSecrets(text: string): string {
  return withoutNamed(text.replace(HEADER, `$1${REMOVED}`).replace(CREDENTIALS, `$1 ${REMOVED}`))
    .replace(NAMED, (all: string, before: string, name: string, value: string) => {
      const quote = /^\\?["']/.exec(value)?.[0] ?? '';
      const isLeft = value.slice(quote.length) === REMOVED || /^[{[]/.test(value) || !isSecret(name);
      return isLeft ? all : before + quote + REMOVED;
    })
    .replace(DIGITS, (digits) => (isCardNumber(digits) ? REMOVED : digits));
}

/** Removes the values of JSON members that have a secret's name, including objects and arrays. */
function withoutNamed(text: string): string {
  const scanner = createScanner(text, true);
  let result = '';
  let copied = 0;
  /** The last string, whether it names the next value as a secret, and the depth inside a secret's value. */
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
      if (depth === 0) isNamed = isSecret(last);
      continue;
    }
    const isOpening = token === '{' || token === '[';
    // The facts have a group that is called key.
    if (depth > 0 || (isNamed && isOpening && last !== 'key')) {
      if (isOpening) depth += 1;
      else if (token === '}' || token === ']') depth -= 1;
    }
    const isScalar = token !== '' && !/^[{}[\],]/.test(token);
    if (isScalar && (isNamed || depth > 0) && !isKey(text, to)) {
      result += `${text.slice(copied, from)}"${REMOVED}"`;
      copied = to;
    } else if (/^".*\\/s.test(token)) {
      // Escapes can hide a secret: "\u0034111…".
      const value = scanner.getTokenValue();
      const clean = withoutSecrets(value);
      if (clean !== value) {
        result += text.slice(copied, from) + JSON.stringify(clean);
        copied = to;
      }
    }
    isNamed = false;
    last = token.startsWith('"') ? scanner.getTokenValue() : token;
  }
  return result + text.slice(copied);
}

function isKey(text: string, end: number): boolean {
  return /^\s*:/.test(text.slice(end, end + 40));
}

/** Checks the check digit, so that amounts and identifiers stay. */
function isCardNumber(text: string): boolean {
  const digits = text.replaceAll(/\D/g, '');
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 1 : 2);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}
