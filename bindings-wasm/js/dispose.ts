/// <reference lib="esnext.disposable" preserve="true" />

/** `Symbol.dispose`, or a private symbol if the language doesn't have it yet. */
export const DISPOSE: typeof Symbol.dispose = Symbol.dispose ?? Symbol('dispose');
