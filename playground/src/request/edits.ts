// Changes of JSON texts that leave everything else as it was typed.

import { applyEdits, format, modify } from 'jsonc-parser';

const FORMAT = { tabSize: 2, insertSpaces: true, eol: '\n' };

/** Returns the text with a fact set. `name` has dots: `merchant.hold_days`. */
export function withFact(text: string, name: string, value: unknown): string {
  const whole = text.trim() === '' ? '{}' : text;
  return applyEdits(whole, modify(whole, name.split('.'), value, { formattingOptions: FORMAT }));
}

/** Returns the text laid out. Only white space changes. */
export function formatted(text: string): string {
  return applyEdits(text, format(text, undefined, FORMAT));
}
