// Makes the changes of a repair, in a text without touching the rest of it.

import { bodyOf } from './body.js';
import { PaylintError } from './errors.js';
import type { Change, Repair } from './types.js';

/**
 * Returns a body with the changes of a repair made: of JSON text a new text, which keeps the
 * sender's formatting and digits; of an object or array a new one, as if read from JSON. Its type is
 * that of the body, so declare the body as `Order` or what it is if a repair may add members.
 *
 * Neither argument is changed. The repair may be a copy (from a worker, or a server), but must be of
 * this body. Then replace the values at the paths in `fill` by your own.
 *
 * @throws {PaylintError} If the repair doesn't fit the body, or the body is neither text nor
 *   something that JSON can represent. Decode bytes first.
 */
export function applyRepair(body: string, repair: Pick<Repair, 'patch'>): string;
export function applyRepair<B extends object>(body: B, repair: Pick<Repair, 'patch'>): B;
export function applyRepair<B extends object>(
  body: string | B,
  repair: Pick<Repair, 'patch'>,
): string | B;
export function applyRepair(body: string | object, { patch }: Pick<Repair, 'patch'>): unknown {
  const text = bodyOf(body);
  if (typeof text !== 'string')
    throw new PaylintError('the body is bytes: decode them first, and pass the text');
  const changed = changedText(text, patch);
  return typeof body === 'string' ? changed : JSON.parse(changed);
}

/** An object or array as it is written: all its texts, in order, make the text. */
interface Holder {
  /** Up to and with the bracket. */
  readonly start: string;
  readonly entries: Entry[];
  /** The white space behind the last entry, and all that follows. */
  readonly end: string;
}

interface Entry {
  /** The white space before the comma that stands before it. */
  readonly gap: string;
  /** The white space before it; `undefined` if it is added, and written as the others are. */
  readonly lead: string | undefined;
  /** Its key with the colon and the white space behind; empty for an element. */
  readonly key: string;
  /** As text until something in it is to be changed. */
  value: string | Holder;
}

function changedText(text: string, patch: readonly Change[]): string {
  try {
    // The code below expects valid JSON.
    JSON.parse(text);
  } catch {
    throw misfit();
  }
  const body = opened(text);
  for (const change of patch) make(change, body);
  return written(body);
}

function misfit(): PaylintError {
  return new PaylintError('the repair is of another body: ask for the repairs of this one');
}

function make(change: Change, body: Holder): void {
  const steps = change.path.split('/').slice(1).map(unescaped);
  const last = steps.pop() ?? '';
  let holder = body;
  for (const step of steps) {
    const entry = holder.entries[find(holder, step)];
    if (entry === undefined) throw misfit();
    if (typeof entry.value === 'string') entry.value = opened(entry.value);
    holder = entry.value;
  }
  const at = find(holder, last);
  const entry = holder.entries[at];
  if (entry === undefined) {
    if (change.op !== 'add' || isArray(holder)) throw misfit();
    const key = `${JSON.stringify(last)}:`;
    holder.entries.push({ gap: '', lead: undefined, key, value: JSON.stringify(change.value) });
  } else if (change.op === 'remove') {
    holder.entries.splice(at, 1);
  } else {
    entry.value = JSON.stringify(change.value);
  }
}

function unescaped(step: string): string {
  return step.replaceAll('~1', '/').replaceAll('~0', '~');
}

function isArray({ start }: Holder): boolean {
  return start.endsWith('[');
}

/** The position of a member (the first of that name) or of an element; or one that nothing has. */
function find(holder: Holder, step: string): number {
  if (isArray(holder)) return /^\d+$/.test(step) ? Number(step) : -1;
  return holder.entries.findIndex(
    ({ key }) => JSON.parse(key.slice(0, key.lastIndexOf(':'))) === step,
  );
}

/** Takes an object or array apart, but not what is in it. */
function opened(text: string): Holder {
  const [bracket, ...marks] = marksOf(text);
  if (bracket === undefined) throw misfit();
  const start = text.slice(0, bracket + 1);
  const entries: Entry[] = [];
  let from = start.length;
  let colon = from;
  let gap = '';
  for (const at of marks) {
    if (text[at] === ':') {
      colon = at + 1;
      continue;
    }
    // `"key" : value`, with white space around it.
    const piece = text.slice(from, at);
    const entry = piece.trim();
    const lead = piece.slice(0, piece.length - piece.trimStart().length);
    if (entry !== '') {
      const value = text.slice(colon, at).trim();
      const key = entry.slice(0, entry.length - value.length);
      entries.push({ gap, lead, key, value });
    }
    gap = entry === '' ? lead : piece.slice(lead.length + entry.length);
    from = colon = at + 1;
  }
  return { start, entries, end: gap + text.slice(from - 1) };
}

/** Where an object or array begins and ends, and where its own colons and commas are. */
function marksOf(text: string): number[] {
  const places: number[] = [];
  const marks = /["[\]{},:]/g;
  let depth = 0;
  for (let match = marks.exec(text); match !== null; match = marks.exec(text)) {
    const [mark] = match;
    let at = match.index;
    if (mark === '"') {
      // A pattern would run out of stack in a long string.
      at += 1;
      while (text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
      marks.lastIndex = at + 1;
      continue;
    }
    if (mark === ']' || mark === '}') depth -= 1;
    const isBracket = mark !== ':' && mark !== ',';
    if (depth === (isBracket ? 0 : 1)) places.push(at);
    if (mark === '[' || mark === '{') depth += 1;
  }
  return places;
}

function written({ start, entries, end }: Holder): string {
  // What is added is written as the last of the others is.
  const like = entries.filter(({ lead }) => lead !== undefined).at(-1) ?? { lead: '', key: '' };
  const space = like.key.slice(like.key.trimEnd().length);
  const texts = entries.map(({ gap, lead, key, value }, index) => {
    const before = index === 0 ? '' : `${gap},`;
    const head = lead === undefined ? like.lead + key + space : lead + key;
    return before + head + (typeof value === 'string' ? value : written(value));
  });
  return start + texts.join('') + end;
}
