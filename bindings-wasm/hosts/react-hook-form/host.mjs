export const dependencies = {
  '@hookform/resolvers': '7.0.7',
  '@standard-schema/spec': '1.1.0',
  '@tanstack/react-form': '1.33.5',
  '@testing-library/react': '16.3.3',
  '@testing-library/dom': '10.4.1',
  '@types/react': '19.3.0',
  jsdom: '27.2.0',
  react: '19.3.1',
  'react-dom': '19.3.1',
  'react-hook-form': '7.92.0',
  typescript: '5.9.3',
  vitest: '4.1.12',
};

const compilerOptions = { module: 'esnext', moduleResolution: 'bundler', target: 'es2022', jsx: 'react-jsx', strict: true };

export async function test({ run, write }) {
  await run('vitest', 'run', '--environment', 'jsdom');
  const types = { ...compilerOptions, noEmit: true, skipLibCheck: true, types: [] };
  write('tsconfig.json', { compilerOptions: types, files: ['types.tsx'] });
  await run('tsc', '-p', '.');
}
