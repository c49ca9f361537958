export async function test({ run, write }) {
  write('tsconfig.json', {
    compilerOptions: { target: 'es2022', module: 'nodenext', strict: true, outDir: 'out' },
    files: ['main.ts'],
  });
  await run('tsc', '-p', '.');
  await run('node', 'out/main.js');
}
