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

export async function test({ run, write, versions }) {
  // Only the old compiler knows the old resolution.
  const resolutions = /^5/.test(versions.typescript) ? [...RESOLUTIONS, NODE10] : RESOLUTIONS;
  for (const resolution of resolutions) {
    for (const environment of ENVIRONMENTS) {
      const hasModule = resolution !== NODE10;
      write('tsconfig.json', {
        compilerOptions: {
          target: 'es2022',
          strict: true,
          exactOptionalPropertyTypes: true,
          skipLibCheck: false,
          noEmit: true,
          ...resolution,
          ...environment,
        },
        // The old resolution doesn't know the `exports` of a package.
        files: ['shop.ts', ...(hasModule ? ['module.ts'] : [])],
      });
      await run('tsc', '-p', '.');
    }
  }
}
