// Runs the page's modules as classic scripts, because browsers load no modules from a folder without a server.

type Chunk = (require: (path: string) => object, module: { exports: object }) => void;

const base = (document.currentScript as HTMLScriptElement).src;
const added: Record<string, Chunk> = {};
const modules: Record<string, { exports: object }> = {};

const chunks = {
  add(name: string, chunk: Chunk): void {
    added[name] = chunk;
  },
  /** Runs a chunk unless it has run, and returns its exports. */
  require(path: string): object {
    const name = path.replace('./', '');
    const known = modules[name];
    if (known !== undefined) return known.exports;
    const module = (modules[name] = { exports: {} });
    added[name]?.(chunks.require, module);
    return module.exports;
  },
  /** Loads a chunk with those that it imports, unless they are there, and runs it. */
  async load(names: readonly [string, ...string[]]): Promise<object> {
    await Promise.all(names.filter((name) => added[name] === undefined).map(scriptOf));
    return chunks.require(names[0]);
  },
};

function scriptOf(name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = new URL(name, base).href;
    script.onload = () => resolve();
    script.onerror = () => reject(new Error(`${name} couldn’t be loaded`));
    document.head.append(script);
  });
}

Object.assign(globalThis, { chunks });
