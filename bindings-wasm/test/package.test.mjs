// The published package: what its tarball has. The hosts install and use it.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Engine } from 'paylint';
import { pack } from '../hosts/project.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const work = mkdtempSync(join(tmpdir(), 'paylint-'));
after(() => rmSync(work, { recursive: true }));

test('tarball has what its entries promise, no more', () => {
  const files = execFileSync('tar', ['tzf', pack()], { encoding: 'utf8' }).trim().split('\n').sort();
  const names = files.map((file) => file.replace('package/', ''));
  const shipped = /^(LICENSE-\w+|README\.md|(cjs\/)?package\.json|integrity\.json|(check|paylint)\.wasm|schemas\/\w+\.json|[\w./-]+\.d\.ts|[\w./-]+\.js(\.map)?)$/;
  assert.deepEqual(names.filter((name) => !shipped.test(name)), []);
  const manifest = JSON.parse(readFileSync(join(root, 'pkg/package.json'), 'utf8'));
  const promised = JSON.stringify(manifest.exports);
  for (const [, path] of promised.matchAll(/:"\.\/([^"*]+)"/g)) assert.ok(names.includes(path), path);
  assert.deepEqual(Object.keys(manifest).filter((name) => /scripts|dependencies/i.test(name)), []);
});

test('every script has a source map with sources', () => {
  const scripts = readdirSync(join(root, 'pkg'), { recursive: true }).filter(
    // Files of data need none.
    (file) => /\.js$/.test(file) && !/(compiled|members|messages\/..|plain|policies|prose|wasm)\.js$/.test(file),
  );
  assert.ok(scripts.length >= 6);
  for (const file of scripts) {
    const script = readFileSync(join(root, 'pkg', file), 'utf8');
    const [, map] = /\/\/# sourceMappingURL=(\S+)\s*$/.exec(script);
    const { sources, sourcesContent } = JSON.parse(
      readFileSync(join(root, 'pkg', dirname(file), map), 'utf8'),
    );
    assert.equal(sources.length, sourcesContent.length, file);
    assert.ok(sourcesContent.every((text) => text.length > 0), file);
  }
});

test('script and module versions are not mixed', async () => {
  cpSync(join(root, 'pkg'), work, { recursive: true });
  const { rules } = new Engine().fingerprints;
  const script = readFileSync(join(work, 'common.js'), 'utf8');
  assert.equal(script.split(rules).length, 2, 'the fingerprint stands in the script once');
  writeFileSync(join(work, 'common.js'), script.replace(rules, '0'.repeat(16)));
  const mixed = await import(pathToFileURL(join(work, 'inline.js')));
  assert.throws(() => new mixed.Engine(), { code: 'ERR_PAYLINT_INIT', message: /another version/ });
});
