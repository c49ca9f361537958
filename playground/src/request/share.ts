// The state of the page, the link that carries it, and the browser's storage that keeps it.

import { withoutSecrets } from '../secrets.js';
import { LABELS } from './operations.js';
import type { Operation } from 'paylint';

/** A request as it was typed. An empty text stands for no body, no facts or the default policy. */
export interface Sheet {
  operation: Operation;
  body: string;
  facts: string;
  policy: string;
}

/** Prefixes of links: written by this page, and by other programs, without compression. */
const PACKED = '#sheet=';
const PLAIN = '#request=';

/** The largest sheet in a link, in bytes. */
const MOST_SHARED = 1 << 20;

/** A sheet without secrets, to keep and to share. */
export interface Kept {
  /** Its text, without card numbers, codes and tokens. */
  text: string;
  /** The fragment that carries it; empty if it is too large for a link. */
  fragment: string;
  hadSecrets: boolean;
}

/** Removes card numbers, codes and tokens from a sheet. Runs in a worker, since a large body takes a while. */
export async function keepable(sheet: Sheet): Promise<Kept> {
  const { operation, body, facts, policy } = sheet;
  const [safeBody, safeFacts, safePolicy] = [body, facts, policy].map(withoutSecrets) as [string, string, string];
  const text = toText({ operation, body: safeBody, facts: safeFacts, policy: safePolicy });
  const fragment = new Blob([text]).size > MOST_SHARED ? '' : await toFragment(text);
  return { text, fragment, hadSecrets: text !== toText(sheet) };
}

/** The sheet as a text. */
export function toText({ operation, body, facts, policy }: Sheet): string {
  return JSON.stringify([operation, body, facts, policy]);
}

/** Reads such a text: `null` if it is damaged. */
export function fromText(text: string): Sheet | null {
  try {
    const values = JSON.parse(text) as unknown[];
    const [operation, body, facts, policy] = values as string[];
    const isSound =
      values.length === 4 &&
      values.every((value) => typeof value === 'string') &&
      operation! in LABELS;
    return isSound ? ({ operation, body, facts, policy } as Sheet) : null;
  } catch {
    return null;
  }
}

/** Keeps a text in the page's storage, if the browser lets it; `undefined` forgets it. */
export function keep(name: string, text: string | undefined): void {
  try {
    if (text === undefined) localStorage.removeItem(`paylint ${name}`);
    else localStorage.setItem(`paylint ${name}`, text);
  } catch {
    // Blocked or full: the address still has it.
  }
}

export function kept(name: string): string | undefined {
  try {
    return localStorage.getItem(`paylint ${name}`) ?? undefined;
  } catch {
    return undefined;
  }
}

/** The fragment of a link to a sheet. Browsers don't send fragments, so no server sees it. */
export async function toFragment(sheet: string): Promise<string> {
  const bytes = await through(new CompressionStream('deflate-raw'), new TextEncoder().encode(sheet));
  const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  return PACKED + btoa(text).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

/** Reads a fragment: `undefined` if it carries no sheet, `null` if it is damaged. */
export async function fromFragment(fragment: string): Promise<Sheet | null | undefined> {
  const start = [PACKED, PLAIN].find((prefix) => fragment.startsWith(prefix));
  if (start === undefined) return undefined;
  try {
    const bytes = bytesOf(fragment.slice(start.length).replaceAll('-', '+').replaceAll('_', '/'));
    const plain = start === PLAIN ? bytes : await unpacked(bytes);
    return fromText(new TextDecoder('utf-8', { fatal: true }).decode(plain));
  } catch {
    return null;
  }
}

/** The bytes of a text in base64. */
export function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  // A function for each character would take several times as long.
  for (let index = 0; index < text.length; index += 1) bytes[index] = text.charCodeAt(index);
  return bytes;
}

/** Decompresses bytes, unless they would be too many. */
export function unpacked(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  return through(new DecompressionStream('deflate-raw'), bytes);
}

async function through(
  stream: CompressionStream | DecompressionStream,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array<ArrayBuffer>> {
  let left = MOST_SHARED;
  // A link of some hundred kB can unpack to gigabytes.
  const bounded = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, to) {
      left -= chunk.length;
      if (left < 0) to.error(new RangeError('too large'));
      else to.enqueue(chunk);
    },
  });
  const unpacked = new Blob([bytes]).stream().pipeThrough(stream).pipeThrough(bounded);
  return new Uint8Array(await new Response(unpacked).arrayBuffer());
}
