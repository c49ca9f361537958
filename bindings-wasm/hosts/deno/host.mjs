export const dependencies = { deno: '2.9.6' };

export async function test({ run, is }) {
  is(await run('deno', 'run', '--cached-only', '--node-modules-dir=manual', '-A', 'print.js'));
  // Without any permission: no file is read.
  is(await run('deno', 'run', '--cached-only', '--node-modules-dir=manual', '--no-prompt', 'print.js'));
}
