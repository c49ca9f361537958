export const dependencies = { esbuild: '0.28.2', miniflare: '4.20260415.0' };

export async function test({ run, is }) {
  for (const name of ['worker', 'given']) {
    await run(
      'esbuild',
      `${name}.js`,
      '--bundle',
      '--format=esm',
      '--log-level=warning',
      // Set by the workers' own tool, too.
      '--conditions=workerd,worker,browser',
      '--loader:.wasm=copy',
      `--outdir=${name}`,
    );
    is(await run('node', 'serve.mjs', name, `${name}.js`));
  }
}
