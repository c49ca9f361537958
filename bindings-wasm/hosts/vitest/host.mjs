export async function test({ run }) {
  for (const environment of ['node', 'jsdom', 'happy-dom'])
    await run('vitest', 'run', '--environment', environment);
}
