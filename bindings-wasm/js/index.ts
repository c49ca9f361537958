/**
 * Validates card-payment requests before you send them: whether the gateway can accept a request
 * and, if not, everything that is wrong and where.
 *
 * In browsers, `await init()` first. In Node and on other servers, and with `paylint/inline`, you
 * don't need to await anything.
 *
 * @packageDocumentation
 */
import { inlined, instantiated, obstacle, ready, start, startError } from './instance.js';
import type { Raw } from './instance.js';
import { PaylintError } from './errors.js';
import type { InitSource } from './source.js';

export * from './api.js';
export type { CompiledModule, InitSource } from './source.js';

let starting: Promise<void> | undefined;

/**
 * Loads the module: from `source`, or `paylint.wasm` from the folder of this file. If a bundler or
 * server hasn't brought that file along, from a script that contains it. Where WebAssembly can't run, loads the same
 * engine as plain JavaScript. Later calls do nothing; after a failure, the next call tries again.
 *
 * @throws {PaylintError} If none of these can be loaded. Its `cause` is the error behind it.
 */
export function init(source?: InitSource | Promise<InitSource>): Promise<void> {
  return (starting ??= load(source).catch((error: unknown) => {
    starting = undefined;
    throw startError(error);
  }));
}

async function load(source: InitSource | Promise<InitSource> | undefined): Promise<void> {
  if (ready()) return;
  const from = await source;
  const cause = obstacle();
  if (cause !== undefined) return start(await plain(cause));
  start(instantiated(await (from === undefined ? compileOwn() : compile(from))));
}

/** The engine as plain JavaScript, where WebAssembly can't be compiled. */
function plain(cause: string): Promise<Raw> {
  return import('./plain.js').then(
    (script) => script as unknown as Raw,
    (error: unknown) => Promise.reject(new PaylintError(cause, 'ERR_PAYLINT_INIT', error)),
  );
}

async function compileOwn(): Promise<WebAssembly.Module> {
  try {
    return await compile(new URL('./paylint.wasm', import.meta.url));
  } catch (error) {
    if (error instanceof WebAssembly.CompileError) throw error;
    // Not with `await`: Next wraps the call in a function that isn't async.
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
  if (!response.ok) {
    throw new PaylintError(
      `can't load paylint.wasm: HTTP status ${response.status} for ${response.url}`,
      'ERR_PAYLINT_INIT',
    );
  }
  if (/^application\/wasm\b/.test(response.headers.get('Content-Type') ?? ''))
    return WebAssembly.compileStreaming(response);
  const bytes = new Uint8Array(await response.arrayBuffer());
  // Some servers send a page for every address that they don't know.
  if (bytes[0] !== 0 || bytes[1] !== 0x61) {
    throw new PaylintError(
      `can't load paylint.wasm: found something else at ${response.url}`,
      'ERR_PAYLINT_INIT',
    );
  }
  return WebAssembly.compile(bytes);
}
