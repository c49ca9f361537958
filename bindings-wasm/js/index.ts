/**
 * Validates card-payment requests before you send them: whether the gateway can accept a request
 * and, if not, everything that is wrong and where.
 *
 * In browsers, `await init()` first. In Node, and with `paylint/inline`, you don't need to await
 * anything.
 *
 * @packageDocumentation
 */
import { PaylintError } from './errors.js';
import { explained, ready, start } from './instance.js';

export * from './api.js';

/** Where the WebAssembly module can come from. */
export type InitSource = string | URL | Request | Response | BufferSource | WebAssembly.Module;

let starting: Promise<void> | undefined;

/**
 * Loads `paylint.wasm` from the folder of this file, or from `source`. Later calls do nothing;
 * after a failure, the next call tries again.
 *
 * @throws {PaylintError} If the module can't be loaded, or the page's Content Security Policy lacks
 *   `'wasm-unsafe-eval'`.
 */
export function init(source?: InitSource | Promise<InitSource>): Promise<void> {
  return (starting ??= load(source).catch((error: unknown) => {
    starting = undefined;
    throw explained(error);
  }));
}

async function load(source: InitSource | Promise<InitSource> | undefined): Promise<void> {
  if (ready()) return;
  start(await compile((await source) ?? new URL('./paylint.wasm', import.meta.url)));
}

async function compile(source: InitSource): Promise<WebAssembly.Module> {
  // TypeScript can't narrow to WebAssembly.Module, because the type has no members.
  if (Object.prototype.toString.call(source) === '[object WebAssembly.Module]')
    return source as WebAssembly.Module;
  if (source instanceof ArrayBuffer || ArrayBuffer.isView(source))
    return WebAssembly.compile(source as BufferSource);
  const response =
    source instanceof Response ? source : await fetch(source as string | URL | Request);
  if (!response.ok) {
    throw new PaylintError(
      `can't load paylint.wasm: HTTP status ${response.status} for ${response.url}`,
    );
  }
  if (/^application\/wasm\b/.test(response.headers.get('Content-Type') ?? '')) {
    return WebAssembly.compileStreaming(response);
  }
  const bytes = new Uint8Array(await response.arrayBuffer());
  // Some servers send a page for every address that they don't know.
  if (bytes[0] !== 0 || bytes[1] !== 0x61) {
    throw new PaylintError(`can't load paylint.wasm: found something else at ${response.url}`);
  }
  return WebAssembly.compile(bytes);
}
