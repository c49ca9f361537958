export const dependencies = { bun: '1.4.5' };

export async function test({ run, serve, page, copy, is }) {
  is(await run('bun', 'run', 'print.js'));
  is(await run('bun', 'run', 'common.cjs'));
  await run('bun', 'build', 'print.js', '--target=bun', '--outdir=server');
  is(await run('bun', 'run', 'server/print.js'));
  await run('bun', 'build', 'page.js', '--target=browser', '--outdir=dist');
  copy('index.html', 'dist/index.html');
  is(await page(await serve('dist')));
}
