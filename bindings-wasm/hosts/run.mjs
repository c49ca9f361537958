// Installs the packed package into small projects, one for each host, and uses it there.
//
//   node hosts/run.mjs            all the hosts
//   node hosts/run.mjs --quick    those that take seconds
//   node hosts/run.mjs vite next  these
//
// PAYLINT_TARBALL names another package than that in pkg/. Projects are kept in target/hosts, so that
// the next run needn't install them.

import { readdirSync } from 'node:fs';
import { launch } from '../test/browser.mjs';
import { here, pack, prepare } from './project.mjs';
import { tools } from './tools.mjs';

const given = process.argv.slice(2);
const isQuick = given[0] === '--quick';
const names = readdirSync(here, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && entry.name !== 'common')
  .map(({ name }) => name);
const unknown = given.slice(isQuick ? 1 : 0).filter((name) => !names.includes(name));
if (unknown.length > 0) {
  console.error(`no such host: ${unknown.join(', ')}; there are ${names.join(', ')}`);
  process.exit(2);
}

const tarball = pack();
const browser = await launch();
let passed = 0;
let failed = 0;
for (const name of given.length === 0 || isQuick ? names : given) {
  const host = await import(`./${name}/host.mjs`);
  if (isQuick && !host.quick) continue;
  const matrix = host.matrix ?? [{}];
  // The newest version is the quickest way to see a fault.
  for (const other of isQuick ? matrix.slice(-1) : matrix) await tryHost(name, host, other);
}
await browser.close();
console.log(`result: the package works in ${passed} hosts, and fails in ${failed}`);
process.exitCode = failed === 0 ? 0 : 1;

async function tryHost(name, host, other) {
  const start = performance.now();
  let versions = other;
  let project;
  let error;
  try {
    const prepared = prepare(name, host, other, tarball);
    versions = host.versions?.() ?? prepared.versions;
    project = tools(prepared.folder, versions, browser);
    await host.test(project);
    passed += 1;
  } catch (thrown) {
    error = thrown;
    failed += 1;
  }
  await project?.close();
  const seconds = `${((performance.now() - start) / 1000).toFixed(0)} s`;
  const about = Object.entries(versions).map((pair) => pair.join(' '));
  console.log(`${error ? 'FAILED' : 'passed'}  ${name}: ${about.join(', ')}  ${seconds}`);
  if (error) console.log(`${error.message}`.replace(/^/gm, '        '));
}
