export async function test({ run, serve, page, copy, is }) {
  await run('webpack');
  copy('index.html', 'dist/index.html');
  is(await page(await serve('dist')));
  is(await run('node', 'server/print.mjs'));
}
