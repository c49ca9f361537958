export const dependencies = {
  '@hookform/resolvers': '7.0.7',
  '@testing-library/react': '16.3.3',
  '@testing-library/dom': '10.4.1',
  jsdom: '27.2.0',
  react: '19.3.1',
  'react-dom': '19.3.1',
  'react-hook-form': '7.92.0',
  vitest: '4.1.12',
};

export async function test({ run }) {
  await run('vitest', 'run', '--environment', 'jsdom');
}
