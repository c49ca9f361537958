export const title = 'Vitest, with jsdom and happy-dom too';

export async function test({ run }) {
  for (const environment of ['node', 'jsdom', 'happy-dom'])
    await run('vitest', 'run', '--environment', environment);
}
