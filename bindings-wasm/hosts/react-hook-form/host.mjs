export const title = 'React Hook Form';

export async function test({ run }) {
  await run('vitest', 'run', '--environment', 'jsdom');
}
