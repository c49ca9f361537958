export const dependencies = {
  '@rollup/plugin-commonjs': '29.0.0',
  '@rollup/plugin-node-resolve': '16.0.3',
  rollup: '4.68.7',
};

export async function test({ run, serve, page, copy, is }) {
  await run('rollup', '-c', '--silent');
  copy('index.html', 'dist/index.html');
  is(await page(await serve('dist')));
  is(await run('node', 'server/print.js'));
}
