// Loads a module in browsers.

import { PaylintError } from './errors.js';
import { inlined, instantiated, isReady, obstacle, start, startError } from './instance.js';
import type { Raw } from './instance.js';
import type { Init, InitSource } from './source.js';

/** Returns the `init` of an entry, whose module is at `own()`. */
export function loading(own: () => URL): Init {
  let starting: Promise<void> | undefined;
  return (source, { timeout } = {}) => {
    starting ??= load(source, own).catch((error: unknown) => {
      starting = undefined;
      throw startError(error);
    });
    return timeout === undefined ? starting : within(timeout, starting);
  };
}

/** A promise that rejects if the other one hasn't settled in time. */
function within(timeout: number, starting: Promise<void>): Promise<void> {
  return new Promise((resolve, reject) => {
    const late = new PaylintError(`paylint took longer than ${timeout} ms to load`, 'ERR_PAYLINT_INIT');
    const timer = setTimeout(reject, timeout, late);
    starting.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

async function load(source: Parameters<Init>[0], own: () => URL): Promise<void> {
  if (isReady) return;
  const from = await source;
  const cause = obstacle();
  if (cause !== undefined) return start(await plain(cause));
  start(instantiated(await (from === undefined ? compileOwn(own) : compile(from))));
}

/** The engine as plain JavaScript, where WebAssembly can't be compiled. */
function plain(cause: string): Promise<Raw> {
  const script = import('./plain.js') as Promise<unknown> as Promise<Raw>;
  return script.catch((error: unknown) => Promise.reject(new PaylintError(cause, 'ERR_PAYLINT_INIT', { cause: error })));
}

async function compileOwn(own: () => URL): Promise<WebAssembly.Module> {
  try {
    return await compile(own());
  } catch (error) {
    if (error instanceof WebAssembly.CompileError) throw error;
    // No `await`, because Next wraps the call in a function that isn't async.
    return import('./wasm.js').then(
      ({ default: base64 }) => WebAssembly.compile(inlined(base64)),
      () => Promise.reject(error),
    );
  }
}

async function compile(source: unknown): Promise<WebAssembly.Module> {
  const kind = Object.prototype.toString.call(source);
  if (kind === '[object WebAssembly.Module]') return source as WebAssembly.Module;
  if (/ArrayBuffer]$/.test(kind) || ArrayBuffer.isView(source))
    return WebAssembly.compile(source as BufferSource);
  const isResponse = kind === '[object Response]';
  const response = (isResponse ? source : await fetch(source as string | URL | Request)) as Response;
  if (!response.ok) throw new Error(`HTTP status ${response.status} for ${response.url}`);
  if (/^application\/wasm\b/.test(response.headers.get('Content-Type') ?? ''))
    return WebAssembly.compileStreaming(response);
  const bytes = new Uint8Array(await response.arrayBuffer());
  // Some servers send a page for every unknown address.
  if (bytes[0] !== 0 || bytes[1] !== 0x61) throw new Error(`found something else at ${response.url}`);
  return WebAssembly.compile(bytes);
}
