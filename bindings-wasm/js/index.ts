/**
 * Tells, before a card-payment request leaves the house, whether the gateway can accept it, and
 * everything that is wrong with it and where.
 *
 * In browsers, `await init()` before anything else. In Node, and from `paylint/inline`, nothing
 * needs to be awaited.
 *
 * @packageDocumentation
 */
import { PaylintError } from './errors.js';
import { explained, ready, start } from './instance.js';

export * from './api.js';

/** What the WebAssembly module can be taken from. */
export type InitSource = string | URL | Request | Response | BufferSource | WebAssembly.Module;

let starting: Promise<void> | undefined;

/**
 * Loads `paylint.wasm` from beside this file, or takes it from where it is told to be. Later calls
 * do nothing; after a failure the next call tries again.
 *
 * @throws {PaylintError} The module cannot be had, or the page's Content Security Policy lacks
 *   `'wasm-unsafe-eval'`.
 */
export function init(source?: InitSource | Promise<InitSource>): Promise<void> {
  return (starting ??= load(source).catch((error: unknown) => {
    starting = undefined;
    throw explained(error);
  }));
}

async function load(given: InitSource | Promise<InitSource> | undefined): Promise<void> {
  if (ready()) return;
  start(await compile((await given) ?? new URL('./paylint.wasm', import.meta.url)));
}

async function compile(source: InitSource): Promise<WebAssembly.Module> {
  // The type of a module has no members of its own, so that it cannot be told apart by narrowing.
  if (Object.prototype.toString.call(source) === '[object WebAssembly.Module]')
    return source as WebAssembly.Module;
  if (source instanceof ArrayBuffer || ArrayBuffer.isView(source))
    return WebAssembly.compile(source as BufferSource);
  const response =
    source instanceof Response ? source : await fetch(source as string | URL | Request);
  if (!response.ok) {
    throw new PaylintError(
      `paylint.wasm cannot be had: HTTP status ${response.status} for ${response.url}`,
    );
  }
  if (/^application\/wasm\b/.test(response.headers.get('Content-Type') ?? '')) {
    return WebAssembly.compileStreaming(response);
  }
  const bytes = new Uint8Array(await response.arrayBuffer());
  // A server that sends its page for whatever it does not find.
  if (bytes[0] !== 0 || bytes[1] !== 0x61) {
    throw new PaylintError(
      `paylint.wasm cannot be had: there is something else at ${response.url}`,
    );
  }
  return WebAssembly.compile(bytes);
}
