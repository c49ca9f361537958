export const order = 14;
export const title = 'Hono';
/** The dependencies whose versions the table shows. */
export const of = ['hono'];
export const how = "`sValidator('json', engine.schema(…))`";
export const quick = true;

export async function test({ run }) {
  await run('node', 'main.js');
}
