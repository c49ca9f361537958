export const order = 7;
export const title = 'webpack';
/** The dependencies whose versions the table shows. */
export const of = ['webpack'];
export const how = '`await init()`; for Node ready at once';

export async function test({ run, serve, page, copy, is }) {
  await run('webpack');
  copy('index.html', 'dist/index.html');
  is(await page(await serve('dist')));
  is(await run('node', 'server/print.mjs'));
}
