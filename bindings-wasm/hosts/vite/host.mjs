import assert from 'node:assert/strict';

export const dependencies = { vite: '8.3.8' };
export const quick = true;
export const matrix = [
  { vite: '5.4.21' },
  { vite: '6.4.6' },
  { vite: '7.3.8' },
  { vite: '8.3.8' },
];

export async function test({ run, start, serve, page, is }) {
  await run('vite', 'build', '--logLevel', 'warn');
  is(await page(await serve('dist')));
  const server = await start(/Local: +(http\S+)/, 'vite', '--port', '0', '--host', '127.0.0.1');
  is(await page(server));
  // On the server.
  await run('vite', 'build', '--logLevel', 'warn', '--ssr', 'print.js', '--outDir', 'server');
  is(await run('node', 'server/print.js'));
  // It brings along the module that an entry needs, and no other.
  for (const [folder, modules] of [['paylint', ['paylint']], ['check', ['check']], ['inline', []]]) {
    await run('vite', 'build', folder, '--logLevel', 'warn');
    const brought = await run('find', `${folder}/dist`, '-name', '*.wasm', '-printf', '%f ');
    assert.deepEqual(brought.split(' ').slice(0, -1).map((file) => file.split('-')[0]), modules);
  }
}
