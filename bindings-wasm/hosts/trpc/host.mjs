export const order = 15;
export const title = 'tRPC';
/** The dependencies whose versions the table shows. */
export const of = ['@trpc/server'];
export const how = '`procedure.input(engine.schema(…))`';

export async function test({ run, write }) {
  write('tsconfig.json', {
    compilerOptions: { target: 'es2022', module: 'nodenext', strict: true, outDir: 'out' },
    files: ['main.ts'],
  });
  await run('tsc', '-p', '.');
  await run('node', 'out/main.js');
}
