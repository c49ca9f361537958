// The scripts don't import each other in a circle, not even for types. (madge would say the same, but needs
// TypeScript 5 and several overrides beside our compiler.)

import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const IMPORT = /^(?:import|export)\b[^;]*?\bfrom\s*'(\.[^']*)'|\bimport\(\s*'(\.[^']*)'\s*\)|^import\s*'(\.[^']*)'/gm;

/** The scripts that each script imports. */
function imports(sources) {
  const known = new Set(Object.keys(sources));
  const found = (file, to) => {
    const path = join(dirname(file), to).replace(/\.js$/, '');
    return [path, `${path}.ts`, `${path}.d.ts`].find((name) => known.has(name));
  };
  return Object.fromEntries(
    Object.entries(sources).map(([file, source]) => {
      const paths = [...source.matchAll(IMPORT)].map((match) => match[1] ?? match[2] ?? match[3]);
      return [file, paths.map((path) => found(file, path)).filter(Boolean)];
    }),
  );
}

/** The scripts that are part of a circle, or lead from one to another. */
function circular(graph) {
  let left = Object.keys(graph);
  for (let before; before !== left.length; ) {
    before = left.length;
    left = left.filter((file) => graph[file].some((other) => left.includes(other)));
    left = left.filter((file) => left.some((other) => graph[other].includes(file)));
  }
  return left;
}

function read(folder) {
  const path = fileURLToPath(new URL(folder, import.meta.url));
  const files = readdirSync(path, { recursive: true }).filter((file) => file.endsWith('.ts'));
  return Object.fromEntries(files.map((file) => [file, readFileSync(join(path, file), 'utf8')]));
}

for (const folder of ['../js/', '../../playground/src/']) {
  test(`${folder} has no imports in a circle`, () => {
    const graph = imports(read(folder));
    assert.ok(Object.values(graph).flat().length > 20, 'the imports are found');
    assert.deepEqual(circular(graph), []);
  });
}

test('a circle is found', () => {
  const sources = {
    'a.ts': "import type {\n  B,\n} from './b/b.js';",
    'b/b.ts': "export const c = () => import('../c.js');\n// import { x } from './x.js';",
    'c.ts': "import { d } from './d.js';\nexport * from './a.js';",
    'd.ts': "import 'node:fs';",
    'e.ts': "import './a.js';",
  };
  assert.deepEqual(circular(imports(sources)), ['a.ts', 'b/b.ts', 'c.ts']);
  assert.deepEqual(circular(imports({ ...sources, 'c.ts': '' })), []);
});
