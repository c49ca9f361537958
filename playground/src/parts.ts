// Loads the page's parts as classic scripts, because browsers load no modules from a folder without a server.

const base = (document.currentScript as HTMLScriptElement).src;
const parts: Record<string, Promise<unknown>> = {};

/** In place of each `import()` (../build.mjs). A part's script leaves what it exports in the global `part`. */
function loadPart(name: string): Promise<unknown> {
  return (parts[name] ??= new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = new URL(name, base).href;
    script.onload = () => resolve((globalThis as { part?: unknown }).part);
    script.onerror = () => reject(new Error(`${name} couldn’t be loaded`));
    document.head.append(script);
  }));
}

Object.assign(globalThis, { loadPart });
