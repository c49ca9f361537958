// Changes of JSON texts that leave everything else as it was typed.

import { applyEdits, format, modify } from 'jsonc-parser';

const FORMAT = { tabSize: 2, insertSpaces: true, eol: '\n' };

/** Returns the text with a fact set. `name` has dots: `merchant.hold_days`. */
export function withFact(text: string, name: string, value: unknown): string {
  return withMember(text.trim() === '' ? '{}' : text, name.split('.'), value);
}

/** Returns the text without a fact, and without its group if nothing else is in it. */
export function withoutFact(text: string, name: string): string {
  const [group = '', member] = name.split('.');
  const inside = (JSON.parse(text) as Record<string, object | undefined>)[group];
  if (inside === undefined) return text;
  const isAll = member === undefined || Object.keys(inside).every((key) => key === member);
  return withMember(text, isAll ? [group] : [group, member], undefined);
}

function withMember(text: string, path: string[], value: unknown): string {
  return applyEdits(text, modify(text, path, value, { formattingOptions: FORMAT }));
}

/** Returns the text laid out. Only white space changes. */
export function formatted(text: string): string {
  return applyEdits(text, format(text, undefined, FORMAT));
}
