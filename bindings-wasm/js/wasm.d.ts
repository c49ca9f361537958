// How the bundler takes what is no TypeScript (../bundle.mjs).

declare module '*.wasm' {
  /** The file in base64. */
  const base64: string;
  export default base64;
}
