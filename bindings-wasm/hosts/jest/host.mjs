export const order = 11;
export const title = 'Jest';
/** The dependencies whose versions the table shows. */
export const of = ['jest'];
export const how =
  '`require` is ready at once, in Node and jsdom; ES modules in jsdom need `await init()`';

export async function test({ run, copy }) {
  copy('shop.js', 'shop.mjs');
  for (const environment of ['node', 'jsdom']) {
    await run('jest', '--env', environment, '--testMatch', '**/*.test.cjs');
    const options = '--experimental-vm-modules --no-warnings';
    await run({ NODE_OPTIONS: options }, 'jest', '--env', environment, '--testMatch', '**/*.test.mjs');
  }
}
