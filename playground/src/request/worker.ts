// Checks requests beside the page, so that typing doesn't wait for large ones.

import { init } from 'paylint';
import { check, look, type Checked, type Looked, type Unusable } from './check.js';
import type { Sheet } from './share.js';

/** What the page asks: a check, or what takes longer. */
export interface Job {
  kind: 'check' | 'look';
  sheet: Sheet;
}

export type Answer =
  | { kind: 'check'; outcome: Checked | Unusable }
  | { kind: 'look'; outcome: Looked }
  | { kind: 'failed'; message: string };

let started: Promise<void>;

addEventListener('message', ({ data }: MessageEvent<WebAssembly.Module | Job>) => {
  if (data instanceof WebAssembly.Module) started = init(data);
  else void answer(data).then((it) => postMessage(it));
});

async function answer({ kind, sheet }: Job): Promise<Answer> {
  try {
    await started;
    return kind === 'check'
      ? { kind, outcome: check(sheet) }
      : { kind, outcome: look(sheet) };
  } catch (error) {
    return { kind: 'failed', message: (error as Error).message };
  }
}
