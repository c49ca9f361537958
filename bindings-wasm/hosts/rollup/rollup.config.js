import commonjs from '@rollup/plugin-commonjs';
import resolve from '@rollup/plugin-node-resolve';

export default [
  { input: 'page.js', output: { dir: 'dist' }, plugins: [resolve({ browser: true })] },
  {
    input: 'print.js',
    output: { dir: 'server' },
    plugins: [resolve({ exportConditions: ['node'] }), commonjs()],
  },
];
