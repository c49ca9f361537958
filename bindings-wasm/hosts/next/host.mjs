export const dependencies = { next: '16.4.6', react: '19.3.1', 'react-dom': '19.3.1' };
// Without a type, as Next's own projects are: of ES modules it can't build an edge route with webpack.
export const manifest = {};

const READY = /Local: +(http\S+)/;

export async function test({ run, start, close, page, is }) {
  for (const bundler of ['--turbopack', '--webpack']) {
    await run('next', 'build', bundler);
    for (const mode of [['start'], ['dev', bundler]]) {
      const server = await start(READY, 'next', ...mode, '--port', '0', '--hostname', '127.0.0.1');
      for (const place of ['server', 'browser']) is(await page(`${server}/${place}`));
      is(await (await fetch(`${server}/route`)).text());
      is(await (await fetch(`${server}/edge`)).text());
      // There can't be two for development.
      await close();
    }
  }
}
