export const quick = true;
export const versions = () => ({ node: process.versions.node });

export async function test({ run, is }) {
  is(await run('node', 'print.js'));
  is(await run('node', 'common.cjs'));
}
