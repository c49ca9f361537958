export const order = 10;
export const title = 'Vitest';
/** The dependencies whose versions the table shows. */
export const of = ['vitest'];
export const how = 'ready at once, in Node, jsdom and happy-dom';

export async function test({ run }) {
  for (const environment of ['node', 'jsdom', 'happy-dom'])
    await run('vitest', 'run', '--environment', environment);
}
