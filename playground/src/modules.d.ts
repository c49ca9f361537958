// The modules that build.mjs makes: the compressed WebAssembly module in base64, the worker's script, and JSON Schemas.

declare module 'made:*' {
  const made: any;
  export default made;
}
