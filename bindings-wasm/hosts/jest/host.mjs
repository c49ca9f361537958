export const dependencies = { jest: '30.5.2', 'jest-environment-jsdom': '30.5.2' };

export async function test({ run, copy }) {
  copy('shop.js', 'shop.mjs');
  for (const environment of ['node', 'jsdom']) {
    await run('jest', '--env', environment, '--testMatch', '**/*.test.cjs');
    const options = '--experimental-vm-modules --no-warnings';
    await run({ NODE_OPTIONS: options }, 'jest', '--env', environment, '--testMatch', '**/*.test.mjs');
  }
}
