// Installs the packed package into small projects, one for each host, and uses it there.
//
//   node hosts/run.mjs            all the hosts
//   node hosts/run.mjs --quick    those that take seconds
//   node hosts/run.mjs vite next  these
//
// The table of hosts in package/README.md must agree with hosts/passed.json, and have the hosts that
// pass. With PAYLINT_BLESS=1, the first and the last write what passes into both. PAYLINT_TARBALL names another package than that
// in pkg/. Projects are kept in target/hosts, so that the next run needn't install them.

import { launch } from '../test/browser.mjs';
import { bless, hostAt, hostNames, stale } from './passed.mjs';
import { pack, prepare } from './project.mjs';
import { tools } from './tools.mjs';

const given = process.argv.slice(2);
const isQuick = given[0] === '--quick';
const names = hostNames();
const unknown = given.slice(isQuick ? 1 : 0).filter((name) => !names.includes(name));
if (unknown.length > 0) {
  console.error(`no such host: ${unknown.join(', ')}; there are ${names.join(', ')}`);
  process.exit(2);
}

const tarball = pack();
const browser = await launch();
const passed = {};
let failures = 0;
for (const name of given.length === 0 || isQuick ? names : given) {
  const host = await hostAt(name);
  if (isQuick && !host.quick) continue;
  const matrix = host.matrix ?? [{}];
  passed[name] = [];
  // The newest version is the quickest way to see a fault.
  for (const other of isQuick ? matrix.slice(-1) : matrix) await tryHost(name, host, other);
  if (process.env.PAYLINT_BLESS && !isQuick && passed[name]) await bless(name, passed[name]);
}
await browser.close();
await compare();
console.log(failures === 0 ? 'all hosts passed' : `${failures} failed`);
if (failures === 0) {
  // What `cargo xtask soak all` writes down.
  const combinations = Object.values(passed).flat().length;
  console.log(`result: ${Object.keys(passed).length} hosts, in ${combinations} versions, use the package`);
}
process.exitCode = failures === 0 ? 0 : 1;

/** Compares the table of hosts with what passed. */
async function compare() {
  const faults = await stale(Object.keys(passed));
  failures += faults.length;
  for (const fault of faults) console.log(`FAILED  ${fault}: PAYLINT_BLESS=1 renews it`);
}

async function tryHost(name, host, other) {
  const start = performance.now();
  let versions = other;
  let project;
  let error;
  try {
    const prepared = prepare(name, other, tarball);
    versions = host.versions?.() ?? prepared.versions;
    project = tools(prepared.folder, versions, browser);
    await host.test(project);
    passed[name]?.push(versions);
  } catch (thrown) {
    error = thrown;
    failures += 1;
    delete passed[name];
  }
  await project?.close();
  const seconds = `${((performance.now() - start) / 1000).toFixed(0)} s`;
  const about = Object.entries(versions).map((pair) => pair.join(' '));
  console.log(`${error ? 'FAILED' : 'passed'}  ${name}: ${about.join(', ')}  ${seconds}`);
  if (error) console.log(`${error.message}`.replace(/^/gm, '        '));
}
