export const quick = true;

export async function test({ run, is }) {
  is(await run('node', 'print.js'));
  is(await run('node', 'common.cjs'));
}
