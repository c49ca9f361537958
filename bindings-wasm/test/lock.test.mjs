// xtask/scripts/npm-lock.mjs accepts our lock file, and finds planted faults.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const inRoot = (file) => fileURLToPath(new URL(`../../${file}`, import.meta.url));
const script = inRoot('xtask/scripts/npm-lock.mjs');
const lock = JSON.parse(readFileSync(inRoot('package-lock.json'), 'utf8'));

/** What the script reports about the lock file with `members` set in one package. */
function faults(members) {
  const folder = mkdtempSync(join(tmpdir(), 'paylint-'));
  const path = 'node_modules/typescript';
  const packages = { ...lock.packages, [path]: { ...lock.packages[path], ...members } };
  writeFileSync(join(folder, 'lock.json'), JSON.stringify({ ...lock, packages }));
  const { status, stderr } = spawnSync(process.execPath, [script, join(folder, 'lock.json')]);
  rmSync(folder, { recursive: true });
  assert.equal(status, stderr.length === 0 ? 0 : 1);
  return `${stderr}`.replace(`${path}: `, '').trim();
}

test('the lock file has no faults, and planted ones are found', () => {
  assert.equal(faults({}), '');
  assert.equal(faults({ resolved: 'https://example.com/a.tgz' }), 'has an address');
  assert.equal(faults({ resolved: 'file:a.tgz' }), 'has an address');
  assert.equal(faults({ license: 'GPL-3.0' }), 'GPL-3.0');
  assert.equal(faults({ integrity: 'sha1-AAAA' }), 'no hash');
  assert.equal(faults({ hasInstallScript: true }), 'runs a script');
});
