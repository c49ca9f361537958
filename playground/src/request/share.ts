// The state of the request view, and the link that carries it.

import { OPERATIONS } from './operations.js';
import type { Operation } from 'paylint';

/** What is checked, as it was typed. An empty text stands for no body, no facts or the default policy. */
export interface Sheet {
  operation: Operation;
  body: string;
  facts: string;
  policy: string;
}

const START = '#request=';

/**
 * Returns the fragment of a link that carries the sheet. Browsers don't send fragments, so that no
 * server sees it.
 */
export function toFragment({ operation, body, facts, policy }: Sheet): string {
  const bytes = new TextEncoder().encode(JSON.stringify([operation, body, facts, policy]));
  const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  return START + btoa(text).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

/** Reads a fragment: `undefined` if it carries no sheet, `null` if it is damaged. */
export function fromFragment(fragment: string): Sheet | null | undefined {
  if (!fragment.startsWith(START)) return undefined;
  try {
    const text = atob(fragment.slice(START.length).replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = Uint8Array.from(text, (character) => character.charCodeAt(0));
    const decoder = new TextDecoder('utf-8', { fatal: true });
    const values = JSON.parse(decoder.decode(bytes)) as unknown[];
    const [operation, body, facts, policy] = values as string[];
    const isSound =
      values.length === 4 &&
      values.every((value) => typeof value === 'string') &&
      OPERATIONS.some(({ name }) => name === operation);
    return isSound ? ({ operation, body, facts, policy } as Sheet) : null;
  } catch {
    return null;
  }
}
