export async function test({ run, serve, page, copy, is }) {
  await run('rollup', '-c', '--silent');
  copy('index.html', 'dist/index.html');
  is(await page(await serve('dist')));
  is(await run('node', 'server/print.js'));
}
