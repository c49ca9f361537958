// Changes of facts that leave everything else as it was typed.

import { applyEdits, modify } from 'jsonc-parser';

const FORMAT = { tabSize: 2, insertSpaces: true, eol: '\n' };

/** Returns the text with a fact set. `name` has dots: `merchant.hold_days`. */
export function withFact(text: string, name: string, value: unknown): string {
  const whole = text.trim() === '' ? '{}' : text;
  return applyEdits(whole, modify(whole, name.split('.'), value, { formattingOptions: FORMAT }));
}
