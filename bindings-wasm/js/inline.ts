import wasm from './generated/paylint.wasm';
import type { InitSource } from './index.js';
import { compileWith, need } from './instance.js';

export * from './api.js';

compileWith(() => new WebAssembly.Module(bytesOf(wasm)));

/** Compiles the module, which is in this file. Only for code that also uses the other entry. */
export async function init(_source?: InitSource | Promise<InitSource>): Promise<void> {
  need();
}

/** Decodes base64. */
function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}
