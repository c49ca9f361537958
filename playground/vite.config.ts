import { defineConfig } from 'vite';

export default defineConfig({
  base: './',
  build: { target: 'es2022', chunkSizeWarningLimit: 1000 },
  plugins: [
    {
      // The page may only load its own files. While you work on it, Vite also needs a socket.
      name: 'allow-socket',
      apply: 'serve',
      transformIndexHtml: (html) => html.replace("connect-src 'self'", "connect-src 'self' ws:"),
    },
  ],
});
