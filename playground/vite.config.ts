import { defineConfig, type Plugin } from 'vite';

/** The page brings the module, so what the package loads where there is none can be left out. */
const oneModule = (): Plugin => ({
  name: 'one-module',
  enforce: 'pre',
  load: (id) => (/\/(wasm|plain)\.js$/.test(id) ? 'throw new Error("the page brings the module");' : null),
});

export default defineConfig({
  base: './',
  build: {
    target: 'es2022',
    cssCodeSplit: false,
    chunkSizeWarningLimit: 2000,
    // One classic script, because browsers load no others from a folder without a server.
    rolldownOptions: {
      output: { format: 'iife', codeSplitting: false },
      transform: { define: { 'import.meta': '{}' } },
    },
  },
  worker: { format: 'iife', plugins: () => [oneModule()] },
  plugins: [
    oneModule(),
    {
      name: 'classic-script',
      apply: 'build',
      generateBundle(_, bundle) {
        // The script has it inside.
        for (const name of Object.keys(bundle)) if (name.endsWith('.wasm')) delete bundle[name];
      },
      transformIndexHtml: {
        order: 'post',
        handler: (html) =>
          html
            .replace('<script type="module" crossorigin', '<script defer')
            .replaceAll('<link rel="stylesheet" crossorigin', '<link rel="stylesheet"'),
      },
    },
    {
      // The page may only load its own files. While you work on it, Vite also needs a socket.
      name: 'allow-socket',
      apply: 'serve',
      transformIndexHtml: (html) => html.replace("connect-src 'self'", "connect-src 'self' ws:"),
    },
  ],
});
