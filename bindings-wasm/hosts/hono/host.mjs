export const quick = true;

export async function test({ run }) {
  await run('node', 'main.js');
}
