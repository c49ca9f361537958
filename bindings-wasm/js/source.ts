// Where the WebAssembly module can come from, without needing the types of a browser or of Node.

/** The instances of a global class; `never` where TypeScript doesn't know the class. */
export type InstanceOf<Name extends string> = typeof globalThis extends {
  [name in Name]: { prototype: infer Instance };
}
  ? Instance
  : never;

/** The global `fetch`. */
export type Fetch = typeof globalThis extends { fetch: infer Function }
  ? Function
  : (...request: never[]) => Promise<unknown>;

/** A compiled module: `WebAssembly.Module`. */
export type CompiledModule = typeof globalThis extends {
  WebAssembly: { Module: { prototype: infer Instance } };
}
  ? Instance
  : object;

/** Where the WebAssembly module can come from. */
export type InitSource =
  | string
  | InstanceOf<'URL'>
  | InstanceOf<'Request'>
  | InstanceOf<'Response'>
  | ArrayBufferLike
  | ArrayBufferView
  | CompiledModule;

/**
 * Loads the module: from `source`, or from the package if that is left out. After `timeout` milliseconds the promise
 * rejects; the module goes on loading, and a later call can still resolve.
 */
export type Init = (source?: InitSource | Promise<InitSource>, options?: { readonly timeout?: number }) => Promise<void>;
