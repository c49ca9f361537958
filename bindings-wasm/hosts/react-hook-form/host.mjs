export const order = 13;
export const title = 'React Hook Form';
/** The dependencies whose versions the table shows. */
export const of = ['react-hook-form'];
export const how = '`standardSchemaResolver(engine.schema(…))`';

export async function test({ run }) {
  await run('vitest', 'run', '--environment', 'jsdom');
}
