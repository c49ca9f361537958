// Sources of the WebAssembly module, typed without the types of a browser or of Node.

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

/** A source of the WebAssembly module. */
export type InitSource =
  | string
  | InstanceOf<'URL'>
  | InstanceOf<'Request'>
  | InstanceOf<'Response'>
  | ArrayBufferLike
  | ArrayBufferView
  | CompiledModule;

/**
 * Loads the module: from `source`, or from the package without one. After `timeout` milliseconds the promise rejects;
 * loading continues, and a later call can still resolve.
 */
export type Init = (source?: InitSource | Promise<InitSource>, options?: { readonly timeout?: number }) => Promise<void>;
