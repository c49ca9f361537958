// Installs the packed package into small projects, one for each host, and uses it there.
//
//   node hosts/run.mjs            all the hosts
//   node hosts/run.mjs --quick    those that take seconds
//   node hosts/run.mjs vite next  these
//
// PAYLINT_TARBALL names another package than that in pkg/. Projects are kept in target/hosts, so that
// the next run needn't install them.

import { readdirSync } from 'node:fs';
import { after, test } from 'node:test';
import { launch } from '../test/browser.mjs';
import { here, pack, prepare } from './project.mjs';
import { tools } from './tools.mjs';

const given = process.argv.slice(2);
const isQuick = given[0] === '--quick';
const all = readdirSync(here, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && entry.name !== 'common')
  .map(({ name }) => name);

const tarball = pack();
const browser = await launch();
after(() => browser.close());
for (const name of given.length === 0 || isQuick ? all : given) {
  const host = await import(`./${name}/host.mjs`);
  if (isQuick && !host.quick) continue;
  const matrix = host.matrix ?? [{}];
  // The newest version is the quickest way to see a fault.
  for (const other of isQuick ? matrix.slice(-1) : matrix) {
    test([name, ...Object.values(other)].join(' '), async (t) => {
      const { folder, versions } = prepare(name, host, other, tarball);
      t.diagnostic(JSON.stringify(versions));
      const project = tools(folder, versions, tarball, browser);
      t.after(project.close);
      await host.test(project);
    });
  }
}
