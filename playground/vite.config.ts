import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { deflateRawSync } from 'node:zlib';
import { defineConfig, type Plugin } from 'vite';

/** The mark of modules that aren't files, among Vite's plugins. */
const PACKED = '\0paylint.wasm';
const WASM = fileURLToPath(import.meta.resolve('paylint/paylint.wasm'));

/** The page brings the module, compressed; what the package loads where there is none can be left out. */
const oneModule = (): Plugin => ({
  name: 'one-module',
  enforce: 'pre',
  resolveId: (id) => (id === 'virtual:paylint.wasm' ? PACKED : null),
  load(id) {
    if (/\/(wasm|plain)\.js$/.test(id)) return 'throw new Error("the page brings the module");';
    const packed = id === PACKED ? deflateRawSync(readFileSync(WASM), { level: 9 }) : null;
    return packed && `export default '${packed.toString('base64')}';`;
  },
});

/** Runs chunks that are functions by their names, and loads those that aren't there yet. Its text is part of the page. */
function chunkLoader(): object {
  const base = (document.currentScript as HTMLScriptElement).src;
  const made: Record<string, object> = {};
  const chunks = {
    require: (path: string) => {
      const name = path.replace('./', '');
      if (made[name] === undefined) chunks[name](chunks.require, (made[name] = {}));
      return made[name];
    },
    script: (name: string) =>
      new Promise<Event>((resolve, reject) => {
        const script = document.createElement('script');
        script.src = new URL(name, base).href;
        script.onload = resolve;
        script.onerror = () => reject(new Error(`${name} couldn’t be loaded`));
        document.head.append(script);
      }),
    load: (...names: string[]) =>
      Promise.all(names.map((name) => name in chunks || chunks.script(name))).then(() => chunks.require(names[0])),
  } as Record<string, any>;
  return chunks;
}

/** Classic scripts in place of modules, because browsers load no modules from a folder without a server. */
const classicScripts = (): Plugin => ({
  name: 'classic-scripts',
  apply: 'build',
  enforce: 'post',
  generateBundle(_, bundle) {
    const importing = /Promise\.resolve\(\)\.then\(\(\)=>require\(["'`]\.\/(.*?)["'`]\)\)/g;
    /** A chunk with those that it needs; the page's own is there already. */
    const needed = (name: string): string[] => {
      const chunk = bundle[name];
      if (chunk?.type !== 'chunk') return [];
      const imports = chunk.imports.filter((file) => !(bundle[file] as { isEntry?: boolean }).isEntry);
      return [name.replace('assets/', ''), ...imports.flatMap(needed)];
    };
    const load = (name: string): string => `chunks.load(${needed(name).map((file) => JSON.stringify(file)).join()})`;
    for (const [path, chunk] of Object.entries(bundle)) {
      // A script has it inside.
      if (path.endsWith('.wasm')) delete bundle[path];
      if (chunk.type !== 'chunk') continue;
      const name = path.replace('assets/', '');
      const code = chunk.code.replaceAll(importing, (_, target: string) => load(`assets/${target}`));
      const [before, after] = chunk.isEntry ? [`var chunks=(${chunkLoader})();`, load(path)] : ['', ''];
      chunk.code = `${before}chunks["${name}"]=(require,exports)=>{${code}};${after}`;
    }
  },
  transformIndexHtml: {
    order: 'post',
    handler: (html) =>
      html
        .replace('<script type="module" crossorigin', '<script defer')
        .replaceAll('<link rel="stylesheet" crossorigin', '<link rel="stylesheet"'),
  },
});

export default defineConfig({
  base: './',
  build: {
    target: 'es2022',
    cssCodeSplit: false,
    chunkSizeWarningLimit: 2000,
    modulePreload: false,
    rolldownOptions: {
      output: { format: 'cjs' },
      transform: { define: { 'import.meta': '{}' } },
    },
  },
  worker: { format: 'iife', plugins: () => [oneModule()] },
  plugins: [
    oneModule(),
    classicScripts(),
    {
      // The page may only load its own files. While you work on it, Vite also needs a socket.
      name: 'allow-socket',
      apply: 'serve',
      transformIndexHtml: (html) => html.replace("connect-src 'self'", "connect-src 'self' ws:"),
    },
  ],
});
