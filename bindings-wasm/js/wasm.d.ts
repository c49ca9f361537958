// The bundler inlines .wasm files (../bundle.mjs).

declare module '*.wasm' {
  /** The content of the file in base64. */
  const base64: string;
  export default base64;
}
