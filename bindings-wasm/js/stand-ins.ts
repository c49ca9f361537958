// Globals, with stand-ins where a host lacks them.

/** Jest's jsdom has none. Like the original, it replaces half a surrogate pair. */
class Encoder {
  encodeInto(text: string, into: Uint8Array): { read: number; written: number } {
    const utf8 = unescape(encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\ufffd')));
    for (let at = 0; at < utf8.length; at++) into[at] = utf8.charCodeAt(at);
    return { read: text.length, written: utf8.length };
  }
}

/** Decodes only valid UTF-8, which is all that the module writes. */
class Decoder {
  decode(bytes: Uint8Array = new Uint8Array()): string {
    let utf8 = '';
    for (const byte of bytes) utf8 += String.fromCharCode(byte);
    return decodeURIComponent(escape(utf8));
  }
}

const host = globalThis as { [name: string]: unknown };
export const TextEncoder = (host['TextEncoder'] ?? Encoder) as typeof globalThis.TextEncoder;
export const TextDecoder = (host['TextDecoder'] ?? Decoder) as typeof globalThis.TextDecoder;
