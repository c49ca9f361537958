// What the page keeps in the browser for the next time: what was typed, without card data.

import { afterPause } from './dom.js';
import { withoutSecrets } from './secrets.js';

const KEY = 'paylint-playground';

/** What is about to be kept. */
const waiting = new Map<string, () => string>();

/** The texts that are kept, by name. */
let kept = read();

function read(): Record<string, string> {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    const entries = Object.entries(value ?? {}).filter(([, text]) => typeof text === 'string');
    return Object.fromEntries(entries);
  } catch {
    // There is no storage, or something else is in it.
    return {};
  }
}

/** A text that an earlier visit kept. */
export function recall(name: string): string | undefined {
  return kept[name];
}

/** Keeps a text, without secrets, once typing pauses. */
export function keep(name: string, text: () => string): void {
  waiting.set(name, text);
  write();
}

/** Forgets everything. */
export function forget(): void {
  kept = {};
  waiting.clear();
  try {
    localStorage.removeItem(KEY);
  } catch {
    // There is none.
  }
}

const write = afterPause(300, () => {
  for (const [name, text] of waiting) kept[name] = withoutSecrets(text());
  waiting.clear();
  try {
    if (Object.keys(kept).length > 0) localStorage.setItem(KEY, JSON.stringify(kept));
  } catch {
    // The page works without.
  }
});
