export const order = 8;
export const title = 'Rollup';
/** The dependencies whose versions the table shows. */
export const of = ['rollup'];
export const how = '`await init()`; for Node ready at once';

export async function test({ run, serve, page, copy, is }) {
  await run('rollup', '-c', '--silent');
  copy('index.html', 'dist/index.html');
  is(await page(await serve('dist')));
  is(await run('node', 'server/print.js'));
}
