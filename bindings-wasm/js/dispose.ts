/// <reference lib="esnext.disposable" preserve="true" />

/** `Symbol.dispose`, or a symbol that nobody knows where the language hasn't it yet. */
export const DISPOSE: typeof Symbol.dispose = Symbol.dispose ?? Symbol('dispose');
