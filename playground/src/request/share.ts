// The state of the request view, and the link that carries it.

import { withoutSecrets } from '../secrets.js';
import { OPERATIONS } from './operations.js';
import type { Operation } from 'paylint';

/** What is checked, as it was typed. An empty text stands for no body, no facts or the default policy. */
export interface Sheet {
  operation: Operation;
  body: string;
  facts: string;
  policy: string;
  /** Another policy to compare with, if one is asked for. */
  other?: string | undefined;
}

const START = '#request=';

/** The sheet without card numbers, codes and tokens: as it can be kept or handed on. */
export function withoutCard(sheet: Sheet): Sheet {
  return {
    operation: sheet.operation,
    body: withoutSecrets(sheet.body),
    facts: withoutSecrets(sheet.facts),
    policy: withoutSecrets(sheet.policy),
    ...(sheet.other === undefined ? {} : { other: withoutSecrets(sheet.other) }),
  };
}

/** The sheet as a text. */
export function toText({ operation, body, facts, policy, other }: Sheet): string {
  return JSON.stringify([operation, body, facts, policy, ...(other === undefined ? [] : [other])]);
}

/** Reads such a text: `null` if it is damaged. */
export function fromText(text: string): Sheet | null {
  try {
    const values = JSON.parse(text) as unknown[];
    const [operation, body, facts, policy, other] = values as string[];
    const isSound =
      (values.length === 4 || values.length === 5) &&
      values.every((value) => typeof value === 'string') &&
      OPERATIONS.some(({ name }) => name === operation);
    return isSound ? ({ operation, body, facts, policy, other } as Sheet) : null;
  } catch {
    return null;
  }
}

/**
 * Returns the fragment of a link that carries the sheet. Browsers don't send fragments, so that no
 * server sees it.
 */
export function toFragment(sheet: Sheet): string {
  const bytes = new TextEncoder().encode(toText(sheet));
  const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  return START + btoa(text).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

/** Reads a fragment: `undefined` if it carries no sheet, `null` if it is damaged. */
export function fromFragment(fragment: string): Sheet | null | undefined {
  if (!fragment.startsWith(START)) return undefined;
  try {
    const text = atob(fragment.slice(START.length).replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = Uint8Array.from(text, (character) => character.charCodeAt(0));
    return fromText(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return null;
  }
}
