export const dependencies = { webpack: '5.112.2', 'webpack-cli': '7.3.1' };

export async function test({ run, serve, page, copy, is }) {
  await run('webpack');
  copy('index.html', 'dist/index.html');
  is(await page(await serve('dist')));
  is(await run('node', 'server/print.mjs'));
}
