export const dependencies = { esbuild: '0.28.2' };
export const quick = true;

export async function test({ run, serve, page, copy, is }) {
  const bundle = (...options) => run('esbuild', '--bundle', '--log-level=warning', ...options);
  for (const options of [['--format=esm', '--splitting'], ['--format=esm'], ['--format=iife']]) {
    const folder = `dist${options.length}${options[0].slice(9)}`;
    await bundle('page.js', `--outdir=${folder}`, ...options);
    copy('index.html', `${folder}/index.html`);
    is(await page(await serve(folder)));
  }
  await bundle('print.js', '--platform=node', '--format=esm', '--outfile=server/esm.js');
  is(await run('node', 'server/esm.js'));
  await bundle('print.js', '--platform=node', '--format=cjs', '--outfile=server/cjs.cjs');
  is(await run('node', 'server/cjs.cjs'));
}
