/** A file as a `data:` address, by Vite. */
declare module '*?url&inline' {
  const address: string;
  export default address;
}

/** A worker that is part of the page's script, by Vite. */
declare module '*?worker&inline' {
  const InlineWorker: new () => Worker;
  export default InlineWorker;
}
