export async function test({ run }) {
  await run('vitest', 'run', '--environment', 'jsdom');
}
