// The page's side of the worker, which answers only the last question.

import script from 'made:worker';
import type { Answer, Job } from './worker.js';

const address = URL.createObjectURL(new Blob([script], { type: 'text/javascript' }));

export class Checker {
  #module: WebAssembly.Module;
  #onAnswer: (answer: Answer) => void;
  #worker: Worker;
  #running: Job | undefined;
  #next: Job | undefined;

  constructor(module: WebAssembly.Module, onAnswer: (answer: Answer) => void) {
    this.#module = module;
    this.#onAnswer = onAnswer;
    this.#worker = this.#start();
  }

  /** Asks for an answer. Earlier questions aren't answered any more. */
  ask(job: Job): void {
    // A check is quick enough to wait for.
    if (this.#running !== undefined && this.#running.kind !== 'check') {
      this.#worker.terminate();
      this.#worker = this.#start();
      this.#running = undefined;
    }
    if (this.#running !== undefined) this.#next = job;
    else this.#send(job);
  }

  #start(): Worker {
    const worker = new Worker(address);
    worker.addEventListener('message', ({ data }: MessageEvent<Answer>) => this.#answered(data));
    worker.addEventListener('error', ({ message }) => this.#answered({ kind: 'failed', message }));
    worker.postMessage(this.#module);
    return worker;
  }

  #send(job: Job): void {
    this.#running = job;
    this.#worker.postMessage(job);
  }

  #answered(answer: Answer): void {
    const next = this.#next;
    this.#running = this.#next = undefined;
    if (next === undefined) this.#onAnswer(answer);
    else this.#send(next);
  }
}
