export const order = 12;
export const title = 'Cloudflare Workers (workerd, in Miniflare)';
/** The dependencies whose versions the table shows. */
export const of = ['miniflare'];
export const how = 'ready at once';

export async function test({ run, is }) {
  for (const name of ['worker', 'given']) {
    await run(
      'esbuild',
      `${name}.js`,
      '--bundle',
      '--format=esm',
      '--log-level=warning',
      // What the workers' own tool sets.
      '--conditions=workerd,worker,browser',
      '--loader:.wasm=copy',
      `--outdir=${name}`,
    );
    is(await run('node', 'serve.mjs', name, `${name}.js`));
  }
}
