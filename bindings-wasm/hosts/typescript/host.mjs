export const dependencies = { '@types/node': '20.19.25', typescript: '5.9.3' };
export const quick = true;
/** Each replaces the version above. */
export const matrix = [{ typescript: '5.9.3' }, { typescript: '6.0.3' }, { typescript: '7.0.2' }];

const NODE10 = { module: 'esnext', moduleResolution: 'node10' };
const RESOLUTIONS = [
  { module: 'nodenext', moduleResolution: 'nodenext' },
  { module: 'esnext', moduleResolution: 'bundler' },
];
// Nothing but the language, Node, a browser.
const ENVIRONMENTS = [
  { lib: ['es2022'], types: [] },
  { lib: ['es2022'], types: ['node'] },
  { lib: ['es2022', 'dom'], types: [] },
];

export async function test({ run, write, versions, is }) {
  const compile = async (options, ...files) => {
    const strict = { target: 'es2022', strict: true, exactOptionalPropertyTypes: true, noEmit: true };
    write('tsconfig.json', { compilerOptions: { ...strict, ...options }, files });
    await run('tsc', '-p', '.');
  };
  // Only the old compiler knows the old resolution, which doesn't know the `exports` of a package.
  if (/^5/.test(versions.typescript)) for (const environment of ENVIRONMENTS) await compile({ ...NODE10, ...environment }, 'shop.ts');
  for (const resolution of RESOLUTIONS)
    for (const environment of ENVIRONMENTS) await compile({ ...resolution, ...environment }, 'shop.ts', 'module.ts');
  const [nodenext] = RESOLUTIONS;
  await compile({ ...nodenext, lib: ['es2022', 'dom'], types: [], noUncheckedIndexedAccess: true }, 'types.ts', 'types.cts');
  await run('node', 'readme.mjs');
  is(await run('node', 'program.mjs'), '16 values');
  await compile({ ...nodenext, types: ['node'] }, 'form-library.d.ts', 'readme.mts');
}
