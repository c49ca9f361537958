// Changes of JSON texts that leave everything else as it was typed.

import { applyEdits, modify, parseTree, type Edit, type JSONPath } from 'jsonc-parser';
import { nodeAt, stepsOf } from './places.js';

/** An operation of JSON Patch (RFC 6902) as repairs have it. */
export interface Change {
  op: 'add' | 'replace' | 'remove';
  path: string;
  value?: unknown;
}

const FORMAT = { tabSize: 2, insertSpaces: true, eol: '\n' };

/** Returns the text with a patch applied. */
export function patched(text: string, patch: readonly Change[]): string {
  return patch.reduce((before, change) => applyEdits(before, editsOf(before, change)), text);
}

function editsOf(text: string, { op, path, value }: Change): Edit[] {
  const tree = parseTree(text);
  const steps: JSONPath = [];
  let isElement = false;
  for (const step of stepsOf(path)) {
    const outer = tree && nodeAt(tree, steps.map(String));
    isElement = outer?.type === 'array';
    steps.push(isElement ? (step === '-' ? -1 : Number(step)) : step);
  }
  return modify(text, steps, op === 'remove' ? undefined : value, {
    formattingOptions: FORMAT,
    isArrayInsertion: op === 'add' && isElement,
  });
}

/** Returns the text with a member set. `name` has dots: `merchant.hold_days`. */
export function withFact(text: string, name: string, value: unknown): string {
  const whole = text.trim() === '' ? '{}' : text;
  return applyEdits(whole, modify(whole, name.split('.'), value, { formattingOptions: FORMAT }));
}
