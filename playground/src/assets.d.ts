/** The address of a file, by Vite. */
declare module '*?url' {
  const address: string;
  export default address;
}
