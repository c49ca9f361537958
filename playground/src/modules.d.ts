/** The WebAssembly module, compressed and in base64. */
declare module 'virtual:paylint.wasm' {
  const packed: string;
  export default packed;
}
