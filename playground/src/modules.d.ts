// The modules that build.mjs makes.

/** The WebAssembly module, compressed and in base64. */
declare module 'made:paylint.wasm' {
  const packed: string;
  export default packed;
}

/** The script of request/worker.ts. */
declare module 'made:worker' {
  const script: string;
  export default script;
}

/** The package's JSON Schemas except that of policies, by name. */
declare module 'made:schemas.json' {
  const schemas: object;
  export default schemas;
}
