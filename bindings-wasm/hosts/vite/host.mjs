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
}
