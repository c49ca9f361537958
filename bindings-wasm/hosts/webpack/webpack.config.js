export default [
  { name: 'web', entry: './page.js', output: { filename: 'page.js', path: `${import.meta.dirname}/dist` } },
  {
    name: 'node',
    target: 'node',
    entry: './print.js',
    output: { filename: 'print.mjs', path: `${import.meta.dirname}/server`, module: true },
    experiments: { outputModule: true },
  },
].map((config) => ({ ...config, mode: 'production', performance: { hints: false } }));
