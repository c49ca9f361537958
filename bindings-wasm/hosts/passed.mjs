// The table of hosts in package/README.md: what passed, from hosts/passed.json.

import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { here } from './project.mjs';

const record = join(here, 'passed.json');
const readme = join(here, '../package/README.md');
const BEGIN = '<!-- hosts: cargo xtask soak hosts -->';
const END = '<!-- /hosts -->';

export const hostAt = (name) => import(`./${name}/host.mjs`);

/** The names of the hosts: the folders here. */
export function hostNames() {
  return readdirSync(here, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== 'common')
    .map(({ name }) => name);
}

function readPassed() {
  return existsSync(record) ? JSON.parse(readFileSync(record, 'utf8')) : {};
}

/** Writes that a host passed in these versions, and the table. */
export async function bless(name, versions) {
  const passed = Object.fromEntries(Object.entries({ ...readPassed(), [name]: versions }).sort());
  writeFileSync(record, `${JSON.stringify(passed, null, 2)}\n`);
  writeFileSync(readme, await withTable(passed));
}

/** What doesn't agree with what is written, of which these have passed now: a list of texts. */
export async function stale(now) {
  const passed = readPassed();
  const faults = now.filter((name) => !(name in passed)).map((name) => `passed.json: no ${name}`);
  for (const name of Object.keys(passed)) {
    const expected = await versionsOf(name);
    // Node is the one that is there.
    if (expected.length > 0 && JSON.stringify(passed[name]) !== JSON.stringify(expected))
      faults.push(`passed.json: ${name} in other versions`);
  }
  if (readFileSync(readme, 'utf8') !== (await withTable(passed)))
    faults.push('package/README.md: the table of hosts');
  return faults;
}

/** The versions that a host is to be tried with. */
async function versionsOf(name) {
  const { matrix = [{}] } = await hostAt(name);
  const { dependencies } = JSON.parse(readFileSync(join(here, name, 'package.json'), 'utf8'));
  return dependencies ? matrix.map((other) => ({ ...dependencies, ...other })) : [];
}

async function withTable(passed) {
  const names = Object.keys(passed);
  const hosts = await Promise.all(names.map(async (name) => [name, await hostAt(name)]));
  hosts.sort(([, a], [, b]) => a.order - b.order);
  const rows = hosts.map(([name, { title, of = [name], how }]) => {
    const versions = of.flatMap((part) => passed[name].map((versions) => versions[part]));
    return `| ${title} | ${[...new Set(versions)].join(', ')} | ${how} |`;
  });
  const table = ['| host | tried with | |', '|---|---|---|', ...rows].join('\n');
  const text = readFileSync(readme, 'utf8');
  const [before, after] = [text.indexOf(BEGIN), text.indexOf(END)];
  if (before < 0 || after < before) throw new Error(`package/README.md lacks ${BEGIN} or ${END}`);
  return `${text.slice(0, before + BEGIN.length)}\n\n${table}\n\n${text.slice(after)}`;
}
