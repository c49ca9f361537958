export const dependencies = { ajv: '8.20.0' };
export const quick = true;

export async function test({ run, is }) {
  is(await run('node', 'strict.mjs'), '15 schemas');
}
