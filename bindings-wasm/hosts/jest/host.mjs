export const dependencies = { jest: '30.5.2', 'jest-environment-jsdom': '30.5.2' };

export async function test({ run, copy }) {
  copy('shop.js', 'shop.mjs');
  for (const environment of ['node', 'jsdom']) {
    const jest = ['node_modules/.bin/jest', '--env', environment, '--testMatch'];
    await run('node', ...jest, '**/*.test.cjs');
    await run('node', '--experimental-vm-modules', '--no-warnings', ...jest, '**/*.test.mjs');
  }
}
