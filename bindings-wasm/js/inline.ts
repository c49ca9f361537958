import wasm from './generated/paylint.wasm';
import type { InitSource } from './index.js';
import { compileWith, need } from './instance.js';

export * from './api.js';

compileWith(() => new WebAssembly.Module(bytesOf(wasm)));

/** Does nothing but compile the module, which is in this file. For code that also runs without it. */
export async function init(_source?: InitSource | Promise<InitSource>): Promise<void> {
  need();
}

/** Decodes base64. */
function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}
