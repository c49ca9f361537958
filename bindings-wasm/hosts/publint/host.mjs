export const dependencies = { publint: '0.3.25' };
export const quick = true;

export async function test({ run, tarball, is }) {
  is(await run('publint', 'run', '--strict', tarball), 'All good!');
}
