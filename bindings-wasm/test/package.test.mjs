// The published package: packs it, installs it into empty projects and uses it there.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import Ajv from 'ajv/dist/2020.js';
import { Engine } from 'paylint';
import { npm, pack } from '../hosts/project.mjs';
import { javascript, program } from './readme.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const work = mkdtempSync(join(tmpdir(), 'paylint-'));
const run = (command, args, cwd) =>
  execFileSync(command, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
let tarball;

before(() => {
  tarball = pack();
});
after(() => rmSync(work, { recursive: true }));

test("the schemas compile in ajv's strict mode", () => {
  const schemas = join(root, 'pkg/schemas');
  for (const file of readdirSync(schemas)) {
    const formats = Object.fromEntries(['date', 'date-time', 'email', 'ipv4', 'ipv6', 'uri'].map((name) => [name, true]));
    new Ajv({ strict: true, formats }).compile(JSON.parse(readFileSync(join(schemas, file), 'utf8')));
  }
});

function project(name, files) {
  const folder = mkdtempSync(join(work, `${name}-`));
  for (const [file, text] of Object.entries(files)) writeFileSync(join(folder, file), text);
  npm(folder, 'install', '--offline', tarball);
  return folder;
}

test('tarball has what its entries promise, no more', () => {
  const files = run('tar', ['tzf', tarball]).trim().split('\n').sort();
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

test('publint finds nothing', () => {
  assert.match(run(join(root, '../node_modules/.bin/publint'), ['run', '--strict', tarball]), /All good!/);
});

test('script and module versions are not mixed', async () => {
  const folder = mkdtempSync(join(work, 'mixed-'));
  cpSync(join(root, 'pkg'), folder, { recursive: true });
  const { rules } = new Engine().fingerprints;
  const script = readFileSync(join(folder, 'common.js'), 'utf8');
  assert.equal(script.split(rules).length, 2, 'the fingerprint stands in the script once');
  writeFileSync(join(folder, 'common.js'), script.replace(rules, '0'.repeat(16)));
  const mixed = await import(pathToFileURL(join(folder, 'inline.js')));
  assert.throws(() => new mixed.Engine(), { code: 'ERR_PAYLINT_INIT', message: /another version/ });
});

test('README code runs and is TypeScript', () => {
  const page = readFileSync(join(root, 'package/README.md'), 'utf8');
  const folder = project('readme', {
    'package.json': '{ "name": "shop", "private": true }',
    'page.mjs': program(page),
    'page.mts': FORM_LIBRARY + javascript(page),
  });
  assert.equal(run(process.execPath, ['page.mjs'], folder).trim(), '18');
  const types = ['--types', 'node', '--typeRoots', join(root, '../node_modules/@types')];
  run(join(root, '../node_modules/.bin/tsc'), ['--strict', '--noEmit', '--module', 'nodenext', ...types, 'page.mts'], folder);
});

/** The types of a form library, as far as the README uses one. */
const FORM_LIBRARY = `
declare function standardSchemaResolver<T>(schema: { '~standard': { types?: { output: T } } }): (...form: unknown[]) => T;
declare function useForm<T>(options: { defaultValues: T; resolver: (...form: unknown[]) => unknown }): void;
`;
