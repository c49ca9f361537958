// The worker: checks requests, so that typing doesn't wait for large ones.

import { init } from 'paylint';
import { check, look, type Checked, type Looked, type Unusable } from './check.js';
import { keepable, type Kept, type Sheet } from './share.js';

/** A question of the page: for a check, for fields and fixes, or for a sheet without secrets. */
export interface Job {
  kind: 'check' | 'look' | 'keep';
  sheet: Sheet;
}

export type Answer =
  | { kind: 'check'; outcome: Checked | Unusable }
  | { kind: 'look'; outcome: Looked }
  | { kind: 'keep'; sheet: Sheet; outcome: Kept }
  | { kind: 'failed'; message: string };

let started: Promise<void>;

addEventListener('message', ({ data }: MessageEvent<WebAssembly.Module | Job>) => {
  if (data instanceof WebAssembly.Module) started = init(data);
  else void answer(data).then((answered) => postMessage(answered));
});

async function answer({ kind, sheet }: Job): Promise<Answer> {
  try {
    await started;
    if (kind === 'keep') return { kind, sheet, outcome: await keepable(sheet) };
    return kind === 'check'
      ? { kind, outcome: check(sheet) }
      : { kind, outcome: look(sheet) };
  } catch (error) {
    return { kind: 'failed', message: (error as Error).message };
  }
}
